import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { someBooking, someEntry } from "../../../test/harness/example-stand-parts.ts";
import { countersOf, bookOf, findInStand, hurryOf, minutesLeft, seatedOf } from "./lists.ts";
import {
  after,
  eveningMs,
  seatedParty,
  someParty,
  someSettings,
  someStand,
  someUnit,
  someWaiter,
} from "./stand.fixture.ts";
import { isDayOver, isOfDay } from "./news.ts";
import { withAnswer } from "./read-wire.ts";
import { applyNews, standOf, type NumberedNews } from "./stand-state.ts";
import { seatsOf, tablesNow } from "./tables-now.ts";
import { nextTime } from "./wall-clock.ts";
import { partyDifferences, waiterDifferences } from "./what-changed.ts";

describe("the stand's state", () => {
  test("a change that is known is passed over; parties are replaced one by one, the rest as a whole", () => {
    const party = someParty();
    const stand = someStand({ parties: [party, someParty()], waiters: [someWaiter(5)] });
    const seated = { ...party, status: "in_service" as const };
    assert.equal(applyNews(stand, { sequence: 10, news: { parties: [seated] } }), stand);
    const changed = applyNews(stand, { sequence: 11, news: { parties: [seated] } });
    assert.equal(changed.parties.get(party.id)?.status, "in_service");
    assert.equal(changed.parties.size, 2);
    assert.equal(changed.waiters, stand.waiters);
    assert.equal(applyNews(changed, { sequence: 12, news: { waiters: new Map() } }).waiters.size, 0);
  });

  test("a change that is older than what an answer has shown already does not take the party back", () => {
    const party = someParty({ version: 3 });
    const stand = someStand({ parties: [party] });
    const older = applyNews(stand, { sequence: 11, news: { parties: [{ ...party, version: 2, size: 9 }] } });
    assert.equal(older.parties.get(party.id), party);
    assert.equal(older.sequence, 11);
  });

  test("an answer that is older than what the stream has shown already does not take the party back", () => {
    const wire = someBooking({ name: "Ada Byron", size: 4 }, ["1"], 15, { version: 3 });
    const stand = withAnswer(someStand(), wire);
    assert.deepEqual(
      [...stand.parties.values()].map(({ version, name }) => [version, name]),
      [[3, "Ada Byron"]],
    );
    assert.equal(withAnswer(stand, { ...wire, version: 2, party_size: 9 }), stand);
    assert.equal(withAnswer(stand, { ...wire, version: 4, party_size: 9 }).parties.get(wire.id)?.size, 9);
    const entry = someEntry("Rossi", 2, 1, 5, { version: 3 });
    const line = withAnswer(someStand(), entry);
    assert.equal(withAnswer(line, { ...entry, version: 2, party_size: 9 }), line);
  });

  test("the day has the bookings of the night after closing time, and is over at midnight or when the last service closes", () => {
    const stand = someStand();
    const { shown, nextAt } = stand.settings.day;
    const isShown = (startsAt: number) => isOfDay(stand, someParty({ startsAt }));
    assert.deepEqual(
      [shown.from - 1, shown.from, stand.settings.day.until, shown.until - 1, shown.until].map(isShown),
      [false, true, true, true, false],
    );
    assert.ok(nextAt !== null);
    assert.deepEqual([isDayOver(stand, nextAt - 1), isDayOver(stand, nextAt)], [false, true]);
  });

  test("changes that come twice, and changes that arrive while a snapshot is under way, give the same stand", () => {
    const parties = [someParty(), someParty(), someParty()];
    const statuses = ["confirmed", "in_service", "completed", "no_show"] as const;
    const step = fc.record({ which: fc.nat({ max: 2 }), status: fc.constantFrom(...statuses), again: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat({ max: 30 }), (steps, from) => {
        const news = steps.map(({ which, status }, index): NumberedNews => {
          const party = parties[which] ?? someParty();
          return { sequence: index + 11, news: { parties: [{ ...party, status }] } };
        });
        const begin = someStand({ parties });
        const whole = news.reduce(applyNews, begin);
        const twice = news.flatMap((one, index) => (steps[index]?.again === true ? [one, one] : [one]));
        assert.deepEqual(twice.reduce(applyNews, begin), whole);
        assert.deepEqual(standOf(news.slice(0, from).reduce(applyNews, begin), news), whole);
      }),
    );
  });
});

test("a time that has passed today is that of the night after", () => {
  const at = (time: string) => nextTime("Europe/Lisbon", "2026-11-22", time, eveningMs);
  const minutes = (ms: number | undefined) => (ms === undefined ? undefined : (ms - eveningMs) / 60_000);
  assert.deepEqual(["19:31", "19:30", "00:30", "", "25:00"].map(at).map(minutes), [
    1,
    1_440,
    300,
    undefined,
    undefined,
  ]);
});

describe("tables", () => {
  const looks = [
    ["nobody is expected", {}, "free"],
    ["a party comes in 61 minutes", { parties: [someParty({ startsAt: after(61) })] }, "free"],
    ["a party comes in 60 minutes", { parties: [someParty({ startsAt: after(60) })] }, "soon"],
    ["a party comes in 15 minutes", { parties: [someParty({ startsAt: after(15) })] }, "due"],
    ["a party is late", { parties: [someParty({ startsAt: after(-20) })] }, "due"],
    ["a party sits", { parties: [seatedParty(30)] }, "occupied"],
    ["a party sits past its time", { parties: [seatedParty(120)] }, "over"],
    ["a party sits and the next is due", { parties: [seatedParty(30), someParty({ startsAt: after(0) })] }, "over"],
    ["the party has left", { parties: [seatedParty(30, { status: "completed" })] }, "free"],
    [
      "a guest is just booking",
      { holds: [{ id: "h", unitIds: ["t3"], size: 2, startsAt: after(45), endsAt: after(90), expiresAt: after(3) }] },
      "held",
    ],
    [
      "that hold is over",
      { holds: [{ id: "h", unitIds: ["t3"], size: 2, startsAt: after(45), endsAt: after(90), expiresAt: after(0) }] },
      "free",
    ],
    [
      "it is kept free",
      { blocks: [{ id: "b", unitIds: ["t3"], from: after(-5), until: after(5), reason: null }] },
      "blocked",
    ],
    [
      "it is kept free since a moment ago, within this minute",
      { blocks: [{ id: "b", unitIds: ["t3"], from: after(0.4), until: after(5), reason: null }] },
      "blocked",
    ],
    [
      "that is over",
      { blocks: [{ id: "b", unitIds: ["t3"], from: after(-5), until: after(0), reason: null }] },
      "free",
    ],
  ] as const;
  for (const [what, { parties = [], holds = [], blocks = [] }, look] of looks as readonly (readonly [
    string,
    {
      readonly parties?: readonly ReturnType<typeof someParty>[];
      readonly holds?: readonly {
        readonly id: string;
        readonly unitIds: readonly string[];
        readonly size: number;
        readonly startsAt: number;
        readonly endsAt: number;
        readonly expiresAt: number;
      }[];
      readonly blocks?: readonly {
        readonly id: string;
        readonly unitIds: readonly string[];
        readonly from: number;
        readonly until: number;
        readonly reason: null;
      }[];
    },
    string,
  ])[])
    test(`${what}: the table is ${look}`, () => {
      const stand = someStand({
        parties,
        holds: new Map(holds.map((hold) => [hold.id, hold])),
        blocks: new Map(blocks.map((block) => [block.id, block])),
      });
      assert.equal(tablesNow(stand, eveningMs).get("t3")?.look, look);
    });

  test("a table out of service is blocked, and joined tables seat what the configuration says", () => {
    const units = [someUnit("t1", 2), someUnit("t3", 4, { outOfService: true })];
    const stand = someStand({ settings: { ...someSettings, units } });
    assert.equal(tablesNow(stand, eveningMs).get("t3")?.look, "blocked");
    assert.equal(seatsOf(someStand(), ["t2", "t1"]), 4);
    assert.equal(seatsOf(someStand(), ["t3", "t4"]), 8);
  });
});

describe("lists", () => {
  test("the book is in the order of the times, the seated in the order in which their time is up", () => {
    const [late, soon] = [someParty({ startsAt: after(-10) }), someParty({ startsAt: after(10) })];
    const [first, second] = [seatedParty(100), seatedParty(20)];
    const stand = someStand({ parties: [soon, second, late, first] });
    assert.deepEqual(bookOf(stand), [late, soon]);
    const announced = { ...late, lateUntil: after(45) };
    assert.deepEqual(bookOf(someStand({ parties: [announced, soon] })), [soon, announced], "as they come");
    assert.deepEqual(seatedOf(stand), [first, second]);
  });

  test("a stay of 90 minutes begins with 90 in whichever second it began, and counts down to 1", () => {
    for (const begun of [0, 0.4, 0.99]) {
      const party = seatedParty(0, { endsAt: after(90 + begun) });
      const left = [0, 1, 89, 91].map((minutes) => minutesLeft(party, after(minutes)));
      assert.deepEqual(left, [90, 89, 1, undefined], String(begun));
    }
  });

  test("who said how late they are is late only after that", () => {
    const party = someParty({ startsAt: after(-10) });
    assert.deepEqual(hurryOf(party, eveningMs), { kind: "late", minutes: 10 });
    assert.deepEqual(hurryOf({ ...party, lateUntil: after(5) }, eveningMs), { kind: "due", minutes: 5 });
    assert.deepEqual(hurryOf({ ...party, startsAt: after(16) }, eveningMs), { kind: "later" });
  });

  test("the counters count guests that sit, guests of the next hour, and the queue", () => {
    const stand = someStand({
      parties: [
        seatedParty(10, { size: 4 }),
        someParty({ startsAt: after(-5), size: 2 }),
        someParty({ startsAt: after(60), size: 3 }),
        someParty({ startsAt: after(61), size: 9 }),
      ],
      waiters: [someWaiter(12), someWaiter(31), someWaiter(90, { status: "cancelled" })],
    });
    assert.deepEqual(countersOf(stand, eveningMs), { coversNow: 4, coversNext: 5, queue: 2, longestWait: 31 });
    assert.deepEqual(countersOf(someStand(), eveningMs), { coversNow: 0, coversNext: 0, queue: 0, longestWait: 0 });
  });

  test("parties are found by name, phone, code and table", () => {
    const party = someParty({ name: "Åsa Öberg", phone: "+46701234567", code: "QQ11WW22" });
    const stand = someStand({
      parties: [party, someParty({ name: "Other", unitIds: ["t1"] })],
      waiters: [someWaiter(1)],
    });
    for (const text of [" öberg", "asa ob", "070123".slice(1), "qq11", "T3"])
      assert.deepEqual(findInStand(stand, text), [{ kind: "party", party }], text);
    assert.deepEqual(
      findInStand(stand, "ROSSI").map(({ kind }) => kind),
      ["waiter"],
    );
    assert.deepEqual(findInStand(stand, "  "), []);
  });
});

describe("what somebody else changed", () => {
  test("only fields that people see and that differ", () => {
    const seen = someParty();
    const now = { ...seen, version: 2, updatedAt: 5, size: 4, unitIds: ["t4"] };
    assert.deepEqual(partyDifferences(seen, now), ["size", "unitIds"]);
    assert.deepEqual(partyDifferences(seen, { ...seen, version: 2 }), []);
    const waiter = someWaiter(5);
    const quoted = { min: 45, max: 60 };
    assert.deepEqual(waiterDifferences(waiter, { ...waiter, version: 2, position: 3, quoted }), ["position", "quoted"]);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { latestUndo, partyActs, partyActsAt, tableActs, waiterActs } from "./acts-of.ts";
import { dropOn, type Dragged } from "./drag-meaning.ts";
import { fittingTables, hindrancesAt } from "./fitting-tables.ts";
import { nextThings } from "./next-things.ts";
import { after, eveningMs, seatedParty, someParty, someSettings, someStand, someWaiter } from "./stand.fixture.ts";
import type { Party } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";
import { tablesNow, tooFewSeats } from "./tables-now.ts";

const tablesOf = (stand: StandState) => tablesNow(stand, eveningMs);

describe("acts", () => {
  const first = [
    ["a party of the next two hours is seated next", someParty({ startsAt: after(120) }), "seat"],
    ["a party of later is moved", someParty({ startsAt: after(121) }), "move"],
    ["a party that sits leaves next", seatedParty(5), "complete"],
    [
      "a party that has left comes back",
      seatedParty(5, { status: "completed", undo: { of: "complete", until: after(5) } }),
      "undo",
    ],
    ["too late for that", seatedParty(5, { status: "completed", undo: { of: "complete", until: after(0) } }), "notes"],
    ["a guest's own cancellation is not reversed", someParty({ status: "cancelled_by_guest" }), "notes"],
  ] as const;
  for (const [what, party, act] of first) test(what, () => assert.equal(partyActs(party, eveningMs)[0], act));

  test("at a provider's book only parties of our own book are acted on, and none is moved (rules/providers 1.13)", () => {
    const ours = someParty({ startsAt: after(-1) });
    const now = { nowMs: eveningMs, isToday: true };
    const kept = (party: Party) => partyActsAt("kept_by_provider", party, now);
    assert.deepEqual(kept(ours), ["seat", "notes", "no_show", "cancel"]);
    assert.deepEqual(kept({ ...ours, isOurs: false }), []);
    assert.ok(kept({ ...ours, unitIds: [] }).includes("cancel"), "also one that has no table yet");
    assert.deepEqual(partyActsAt("no_configuration", ours, now), []);
  });

  test("no-show only once the time has come", () => {
    assert.ok(!partyActs(someParty({ startsAt: after(1) }), eveningMs).includes("no_show"));
    assert.ok(partyActs(someParty({ startsAt: after(0) }), eveningMs).includes("no_show"));
  });

  test("a table: its party leaves, the due party sits down, else a walk-in; a kept table is given free", () => {
    const block = { id: "b", unitIds: ["t4"], from: after(-1), until: after(9), reason: null };
    const parties = [seatedParty(5, { unitIds: ["t1"] }), someParty({ startsAt: after(5) })];
    const tables = tablesOf(someStand({ parties, blocks: new Map([["b", block]]) }));
    const firstAct = (id: string) => {
      const table = tables.get(id);
      return table === undefined ? undefined : tableActs(table)[0];
    };
    assert.deepEqual(["t1", "t2", "t3", "t4"].map(firstAct), ["complete", "walk_in", "seat_next", "unblock"]);
  });

  test("the table of a party that comes late seats that party first", () => {
    const late = someParty({ startsAt: after(-5), lateUntil: after(25) });
    const table = tablesOf(someStand({ parties: [late] })).get("t3");
    assert.ok(table !== undefined);
    assert.deepEqual([table.look, tableActs(table)[0]], ["soon", "seat_next"]);
  });

  test("a text is offered only where there is a phone and the restaurant writes to guests", () => {
    const offers = (phone: string | null, writes: boolean) =>
      waiterActs(someWaiter(5, { phone }), { nowMs: eveningMs, writes, parties: new Map() }).includes("notify");
    assert.deepEqual(
      [offers("+351912000145", true), offers("+351912000145", false), offers(null, true)],
      [true, false, false],
    );
  });

  test("the latest act that can be reversed is what Undo means", () => {
    const old = seatedParty(9, { undo: { of: "seat", until: after(6) }, updatedAt: after(-9) });
    const latest = seatedParty(2, { undo: { of: "seat", until: after(13) }, updatedAt: after(-2) });
    const late = seatedParty(1, { undo: { of: "seat", until: after(0) }, updatedAt: after(-1) });
    assert.deepEqual(latestUndo(someStand({ parties: [old, latest, late], waiters: [] }), eveningMs), {
      kind: "party",
      party: latest,
    });
    const removed = someWaiter(5, { status: "removed", undo: { of: "remove", until: after(5) } });
    assert.deepEqual(latestUndo(someStand({ parties: [], waiters: [removed] }), eveningMs), {
      kind: "waiter",
      waiter: removed,
    });
    const newer = { ...removed, endedAt: after(-1) };
    assert.deepEqual(latestUndo(someStand({ parties: [latest], waiters: [newer] }), eveningMs), {
      kind: "waiter",
      waiter: newer,
    });
    assert.deepEqual(
      latestUndo(someStand({ parties: [latest], waiters: [{ ...removed, endedAt: after(-3) }] }), eveningMs),
      {
        kind: "party",
        party: latest,
      },
    );
    assert.equal(waiterActs(removed, { nowMs: eveningMs, writes: true, parties: new Map() })[0], "undo");
    assert.equal(latestUndo(someStand({ parties: [late], waiters: [] }), eveningMs), undefined);
  });
});

test("a party of the line goes back only while it sits (rules/waitlist 5.6)", () => {
  const undo = { of: "seat", until: after(10) };
  const seated = seatedParty(5, { undo });
  const waiter = someWaiter(9, { status: "seated", bookingId: seated.id, endedAt: after(-5), undo });
  const actsBeside = (...parties: readonly Party[]) =>
    waiterActs(waiter, { nowMs: eveningMs, writes: true, parties: someStand({ parties }).parties });
  assert.deepEqual(actsBeside(seated), ["undo"]);
  const left = { ...seated, status: "completed", undo: { of: "complete", until: after(20) } } as const;
  assert.deepEqual(actsBeside(left), []);
  assert.equal(latestUndo(someStand({ parties: [left], waiters: [waiter] }), eveningMs)?.kind, "party");
});

describe("fitting tables", () => {
  test("the buffer after the stay counts", () => {
    const next = someParty({ unitIds: ["t1"], startsAt: after(100) });
    const fits = (minutes: number) => {
      const stand = someStand({ parties: [next] });
      const settings = { ...stand.settings, bufferMs: minutes * 60_000 };
      const guests = { size: 2 };
      return fittingTables({ ...stand, settings }, tablesOf(stand), guests, eveningMs).some(({ unitIds }) =>
        unitIds.includes("t1"),
      );
    };
    assert.deepEqual([fits(10), fits(15)], [true, false]);
  });

  test("the tightest single table first, joined tables last, none that is wanted within the stay", () => {
    const soon = someParty({ unitIds: ["t1"], startsAt: after(60) });
    const stand = someStand({ parties: [soon] });
    const idsFor = (size: number, partyId?: string) =>
      fittingTables(stand, tablesOf(stand), partyId === undefined ? { size } : { size, partyId }, eveningMs).map(
        ({ unitIds }) => unitIds.join("+"),
      );
    assert.deepEqual(idsFor(2), ["t2", "t3", "t4"]);
    assert.deepEqual(idsFor(2, soon.id), ["t1", "t2", "t3", "t4"], "its own booking keeps no table from a party");
    assert.deepEqual(idsFor(4), ["t3", "t4"]);
    assert.deepEqual(idsFor(5), []);
    const empty = someStand();
    assert.deepEqual(
      fittingTables(empty, tablesOf(empty), { size: 4 }, eveningMs).map(({ unitIds }) => unitIds.join("+")),
      ["t3", "t4", "t1+t2"],
    );
  });

  test("what stands in the way of tables chosen by hand", () => {
    const next = someParty({ startsAt: after(60), name: "Ana" });
    const stand = someStand({ parties: [next, seatedParty(5, { unitIds: ["t4"] })] });
    const at = (unitIds: readonly string[], size: number) =>
      hindrancesAt(stand, tablesOf(stand), { size, unitIds }, eveningMs);
    assert.deepEqual(at(["t1"], 2), []);
    assert.deepEqual(at(["t1"], 5), [{ kind: "small", seats: 2 }]);
    assert.deepEqual(at(["t3"], 4), [{ kind: "reserved", name: "Ana", at: after(60) }]);
    assert.deepEqual(at(["t4"], 4), [{ kind: "taken" }]);
  });
});

test("a party has too few seats at a table, at joined tables and at loose ones that are too small for it", () => {
  const stand = someStand({});
  assert.equal(tooFewSeats(stand, someParty({ size: 4, unitIds: ["t3"] })), undefined);
  assert.equal(tooFewSeats(stand, someParty({ size: 5, unitIds: ["t3"] })), 4);
  assert.equal(tooFewSeats(stand, seatedParty(20, { size: 5, unitIds: ["t2", "t1"] })), 4);
  assert.equal(tooFewSeats(stand, seatedParty(20, { size: 8, unitIds: ["t3", "t4"] })), undefined);
  // A table that is no longer there, a party without a table, and one that has left say nothing.
  assert.equal(tooFewSeats(stand, someParty({ size: 9, unitIds: ["t3", "gone"] })), undefined);
  assert.equal(tooFewSeats(stand, someParty({ size: 9, unitIds: [] })), undefined);
  assert.equal(tooFewSeats(stand, someParty({ size: 9, status: "completed" })), undefined);
});

describe("what comes next", () => {
  test("first who was told to come, then who is blocked, then the queue, then the book, then who is missing", () => {
    const told = someWaiter(20, { status: "notified", name: "told" });
    const next = someWaiter(30, { name: "next", position: 2 });
    const missing = someParty({ startsAt: after(-20), unitIds: ["t1"] });
    const due = someParty({ startsAt: after(5), unitIds: ["t1"] });
    const blocked = someParty({ startsAt: after(-2), unitIds: ["t3"] });
    const stand = (...parties: ReturnType<typeof someParty>[]) => someStand({ parties, waiters: [told, next] });
    const kinds = (state: StandState) => nextThings(state, tablesOf(state), eveningMs).map(({ kind }) => kind);
    const full = stand(missing, due, blocked, seatedParty(130, { unitIds: ["t3"] }));
    assert.deepEqual(kinds(full), ["come", "blocked", "seat_waiter"]);
    assert.deepEqual(kinds(someStand({ parties: [missing, due] })), ["seat", "missing"]);
  });

  test("a party that said that it comes late ranks by the time that it said", () => {
    const late = someParty({ startsAt: after(-10), lateUntil: after(12), unitIds: ["t1"], name: "late" });
    const due = someParty({ startsAt: after(5), unitIds: ["t2"], name: "due" });
    const stand = someStand({ parties: [late, due] });
    const names = nextThings(stand, tablesOf(stand), eveningMs).map((thing) => "party" in thing && thing.party.name);
    assert.deepEqual(names, ["due", "late"]);
  });

  test("an open table is proposed to one party of the queue only", () => {
    const stand = someStand({
      parties: ["t1", "t2", "t3"].map((id) => seatedParty(5, { unitIds: [id] })),
      waiters: [someWaiter(9, { name: "a" }), someWaiter(5, { name: "b", position: 2 })],
    });
    const things = nextThings(stand, tablesOf(stand), eveningMs);
    assert.deepEqual(
      things.map((thing) => ("waiter" in thing ? [thing.waiter.name, thing.unitIds] : [])),
      [["a", ["t4"]]],
    );
  });

  test("an empty evening and a book that is only read have nothing to do", () => {
    assert.deepEqual(nextThings(someStand(), tablesOf(someStand()), eveningMs), []);
    const read = someStand({
      settings: { ...someSettings, readOnly: "kept_by_provider" },
      parties: [someParty({ startsAt: after(0) })],
    });
    assert.deepEqual(nextThings(read, tablesOf(read), eveningMs), []);
  });
});

describe("dropping on a table", () => {
  const guest = someParty({ startsAt: after(10) });
  const later = someParty({ startsAt: after(200), unitIds: ["t4"] });
  const atT3 = someParty({ startsAt: after(60), unitIds: ["t3"] });
  const small = { kind: "small", seats: 2 } as const;
  const sitting = seatedParty(20, { unitIds: ["t1"], size: 2 });
  const other = seatedParty(40, { unitIds: ["t2"], size: 2 });
  const block = { id: "b", unitIds: ["t4"], from: after(-1), until: after(9), reason: null };
  const stand = someStand({ parties: [guest, later, sitting, other], blocks: new Map([["b", block]]) });
  const drop = (dragged: Dragged, unitId: string) => dropOn(stand, tablesOf(stand), dragged, unitId, eveningMs);
  const party = (one: typeof guest): Dragged => ({ kind: "party", party: one });
  const waiter = (size: number): Dragged => ({ kind: "waiter", waiter: someWaiter(5, { size }) });

  const drops = [
    ["a due party on its table", party(guest), "t3", { kind: "seat", unitIds: ["t3"], hindrances: [] }],
    ["a due party where somebody sits", party(guest), "t1", { kind: "none", why: "taken" }],
    ["a party of later on another table", party(later), "t3", { kind: "move", unitIds: ["t3"], hindrances: [] }],
    [
      "a party of later where somebody sits now",
      party(later),
      "t2",
      { kind: "move", unitIds: ["t2"], hindrances: [small] },
    ],
    [
      "a party of later on a table that is kept free now",
      party(atT3),
      "t4",
      { kind: "move", unitIds: ["t4"], hindrances: [] },
    ],
    ["a party that sits on its own table", party(sitting), "t1", { kind: "none", why: "same" }],
    ["a party that sits on another's", party(sitting), "t2", { kind: "swap", unitIds: ["t2"], with: other }],
    ["anybody on a table that is kept free", waiter(2), "t4", { kind: "none", why: "blocked" }],
    [
      "a party of the queue on a reserved table",
      waiter(4),
      "t3",
      { kind: "seat", unitIds: ["t3"], hindrances: [{ kind: "reserved", name: "Inês Duarte", at: after(10) }] },
    ],
  ] as const;
  test("a large party on a small table is asked about", () => {
    const empty = someStand();
    const tables = tablesOf(empty);
    assert.deepEqual(dropOn(empty, tables, waiter(5), "t3", eveningMs), {
      kind: "seat",
      unitIds: ["t3"],
      hindrances: [{ kind: "small", seats: 4 }],
    });
  });

  for (const [what, dragged, unitId, meaning] of drops)
    test(what, () => assert.deepEqual(drop(dragged, unitId), meaning));
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { partyActsAt } from "./acts-of.ts";
import { moveHindrances, movingTables } from "./moving-tables.ts";
import {
  attendanceOf,
  dayBeside,
  everyParty,
  noOtherDay,
  partiesOf,
  standOn,
  withList,
  withParty,
} from "./other-days.ts";
import { after, eveningMs, someParty, someStand } from "./stand.fixture.ts";
import { dateOn } from "./wall-clock.ts";

const dayMinutes = 24 * 60;
const friday = someParty({ startsAt: after(5 * dayMinutes), size: 4 });
const later = someParty({ startsAt: after(5 * dayMinutes + 30), size: 2 });
const gone = someParty({ startsAt: after(5 * dayMinutes + 15), status: "cancelled_by_guest" });
const day = {
  date: "2026-11-27",
  ids: [later.id, friday.id, gone.id],
  parties: new Map([later, friday, gone].map((party) => [party.id, party])),
};

describe("another day (rules/stand 1.9)", () => {
  test("has its parties by their start, and counts those that come", () => {
    assert.deepEqual(partiesOf(day), [friday, gone, later]);
    assert.deepEqual(attendanceOf(partiesOf(day)), { parties: 2, guests: 6 });
    assert.deepEqual(partiesOf(noOtherDay), []);
    assert.deepEqual(partiesOf({ ...day, ids: null }), []);
  });

  test("takes over what is newer of a party that it knows, and nothing else", () => {
    const larger = { ...friday, version: 2, size: 5 };
    assert.deepEqual(partiesOf(withParty(day, larger))[0], larger);
    assert.equal(withParty(withParty(day, larger), friday).parties.get(friday.id), larger);
    assert.equal(withParty(day, someParty()), day);
    const read = withList({ ...noOtherDay, parties: new Map([[larger.id, larger]]) }, [friday, later], []);
    assert.deepEqual(
      [read.ids, partiesOf(read)],
      [
        [friday.id, later.id],
        [larger, later],
      ],
    );
    // A day that is left takes its parties with it, but for the one whose sheet is open.
    const next = withList(read, [gone], [friday.id, undefined]);
    assert.deepEqual([...next.parties.keys()], [friday.id, gone.id]);
    assert.equal(everyParty(someStand({ parties: [friday] }), read).get(friday.id), friday);
  });

  test("nobody is seated or late there; past, that the guest did not come is the next act", () => {
    const acts = (party: typeof friday) => partyActsAt(null, party, { nowMs: eveningMs, isToday: false });
    assert.deepEqual(acts(friday), [
      "time",
      "size",
      "move",
      "notes",
      ...(friday.phone === null ? [] : ["guest"]),
      "cancel",
    ]);
    const yesterday = someParty({ startsAt: after(-dayMinutes), phone: "+351210000000" });
    assert.deepEqual(acts(yesterday), ["no_show", "notes", "guest", "cancel"]);
  });

  test("a table that a party of that day has is not free for another, whoever sits there now", () => {
    const here = someStand({ parties: [someParty({ status: "in_service", unitIds: ["t4"] })] });
    const [four, two] = [someParty({ startsAt: after(5 * dayMinutes), size: 4, unitIds: ["t3"] }), later];
    const parties = new Map([four, { ...two, unitIds: ["t1"] }].map((party) => [party.id, party]));
    const there = standOn(here, { date: day.date, ids: [...parties.keys()], parties });
    assert.deepEqual(
      movingTables(there, four, eveningMs).map(({ unitIds }) => unitIds),
      [["t4"]],
    );
    assert.deepEqual(
      moveHindrances(there, four, ["t1"], eveningMs).map(({ kind }) => kind),
      ["small", "reserved"],
    );
  });

  test("the day before and after, over a change of the clock and of the year", () => {
    assert.equal(dayBeside("2026-12-31", 1), "2027-01-01");
    assert.equal(dayBeside("2027-03-01", -1), "2027-02-28");
    assert.equal(dateOn("Europe/Lisbon", Date.parse("2027-03-27T23:30:00Z")), "2027-03-27");
    assert.equal(dateOn("Pacific/Auckland", Date.parse("2027-03-27T23:30:00Z")), "2027-03-28");
    assert.equal(dateOn("America/St_Johns", Date.parse("2027-01-01T03:00:00Z")), "2026-12-31");
  });
});

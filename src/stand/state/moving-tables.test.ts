import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { moveHindrances, movingTables } from "./moving-tables.ts";
import { after, eveningMs, seatedParty, someParty, someStand } from "./stand.fixture.ts";

describe("tables to move to", () => {
  const later = someParty({ startsAt: after(120), unitIds: ["t3"], size: 4 });

  test("a party of later goes to tables that are open at its time, also where somebody sits now; not to its own", () => {
    const stand = someStand({ parties: [later, seatedParty(60, { unitIds: ["t4"] })] });
    const ids = movingTables(stand, later, eveningMs).map(({ unitIds }) => unitIds.join("+"));
    assert.deepEqual(ids, ["t4", "t1+t2"]);
    assert.deepEqual(moveHindrances(stand, later, ["t4"], eveningMs), []);
  });

  test("what is there at its time is in the way, by hand too", () => {
    const stays = seatedParty(10, { unitIds: ["t4"], endsAt: after(121) });
    const block = { id: "b", unitIds: ["t1"], from: after(100), until: after(130), reason: null };
    const stand = someStand({ parties: [later, stays], blocks: new Map([["b", block]]) });
    assert.deepEqual(movingTables(stand, later, eveningMs), []);
    assert.deepEqual(moveHindrances(stand, later, ["t4"], eveningMs), [{ kind: "taken" }]);
    assert.deepEqual(moveHindrances(stand, later, ["t1"], eveningMs), [{ kind: "taken" }, { kind: "small", seats: 2 }]);
  });

  test("a booking that begins within the stay is named, and may be passed over", () => {
    const next = someParty({ startsAt: after(180), unitIds: ["t4"], name: "Ana" });
    const stand = someStand({ parties: [later, next] });
    const reserved = [{ kind: "reserved", name: "Ana", at: after(180) }];
    assert.deepEqual(moveHindrances(stand, later, ["t4"], eveningMs), reserved);
  });

  test("the buffer after each stay counts, after the party's own too", () => {
    const next = someParty({ startsAt: after(180), unitIds: ["t4"], name: "Ana" });
    const withBuffer = (endsAt: number, minutes: number) => {
      const stand = someStand({ parties: [{ ...later, endsAt }, next] });
      const settings = { ...stand.settings, bufferMs: minutes * 60_000 };
      return moveHindrances({ ...stand, settings }, { ...later, endsAt }, ["t4"], eveningMs).map(({ kind }) => kind);
    };
    assert.deepEqual([withBuffer(after(170), 10), withBuffer(after(170), 15)], [[], ["reserved"]]);
    const before = someParty({ startsAt: after(0), endsAt: after(110), unitIds: ["t4"] });
    const taken = (minutes: number) => {
      const stand = someStand({ parties: [later, before] });
      const settings = { ...stand.settings, bufferMs: minutes * 60_000 };
      return moveHindrances({ ...stand, settings }, later, ["t4"], eveningMs).length > 0;
    };
    assert.deepEqual([taken(10), taken(15)], [false, true]);
  });

  test("a party that sits needs the table for the rest of its stay only; who is over its time keeps its table", () => {
    const leaves = seatedParty(100, { unitIds: ["t3"], endsAt: after(20) });
    const soon = someParty({ startsAt: after(30), unitIds: ["t4"] });
    const over = seatedParty(150, { unitIds: ["t1"], endsAt: after(-10), size: 2 });
    const stand = someStand({ parties: [leaves, soon, over] });
    assert.deepEqual(moveHindrances(stand, leaves, ["t4"], eveningMs), []);
    assert.deepEqual(moveHindrances(stand, { ...leaves, size: 2 }, ["t1"], eveningMs), [{ kind: "taken" }]);
  });
});

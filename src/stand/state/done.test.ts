import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterUndo, canTakeBack, partyBack, waiterBack } from "./done.ts";
import { after, eveningMs, seatedParty, someParty, someStand, someWaiter } from "./stand.fixture.ts";

const undo = (of: string) => ({ of, until: after(14) });

describe("taking back what was just done", () => {
  test("a move is taken back by a move to the former tables, a swap by another swap", () => {
    const before = seatedParty(5, { unitIds: ["t1"], version: 2, undo: undo("walk_in") });
    const moved = { ...before, unitIds: ["t3"], version: 3 };
    const back = { kind: "move", id: moved.id, version: 3, unitIds: ["t1"], swapWith: undefined } as const;
    assert.deepEqual(partyBack("move", before, moved), back);
    assert.deepEqual(partyBack("move", before, moved, "other"), { ...back, swapWith: "other" });
    assert.equal(partyBack("move", { ...before, unitIds: [] }, moved), undefined, "it had no table to go back to");
  });

  test("a seat, a walk-in, leaving, not coming and a cancellation are reversed by the server; other acts are not", () => {
    for (const act of ["seat", "walk_in", "complete", "no_show", "venue_cancel"]) {
      const party = someParty({ undo: undo(act), version: 4 });
      assert.deepEqual(partyBack(act, party, party), { kind: "undo", id: party.id, version: 4 });
      assert.equal(partyBack(act, party, { ...party, undo: null }), undefined);
    }
    const seated = seatedParty(5, { undo: undo("seat") });
    for (const act of ["late", "party_size", "", "change", "undo"])
      assert.equal(partyBack(act, seated, seated), undefined, `${act} leaves the seat as it is`);
    const waiter = someWaiter(5, { status: "removed", undo: undo("remove") });
    assert.deepEqual(waiterBack("remove", waiter, []), { kind: "undo_waiter", id: waiter.id, version: 1, unitIds: [] });
    assert.equal(waiterBack("notify", waiter, []), undefined);
  });

  test("nothing is taken back once somebody has changed the party, once it has left, or too late", () => {
    const party = seatedParty(5, { version: 3, unitIds: ["t3"], undo: undo("seat") });
    const stand = (now: Partial<typeof party>) => someStand({ parties: [{ ...party, ...now }] });
    const seat = { kind: "undo", id: party.id, version: 3 } as const;
    const move = { ...seat, kind: "move", unitIds: ["t1"], swapWith: undefined } as const;
    for (const back of [seat, move]) {
      assert.equal(canTakeBack(back, stand({}), eveningMs), true);
      assert.equal(canTakeBack(back, stand({ version: 4 }), eveningMs), false);
      assert.equal(canTakeBack(back, someStand(), eveningMs), false);
    }
    assert.equal(canTakeBack(move, stand({ status: "completed" }), eveningMs), false);
    assert.equal(canTakeBack(seat, stand({}), after(14)), false);
  });

  test("a swap is not taken back once the other party has moved on", () => {
    const party = seatedParty(5, { version: 3, unitIds: ["t3"] });
    const other = seatedParty(9, { unitIds: ["t1"] });
    const back = { kind: "move", id: party.id, version: 3, unitIds: ["t1"], swapWith: other.id } as const;
    const canNow = (unitIds: readonly string[]) =>
      canTakeBack(back, someStand({ parties: [party, { ...other, unitIds }] }), eveningMs);
    assert.deepEqual([canNow(["t1"]), canNow(["t2"])], [true, false]);
    assert.equal(canTakeBack(back, someStand({ parties: [party] }), eveningMs), false);
  });

  test("a party of the queue that was moved since it was seated is not put back into the line", () => {
    const seated = seatedParty(5, { undo: undo("seat") });
    const waiter = someWaiter(5, { status: "seated", bookingId: seated.id, undo: undo("seat") });
    const back = waiterBack("seat", waiter, ["t1"]);
    assert.ok(back !== undefined);
    const canNow = (unitIds: readonly string[]) =>
      canTakeBack(back, someStand({ waiters: [waiter], parties: [{ ...seated, unitIds }] }), eveningMs);
    assert.deepEqual([canNow(["t1"]), canNow(["t3"])], [true, false]);
    assert.equal(canTakeBack(back, someStand({ waiters: [waiter] }), eveningMs), true, "before the stream tells of it");
  });

  test("where a party is afterwards", () => {
    const waiter = someWaiter(5);
    const { waiters } = someStand({ waiters: [waiter] });
    const at = (of: string, waiterId: string | null = null) =>
      afterUndo(someParty({ undo: undo(of), waiterId }), waiters);
    assert.deepEqual(
      [at("walk_in"), at("seat"), at("seat", waiter.id), at("complete"), at("no_show"), at("venue_cancel")],
      ["nowhere", "book", "queue", "table", "book", "book"],
    );
  });
});

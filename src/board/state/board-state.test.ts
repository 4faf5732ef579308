import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { applyChange, boardOf, type Change } from "./board-state.ts";
import { acceptedOrder, eveningMs, someOrder, someSettings, someSnapshot } from "./board.fixture.ts";
import { columnsOf, findOrders, columnOf } from "./columns.ts";
import { delay, takeDue, undo } from "./delayed-acts.ts";
import { acceptedBetween, newsBetween } from "./news.ts";

const changed = (sequence: number, resource: ReturnType<typeof someOrder>): Change => ({
  object: "change",
  sequence,
  topic: "orders",
  resource,
});

describe("the board's state", () => {
  test("a change that the snapshot holds already is passed over, a later one replaces the whole order", () => {
    const order = someOrder();
    const board = boardOf(someSnapshot([order], 10));
    assert.equal(applyChange(board, changed(10, { ...order, status: "REJECTED" })), board);
    assert.equal(
      applyChange(board, changed(11, { ...order, status: "ACCEPTED" })).orders.get(order.id)?.status,
      "ACCEPTED",
    );
  });

  test("settings arrive as orders do", () => {
    const change: Change = {
      object: "change",
      sequence: 11,
      topic: "settings",
      resource: { ...someSettings, busy_delay_minutes: 15 },
    };
    assert.equal(applyChange(boardOf(someSnapshot([])), change).settings.busy_delay_minutes, 15);
  });

  test("changes that are sent twice, and that arrive while a snapshot is under way, give the same board", () => {
    const orders = [someOrder(), someOrder(), someOrder()];
    const statuses = ["PENDING", "ACCEPTED", "READY", "FULFILLED"] as const;
    const step = fc.record({ order: fc.nat({ max: 2 }), status: fc.constantFrom(...statuses), again: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.nat({ max: 30 }), (steps, from) => {
        const changes = steps.map(({ order, status }, index) =>
          changed(index + 1, { ...(orders[order] ?? someOrder()), status }),
        );
        const whole = changes.reduce(applyChange, boardOf(someSnapshot(orders, 0)));
        const twice = changes.flatMap((change, index) => (steps[index]?.again === true ? [change, change] : [change]));
        assert.deepEqual(twice.reduce(applyChange, boardOf(someSnapshot(orders, 0))), whole);
        const first = changes.slice(0, from).reduce(applyChange, boardOf(someSnapshot(orders, 0)));
        const snapshot = someSnapshot([...first.orders.values()], first.sequence);
        assert.deepEqual(boardOf(snapshot, changes), whole);
      }),
    );
  });
});

describe("columns", () => {
  const places = [
    ["PENDING", { handed_over_at: null }, "later"],
    ["PENDING", {}, "new"],
    ["ACCEPTED", {}, "preparing"],
    ["AUTO_ACCEPTED", {}, "preparing"],
    ["READY", {}, "ready"],
    ["IN_DELIVERY", {}, "ready"],
    ["FULFILLED", {}, "done"],
    ["REJECTED", {}, "done"],
    ["STORE_CANCELLED", {}, "done"],
    ["CUSTOMER_CANCELLED", {}, "done"],
    ["FULFILLED", { updated_at: new Date(eveningMs - 86_400_000).toISOString() }, undefined],
  ] as const;
  for (const [status, more, place] of places)
    test(`${status} ${JSON.stringify(more)} stands under ${place}`, () => {
      assert.equal(columnOf(someOrder({ status, ...more }), eveningMs), place);
    });

  test("the most urgent stands first, and cards with the same time keep their order", () => {
    const [late, early, same] = [acceptedOrder(30), acceptedOrder(5), acceptedOrder(5, { created: 1 })];
    const { preparing } = columnsOf(boardOf(someSnapshot([late, early, same])), [], eveningMs);
    assert.deepEqual(
      preparing.map(({ id }) => id),
      [same.id, early.id, late.id],
    );
  });

  test("an act that can be undone is shown as done, undone it is shown as before, and it is sent after five seconds", () => {
    const order = acceptedOrder(5);
    const board = boardOf(someSnapshot([order]));
    const waiting = delay([], { orderId: order.id, number: "A-101", act: "ready" }, 1_000);
    assert.equal(columnsOf(board, waiting, eveningMs).ready.length, 1);
    assert.equal(columnsOf(board, undo(waiting, order.id), eveningMs).preparing.length, 1);
    assert.deepEqual(takeDue(waiting, 5_999).due, []);
    assert.deepEqual(takeDue(waiting, 6_000), { due: waiting, waiting: [] });
  });

  test("a second act on the same order sends the first at once", () => {
    const order = { orderId: "ord_1", number: "A-101" };
    const waiting = delay(delay([], { ...order, act: "ready" }, 1_000), { ...order, act: "complete" }, 2_000);
    assert.deepEqual(
      takeDue(waiting, 2_000).due.map(({ act }) => act),
      ["ready"],
    );
    assert.deepEqual(
      takeDue(waiting, 7_000).due.map(({ act }) => act),
      ["ready", "complete"],
    );
  });

  test("orders are found by number and by name, whatever the letters' case and accents", () => {
    const columns = columnsOf(boardOf(someSnapshot([someOrder({ display_number: "B-7" })])), [], eveningMs);
    assert.equal(findOrders(columns, " b-7").length, 1);
    assert.equal(findOrders(columns, "duarte").length, 1);
    assert.equal(findOrders(columns, "x").length, 0);
    assert.equal(findOrders(columns, " ").length, 0);
    const { customer, ...order } = someOrder();
    const named = { ...order, customer: { ...customer, name: "Zoë Łuczak" } };
    assert.equal(findOrders(columnsOf(boardOf(someSnapshot([named])), [], eveningMs), "zoe luc").length, 1);
  });
});

describe("news", () => {
  const order = someOrder();
  const before = boardOf(someSnapshot([order]));
  const after = (resource: ReturnType<typeof someOrder>) => applyChange(before, changed(11, resource));

  test("a new order and a cancelled one are told, a decided one is not", () => {
    assert.deepEqual(
      newsBetween(before, after(someOrder()), eveningMs).map(({ kind }) => kind),
      ["new"],
    );
    assert.deepEqual(
      newsBetween(before, after({ ...order, status: "CUSTOMER_CANCELLED" }), eveningMs).map(({ kind }) => kind),
      ["cancelled"],
    );
    assert.deepEqual(newsBetween(before, after({ ...order, status: "ACCEPTED" }), eveningMs), []);
  });

  test("an order that was paid or whose time came is told when it moves into the first column", () => {
    const waiting = boardOf(someSnapshot([{ ...order, handed_over_at: null }]));
    assert.deepEqual(
      newsBetween(waiting, applyChange(waiting, changed(11, order)), eveningMs).map(({ kind }) => kind),
      ["new"],
    );
  });

  test("an accepted order is printed once: when it stops being new", () => {
    const accepted = after({ ...order, status: "ACCEPTED" });
    assert.deepEqual(
      acceptedBetween(before, accepted).map(({ id }) => id),
      [order.id],
    );
    assert.deepEqual(acceptedBetween(accepted, accepted), []);
    const [unseen, printed] = [acceptedOrder(3), acceptedOrder(3, { printed: 1 })];
    const atOnce = boardOf(someSnapshot([order, unseen, printed], 12));
    assert.deepEqual(
      acceptedBetween(before, atOnce).map(({ id }) => id),
      [unseen.id],
      "accepted before the board could show the order as new",
    );
    assert.deepEqual(acceptedBetween(atOnce, boardOf(someSnapshot([order, { ...unseen, printed: 1 }], 13))), []);
  });
});

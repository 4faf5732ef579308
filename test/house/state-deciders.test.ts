/**
 * Every decider moves exactly what its table moves: each decider is asked about every state and every command, and makes
 * all of its moves of the table. The test of orders is beside their code (orders.property.test.ts).
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingMachine, bookingStatuses, isLive, whyClosed } from "../../src/bookings/book/booking.ts";
import { groupMachine, groupStatuses, mayAnswerGroup } from "../../src/bookings/groups/group-request.ts";
import { asOf, holdMachine, holdStatuses } from "../../src/bookings/book/hold.ts";
import { followStatus } from "../../src/bookings/provider/provider-made.ts";
import {
  isUnderWay,
  mayBeTakenBack,
  operationMachine,
  operationStates,
} from "../../src/bookings/provider/provider-operation.ts";
import { canMove, isFinal, type StateMachine } from "../../src/kernel/state-machine.ts";
import { isNews, messageMachine, messageStatuses } from "../../src/messaging/message/message.ts";
import { endOffered, itemChangeMachine, itemChangeStatuses } from "../../src/orders/order/item-change.ts";
import { isLinkAlive, linkMachine, linkStateAfter, linkStates } from "../../src/payments/payment/link-state.ts";
import { paymentMachine, paymentStates, type PaymentState } from "../../src/payments/payment/payment-machine.ts";
import * as payments from "../../src/payments/payment/payment-state.ts";
import type { Payment } from "../../src/payments/payment/payments.sql.ts";
import { entryStatuses, isInLine, mayMoveEntry } from "../../src/waitlist/entry/waitlist-entry.ts";
import { holdIn, itemChangeIn, paymentIn } from "./things-in-state.ts";

/** The moves of a table that an actor makes, as `from to`. */
function movesBy<State extends string, Actor extends string>(
  machine: StateMachine<State, Actor>,
  actor: NoInfer<Actor>,
): readonly string[] {
  return machine.transitions.flatMap(({ from, to, by }) => (by.includes(actor) ? [`${from} ${to}`] : [])).toSorted();
}

/** Each result once, without those that stay where they are. */
function movesOf(results: readonly (readonly [from: string, to: string])[]): readonly string[] {
  return [...new Set(results.flatMap(([from, to]) => (from === to ? [] : [`${from} ${to}`])))].toSorted();
}

const charge = (reference: string, amount: number): payments.ProcessorNews => ({
  kind: "succeeded",
  charge: { reference, amount, currency: "EUR" },
});
const chargeNews = [{ kind: "settling" }, { kind: "declined" }, charge("second", 100), charge("second", 7)] as const;

describe("payments", () => {
  /** These states come with the end of an order alone. */
  const onlyOver: readonly PaymentState[] = ["void", "refund_pending", "refunded"];
  const after = (payment: Payment, step: payments.PaymentStep): readonly [string, string] => [
    payment.status,
    step.kind === "ignored" ? payment.status : step.payment.status,
  ];

  test("news of charges", () => {
    const results = paymentStates.flatMap((status) =>
      (onlyOver.includes(status) ? [true] : [false, true]).flatMap((isOver) =>
        chargeNews.map((news) => after(paymentIn(status), payments.applyNews(paymentIn(status), news, isOver))),
      ),
    );
    assert.deepEqual(movesOf(results), movesBy(paymentMachine, "processor"));
  });

  test("the end of the order", () => {
    const free: Payment = { ...paymentIn("paid"), amount: 0, captured: 0, charge_ref: null };
    const results = [...paymentStates.map(paymentIn), free].map((payment) =>
      after(payment, payments.reversePayment(payment)),
    );
    assert.deepEqual(movesOf(results), movesBy(paymentMachine, "order"));
  });

  test("refunds, settled and failed later", () => {
    const results = paymentStates.flatMap((status) => {
      const payment = paymentIn(status);
      return [
        ...(payment.refund_requested > payment.refunded
          ? [[status, payments.settleRefund(payment, 100).status] as const]
          : []),
        ...(payment.refunded > 0 ? [[status, payments.oweRefundAgain(payment, 100).status] as const] : []),
      ];
    });
    assert.deepEqual(movesOf(results), movesBy(paymentMachine, "refund"));
  });

  test("a charge may begin exactly where the table lets one settle", () => {
    for (const status of paymentStates) {
      assert.equal(payments.isPayable({ status }), canMove(paymentMachine, status, "pending"), status);
    }
  });
});

describe("payment links", () => {
  test("news", () => {
    const news: readonly payments.LinkNews[] = [...chargeNews, { kind: "open" }, { kind: "expired" }];
    const results = linkStates.flatMap((state) => news.map((one) => [state, linkStateAfter(state, one)] as const));
    // The answer to the making of a link opens it; news does not.
    const byNews = movesBy(linkMachine, "processor").filter((move) => move !== "creating open");
    assert.deepEqual(movesOf(results), byNews);
  });

  test("a link is alive while something else than late money may come of it", () => {
    for (const state of linkStates) {
      const hasFuture = linkMachine.transitions.some(({ from, to }) => from === state && to !== "paid");
      assert.equal(isLinkAlive(state), hasFuture, state);
    }
  });
});

describe("bookings", () => {
  test("a provider's status is followed where the table lets the provider move", () => {
    const shown = ["pending", "confirmed", "cancelled", "declined", "no_show"] as const;
    const results = bookingStatuses.flatMap((status) =>
      shown.map((one) => [status, followStatus({ status }, one, 0)?.patch.status ?? status] as const),
    );
    assert.deepEqual(movesOf(results), movesBy(bookingMachine, "provider"));
  });

  test("a booking is live until only undo moves it, and closed to its guest where the table has no cancellation", () => {
    for (const status of bookingStatuses) {
      const isLeft = bookingMachine.transitions.some(({ from, by }) => from === status && by[0] !== "undo");
      assert.equal(isLive(status), isLeft, status);
      if (isFinal(bookingMachine, status)) assert.ok(!isLive(status), status);
      for (const [end, by] of [
        ["cancelled_by_guest", "guest"],
        ["cancelled_by_venue", "venue"],
      ] as const) {
        assert.equal(whyClosed(status) === undefined, canMove(bookingMachine, status, end, by), `${status} ${end}`);
      }
    }
  });
});

describe("holds", () => {
  test("time ends what the table lets time end, at the very instant", () => {
    const results = holdStatuses.flatMap((status) =>
      [999, 1_000, 1_001].map((now) => [status, asOf(holdIn(status), now).status] as const),
    );
    assert.deepEqual(movesOf(results), movesBy(holdMachine, "time"));
    assert.equal(asOf(holdIn("live"), 999).status, "live");
    assert.equal(asOf(holdIn("live"), 1_000).status, "expired");
  });
});

describe("groups", () => {
  test("a host makes the moves of a host, and may write again to a group that was answered", () => {
    for (const from of groupStatuses)
      for (const to of groupStatuses) {
        const isAgain = from === "answered" && to === "answered";
        assert.equal(mayAnswerGroup(from, to), isAgain || canMove(groupMachine, from, to, "host"), `${from} ${to}`);
      }
  });
});

describe("writes at providers", () => {
  test("an answer settles what is under way, and takes back only a first sending", () => {
    for (const state of operationStates) {
      const isPayable = state === "sending" || state === "unsettled";
      assert.equal(isUnderWay({ state }), isPayable, state);
      assert.equal(canMove(operationMachine, state, "refused", "answer"), isPayable, state);
      assert.equal(mayBeTakenBack({ state, attempts: 1 }), state === "sending", state);
      assert.equal(mayBeTakenBack({ state, attempts: 2 }), false, state);
    }
  });
});

describe("the waitlist", () => {
  test("who is in line may be seated, removed, cancelled and expired; nobody else is moved", () => {
    for (const status of entryStatuses) {
      const inLine = status === "waiting" || status === "notified";
      assert.equal(isInLine(status), inLine, status);
      for (const end of ["seated", "removed"] as const) assert.equal(mayMoveEntry(status, end, "venue"), inLine);
      assert.equal(mayMoveEntry(status, "cancelled", "guest"), inLine, status);
      const isUndone = status === "seated" || status === "removed" || status === "expired";
      assert.equal(mayMoveEntry(status, "waiting", "undo"), isUndone, status);
    }
  });
});

describe("messages", () => {
  test("a report is news where the table lets a report move: late, twice and out of order it is not", () => {
    const pairs = messageStatuses.flatMap((known) => messageStatuses.map((reported) => [known, reported] as const));
    assert.deepEqual(movesOf(pairs.filter((pair) => isNews(...pair))), movesBy(messageMachine, "report"));
  });
});

describe("items that are unavailable", () => {
  test("an offer ends once, by whom the table says", () => {
    for (const by of ["partner", "store", "diner", "service"] as const) {
      const results = itemChangeStatuses.flatMap((status) =>
        (["removed", "cancelled", "replaced"] as const).map((end) => {
          const [ended] = endOffered([itemChangeIn(status)], end, by, 5);
          return [status, ended?.status ?? "gone"] as const;
        }),
      );
      assert.deepEqual(movesOf(results), movesBy(itemChangeMachine, by), by);
    }
  });
});

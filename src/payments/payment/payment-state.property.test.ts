import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Id } from "../../kernel/id.ts";
import {
  applyNews,
  isPayable,
  reducePayment,
  oweRefundAgain,
  reversePayment,
  settleRefund,
  type OwedRefund,
  type PaymentStep,
  type ProcessorNews,
} from "./payment-state.ts";
import type { Payment } from "./payments.sql.ts";

type Step =
  | { readonly do: "news"; readonly news: ProcessorNews }
  | { readonly do: "reduce"; readonly share: number }
  | { readonly do: "settle" }
  | { readonly do: "reopen" }
  | { readonly do: "end" };

const amounts = fc.constantFrom(0, 1, 1999, 10_000_000);

/** Charges of the amount that is asked for, of another one, in another currency; some of them come again. */
const charges = (amount: number) =>
  fc.record({
    reference: fc.constantFrom("a", "b", "c"),
    amount: fc.constantFrom(amount, amount, amount, amount + 1),
    currency: fc.constantFrom("USD", "USD", "USD", "EUR"),
  });
const newsOf = (amount: number): fc.Arbitrary<ProcessorNews> =>
  fc.oneof(
    fc.constant<ProcessorNews>({ kind: "settling" }),
    fc.constant<ProcessorNews>({ kind: "declined" }),
    charges(amount).map((charge): ProcessorNews => ({ kind: "succeeded", charge })),
  );
const stepsOf = (amount: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: newsOf(amount).map((news): Step => ({ do: "news", news })) },
      {
        weight: 2,
        arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((share): Step => ({ do: "reduce", share })),
      },
      { weight: 2, arbitrary: fc.constant<Step>({ do: "settle" }) },
      { weight: 1, arbitrary: fc.constant<Step>({ do: "reopen" }) },
      { weight: 1, arbitrary: fc.constant<Step>({ do: "end" }) },
    ),
    { maxLength: 40 },
  );
const cases = amounts.chain((amount) => fc.tuple(fc.constant(amount), stepsOf(amount)));

function unpaid(amount: number): Payment {
  return {
    id: "pay_x" as Id<"pay">,
    booking_id: null,
    order_id: "ord_x" as Id<"ord">,
    location_id: "str_x" as Id<"str">,
    processor: "test",
    amount,
    currency: "USD",
    status: amount === 0 ? "paid" : "unpaid",
    captured: 0,
    refund_requested: 0,
    refunded: 0,
    charge_ref: null,
    link_token: "token",
  };
}

/** The payment with the books that the commands keep beside it. */
class Books {
  payment: Payment;
  isOver = false;
  readonly charged = new Map<string, number>();
  readonly open: OwedRefund[] = [];
  readonly paidBack: OwedRefund[] = [];
  endings = 0;

  constructor(amount: number) {
    this.payment = unpaid(amount);
  }

  do(step: Step): void {
    switch (step.do) {
      case "news":
        // The command asks the ledger first: a charge counts once.
        if (step.news.kind === "succeeded" && this.charged.has(step.news.charge.reference)) return;
        return this.take(applyNews(this.payment, step.news, this.isOver));
      case "reduce": {
        if (this.payment.status !== "paid" || this.isOver) return;
        const left = this.payment.captured - this.payment.refund_requested;
        return this.take(reducePayment(this.payment, Math.floor(left * step.share), "items_removed"));
      }
      case "settle": {
        const refund = this.open.shift();
        if (refund === undefined) return;
        this.paidBack.push(refund);
        if (refund.purpose !== "surplus") this.payment = settleRefund(this.payment, refund.amount);
        return;
      }
      case "reopen": {
        const refund = this.paidBack.pop();
        if (refund === undefined) return;
        this.open.push(refund);
        if (refund.purpose !== "surplus") this.payment = oweRefundAgain(this.payment, refund.amount);
        return;
      }
      case "end":
        if (this.isOver) return;
        this.isOver = true;
        return this.take(reversePayment(this.payment));
    }
  }

  take(step: PaymentStep): void {
    if (step.kind === "ignored") return;
    this.payment = step.payment;
    if (step.charge !== null) this.charged.set(step.charge.reference, step.charge.amount);
    if (step.refund === null) return;
    assert.ok(step.refund.amount > 0, "a refund of nothing is none");
    if (step.refund.purpose === "order_over") this.endings += 1;
    this.open.push(step.refund);
  }

  check(): void {
    const { payment, isOver } = this;
    const sum = (refunds: readonly OwedRefund[], isOurs: boolean): number =>
      refunds.reduce((total, { purpose, amount }) => total + ((purpose !== "surplus") === isOurs ? amount : 0), 0);
    const all = [...this.open, ...this.paidBack];
    const surplus = [...this.charged].reduce(
      (total, [reference, amount]) => total + (reference === payment.charge_ref ? 0 : amount),
      0,
    );
    assert.equal(payment.captured, this.charged.get(payment.charge_ref ?? "") ?? 0, "one charge pays the order");
    assert.ok(payment.captured === 0 || payment.captured === payment.amount, "to the cent");
    assert.equal(sum(all, false), surplus, "what was not asked for goes back, all of it");
    assert.equal(sum(all, true), payment.refund_requested);
    assert.equal(sum(this.paidBack, true), payment.refunded);
    assert.ok(payment.refunded <= payment.refund_requested && payment.refund_requested <= payment.captured);
    assert.ok(this.endings <= 1);
    if (isOver) {
      assert.equal(payment.refund_requested, payment.captured, "nothing is kept for nothing");
      assert.ok(!isPayable(payment), "nobody is asked to pay for an order that is over");
      assert.notEqual(payment.status, "paid");
      assert.equal(payment.status === "refunded", payment.captured === payment.refunded && !waits(payment));
    } else {
      assert.equal(payment.status === "paid", payment.captured > 0 || payment.amount === 0);
      assert.equal(this.endings, 0);
    }
  }
}

const waits = ({ status }: Payment): boolean => status === "pending" || status === "void";

test("whatever the order and repetition of news: one charge pays, all else goes back, nothing is kept for nothing (rules/ordering 10.4, 10.6)", () => {
  fc.assert(
    fc.property(cases, ([amount, steps]) => {
      const books = new Books(amount);
      for (const step of steps) {
        books.do(step);
        books.check();
      }
    }),
    { numRuns: 4_000 },
  );
});

test("a charge that was taken changes nothing when it is told again", () => {
  fc.assert(
    fc.property(cases, fc.boolean(), ([amount, steps], isOver) => {
      const books = new Books(amount);
      for (const step of steps) books.do(step);
      const { charge_ref: reference, currency } = books.payment;
      if (reference === null) return;
      const news: ProcessorNews = { kind: "succeeded", charge: { reference, amount, currency } };
      assert.equal(applyNews(books.payment, news, isOver).kind, "ignored");
    }),
  );
});

test("success is final: what comes later, in any order, never takes it back", () => {
  const paid = applyNews(
    unpaid(1999),
    { kind: "succeeded", charge: { reference: "a", amount: 1999, currency: "USD" } },
    false,
  );
  assert.ok(paid.kind === "changed" && paid.payment.status === "paid");
  for (const kind of ["settling", "declined"] as const) {
    assert.equal(applyNews(paid.payment, { kind }, false).kind, "ignored");
  }
});

test("more than is left of what was taken cannot go back (rules/ordering 11.6)", () => {
  const paid = { ...unpaid(100), status: "paid" as const, captured: 100, refund_requested: 60, charge_ref: "a" };
  assert.throws(() => reducePayment(paid, 41, "items_removed"));
  assert.throws(() => reducePayment({ ...paid, status: "refund_pending" }, 1, "items_removed"));
});

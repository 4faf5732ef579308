import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Id } from "../kernel/id.ts";
import { applyNews, isOpen, reversePayment, type PaymentStep, type ProcessorNews } from "./payment-state.ts";
import type { Payment } from "./payments.sql.ts";

type Step = ProcessorNews | "order_ends";

const steps = fc.array(fc.constantFrom<Step>("settling", "succeeded", "declined", "order_ends"), { maxLength: 30 });
const amounts = fc.constantFrom(0, 1, 1999, 10_000_000);

function unpaid(amount: number): Payment {
  return {
    id: "pay_x" as Id<"pay">,
    order_id: "ord_x" as Id<"ord">,
    location_id: "str_x" as Id<"str">,
    processor: "test",
    amount,
    currency: "USD",
    status: amount === 0 ? "paid" : "unpaid",
    captured: 0,
    refunded: 0,
    link_token: "token",
  };
}

interface Told {
  readonly payment: Payment;
  readonly isOver: boolean;
  readonly captures: number;
  readonly refundsOwed: number;
}

/** Tells a payment one thing, as the commands do: an order ends once. */
function tell(told: Told, step: Step): Told {
  if (step === "order_ends") return told.isOver ? told : { ...take(told, reversePayment(told.payment)), isOver: true };
  return take(told, applyNews(told.payment, step, told.isOver));
}

function take(told: Told, step: PaymentStep): Told {
  if (step.kind === "ignored") return told;
  return {
    payment: step.payment,
    isOver: told.isOver,
    captures: told.captures + (step.payment.captured > told.payment.captured ? 1 : 0),
    refundsOwed: told.refundsOwed + (step.refundOwed ? 1 : 0),
  };
}

test("whatever the order and repetition of news: captured at most once, refunded at most once, nothing kept for nothing", () => {
  fc.assert(
    fc.property(amounts, steps, (amount, sequence) => {
      let told: Told = { payment: unpaid(amount), isOver: false, captures: 0, refundsOwed: 0 };
      for (const step of sequence) {
        const before = told;
        told = tell(told, step);
        const { payment, captures, refundsOwed, isOver } = told;
        assert.ok(captures <= 1 && refundsOwed <= 1);
        assert.ok(payment.captured === 0 || payment.captured === payment.amount);
        assert.ok(payment.captured >= before.payment.captured, "what was taken is not forgotten");
        if (isOver) {
          assert.equal(refundsOwed === 1, payment.captured > 0, "money is owed back exactly when it was taken");
          assert.ok(!isOpen(payment), "nobody is asked to pay for an order that is over");
          assert.notEqual(payment.status, "paid");
        } else assert.equal(refundsOwed, 0, "nothing goes back while the order lives");
      }
    }),
    { numRuns: 2_000 },
  );
});

test("news that was taken changes nothing when it comes again", () => {
  fc.assert(
    fc.property(amounts, steps, fc.boolean(), (amount, sequence, isOver) => {
      let payment = unpaid(amount);
      for (const step of sequence) {
        const next = step === "order_ends" ? reversePayment(payment) : applyNews(payment, step, isOver);
        if (next.kind === "ignored") continue;
        payment = next.payment;
        const again = step === "order_ends" ? reversePayment(payment) : applyNews(payment, step, isOver);
        assert.equal(again.kind, "ignored");
      }
    }),
    { numRuns: 1_000 },
  );
});

test("success is final: what comes later, in any order, never takes it back", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<ProcessorNews>("settling", "declined", "succeeded")), (later) => {
      const paid = applyNews(unpaid(1999), "succeeded", false);
      assert.ok(paid.kind === "changed");
      for (const news of later) assert.equal(applyNews(paid.payment, news, false).kind, "ignored");
    }),
  );
});

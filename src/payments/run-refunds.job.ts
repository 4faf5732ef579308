/**
 * Makes the refunds that are owed. Guarantees: each is tried until the processor confirms it, under one idempotency key,
 * so it happens once; the lease only keeps workers from calling twice at the same time, and a worker that dies in the
 * middle is taken over when its lease ends. The call to the processor is outside every transaction.
 */
import { randomBytes } from "node:crypto";
import type { Id } from "../kernel/id.ts";
import type { Database, Tx } from "../platform/postgres/database.ts";
import type { PaymentProcessor, ProcessorName, RefundResult } from "./payment-processor.ts";
import { finishRefund, leaseRefunds, postponeRefund, type LeasedRefund } from "./payments.sql.ts";

export interface RefundJobOptions {
  readonly database: Database;
  readonly processorOf: (name: ProcessorName) => PaymentProcessor | undefined;
  /** Hears of every attempt, for the log. */
  readonly onAttempt: (refund: AttemptedRefund) => void;
  /** Tells the order that its money went back, in the transaction that ends the refund. */
  readonly onRefunded: (tx: Tx, orderId: Id<"ord">) => Promise<void>;
}

export interface AttemptedRefund {
  readonly refundId: Id<"rfd">;
  readonly orderId: Id<"ord">;
  readonly attempt: number;
  /** Null when the money went back. */
  readonly error: string | null;
}

const leaseSeconds = 20;
const batch = 20;
const delaysSeconds = [5, 30, 120, 600, 3600];

/** Makes the job; `runOnce` answers true when there may be more. */
export function createRefundJob(options: RefundJobOptions): { runOnce(): Promise<boolean> } {
  const worker = `refunds-${randomBytes(6).toString("hex")}`;
  return {
    async runOnce() {
      const leased = await options.database.transaction((tx) => leaseRefunds(tx, worker, leaseSeconds, batch));
      await Promise.all(leased.map((refund) => attempt(options, worker, refund)));
      return leased.length === batch;
    },
  };
}

async function attempt(options: RefundJobOptions, worker: string, refund: LeasedRefund): Promise<void> {
  const result = await call(options, refund);
  options.onAttempt({
    refundId: refund.id,
    orderId: refund.order_id,
    attempt: refund.attempts,
    error: result.kind === "refunded" ? null : result.message,
  });
  await options.database.transaction(async (tx) => {
    if (result.kind === "refunded") {
      if (await finishRefund(tx, refund.id)) await options.onRefunded(tx, refund.order_id);
    } else {
      const delay = delaysSeconds[Math.min(refund.attempts, delaysSeconds.length) - 1] ?? 5;
      await postponeRefund(tx, refund, worker, delay, result.message);
    }
  });
}

async function call(options: RefundJobOptions, refund: LeasedRefund): Promise<RefundResult> {
  const processor = options.processorOf(refund.processor);
  if (processor === undefined)
    return { kind: "failed", message: `the processor ${refund.processor} is not configured` };
  try {
    return await processor.refund({ paymentId: refund.payment_id, refundId: refund.id, amount: refund.amount });
  } catch (error) {
    return { kind: "failed", message: String(error) };
  }
}

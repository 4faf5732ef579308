/**
 * Makes the refunds that are owed. Guarantees: a refund is asked for under one idempotency key until its outcome is
 * known, so it happens once. Another one is asked for only after the processor said that the first failed finally. The
 * lease keeps workers from calling at the same time; when a worker dies, another continues after the lease has ended. The
 * call to the processor is outside every transaction.
 */
import { randomBytes } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import type { RefundNews } from "./apply-refund-news.command.ts";
import { namesOf, type PaidFor } from "../payment/paid-for.ts";
import type { ProcessorOf, RefundResult } from "../payment/payment-processor.ts";
import { refundDelaySeconds } from "../payment/refund-delays.ts";
import { leaseRefunds, sendRefundPostponed, type LeasedRefund } from "../payment/refunds.sql.ts";

/** Tells the order or booking what became of a refund of its money, in the transaction that writes it down. */
export type OnRefundNews = (tx: Tx, of: PaidFor, refundId: Id<"rfd">, news: RefundNews) => Promise<void>;

export interface RefundJobOptions {
  readonly database: Database;
  readonly processorOf: ProcessorOf;
  /** Hears of every attempt, for the log. */
  readonly onAttempt: (refund: AttemptedRefund) => void;
  readonly onNews: OnRefundNews;
}

export interface AttemptedRefund {
  readonly refundId: Id<"rfd">;
  readonly orderId: Id<"ord"> | null;
  readonly bookingId: Id<"bkg"> | null;
  readonly attempt: number;
  readonly outcome: RefundResult["kind"];
  /** Null when nothing went wrong. */
  readonly error: string | null;
}

const leaseSeconds = 40;
const batch = 20;

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
    ...namesOf(refund),
    attempt: refund.attempts,
    outcome: result.kind,
    error: "message" in result ? result.message : null,
  });
  await options.database.transaction(async (tx) => {
    if (result.kind === "unknown") {
      sendRefundPostponed(tx, refund, worker, refundDelaySeconds(refund.attempts), result.message);
    } else await options.onNews(tx, refund, refund.id, result);
  });
}

async function call({ processorOf }: RefundJobOptions, refund: LeasedRefund): Promise<RefundResult> {
  const processor = processorOf(refund.processor);
  if (processor === undefined)
    return { kind: "unknown", message: `the processor ${refund.processor} is not configured` };
  try {
    if (refund.processor_ref !== null) return await processor.readRefund(refund.processor_ref);
    const { id: refundId, payment_id: paymentId, charge_ref: chargeRef, amount, currency, tries } = refund;
    const key = tries === 1 ? refundId : `${refundId}-${tries}`;
    return await processor.refund({ paymentId, refundId, chargeRef, amount, currency, key });
  } catch (error) {
    return { kind: "unknown", message: String(error) };
  }
}

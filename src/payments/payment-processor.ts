/**
 * The port to whoever takes the money. Calls go over the network: never inside a transaction. Every call carries an
 * idempotency key, so that a call whose answer was lost can be made again.
 */
import type { Id } from "../kernel/id.ts";

export type ProcessorName = "test" | "stripe";

export interface RefundRequest {
  readonly paymentId: Id<"pay">;
  readonly refundId: Id<"rfd">;
  /** Minor units. */
  readonly amount: number;
}

export type RefundResult =
  | { readonly kind: "refunded" }
  /** Worth trying again later. */
  | { readonly kind: "failed"; readonly message: string };

export interface PaymentProcessor {
  readonly name: ProcessorName;
  refund(request: RefundRequest): Promise<RefundResult>;
}

import { randomBytes } from "node:crypto";
import { newId, type Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import type { ProcessorName } from "./payment-processor.ts";
import { sendPayment, type Payment } from "./payments.sql.ts";

export interface NewPayment {
  readonly orderId: Id<"ord">;
  readonly locationId: Id<"str">;
  readonly processor: ProcessorName;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The money is there already: nothing is owed, or a simulated diner paid. */
  readonly paid: boolean;
}

export interface OpenPayment extends Payment {
  /** Writes it, after its order. */
  send(tx: Tx): void;
}

/** Makes the payment of a new order, with an unguessable token (192 bits) for its link. */
export function openPayment(payment: NewPayment): OpenPayment {
  const opened: Payment = {
    id: newId("pay"),
    order_id: payment.orderId,
    location_id: payment.locationId,
    processor: payment.processor,
    amount: payment.amount,
    currency: payment.currency,
    status: payment.paid ? "paid" : "unpaid",
    captured: payment.paid ? payment.amount : 0,
    refunded: 0,
    link_token: randomBytes(24).toString("base64url"),
  };
  return { ...opened, send: (tx) => sendPayment(tx, opened) };
}

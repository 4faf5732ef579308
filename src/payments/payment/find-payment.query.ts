import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findPayment, findPaymentByToken, findPaymentOfOrder, type Payment } from "./payments.sql.ts";

export type { Payment };

/** The payment of an order; undefined when the diner pays in the store. */
export function findOrderPayment(db: Db, orderId: Id<"ord">): Promise<Payment | undefined> {
  return findPaymentOfOrder(db, orderId);
}

/** A payment by its id. */
export function findPaymentById(db: Db, id: Id<"pay">): Promise<Payment | undefined> {
  return findPayment(db, id);
}

/** The payment behind the token of a payment link. */
export function findLinkPayment(db: Db, token: string): Promise<Payment | undefined> {
  return findPaymentByToken(db, token);
}

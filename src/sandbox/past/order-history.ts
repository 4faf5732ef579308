/** A past order with its changes, each at its own time, made by the unit of work of real orders. */
import type { Instant } from "../../kernel/clock.ts";
import type { OrderChange } from "../../orders/order/order-changes.sql.ts";
import type { OrderPace } from "../../orders/order/hand-over.ts";
import type { ActedBy, Order, PaymentStatus } from "../../orders/order/order.ts";
import { OrderWork, type OrderPatch } from "../../orders/order/order-work.ts";

export class OrderHistory {
  readonly changes: OrderChange[] = [];
  readonly #pace: OrderPace;
  /** Who decides: the connected app, else the staff. */
  readonly decider: "partner" | "store";
  readonly #by: ActedBy;
  #order: Order;

  constructor(order: Order, pace: OrderPace) {
    this.#order = order;
    this.#pace = pace;
    const { connectedApp } = pace;
    this.decider = connectedApp === null ? "store" : "partner";
    this.#by = connectedApp === null ? { kind: "person", id: null } : { kind: "app", id: connectedApp };
  }

  /** The order after the last change. */
  get order(): Order {
    return this.#order;
  }

  /** Makes changes at a time, and goes on with the order as far as it goes by itself. */
  at(now: Instant, make: (work: OrderWork) => void): void {
    const work = new OrderWork(this.#order, { now, writtenAt: now });
    work.actedBy = this.#by;
    make(work);
    work.proceed(this.#pace);
    this.#order = work.order;
    this.changes.push(...work.changes);
  }

  /** One change by whoever decides, which subscribers would hear of. */
  decide(now: Instant, what: string, patch: OrderPatch): void {
    this.at(now, (work) => {
      work.change(what, this.decider, patch);
      work.tell(patch.status === "STORE_CANCELLED" ? "order.cancelled" : "order.updated", "updated", true);
    });
  }

  /** The status of the payment once the order is over: what was paid is owed back. */
  get reversed(): PaymentStatus {
    const { payment_status: present } = this.#order;
    return present === "paid" ? "refund_pending" : present;
  }
}

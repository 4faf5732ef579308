/** Every state machine of the product, in the order of docs/states.md, with the column that keeps its state. */
import { bookingMachine } from "../../src/bookings/book/booking.ts";
import { alertMachine } from "../../src/bookings/alerts/table-alert.ts";
import { groupMachine } from "../../src/bookings/groups/group-request.ts";
import { holdMachine } from "../../src/bookings/book/hold.ts";
import { operationMachine } from "../../src/bookings/provider/provider-operation.ts";
import type { StateMachine } from "../../src/kernel/state-machine.ts";
import { menuSyncMachine } from "../../src/menus/read/menu-sync.ts";
import { messageMachine } from "../../src/messaging/message/message.ts";
import { itemChangeMachine } from "../../src/orders/order/item-change.ts";
import { orderMachine } from "../../src/orders/order/order-status.ts";
import { linkMachine } from "../../src/payments/payment/link-state.ts";
import { paymentMachine, refundMachine } from "../../src/payments/payment/payment-machine.ts";
import { entryMachine } from "../../src/waitlist/entry/waitlist-entry.ts";
import { deliveryMachine, subscriptionMachine } from "../../src/webhooks/subscriptions/webhook-machines.ts";

export interface ListedMachine {
  readonly machine: StateMachine<string, string>;
  /** Where the state is stored; null: inside a document that no CHECK looks into. */
  readonly stored: { readonly table: string; readonly column: string } | null;
}

/** The machines by the name that the pages of docs/ mark their diagrams with. */
export const stateMachines: Readonly<Record<string, ListedMachine>> = {
  order: { machine: orderMachine, stored: { table: "orders", column: "status" } },
  "item-change": { machine: itemChangeMachine, stored: null },
  payment: { machine: paymentMachine, stored: { table: "payments", column: "status" } },
  "payment-link": { machine: linkMachine, stored: { table: "payment_links", column: "state" } },
  refund: { machine: refundMachine, stored: { table: "refunds", column: "status" } },
  booking: { machine: bookingMachine, stored: { table: "bookings", column: "status" } },
  "table-alert": { machine: alertMachine, stored: { table: "table_alerts", column: "status" } },
  "group-request": { machine: groupMachine, stored: { table: "group_requests", column: "status" } },
  hold: { machine: holdMachine, stored: { table: "booking_holds", column: "status" } },
  "provider-operation": { machine: operationMachine, stored: { table: "provider_operations", column: "state" } },
  "waitlist-entry": { machine: entryMachine, stored: { table: "waitlist_entries", column: "status" } },
  message: { machine: messageMachine, stored: { table: "messages", column: "status" } },
  "menu-sync": { machine: menuSyncMachine, stored: { table: "menu_syncs", column: "status" } },
  subscription: { machine: subscriptionMachine, stored: { table: "webhook_subscriptions", column: "status" } },
  delivery: { machine: deliveryMachine, stored: { table: "deliveries", column: "state" } },
};

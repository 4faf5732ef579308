/** The one statement by which a process learns which of its sweeps have something to do (rules/operating 1.17). */
import { alertsWait } from "../bookings/alerts/offers.sql.ts";
import { holdsDue } from "../bookings/book/holds.sql.ts";
import { unpaidBookingsDue } from "../bookings/payments/unpaid-bookings.sql.ts";
import { operationsDue } from "../bookings/provider/provider-operations.sql.ts";
import { checksDue } from "../bookings/provider/provider-records.sql.ts";
import { syncsDue } from "../menus/read/menu-syncs.sql.ts";
import { messagesDue } from "../messaging/send/lease-messages.sql.ts";
import { orderTimersDue } from "../orders/order/order-timers.sql.ts";
import { ordersUnattended } from "../orders/staff/attendance.sql.ts";
import { linksDue } from "../payments/payment/links.sql.ts";
import { refundsDue } from "../payments/payment/refunds.sql.ts";
import { chargesDue } from "../payments/test-processor/test-processor.sql.ts";
import { namesOfDue } from "../platform/jobs/due.ts";
import type { Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { stockDue } from "../stock/stock.sql.ts";
import { waitersDue } from "../waitlist/entry/waitlist.sql.ts";
import { deliveriesAstray } from "../webhooks/delivery/delivery-sweeps.sql.ts";

/** The condition of each sweep that is run only while the condition holds, by the name of its loop. */
const conditions = {
  order_timers: orderTimersDue,
  attend_orders: ordersUnattended,
  put_back_in_stock: stockDue,
  settle_charges: chargesDue,
  refunds: refundsDue,
  payment_links: linksDue,
  expire_holds: holdsDue,
  decline_unpaid_bookings: unpaidBookingsDue,
  offer_free_tables: alertsWait,
  settle_provider_operations: operationsDue,
  follow_provider_bookings: checksDue,
  expire_waitlist: waitersDue,
  send_messages: messagesDue,
  menu_syncs: syncsDue,
  sweep_deliveries: deliveriesAstray,
};

/** The names of the sweeps that have a condition. */
export const sweepsWithCondition: ReadonlySet<string> = new Set(Object.keys(conditions));

const listDueSweepsStatement = defineStatement({
  name: "what-is-due",
  takes: [],
  gives: row<{ readonly due: readonly string[] }>({ due: "text[]" }),
  text: `SELECT ${namesOfDue(conditions)} AS due`,
});

/** The names of the sweeps that may have something to do now. */
export async function listDueSweeps(db: Db): Promise<readonly string[]> {
  return (await db.one(listDueSweepsStatement)).due;
}

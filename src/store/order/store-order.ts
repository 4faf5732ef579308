/** An order as its diner sees it (rules/ordering 14.4). Pure. */
import { toIso, toUnixSeconds } from "../../kernel/clock.ts";
import type { FollowedOrder, TrackedOrder } from "../../orders/order/order-tracking.sql.ts";
import { isTerminal, mayMove } from "../../orders/order/order-status.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { orderToWire, type WireContext } from "../../orders/order/order-wire.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import { explainAmounts } from "../shared/amount-words.ts";
import { lineWords } from "../shared/line-words.ts";
import { menuWords, type NamedText } from "../shared/menu-words.ts";
import { happeningWords, statusWords } from "./order-words.ts";

export type StoreOrder = ReturnType<typeof toStoreOrder>;

/** Where it is shown, and who reads it. */
export interface TrackContext extends WireContext {
  readonly reader: Reader;
}

/** The whole view: where it stands, what it holds and costs, and what the diner can still do. */
export function toStoreOrder(order: FollowedOrder, menu: OrderableMenu, context: TrackContext) {
  const { reader } = context;
  const { history } = order;
  const about = { language: order.location_language, country: order.location_country };
  const words = lineWords(menu, menuWords(menu, about, reader));
  const say = speak(reader.language, "tracking", reader.locale);
  const wire = orderToWire(order, context);
  const lines = wire.line_items.map((line) => words.line(line));
  return {
    object: "store_order" as const,
    id: order.id,
    livemode: wire.livemode,
    created: wire.created,
    updated_at: wire.updated_at,
    sequence: order.sequence,
    status: order.status,
    status_text: statusWords(order, say),
    payment_status: order.payment_status,
    payment_link_url: wire.payment.payment_link_url,
    pay_by: wire.payment.payment_link_url === null ? null : secondsOf(order.payment_deadline),
    can_cancel: mayMove(order.status, "CUSTOMER_CANCELLED", "diner", order.fulfillment_type),
    location: {
      id: order.location_id,
      name: order.location_name,
      phone: order.location_phone,
      timezone: order.location_timezone,
    },
    display_number: order.display_number,
    confirmation_code: order.confirmation_code,
    fulfillment_type: order.fulfillment_type,
    customer: { name: order.customer.name },
    line_items: lines,
    totals: wire.totals,
    refunded: order.refunded,
    changes: wire.changes.map((change) => ({
      ...change,
      line_items: change.line_items.map((line) => ({ ...line, ...nameOf(lines, line) })),
    })),
    amounts: explainAmounts(order.breakdown.map(words.row), order.totals.currency, reader),
    delivery_address: order.delivery_address,
    notes: order.notes,
    scheduled_for: wire.scheduled_for,
    estimated_ready_at: estimate(order),
    denial: wire.denial,
    cancellation: wire.cancellation,
    validation_issues: (order.validation?.issues ?? []).map((issue) => issue.message ?? issue.code),
    timeline: history.map((change) => ({
      at: toIso(change.at),
      what: change.what,
      text: happeningWords(change, say),
      status: change.status,
      payment_status: change.payment_status,
    })),
  };
}

/** What a line is called; one that was taken off the order as it was. */
function nameOf(
  lines: readonly (NamedText & { readonly id: string })[],
  line: NamedText & { readonly id: string },
): NamedText {
  const { name, name_language: language } = lines.find(({ id }) => id === line.id) ?? line;
  return language === undefined ? { name } : { name, name_language: language };
}

function secondsOf(instant: number | null): number | null {
  return instant === null ? null : toUnixSeconds(instant);
}

/** What the restaurant said, else the time asked for, else how long it usually takes; null when nobody knows or it is over. */
function estimate(order: TrackedOrder): number | null {
  if (isTerminal(order.status)) return null;
  if (order.estimated_ready_at !== null) return toUnixSeconds(order.estimated_ready_at);
  if (order.scheduled_for !== null) return toUnixSeconds(order.scheduled_for);
  if (order.ready_minutes === 0 || order.handed_over_at === null) return null;
  return toUnixSeconds(order.handed_over_at + order.ready_minutes * 60_000);
}

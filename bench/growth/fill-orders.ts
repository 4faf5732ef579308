/** Orders of the last 90 days with their history and payment; those of the last 29 with their events, delivered. */
import { nthId, timeInLetters, type RowMaker } from "./make-rows.ts";

const days = 90;
/** Events are kept for 30 days. */
const ledgerDays = 29;
const dayMs = 86_400_000;
/** Deliveries that are due, in every database as many. */
const due = 1_000;

export interface OrderFiller {
  readonly count: number;
  readonly locations: readonly string[];
  /** Half of the orders are at the first ones, which are so many. */
  readonly busy: number;
  /** Who holds the connection of each location, and hears of its orders. */
  readonly appOf: (location: string) => string;
  readonly subscriptionId: string;
}

/** To be made: so many orders with all that belongs to them. The weeks of the ledger must be there. */
export async function addOrders(maker: RowMaker, filler: OrderFiller): Promise<void> {
  const { count, locations, busy, appOf, subscriptionId } = filler;
  const likes = await maker.keepTemplates("orders", { table: "orders", where: "true" });
  await maker.keepTemplates("order_changes", { table: "order_changes", where: "true" });
  await maker.keepTemplates("payments", { table: "payments", where: "order_id IS NOT NULL" });
  const ofOrders = "resource_type = 'order'";
  await maker.keepTemplates("events", { table: "events", where: ofOrders, owner: "t.resource_id" });
  await maker.keepList(
    "places",
    locations.map((location) => ({ location, app: appOf(location) })),
  );
  const now = Date.now();
  const placed = (more: string): string => `
    JOIN bench.places p ON p.k = (n >> 1) % CASE WHEN n % 2 = 0 THEN ${busy} ELSE ${locations.length} END
    JOIN bench.orders o ON o.k = n % ${likes} ${more}
    CROSS JOIN LATERAL (SELECT ${nthId("ord", "n")} AS id, ${now} - ${days * dayMs} * (${count} - n) / ${count} AS ms OFFSET 0) i
    CROSS JOIN LATERAL (SELECT to_timestamp(i.ms / 1000.0) AS at OFFSET 0) x`;
  const all = { first: 0, last: count - 1, isCopied: true };
  maker.add({ ...all, table: "orders", from: placed("JOIN bench.orders t ON t.k = o.k"), changes: orderChanges });
  const ofOrder = placed("JOIN bench.order_changes t ON t.order_id = o.id");
  maker.add({ ...all, table: "order_changes", from: ofOrder, changes: { order_id: "i.id", at: "x.at" } });
  const paid = placed("JOIN bench.payments t ON t.order_id = o.id");
  maker.add({ ...all, table: "payments", from: paid, changes: paymentChanges });
  const kept = { first: Math.floor(count * (1 - ledgerDays / days)) + 1, last: count - 1 };
  const heard = `${placed("JOIN bench.events t ON t.resource_id = o.id")}
    CROSS JOIN LATERAL (SELECT 'evt_' || ${timeInLetters("i.ms")} || lpad(to_hex(n * 8 + t.part), 16, '0') AS id OFFSET 0) e`;
  maker.add({ ...kept, table: "events", from: heard, isCopied: true, changes: eventChanges });
  const changes = deliveryChanges(subscriptionId, count - due);
  maker.add({ ...kept, table: "deliveries", from: heard, isCopied: false, changes });
}

const orderChanges = {
  id: "i.id",
  location_id: "p.location",
  placed_at: "x.at",
  created_at: "x.at",
  updated_at: "x.at",
  written_at: "x.at",
  status: "'FULFILLED'",
  passed: "'{PENDING,ACCEPTED,FULFILLED}'::text[]",
  timer_kind: "NULL",
  timer_at: "NULL",
  due_at: "NULL",
  seen_until: "NULL",
  display_number: "(n % 300)::text",
  code: "NULL",
  diner_token_hash: "sha256(convert_to(i.id, 'UTF8'))",
  payment_link_token: "NULL",
};

const paymentChanges = {
  id: nthId("pay", "n"),
  order_id: "i.id",
  location_id: "p.location",
  created_at: "x.at",
  updated_at: "x.at",
  link_token: "'filled-' || n",
};

const eventChanges = {
  id: "e.id",
  app_id: "p.app",
  location_id: "p.location",
  resource_id: "i.id",
  resource_path: "'/v1/orders/' || i.id",
  idempotency_key: "'order:' || i.id || ':' || t.part",
  created: "x.at",
  recorded_at: "x.at",
};

function deliveryChanges(subscriptionId: string, firstDue: number) {
  const ifDue = (value: string, otherwise: string): string =>
    `CASE WHEN n >= ${firstDue} THEN ${value} ELSE ${otherwise} END`;
  return {
    id: nthId("dlv", "n * 8 + t.part"),
    event_id: "e.id",
    subscription_id: `'${subscriptionId}'`,
    location_id: "p.location",
    resource_type: "'order'",
    resource_id: "i.id",
    sequence: "t.part + 1",
    state: ifDue("'pending'", "'delivered'"),
    attempts: ifDue("0", "1"),
    next_at: ifDue("x.at", "NULL"),
    ordered_until: "x.at",
    delivered_at: ifDue("NULL", "x.at"),
    last_response_status: ifDue("NULL", "204"),
    created_at: "x.at",
  };
}

/** Makes the weeks of the ledger that the orders fall into. */
export async function makeWeeks(maker: RowMaker): Promise<void> {
  for (let weeks = -5; weeks < 1; weeks++)
    await maker.ask(
      `SELECT make_ledger_partition(each, (date_trunc('week', now() AT TIME ZONE 'UTC') + $1 * interval '7 days')::date)
       FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS each`,
      [weeks],
    );
}

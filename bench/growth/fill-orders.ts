/** Orders of the last 90 days with their history and payment; those of the last 29 with their events, delivered. */
import { createHash } from "node:crypto";
import type { Client } from "pg";
import { eventIdAt, nthId, type RowCopier, type TextRow } from "./copy-rows.ts";

const days = 90;
/** Events are kept for 30 days. */
const ledgerDays = 29;
const dayMs = 86_400_000;
/** Deliveries that are due, in every database as many. */
const due = 1_000;

export interface OrderFiller {
  readonly count: number;
  /** Half of the orders are at the busy ones of them. */
  readonly locations: readonly string[];
  readonly busy: readonly string[];
  /** Who holds the connection of each location, and hears of its orders. */
  readonly appOf: (location: string) => string;
  readonly subscriptionId: string;
}

/** Fills; answers the rows of each table. */
export async function fillOrders(
  client: Client,
  copier: RowCopier,
  { count, locations, busy, appOf, subscriptionId }: OrderFiller,
): Promise<Readonly<Record<string, number>>> {
  for (let weeks = -5; weeks < 1; weeks++) await client.query(makeWeek, [weeks]);
  const orders = await copier.templates("orders", "true");
  const now = Date.now();
  const placed = { orders, count, locations, busy, appOf, now };
  const changes = Map.groupBy(await copier.templates("order_changes", "true"), (row) => row["order_id"]);
  const payments = Map.groupBy(await copier.templates("payments", "true"), (row) => row["order_id"]);
  const events = Map.groupBy(await copier.templates("events", "resource_type = 'order'"), (row) => row["resource_id"]);
  const flat = (rows: Map<unknown, TextRow[]>): TextRow[] => [...rows.values()].flat();
  return {
    orders: await copier.copy({ table: "orders", templates: orders, copies: each(placed, (one) => [orderOf(one)]) }),
    order_changes: await copier.copy({
      table: "order_changes",
      templates: flat(changes),
      copies: each(placed, ({ id, at, like }) =>
        (changes.get(like["id"]) ?? []).map((of) => ({ of, with: { order_id: id, at: inTime(at) } })),
      ),
    }),
    payments: await copier.copy({
      table: "payments",
      templates: flat(payments),
      copies: each(placed, (one) => (payments.get(one.like["id"]) ?? []).map((of) => paymentOf(one, of))),
    }),
    events: await copier.copy({
      table: "events",
      templates: flat(events),
      copies: each(placed, (one) => eventsOf(one, events.get(one.like["id"]) ?? [])),
    }),
    deliveries: await copier.copy({
      table: "deliveries",
      templates: [delivery],
      copies: each(placed, (one) =>
        eventsOf(one, events.get(one.like["id"]) ?? []).map(({ with: event }, at) =>
          deliveryOf(one, event, at, subscriptionId),
        ),
      ),
    }),
  };
}

interface Placed {
  readonly n: number;
  readonly count: number;
  readonly id: string;
  readonly location: string;
  readonly app: string;
  readonly at: number;
  readonly like: TextRow;
}

interface Filled extends Pick<OrderFiller, "count" | "locations" | "busy" | "appOf"> {
  readonly orders: readonly TextRow[];
  readonly now: number;
}

function* each<Copy>(
  { orders, count, locations, busy, appOf, now }: Filled,
  copiesOf: (order: Placed) => readonly Copy[],
): Iterable<Copy> {
  for (let n = 0; n < count; n++) {
    const like = orders[n % orders.length] ?? {};
    const at = now - Math.floor((days * dayMs * (count - n)) / count);
    const among = n % 2 === 0 ? busy : locations;
    const location = among[(n >> 1) % among.length] ?? "";
    yield* copiesOf({ n, count, id: nthId("ord", n), location, app: appOf(location), at, like });
  }
}

function orderOf({ n, id, location, at, like }: Placed) {
  const time = inTime(at);
  const changed: TextRow = {
    id,
    location_id: location,
    placed_at: time,
    created_at: time,
    updated_at: time,
    written_at: time,
    status: "FULFILLED",
    passed: "{PENDING,ACCEPTED,FULFILLED}",
    timer_kind: null,
    timer_at: null,
    due_at: null,
    seen_until: null,
    display_number: String(n % 300),
    code: null,
    diner_token_hash: `\\x${createHash("sha256").update(id).digest("hex")}`,
    payment_link_token: null,
  };
  return { of: like, with: changed };
}

function paymentOf({ n, id, location, at }: Placed, of: TextRow) {
  const time = inTime(at);
  const changed = { id: nthId("pay", n), order_id: id, location_id: location, created_at: time, updated_at: time };
  return { of, with: { ...changed, link_token: `filled-${n}` } };
}

function eventsOf({ n, count, id, location, app, at }: Placed, templates: readonly TextRow[]) {
  const isKept = n > count * (1 - ledgerDays / days);
  return (isKept ? templates : []).map((of, index) => {
    const time = inTime(at);
    const changed: TextRow = {
      id: eventIdAt(at, n * 8 + index),
      app_id: app,
      location_id: location,
      resource_id: id,
      resource_path: `/v1/orders/${id}`,
      idempotency_key: `order:${id}:${index}`,
      created: time,
      recorded_at: time,
    };
    return { of, with: changed };
  });
}

const delivery: TextRow = {
  id: "",
  event_id: "",
  subscription_id: "",
  location_id: "",
  resource_type: "order",
  resource_id: "",
  sequence: "1",
  state: "delivered",
  attempts: "1",
  next_at: null,
  ordered_until: "",
  delivered_at: "",
  last_response_status: "204",
  created_at: "",
};

function deliveryOf({ n, count, id, location, at }: Placed, event: TextRow, index: number, subscriptionId: string) {
  const time = inTime(at);
  const isDue = n >= count - due;
  const changed: TextRow = {
    id: nthId("dlv", n * 8 + index),
    event_id: event["id"] ?? "",
    subscription_id: subscriptionId,
    location_id: location,
    resource_id: id,
    sequence: String(index + 1),
    ordered_until: time,
    created_at: time,
    ...(isDue
      ? { state: "pending", attempts: "0", next_at: time, delivered_at: null, last_response_status: null }
      : { delivered_at: time }),
  };
  return { of: delivery, with: changed };
}

const inTime = (at: number): string => new Date(at).toISOString();

const makeWeek = `SELECT make_ledger_partition(each, (date_trunc('week', now() AT TIME ZONE 'UTC') + $1 * interval '7 days')::date)
  FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS each`;

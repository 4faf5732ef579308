/** The database of the orders bench: durable, 200 locations, and as many orders as a busy partner has after months. */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Id } from "../src/kernel/id.ts";
import type { TextDatabase } from "../src/platform/postgres/database.ts";
import { connect, createApp, createLocation, type TestApp } from "../test/harness/factories.ts";

export interface BenchSandbox {
  /** Holds the connection of 190 locations. */
  readonly chain: TestApp;
  /** Holds the connection of 10 locations, where orders are placed. */
  readonly partner: TestApp;
  readonly placingLocations: readonly Id<"str">[];
  readonly allLocations: readonly Id<"str">[];
}

/** Without its hours: what is drawn from it at one hour can be ordered at every other, however long a run is. */
const menu = JSON.stringify(
  JSON.parse(readFileSync(new URL("../examples/menus/small-bistro.json", import.meta.url), "utf8")),
  (name, value: unknown) => (name === "availability" ? undefined : value),
);

/** Two apps and 200 connected locations. */
export async function makeLocations(database: TextDatabase): Promise<BenchSandbox> {
  const chain = await createApp(database);
  const partner = await createApp(database);
  const placingLocations: Id<"str">[] = [];
  const allLocations: Id<"str">[] = [];
  for (let number = 0; number < 200; number++) {
    const placing = number < 10;
    const id = await createLocation(database, { name: `Bistro ${number}` });
    await connect(database, placing ? partner : chain, id);
    allLocations.push(id);
    if (placing) placingLocations.push(id);
  }
  return { chain, partner, placingLocations, allLocations };
}

/** Publishes the menu of every location where orders are placed, as a partner does. */
export async function publishMenus(
  url: string,
  { partner, placingLocations }: Pick<BenchSandbox, "partner" | "placingLocations">,
  body: string | Buffer = menu,
): Promise<void> {
  for (const id of placingLocations) {
    const answer = await fetchServed(`${url}/v1/locations/${id}/menu`, {
      method: "POST",
      headers: { authorization: `Bearer ${partner.key}`, "content-type": "application/json" },
      body,
    });
    if (answer.status !== 200) throw new Error(await answer.text());
  }
}

/** A machine that does something else too may have the service refuse for a moment, before it does anything. */
async function fetchServed(url: string, request: RequestInit): Promise<Response> {
  for (const end = Date.now() + 60_000; ; await delay(1_000)) {
    const answer = await fetch(url, request);
    if (answer.status !== 503 || Date.now() > end) return answer;
    await answer.body?.cancel();
  }
}

/** Copies the orders that are there, with history, payment, events and delivered deliveries, until there are `count` of them. */
export async function multiplyOrders(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let weeks = -5; weeks < 1; weeks++) await client.query(makeWeek, [weeks]);
  await client.query("BEGIN");
  for (const text of copies) await client.query(text, text.includes("$1") ? [count] : []);
  await client.query("COMMIT");
  await client.query("VACUUM (ANALYZE) orders, order_changes, payments, events, deliveries");
  await client.query("CHECKPOINT");
  await client.end();
}

/** An id that stays the same for the same text, of valid characters. */
const idOf = (prefix: string, text: string): string => `'${prefix}_01' || substr(md5(${text}), 1, 24)`;

const makeWeek = `SELECT make_ledger_partition(each, (date_trunc('week', now() AT TIME ZONE 'UTC') + $1 * interval '7 days')::date)
  FROM unnest(ARRAY['events', 'deliveries', 'delivery_attempts']) AS each`;

const copies: readonly string[] = [
  `CREATE TEMP TABLE copied ON COMMIT DROP AS
    SELECT n, ${idOf("ord", "n::text")} AS new_id, s.id AS old_id,
      (SELECT array_agg(id) FROM locations)[1 + n % 200] AS location_id,
      make_interval(secs => 90 * 86400.0 * (1 - n::float8 / $1)) AS age
    FROM generate_series(1, $1::int) n
    JOIN (SELECT id, row_number() OVER () - 1 AS k, count(*) OVER () AS sources FROM orders) s ON s.k = n % s.sources`,
  "CREATE INDEX ON copied (old_id)",
  `INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', c.new_id, 'location_id', c.location_id,
      'placed_at', o.placed_at - c.age, 'created_at', o.created_at - c.age, 'updated_at', o.updated_at - c.age,
      'status', 'FULFILLED', 'timer_kind', NULL, 'timer_at', NULL, 'display_number', (c.n % 300)::text,
      'diner_token_hash', '\\x' || md5(c.n::text) || md5('x' || c.n)))).* FROM copied c JOIN orders o ON o.id = c.old_id`,
  `INSERT INTO order_changes SELECT c.new_id, h.sequence, h.at - c.age, h.what, h.actor, h.status, h.payment_status
    FROM copied c JOIN order_changes h ON h.order_id = c.old_id`,
  `INSERT INTO payments (id, order_id, location_id, processor, amount, currency, status, captured, refund_requested, refunded, charge_ref, link_token)
    SELECT ${idOf("pay", "c.n::text")}, c.new_id, c.location_id, p.processor, p.amount, p.currency, p.status, p.captured, p.refund_requested, p.refunded, p.charge_ref,
      md5('t' || c.n) FROM copied c JOIN payments p ON p.order_id = c.old_id`,
  `INSERT INTO events SELECT event_id_at(e.created - c.age) || substr(md5(c.n || e.id), 1, 16), e.app_id, e.event_type, c.location_id, e.resource_type, c.new_id,
      '/v1/orders/' || c.new_id, 'order:' || c.new_id, e.sequence, e.data, e.created - c.age, e.recorded_at - c.age
    FROM copied c JOIN events e ON e.resource_id = c.old_id WHERE c.age < interval '29 days'`,
  `INSERT INTO deliveries (id, event_id, subscription_id, location_id, resource_type, resource_id, sequence, state, attempts,
      ordered_until, delivered_at, last_response_status, created_at)
    SELECT ${idOf("dlv", "e.id")}, e.id, 'dws_0' || repeat('0', 25), e.location_id, 'order', e.resource_id, e.sequence, 'delivered', 1,
      e.recorded_at, e.recorded_at, 204, e.recorded_at FROM events e`,
];

interface OrderedLine {
  readonly menu_entity_id: string;
  readonly quantity: number;
  readonly modifiers: readonly OrderedLine[];
}

/** Places a few orders with baskets drawn by the sandbox, and answers bodies that order the same. */
export async function drawBodies(
  url: string,
  { partner, placingLocations }: Pick<BenchSandbox, "partner" | "placingLocations">,
  count = 40,
): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (let number = 0; number < count; number++) {
    const location_id = placingLocations[number % placingLocations.length];
    const answer = await fetchServed(`${url}/v1/sandbox/orders`, {
      method: "POST",
      headers: { authorization: `Bearer ${partner.key}`, "content-type": "application/json" },
      body: JSON.stringify({ location_id, payment: "paid" }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    const { line_items: lines } = (await answer.json()) as { readonly line_items: readonly OrderedLine[] };
    bodies.push(JSON.stringify({ location_id, payment: "paid", items: lines.map(toBasketItem) }));
  }
  return bodies;
}

function toBasketItem({ menu_entity_id, quantity, modifiers }: OrderedLine): OrderedLine {
  return { menu_entity_id, quantity, modifiers: modifiers.map(toBasketItem) };
}

/**
 * Rows for the recorded plans: eight thousand apps, of which two thousand have two locations. There are enough orders,
 * events, deliveries, claims and keys that reading a whole table is never the cheapest plan. There are fewer rows than
 * ANALYZE samples, so the statistics are the same at every run. Foreign keys are not checked, because plans do not follow
 * them. The weekly partitions are dropped, because the date names them; the default ones have all rows.
 */
import type { Client } from "pg";

const id = (prefix: string, text: string): string => `'${prefix}_01' || substr(md5(${text}), 1, 24)`;
/** What an order needs; all other columns take their defaults. */
const order: Readonly<Record<string, string>> = {
  id: id("ord", "'o' || n"),
  location_id: id("str", "'l' || n % 200"),
  placed_at: "at",
  created_at: "at",
  updated_at: "at",
  status: "'FULFILLED'",
  passed: "'{FULFILLED}'",
  payment_status: "'paid'",
  fulfillment_type: "'pickup'",
  display_number: "n::text",
  customer: "filled",
  line_items: "filled",
  totals: "filled",
  breakdown: "filled",
  menu_version_id: id("mnv", "'m' || n % 200"),
  handed_over_at: "at",
  decision_deadline: "at",
  diner_token_hash: "sha256(n::text::bytea)",
  receiver: "'app'",
  updated_by: "'store'",
};
const rising = (count: number): string =>
  `(SELECT n, timestamptz '2026-01-05T00:00:00Z' + n * interval '1 minute' AS at FROM generate_series(1, ${count}) n) rising`;

const seeds: readonly string[] = [
  "SET session_replication_role = replica",
  // A vacuum in the middle of a slow run would make pages visible to all, and other plans cheaper.
  `DO $$ DECLARE kept regclass; BEGIN
    FOR kept IN SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE 'ALTER TABLE ' || kept || ' SET (autovacuum_enabled = off)';
    END LOOP;
  END $$`,
  `DO $$ DECLARE week regclass; BEGIN
    FOR week IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE relkind = 'r' AND relname !~ '_default$' LOOP EXECUTE 'DROP TABLE ' || week; END LOOP;
  END $$`,
  `INSERT INTO apps (id, name, scopes) SELECT ${id("app", "'a' || n")}, 'POS', '{}' FROM generate_series(0, 7999) n`,
  `INSERT INTO api_keys (id, app_id, hash, last_four)
    SELECT ${id("key", "'k' || n")}, ${id("app", "'a' || n")}, sha256(n::text::bytea), '1234' FROM generate_series(0, 7999) n`,
  `INSERT INTO locations (id, name, timezone, phone, address, payment_options)
    SELECT ${id("str", "'l' || n")}, 'Diner', 'America/Chicago', '+12175550100', '{}', '{link}' FROM generate_series(0, 3999) n`,
  `INSERT INTO grants (app_id, location_id)
    SELECT ${id("app", "'a' || n % 2000")}, ${id("str", "'l' || n")} FROM generate_series(0, 3999) n`,
  "INSERT INTO connections (location_id, app_id) SELECT location_id, app_id FROM grants",
  `INSERT INTO orders (${Object.keys(order).join(", ")}) SELECT ${Object.values(order).join(", ")}
    FROM ${rising(3000)}, LATERAL (SELECT jsonb_build_object('text', repeat(md5(n::text), 10)) AS filled) texts`,
  `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
    SELECT ${id("dws", "'w' || n")}, ${id("app", "'a' || n")}, 'https://pos.example', '{order.created}', '\\x00' FROM generate_series(0, 7999) n`,
  `INSERT INTO events (id, app_id, event_type, location_id, resource_type, resource_id, resource_path, idempotency_key, sequence, created)
    SELECT ${id("evt", "'e' || n")}, ${id("app", "'a' || n % 100")}, 'order.created', ${id("str", "'l' || n % 200")}, 'order',
      ${id("ord", "'o' || n")}, '/v1/orders', 'order:' || n, 1, at FROM ${rising(3000)}`,
  `INSERT INTO deliveries (id, event_id, subscription_id, location_id, resource_type, resource_id, sequence, state, next_at,
      delivered_at, ordered_until)
    SELECT ${id("dlv", "'d' || n")}, ${id("evt", "'e' || n")}, ${id("dws", "'w' || n % 100")}, ${id("str", "'l' || n % 200")}, 'order',
      ${id("ord", "'o' || n")}, 1, CASE WHEN n % 50 = 0 THEN 'pending' ELSE 'delivered' END, CASE WHEN n % 50 = 0 THEN at END, at, at
    FROM ${rising(3000)}`,
  `INSERT INTO claims (location_id, unit_id, during, kind, owner_id, area_id, starts_at, party_size)
    SELECT ${id("str", "'l' || n % 200")}, 'T' || n, tstzrange(at, at + interval '2 hours'), 'booking', ${id("bkg", "'b' || n")}, 'hall', at, 2
    FROM ${rising(3000)}`,
  `INSERT INTO idempotency_keys (scope, key, operation_id, fingerprint, method, path, status)
    SELECT 'app', n::text, ${id("req", "'i' || n")}, '\\x00', 'POST', '/v1', 200 FROM generate_series(1, 3000) n`,
  "ANALYZE apps, api_keys, locations, grants, connections, orders, webhook_subscriptions, events, deliveries, claims, idempotency_keys",
  "SET session_replication_role = origin",
];

/** The settings that plans depend on, as a server has them that nobody has tuned. */
const settings: readonly string[] = [
  "SET plan_cache_mode = force_generic_plan",
  "SET jit = off",
  "SET max_parallel_workers_per_gather = 0",
  "SET random_page_cost = 4",
  "SET effective_cache_size = '4GB'",
  "SET work_mem = '4MB'",
];

/** Fills the database behind the connection, and sets what plans depend on. */
export async function seedPlans(client: Client): Promise<void> {
  for (const text of [...seeds, ...settings]) await client.query(text);
}

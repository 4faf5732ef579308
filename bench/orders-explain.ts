/** Shows the plan and cost of every hot query of orders on the database of the bench. */
import type { TextDatabase, TextDb } from "../src/platform/postgres/database.ts";
import type { Statement } from "../src/platform/postgres/statement.ts";
import { listByUpdate, listSince } from "../src/orders/order/order-drain.sql.ts";
import { listNewest } from "../src/orders/order/order-list.sql.ts";
import { findVisibleOrder, lockOrder } from "../src/orders/order/orders.sql.ts";
import { listDueTimers } from "../src/orders/order/order-timers.sql.ts";
import { refuse } from "../src/kernel/refusal.ts";
import type { Id } from "../src/kernel/id.ts";
import type { BenchSandbox } from "./orders-sandbox.ts";
import { recordStatements } from "./recorded-statements.ts";

type HotQuery = readonly [name: string, ask: (db: TextDb) => Promise<unknown>];

/** The queries of orders that are asked most often, with values of the sandbox. */
export async function hotOrderQueries(
  database: TextDatabase,
  { partner, chain }: BenchSandbox,
): Promise<readonly HotQuery[]> {
  const some = await database.read.one<{ readonly id: Id<"ord">; readonly placed_at: number }>(
    "SELECT o.id, o.placed_at FROM orders o JOIN connections c ON c.location_id = o.location_id WHERE c.app_id = $1 ORDER BY o.placed_at OFFSET 100 LIMIT 1",
    [partner.id],
  );
  const now = Date.now();
  const since = now - 80 * 86_400_000;
  const all = { status: null, actionable: false } as const;
  return [
    ["GET order", (db) => findVisibleOrder(db, some.id, partner.id)],
    ["GET list, 10 locations", (db) => listNewest(db, partner.id, all, null, 101)],
    ["GET list, 10 locations, before a position", (db) => listNewest(db, partner.id, all, some, 101)],
    ["GET list, 190 locations", (db) => listNewest(db, chain.id, all, null, 101)],
    ["drain, 10 locations", (db) => listSince(db, partner.id, all, { since: since, horizon: now, after: null }, 101)],
    [
      "drain, 10 locations, after a position",
      (db) => listSince(db, partner.id, all, { since: since, horizon: now, after: some }, 101),
    ],
    ["drain, 190 locations", (db) => listSince(db, chain.id, all, { since: since, horizon: now, after: null }, 101)],
    [
      "drain, 190 locations, caught up",
      (db) => listSince(db, chain.id, all, { since: now - 60_000, horizon: now, after: null }, 101),
    ],
    ["to be decided, 190 locations", (db) => listNewest(db, chain.id, { status: null, actionable: true }, null, 101)],
    [
      "changes, 190 locations",
      (db) => listByUpdate(db, chain.id, all, { after: { at: since, id: "" }, horizon: now }, 101),
    ],
    ["timers that are due", (db) => listDueTimers(db, 100)],
  ];
}

/** Prints EXPLAIN (ANALYZE, BUFFERS) of each, as the service sends them. */
export async function explainHotQueries(database: TextDatabase, sandbox: BenchSandbox): Promise<void> {
  for (const [name, ask] of await hotOrderQueries(database, sandbox)) await explain(database, name, ask);
  const { partner } = sandbox;
  const one = await database.read.one<{ readonly id: Id<"ord"> }>(
    "SELECT o.id FROM orders o JOIN connections c ON c.location_id = o.location_id WHERE c.app_id = $1 LIMIT 1",
    [partner.id],
  );
  await database.transaction(async (tx) => {
    await explainOn(tx, "lock an order", (db) => lockOrder(db as typeof tx, one.id, partner.id));
    return refuse("looked_at", "nothing is kept");
  });
}

const explain = (database: TextDatabase, name: string, ask: (db: TextDb) => Promise<unknown>): Promise<void> =>
  explainOn(database.read, name, ask);

async function explainOn(db: TextDb, name: string, ask: (db: TextDb) => Promise<unknown>): Promise<void> {
  const plans: string[] = [];
  const run = async (statement: Statement | string, values: readonly unknown[] = []): Promise<never[]> => {
    const text = typeof statement === "string" ? statement : statement.text;
    // Twice: the first run reads into the cache.
    await db.rows(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    const lines = await db.rows<Record<"QUERY PLAN", string>>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
    return [];
  };
  const looked: TextDb = {
    livemode: db.livemode,
    url: db.url,
    memories: db.memories,
    rows: run,
    one: async <Row>(statement: Statement | string, values?: readonly unknown[]) =>
      (await run(statement, values), {}) as Row,
    maybe: async (statement: Statement | string, values?: readonly unknown[]) => (
      await run(statement, values),
      undefined
    ),
    within: () => looked,
  };
  await ask(looked);
  console.log(`== ${name}\n${plans[0]?.replaceAll(/\n\s+Output:.*/g, "")}\n`);
}

/** The texts of the queries behind a page of GET /orders, for the floor: the newest one, and one after an order. */
export async function listQueryTexts(): Promise<{ readonly newest: string; readonly after: string }> {
  const app = "app_x" as Id<"app">;
  const all = { status: null, actionable: false };
  const [newest, after] = await recordStatements(async (db) => {
    await listNewest(db, app, all, null, 101);
    await listNewest(db, app, all, { placed_at: 0, id: "ord_x" as Id<"ord"> }, 101);
  });
  return { newest: newest?.text ?? "", after: after?.text ?? "" };
}

/**
 * The hot statements with the values that the service sends, and the cost of each: its time, the pages it reads and the
 * nodes of its plan.
 */
import type { Client } from "pg";
import type { Id } from "../../src/kernel/id.ts";
import { listClaims } from "../../src/bookings/tables/claims.sql.ts";
import type { TextDatabase, TextDb } from "../../src/platform/postgres/database.ts";
import { definedStatements } from "../../src/platform/postgres/statement.ts";
import { listEvents } from "../../src/webhooks/ledger/read-events.sql.ts";
import { slotCount } from "../../src/webhooks/delivery/lease-slots.ts";
import { keepPlan } from "../../src/webhooks/delivery/deliveries.sql.ts";
import { planLines, type PlanNode } from "../../test/harness/plan-shape.ts";
import { hotOrderQueries } from "../orders-explain.ts";
import type { BenchSandbox } from "../orders-sandbox.ts";
import { recordStatements, type RecordedStatement } from "../recorded-statements.ts";

export interface HotStatement extends RecordedStatement {
  readonly name: string;
  /** What the service sends before in the same transaction. */
  readonly before?: readonly RecordedStatement[];
}

export interface StatementFigures {
  readonly p50: number;
  readonly p99: number;
  /** Pages of 8 KiB that were read, from memory or from the disk. */
  readonly buffers: number;
  /** One line a node. Partitions are named by their week, which is left out. */
  readonly plan: string;
  /** The indexes that it reads, and the tables that it reads as a whole. */
  readonly reads: string;
}

/** The statements that grow with a table if they do not follow an index. */
export async function hotStatements(
  database: TextDatabase,
  sandbox: BenchSandbox,
  venue: Id<"str">,
): Promise<HotStatement[]> {
  const now = Date.now();
  const asks: readonly (readonly [string, (db: TextDb) => Promise<unknown>])[] = [
    ...(await hotOrderQueries(database, sandbox)),
    ["ledger of an app, newest 50", (db) => listEvents(db, { appId: sandbox.partner.id, limit: 51 })],
    ["tables taken in a week", (db) => listClaims(db, venue, now, now + 7 * 86_400_000)],
  ];
  const found: HotStatement[] = [];
  for (const [name, ask] of asks)
    for (const statement of await recordStatements(ask)) found.push({ name, ...statement });
  const values = ["bench", 128, 64, 20, "", 64];
  const before = [
    { text: keepPlan.text, values: [] },
    { text: textOf("delivery-lease-lock"), values: [0, slotCount] },
  ];
  return [...found, { name: "lease 64 of what is due", text: textOf("lease-deliveries"), values, before }];
}

function textOf(wanted: string): string {
  const statement = definedStatements().find(({ name }) => name === wanted);
  if (statement === undefined) throw new Error(`there is no statement ${wanted}`);
  return statement.text;
}

/** Runs the statement so many times, each undone; the first run reads into the memory and does not count. */
export async function measureStatement(
  client: Client,
  { text, values, before = [] }: HotStatement,
  times: number,
): Promise<StatementFigures> {
  const runs: { readonly ms: number; readonly plan: PlanNode }[] = [];
  for (let run = 0; run <= times; run++) {
    await client.query("BEGIN");
    for (const statement of before) await client.query(statement.text, [...statement.values]);
    const { rows } = await client.query<{ readonly "QUERY PLAN": readonly [Explained] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING off, FORMAT json) ${text}`,
      [...values],
    );
    await client.query("ROLLBACK");
    const [explained] = rows[0]?.["QUERY PLAN"] ?? [];
    if (explained !== undefined && run > 0) runs.push({ ms: explained["Execution Time"], plan: explained.Plan });
  }
  const sorted = runs.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const last = runs.at(-1)?.plan;
  if (last === undefined) throw new Error("the statement was not explained");
  return {
    p50: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    p99: sorted.at(-1) ?? NaN,
    buffers: (last["Shared Hit Blocks"] ?? 0) + (last["Shared Read Blocks"] ?? 0),
    plan: withoutWeeks(planLines(last).join("\n")),
    reads: [...new Set(readsOf(last).map(withoutWeeks))].toSorted().join(", "),
  };
}

function withoutWeeks(text: string): string {
  return text.replaceAll(/_\d{8}/g, "_week");
}

function readsOf(node: PlanNode): string[] {
  const whole = node["Node Type"] === "Seq Scan" ? [`all of ${node["Relation Name"]}`] : [];
  const index = node["Index Name"] === undefined ? [] : [node["Index Name"]];
  return [...whole, ...index, ...(node.Plans ?? []).flatMap(readsOf)];
}

interface Explained {
  readonly Plan: PlanNode;
  readonly "Execution Time": number;
}

/** All SQL of the faults of the sandbox. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { FaultCounts, FaultRule, FaultSet } from "./fault-kinds.ts";

/** The rules of an app as they are kept. */
export interface KeptFaults extends FaultSet {
  readonly expires_at: Instant;
}

interface FaultsRow {
  readonly app_id: Id<"app">;
  readonly rules: unknown;
  readonly seed: number;
  readonly counts: unknown;
  readonly expires_at: Instant;
}
const columns = { app_id: "text", rules: "json", seed: "int8", counts: "json", expires_at: "timestamptz" } as const;
const select = Object.keys(columns).join(", ");

/** What was written by this file is read as it was written. */
function toKept({ rules, seed, counts, expires_at }: FaultsRow): KeptFaults {
  return { rules: rules as readonly FaultRule[], seed, counts: counts as FaultCounts, expires_at };
}

const find = defineStatement({
  name: "find-sandbox-faults",
  prepare: false,
  takes: ["text"],
  gives: row<FaultsRow>(columns),
  text: `SELECT ${select} FROM sandbox_faults WHERE app_id = $1 AND expires_at > statement_timestamp()`,
});

/** The rules of the app; undefined when there are none, or they have ended. */
export async function findFaults(db: Db, appId: Id<"app">): Promise<KeptFaults | undefined> {
  const found = await db.maybe(find, [appId]);
  return found === undefined ? undefined : toKept(found);
}

const lock = defineStatement({
  name: "lock-sandbox-faults",
  prepare: false,
  takes: ["text[]"],
  gives: row<FaultsRow>(columns),
  text: `SELECT ${select} FROM sandbox_faults WHERE app_id = ANY ($1) AND expires_at > statement_timestamp()
    ORDER BY app_id FOR UPDATE`,
});

/** The rules of the apps, which nobody else counts meanwhile. */
export async function lockFaults(tx: Tx, appIds: readonly Id<"app">[]): Promise<ReadonlyMap<string, KeptFaults>> {
  const rows = await tx.rows(lock, [appIds]);
  return new Map(rows.map((one) => [one.app_id, toKept(one)]));
}

const count = defineStatement({
  name: "count-sandbox-faults",
  prepare: false,
  takes: ["text", "json"],
  text: "UPDATE sandbox_faults SET counts = $2 WHERE app_id = $1",
});

export function sendCounts(tx: Tx, appId: Id<"app">, counts: FaultCounts): void {
  tx.send(count, [appId, JSON.stringify(counts)]);
}

const hold = defineStatement({
  name: "hold-sandbox-faults",
  prepare: false,
  takes: ["text"],
  gives: row<FaultsRow & { readonly are_on: boolean }>({ ...columns, are_on: "bool" }),
  text: `INSERT INTO sandbox_faults (app_id, rules, seed, expires_at) VALUES ($1, '[]', 0, 'epoch')
    ON CONFLICT (app_id) DO UPDATE SET app_id = excluded.app_id
    RETURNING ${select}, expires_at > statement_timestamp() AS are_on`,
});

/** The rules of the app, which nobody else counts or changes meanwhile, also where there are none yet. */
export async function holdFaults(tx: Tx, appId: Id<"app">): Promise<KeptFaults | undefined> {
  const held = await tx.one(hold, [appId]);
  return held.are_on ? toKept(held) : undefined;
}

const replace = defineStatement({
  name: "replace-sandbox-faults",
  prepare: false,
  takes: ["text", "json", "int8", "json", "float8", "timestamptz"],
  gives: row<FaultsRow>(columns),
  text: `WITH told AS (
      UPDATE apps SET faults_until = greatest(now() + make_interval(secs => $5), $6) WHERE id = $1)
    INSERT INTO sandbox_faults (app_id, rules, seed, counts, expires_at)
    VALUES ($1, $2, $3, $4, greatest(now() + make_interval(secs => $5), $6))
    ON CONFLICT (app_id) DO UPDATE SET rules = excluded.rules, seed = excluded.seed, counts = excluded.counts,
      expires_at = excluded.expires_at
    RETURNING ${select}`,
});

export interface FaultsToKeep extends FaultSet {
  readonly seconds: number;
  /** They end no sooner. */
  readonly notBefore: Instant | null;
}

/** Puts the rules in the place of those that there were; they end after so many seconds. */
export async function replaceFaults(tx: Tx, appId: Id<"app">, set: FaultsToKeep): Promise<KeptFaults> {
  const { rules, seed, counts, seconds } = set;
  const notBefore = set.notBefore === null ? null : new Date(set.notBefore);
  const values = [appId, JSON.stringify(rules), seed, JSON.stringify(counts), seconds, notBefore] as const;
  return toKept(await tx.one(replace, values));
}

const remove = defineStatement({
  name: "remove-sandbox-faults",
  prepare: false,
  takes: ["text"],
  text: `WITH told AS (UPDATE apps SET faults_until = NULL WHERE id = $1)
    DELETE FROM sandbox_faults WHERE app_id = $1`,
});

export function sendRemoval(tx: Tx, appId: Id<"app">): void {
  tx.send(remove, [appId]);
}

const listApps = defineStatement({
  name: "list-apps-with-faults",
  prepare: false,
  takes: ["text[]"],
  gives: row<{ readonly app_id: Id<"app"> }>({ app_id: "text" }),
  text: "SELECT app_id FROM sandbox_faults WHERE app_id = ANY ($1) AND expires_at > statement_timestamp()",
});

/** Which of the apps have rules. */
export async function listFaultyApps(db: Db, appIds: readonly Id<"app">[]): Promise<ReadonlySet<string>> {
  return new Set((await db.rows(listApps, [appIds])).map((one) => one.app_id));
}

/** The SQL of the rows by which processes know each other. Every time in them is the database's. */
import type { Instant } from "../../kernel/clock.ts";
import type { Db, Tx } from "../postgres/database.ts";
import type { CallCounts } from "../health/recent-calls.ts";
import { row } from "../postgres/sql-types.ts";
import { defineStatement } from "../postgres/statement.ts";

/** What a process says of itself. */
export interface ProcessRow {
  /** A UUID made at its start. */
  readonly id: string;
  readonly kind: "dev" | "serve" | "work";
  readonly host: string;
}

/** A process that was not heard of for so long does not count as alive; each beats every 10 s. */
const aliveSeconds = 30;

const writeProcessBeatStatement = defineStatement({
  name: "write-process-beat",
  prepare: false,
  takes: ["uuid", "text", "text", "float8", "int4"],
  text: `INSERT INTO processes (id, kind, host, skew_seconds, connections) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET beat_at = clock_timestamp(), skew_seconds = excluded.skew_seconds,
      connections = excluded.connections, stopped_at = NULL`,
});

const writeProcessCallsStatement = defineStatement({
  name: "write-process-calls",
  prepare: false,
  takes: ["uuid", "int4", "int4"],
  text: "UPDATE processes SET recent_calls = $2, recent_refused = $3 WHERE id = $1",
});

// Both sides of now: after the database's clock was set back, old beats lie in its future and say nothing.
const listProcessSkewsStatement = defineStatement({
  name: "list-process-skews",
  prepare: false,
  takes: ["uuid", "numeric"],
  gives: row<{ id: string; works: boolean; skew_seconds: number; is_alive: boolean }>({
    id: "uuid",
    works: "bool",
    skew_seconds: "float8",
    is_alive: "bool",
  }),
  text: `SELECT id, kind <> 'serve' AS works, skew_seconds, abs(extract(epoch FROM statement_timestamp() - beat_at)) <= $2 AS is_alive
     FROM processes WHERE id <> $1 AND stopped_at IS NULL`,
});

/** What a process learns of the others by its beat. */
export interface OtherProcesses {
  /** The skews, in milliseconds, of those that are alive. */
  readonly skewsMs: readonly number[];
  /** The ids of those that are alive and do background work. */
  readonly workers: readonly string[];
  /** Whether there are any that have not said that they ended; they may not have beaten since a clock was set. */
  readonly mayBeat: boolean;
}

/** What a process says at each beat. */
export interface SaidAtBeat extends CallCounts {
  /** How far its clock is off. */
  readonly skewMs: number;
  /** How many connections it may open to the database. */
  readonly connections: number;
}

/** Writes that the process is alive; answers what the others have written. */
export async function beat(tx: Tx, { id, kind, host }: ProcessRow, said: SaidAtBeat): Promise<OtherProcesses> {
  tx.send(writeProcessBeatStatement, [id, kind, host, said.skewMs / 1000, said.connections]);
  tx.send(writeProcessCallsStatement, [id, said.calls, said.refused]);
  const rows = await tx.rows(listProcessSkewsStatement, [id, aliveSeconds]);
  const alive = rows.filter((each) => each.is_alive);
  return {
    skewsMs: alive.map(({ skew_seconds: seconds }) => seconds * 1000),
    workers: alive.filter(({ works }) => works).map(({ id: other }) => other),
    mayBeat: rows.length > 0,
  };
}

/** A process that was heard of within the last 30 s. */
export interface LivingProcess {
  readonly id: string;
  readonly kind: string;
  readonly host: string;
  readonly skew_seconds: number;
  /** How many connections it may open to the database. */
  readonly connections: number;
}

const listLivingProcessesStatement = defineStatement({
  name: "list-living-processes",
  prepare: false,
  takes: ["numeric"],
  gives: row<LivingProcess>({ id: "uuid", kind: "text", host: "text", skew_seconds: "float8", connections: "int4" }),
  text: `SELECT id, kind, host, skew_seconds, connections FROM processes WHERE stopped_at IS NULL
     AND abs(extract(epoch FROM statement_timestamp() - beat_at)) <= $1 ORDER BY kind, host, id`,
});

/** The processes that live on the database. */
export function listLivingProcesses(db: Db): Promise<LivingProcess[]> {
  return db.rows(listLivingProcessesStatement, [aliveSeconds]);
}

/** A process as the others see it. */
export interface ProcessSeen extends ProcessRow {
  readonly started_at: Instant;
  /** For how many seconds it was not heard of. */
  readonly silent_seconds: number;
  /** Null unless it ended in order. */
  readonly stopped_at: Instant | null;
  readonly skew_seconds: number;
  readonly is_alive: boolean;
  /** Calls that it answered in the five minutes before it was heard of, and those of them with 503. */
  readonly recent_calls: number;
  readonly recent_refused: number;
}

const listProcessesStatement = defineStatement({
  name: "list-processes",
  prepare: false,
  takes: ["numeric", "float8", "int8"],
  gives: row<ProcessSeen>({
    id: "uuid",
    kind: "text",
    host: "text",
    started_at: "timestamptz",
    silent_seconds: "float8",
    stopped_at: "timestamptz",
    skew_seconds: "float8",
    is_alive: "bool",
    recent_calls: "int4",
    recent_refused: "int4",
  }),
  text: `SELECT id, kind, host, started_at, extract(epoch FROM statement_timestamp() - beat_at)::float8 AS silent_seconds, stopped_at,
      skew_seconds, stopped_at IS NULL AND abs(extract(epoch FROM statement_timestamp() - beat_at)) <= $1 AS is_alive,
      recent_calls, recent_refused
    FROM processes WHERE beat_at > statement_timestamp() - make_interval(secs => $2)
    ORDER BY is_alive DESC, beat_at DESC LIMIT $3`,
});

/** The processes that were heard of within so many seconds, those alive first. */
export function listProcesses(db: Db, withinSeconds: number, limit: number): Promise<readonly ProcessSeen[]> {
  return db.rows(listProcessesStatement, [aliveSeconds, withinSeconds, limit]);
}

const sumConnectionsStatement = defineStatement({
  name: "sum-connections-of-processes",
  prepare: false,
  takes: ["numeric"],
  gives: row<{ connections: number }>({ connections: "int8" }),
  text: `SELECT coalesce(sum(connections), 0)::int8 AS connections FROM processes
     WHERE stopped_at IS NULL AND abs(extract(epoch FROM statement_timestamp() - beat_at)) <= $1`,
});

/** How many connections the processes that are alive may open together. */
export async function sumConnections(db: Db): Promise<number> {
  return (await db.one(sumConnectionsStatement, [aliveSeconds])).connections;
}

const writeProcessStopStatement = defineStatement({
  name: "write-process-stop",
  prepare: false,
  takes: ["uuid"],
  text: "UPDATE processes SET stopped_at = clock_timestamp() WHERE id = $1",
});

/** Writes that the process ended in order: it is not counted any more. */
export function sendStopped(tx: Tx, id: string): void {
  tx.send(writeProcessStopStatement, [id]);
}

const deleteOldProcessesStatement = defineStatement({
  name: "delete-old-processes",
  prepare: false,
  takes: ["int4"],
  text: `DELETE FROM processes WHERE beat_at < statement_timestamp() - make_interval(days => $1)
     AND id NOT IN (SELECT id FROM processes WHERE kind <> 'serve' ORDER BY beat_at DESC LIMIT 1)`,
});

/** Forgets processes that were last heard of so many days ago; the last that worked stays, `verify` asks for it. */
export async function deleteOldProcesses(tx: Tx, days: number): Promise<void> {
  await tx.rows(deleteOldProcessesStatement, [days]);
}

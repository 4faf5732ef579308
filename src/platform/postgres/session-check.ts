/**
 * The first statement on every connection. It sets the session by statement, because a pooler refuses or drops start-up
 * parameters. It reads the settings back, and reads the server's version, its clock, and whether it takes writes. A
 * connection with a wrong session is refused: its time-outs would not hold, or its values would be written in a form that is
 * not read (`value-forms.ts`). Behind a pooler that lends a session for one
 * transaction, nothing is set here. There the settings are those of the role, with the deadlines of requests; longer work
 * raises them in each transaction.
 */
import { requestDeadlines, type Deadlines } from "./deadlines.ts";
import { formProblems, formSettings, readForms, setForms, type ValueForms } from "./answers/value-forms.ts";

export type { ClockReading } from "../clock/database-clock.ts";

export const lowestVersion = 150_000;

/** The settings of a session, which `$1` to `$3` give in milliseconds as text; `$4` says whether for a transaction only. */
const settings = `set_config('statement_timeout', $1, $4), set_config('lock_timeout', $2, $4),
      set_config('idle_in_transaction_session_timeout', $3, $4)`;

const reading = `SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::float8 * 1000 AS statement_ms,
    extract(epoch FROM current_setting('lock_timeout')::interval)::float8 * 1000 AS lock_ms,
    extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)::float8 * 1000 AS idle_ms,
    current_setting('jit') AS jit, current_setting('server_version_num')::int AS version,
    pg_backend_pid() AS pid, pg_is_in_recovery() AS in_recovery, current_setting('transaction_read_only') = 'on' AS read_only,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS database_ms, ${readForms} AS forms`;

/** Of a server that takes writes, null of a standby. Where one host is named nobody asks: not every service tells it. */
const timeline = `CASE WHEN pg_is_in_recovery() THEN NULL
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

/** What a check of a session is to do. */
export interface CheckOptions {
  /** The session is kept, so its settings are made. */
  readonly isKept: boolean;
  /** The server says which timeline it writes: each promotion begins another one with a higher number. */
  readonly asksTimeline: boolean;
}

/** The statement that checks a session; one that is kept is set first. */
export function checkQuery(
  deadlines: Deadlines,
  { isKept, asksTimeline }: CheckOptions,
): { readonly text: string; readonly values: unknown[] } {
  const asked = asksTimeline ? `${reading}, ${timeline}` : reading;
  if (!isKept) return { text: asked, values: [] };
  return {
    text: `WITH given AS MATERIALIZED (SELECT ${settings}, set_config('jit', 'off', $4), ${setForms}) ${asked} FROM given`,
    values: [...timeouts(deadlines), false],
  };
}

/** The statement that gives a transaction the deadlines; undefined where those of the role are the same. */
export function raiseQuery(deadlines: Deadlines): { readonly text: string; readonly values: unknown[] } | undefined {
  if (timeouts(deadlines).join() === timeouts(requestDeadlines).join()) return undefined;
  return { text: `SELECT ${settings}`, values: [...timeouts(deadlines), true] };
}

/** What an operator gives the role whose connections come through a pooler in transaction mode. */
export function roleSettings(role: string): readonly string[] {
  const [statementMs, lockMs, idleMs] = timeouts(requestDeadlines);
  const name = `"${role.replaceAll('"', '""')}"`;
  return [
    `ALTER ROLE ${name} SET statement_timeout = '${statementMs}ms';`,
    `ALTER ROLE ${name} SET lock_timeout = '${lockMs}ms';`,
    `ALTER ROLE ${name} SET idle_in_transaction_session_timeout = '${idleMs}ms';`,
    `ALTER ROLE ${name} SET jit = off;`,
    ...formSettings.map((setting) => `ALTER ROLE ${name} SET ${setting};`),
  ];
}

/** What the statement answers. */
export interface SessionState {
  readonly statement_ms: number;
  readonly lock_ms: number;
  readonly idle_ms: number;
  readonly jit: string;
  readonly version: number;
  readonly pid: number;
  readonly in_recovery: boolean;
  readonly read_only: boolean;
  readonly database_ms: number;
  readonly forms: ValueForms;
  /** Only where the check asked for it, and only of a server that takes writes. */
  readonly timeline?: number | null;
}

/** The session of a new connection is not as it must be; the connection is not used. */
export class WrongSession extends Error {
  override readonly name = "WrongSession";
}

function timeouts(deadlines: Deadlines): readonly string[] {
  return [deadlines.statementMs, deadlines.lockMs, deadlines.idleInTransactionMs].map(String);
}

/** What a session is made for: the server that takes writes, or one that is only read. */
export type ServerRole = "primary" | "standby";

/** Says what is wrong with a session, or nothing. */
export function judgeSession(
  state: SessionState,
  deadlines: Deadlines,
  { isKept, role }: { readonly isKept: boolean; readonly role: ServerRole },
): WrongSession | undefined {
  const wanted = isKept ? deadlines : requestDeadlines;
  const settingsWrong = [
    state.statement_ms === wanted.statementMs ? [] : [`statement_timeout is ${state.statement_ms} ms`],
    state.lock_ms === wanted.lockMs ? [] : [`lock_timeout is ${state.lock_ms} ms`],
    state.idle_ms === wanted.idleInTransactionMs ? [] : [`idle_in_transaction_session_timeout is ${state.idle_ms} ms`],
    state.jit === "off" ? [] : [`jit is ${state.jit}`],
    formProblems(state.forms),
  ].flat();
  const wrong = [
    settingsWrong,
    isKept || settingsWrong.length === 0 ? [] : ["give the role the settings that maple migrate prints"],
    state.version >= lowestVersion ? [] : [`the server is PostgreSQL ${state.version}, 15 or newer is needed`],
    roleProblems(state, role),
  ].flat();
  return wrong.length === 0 ? undefined : new WrongSession(`the session is not as it must be: ${wrong.join("; ")}`);
}

function roleProblems({ in_recovery: inRecovery, read_only: readOnly }: SessionState, role: ServerRole): string[] {
  if (role === "standby") return inRecovery ? [] : ["the server is no standby"];
  if (inRecovery) return ["the server is a standby"];
  return readOnly ? ["the server takes no writes"] : [];
}

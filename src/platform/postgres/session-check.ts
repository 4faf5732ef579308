/**
 * The first statement on every connection: sets the session by statement (a pooler in between refuses or drops start-up
 * parameters), reads the settings back, and reads whether the server takes writes, its version and its clock. A
 * connection whose session is not as it must be is refused: its time-outs would not hold.
 */
import type { Deadlines } from "./deadlines.ts";

export type { ClockReading } from "../clock/database-clock.ts";

export const lowestVersion = 150_000;

/** The statement; `$1` to `$3` are the time-outs in milliseconds as text. */
export const sessionStatement = `
  WITH given AS MATERIALIZED (
    SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
      set_config('idle_in_transaction_session_timeout', $3, false), set_config('jit', 'off', false))
  SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::float8 * 1000 AS statement_ms,
    extract(epoch FROM current_setting('lock_timeout')::interval)::float8 * 1000 AS lock_ms,
    extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval)::float8 * 1000 AS idle_ms,
    current_setting('jit') AS jit, current_setting('server_version_num')::int AS version,
    pg_backend_pid() AS pid, pg_is_in_recovery() AS in_recovery, current_setting('transaction_read_only') = 'on' AS read_only,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS database_ms
  FROM given`;

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
}

/** The session of a new connection is not as it must be; the connection is not used. */
export class WrongSession extends Error {
  override readonly name = "WrongSession";
}

/** The values of the statement's parameters. */
export function sessionValues(deadlines: Deadlines): readonly string[] {
  return [deadlines.statementMs, deadlines.lockMs, deadlines.idleInTransactionMs].map(String);
}

/** Says what is wrong with a session, or nothing. */
export function judgeSession(state: SessionState, deadlines: Deadlines): WrongSession | undefined {
  const wrong = [
    state.statement_ms === deadlines.statementMs ? [] : [`statement_timeout is ${state.statement_ms} ms`],
    state.lock_ms === deadlines.lockMs ? [] : [`lock_timeout is ${state.lock_ms} ms`],
    state.idle_ms === deadlines.idleInTransactionMs
      ? []
      : [`idle_in_transaction_session_timeout is ${state.idle_ms} ms`],
    state.jit === "off" ? [] : [`jit is ${state.jit}`],
    state.version >= lowestVersion ? [] : [`the server is PostgreSQL ${state.version}, 15 or newer is needed`],
    state.in_recovery ? ["the server is a standby"] : [],
    state.read_only && !state.in_recovery ? ["the server takes no writes"] : [],
  ].flat();
  return wrong.length === 0 ? undefined : new WrongSession(`the session is not as it must be: ${wrong.join("; ")}`);
}

/** How every connection of a pool is made, and how its values are read. */
import pg from "pg";

/** What a connection needs to know. */
export interface ConnectionOptions {
  readonly url: string;
  readonly applicationName: string;
}

/** The settings of one pipelined connection, with the time-outs of decisions that must not hang. */
export function connectionConfig(options: ConnectionOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    // Our statements are short: compiling one costs more than it saves.
    options: "-c jit=off",
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    pipeline: true,
    types: { getTypeParser },
  };
}

/** timestamptz as milliseconds, bigint as a number (never above 2^53 here), date and numeric as text. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === 1184) return (value) => Date.parse(isoFrom(value));
  if (oid === 20) return Number;
  if (oid === 1082 || oid === 1700) return String;
  return pg.types.getTypeParser(oid, format ?? "text");
}

/** PostgreSQL writes `2026-01-02 03:04:05.678901+00`; the ISO reader wants a `T` and minutes in the offset. */
function isoFrom(value: string): string {
  const text = value.replace(" ", "T");
  return /[+-]\d\d$/.test(text) ? `${text}:00` : text;
}

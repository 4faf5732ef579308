/** How every connection is made, and how its values are read. */
import pg from "pg";
import type { HostAddress } from "./hosts/database-address.ts";

/** The settings of one pipelined connection; its session is set by statement afterwards (`session-check.ts`). */
export function connectionConfig(host: HostAddress, applicationName: string): pg.ClientConfig {
  return {
    connectionString: host.url,
    application_name: applicationName,
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

/** What went wrong at a start or a migration, for a person. Pure. */
import { EmbeddedPostgresError } from "../embedded-postgres/embedded-error.ts";
import { ClockFarOff } from "../platform/clock/watch-clocks.ts";
import { NotReady } from "../platform/health/not-ready.ts";
import { DatabaseUnavailable, NoPrimary } from "../platform/postgres/faults.ts";
import { WrongDatabase } from "../platform/postgres/service-mark.sql.ts";
import type { Config } from "./config.ts";

type Known = Pick<Config, "databaseUrl" | "host" | "port" | "metricsPort" | "bouncePort">;

const said = [EmbeddedPostgresError, ClockFarOff, NotReady, NoPrimary, WrongDatabase];

/** One sentence for what can be expected; a stack only for what nobody expected. */
export function failureMessage(error: unknown, config: Known): string {
  if (!(error instanceof Error)) return String(error);
  if (said.some((kind) => error instanceof kind)) return error.message;
  return processMessage(error, config) ?? listenMessage(error, config) ?? error.stack ?? error.message;
}

/** Why a thread or a process of our own PostgreSQL was not started. */
function processMessage(error: Error, { databaseUrl }: Known): string | undefined {
  const raise = "raise what this user may have (ulimit -u, TasksMax, the container's pids limit)";
  const code = "code" in error ? error.code : undefined;
  if (code === "ERR_WORKER_INIT_FAILED") return `the system starts no more threads: ${raise}`;
  if (databaseUrl !== null || !(error instanceof DatabaseUnavailable || code === "ECONNRESET")) return undefined;
  return `the embedded PostgreSQL ended a connection (${error.message}); maple.log says why. When it could not fork: ${raise}`;
}

/** Why a port or an address cannot be listened on. */
function listenMessage(error: Error, { host, port, metricsPort, bouncePort }: Known): string | undefined {
  if (!("syscall" in error && error.syscall === "listen" && "code" in error && "port" in error)) return undefined;
  const variable = { [bouncePort ?? -1]: "MAIL_BOUNCE_PORT", [metricsPort ?? -1]: "METRICS_PORT", [port]: "PORT" }[
    Number(error.port)
  ];
  const named = `port ${String(error.port)} on ${host}`;
  if (error.code === "EADDRINUSE")
    return `${named} is taken (${variable}); stop what uses it, or give another, for example ${variable}=8090`;
  if (error.code === "EADDRNOTAVAIL")
    return `HOST=${host} is no address of this machine; 127.0.0.1 and 0.0.0.0 always are`;
  if (error.code === "EACCES")
    return `${named} may not be opened by this user (${variable}); take one above 1023, and let the proxy have 80 and 443`;
  return undefined;
}

/** What a migration says about a database; the variable names its address. */
export function migrationMessage(error: unknown, variable: string): string {
  if (error instanceof NoPrimary || error instanceof WrongDatabase) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  if (code === "42501")
    return (
      `the role of ${variable} may not change the schema (${error.message}): ` +
      'migrate as the owner of the database; docs/operating.md, "Preparing the databases"'
    );
  // Refused by the server, or not reached; what a migration itself threw says more with its stack.
  if (/^(E[A-Z_]+|28...|3D000|53300|57P0.)$/.test(code) || /timeout expired/.test(error.message))
    return `the database of ${variable} cannot be used: ${error.message}`;
  return /^(migration|the database is)/.test(error.message) ? error.message : (error.stack ?? error.message);
}

/**
 * The program: `dev` (everything in one process tree, what `npm start` runs), `serve` (the interface), `work` (the
 * background work), `migrate`, `archive`, `doctor`. Reads the configuration once, builds, runs until it is told to stop, and stops cleanly.
 * What a command does not need is not loaded: a wrong configuration is told at once.
 */
import { isProblems, readConfig, type Config } from "./config.ts";
import { ignoreServerVariables } from "../embedded-postgres/ignore-variables.ts";
import { failureMessage, migrationMessage } from "./failure-message.ts";
import { roleOf } from "../platform/postgres/hosts/database-address.ts";
import { migrate } from "../platform/postgres/migrate.ts";
import { roleSettings } from "../platform/postgres/session-check.ts";
import { refuseLentSessions } from "./settings/refuse-lent-sessions.ts";
import { giveWay } from "../platform/health/give-way.ts";
import type { Running } from "./run.ts";
import { giveReadersASecond } from "../platform/log-lines.ts";
import { limitStart } from "./start-limit.ts";
import { countStopRequests } from "./stop-requests.ts";

/** A process that is not ready after a minute ends by itself and says why; this one ends what cannot even do that. */
const stepWithinMs = 75_000;
const stopWithinMs = 24_000;

const command = process.argv[2] ?? "dev";
process.exitCode = await main();
giveReadersASecond();

async function main(): Promise<number> {
  if (command === "doctor") {
    const { runDoctor } = await import("../doctor/run-doctor.ts");
    return runDoctor(process.argv.slice(3), readConfig(process.env), process.env);
  }
  if (!["dev", "serve", "work", "migrate", "archive"].includes(command))
    return fail([`unknown command ${command}; use dev, serve, work, migrate, archive or doctor`]);
  const surplus = process.argv.slice(3).find((word) => word !== "--no-install");
  if (surplus !== undefined && !["archive", "doctor"].includes(command))
    return fail([`${command} does not know ${surplus}; its settings are variables, for example PORT=8090`]);
  const config = readConfig(process.env);
  if (isProblems(config)) return fail(config);
  if (config.databaseUrl === null) ignoreServerVariables(process.env);
  if (command === "archive") {
    const { runArchive } = await import("../archive/run-archive.ts");
    return runArchive(process.argv.slice(3), config);
  }
  if (command !== "dev" && config.databaseUrl === null)
    return fail([`DATABASE_URL is required for ${command}; npm start needs none`]);
  const stopping = new AbortController();
  const limit = limitStart(stepWithinMs, endNow, { set: setTimeout, clear: clearTimeout });
  try {
    if (command === "migrate") return await migrateAll(config);
    limit.begin("the program is loaded");
    stopWhenAsked(stopping);
    const goOn = command === "dev" ? () => {} : giveWay();
    const { startProcess } = await import("./run.ts");
    const running = await startProcess(command as "dev" | "serve" | "work", config, stopping.signal, { limit, goOn });
    limit.stop();
    return await untilStopped(running, stopping);
  } catch (error) {
    if (error === stopping.signal.reason) return 0;
    return fail([failureMessage(error, config)]);
  } finally {
    limit.stop();
  }
}

/** Aborts when the process is asked to stop; the stop then has its end, and the third request ends the process. */
function stopWhenAsked(stopping: AbortController): void {
  stopping.signal.addEventListener("abort", () =>
    endLate(stopWithinMs, `not stopped within ${stopWithinMs / 1_000} s`),
  );
  const request = countStopRequests({
    stop: () => stopping.abort(),
    tell: () => console.error("maple: stopping, which takes at most 25 s; ask once more to end at once"),
    end: () => process.exit(130),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, request);
  // bin/maple.js, or whoever else holds the other end of a channel, was killed: nobody is left to hand signals over.
  process.on("disconnect", request);
  // The listener alone must not keep the process alive.
  process.channel?.unref();
}

async function migrateAll(config: Config): Promise<number> {
  // Of two migrations at once one waits, by a lock of its session.
  await refuseLentSessions(config);
  const variableOf = (prefix: string, direct: string | null, url: string | null): string =>
    `${prefix}${direct === url ? "DATABASE_URL" : "DATABASE_DIRECT_URL"}`;
  for (const [service, url, variable] of [
    ["test", config.databaseDirectUrl, variableOf("", config.databaseDirectUrl, config.databaseUrl)],
    ["live", config.liveDatabaseDirectUrl, variableOf("LIVE_", config.liveDatabaseDirectUrl, config.liveDatabaseUrl)],
  ] as const) {
    if (url === null) continue;
    let applied: readonly string[];
    try {
      applied = await migrate(url, service, (text) => console.error(`maple: ${text}`));
    } catch (error) {
      return fail([migrationMessage(error, variable)]);
    }
    console.log(`${service}: ${applied.length === 0 ? "nothing to do" : `applied ${applied.join(", ")}`}`);
  }
  if (config.pooler === "transaction") tellRoleSettings([config.databaseUrl, config.liveDatabaseUrl]);
  return 0;
}

/** Says which settings the roles of these addresses need, because a pooler in transaction mode keeps none of a session. */
function tellRoleSettings(addresses: readonly (string | null)[]): void {
  const roles = new Set(addresses.flatMap((address) => (address === null ? [] : (roleOf(address) ?? []))));
  console.log("the pooler lends a connection for one transaction, so the settings are those of the role; run once:");
  for (const role of roles) for (const statement of roleSettings(role)) console.log(`  ${statement}`);
}

/** Waits until the process is to stop, or for the embedded database to die, and stops; answers the exit code. */
async function untilStopped(running: Running, stopping: AbortController): Promise<number> {
  const { signal } = stopping;
  const asked = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined));
  });
  const reason = await Promise.race([asked, running.failed]);
  if (reason !== undefined) {
    console.error(`maple: ${reason}`);
    stopping.abort();
  }
  await running.stop();
  return reason === undefined ? 0 : 1;
}

/** Ends the process with 1 after so many milliseconds, whatever it waits for. */
function endLate(milliseconds: number, reason: string): NodeJS.Timeout {
  return setTimeout(() => endNow(reason), milliseconds).unref();
}

function endNow(reason: string): never {
  fail([`${reason}; the process is ended`]);
  process.exit(1);
}

function fail(problems: readonly string[]): number {
  for (const problem of problems) console.error(`maple: ${problem}`);
  return 1;
}

/**
 * Refuses to begin behind a pooler in transaction mode that the configuration does not name (rules/operating 1.15). Such a
 * process would start and be ready, with the time-outs of others and without wake-ups. Called by run.ts and main.ts.
 */
import { NotReady } from "../../platform/health/not-ready.ts";
import type { Connection } from "../../platform/postgres/connection.ts";
import { createConnection } from "../../platform/postgres/create-connection.ts";
import { requestDeadlines } from "../../platform/postgres/deadlines.ts";
import { searchPrimary } from "../../platform/postgres/hosts/primary-search.ts";
import { keepSessions } from "../../platform/postgres/pool/own-sessions.sql.ts";
import type { Config } from "../config.ts";

type Addresses = Pick<
  Config,
  "pooler" | "databaseUrl" | "databaseDirectUrl" | "liveDatabaseUrl" | "liveDatabaseDirectUrl"
>;

/** The addresses that must lead to sessions, by the variables that name them. */
export function sessionAddresses(config: Addresses): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  const add = (variable: string, address: string | null): void => {
    if (address !== null && !addresses.has(address)) addresses.set(address, variable);
  };
  if (config.pooler !== "transaction") {
    add("DATABASE_URL", config.databaseUrl);
    add("LIVE_DATABASE_URL", config.liveDatabaseUrl);
  }
  add("DATABASE_DIRECT_URL", config.databaseDirectUrl);
  add("LIVE_DATABASE_DIRECT_URL", config.liveDatabaseDirectUrl);
  return addresses;
}

/** Throws `NotReady` where a session is lent. A database that does not answer is not judged: its readiness tells of it. */
export async function refuseLentSessions(config: Addresses): Promise<void> {
  await Promise.all(
    [...sessionAddresses(config)].map(async ([address, variable]) => {
      if (await isLent(address).catch(() => false)) throw new NotReady(lentMessage(variable));
    }),
  );
}

function lentMessage(variable: string): string {
  const start = `${variable} leads through a pooler that lends a session for one transaction`;
  return variable.includes("DIRECT")
    ? `${start}: name PostgreSQL itself there`
    : `${start}: set DATABASE_POOLER=transaction, with PostgreSQL itself in ${variable.replace("DATABASE", "DATABASE_DIRECT")}, or pool_mode = session in the pooler`;
}

async function isLent(address: string): Promise<boolean> {
  const search = searchPrimary(address);
  const connected: Connection[] = [];
  const connect = async (): Promise<Connection> => {
    const connection = await createConnection({ applicationName: "maple-start", deadlines: requestDeadlines, search });
    connected.push(connection);
    return connection;
  };
  try {
    const first = await connect();
    // PostgreSQL itself announces the process of the session; a pooler cannot know it yet.
    if (first.announcedPid === first.serverPid) return false;
    return !(await keepSessions([first, await connect()]));
  } finally {
    await Promise.allSettled(connected.map((each) => each.end()));
  }
}

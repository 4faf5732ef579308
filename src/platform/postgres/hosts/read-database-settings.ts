/** Reads the configuration of one database: its address and the pooler before it. Says what is wrong with them. */
import { withoutEndSlashes } from "../../../kernel/base-address.ts";
import { databaseAddressProblem, throughTransactionPooler } from "./database-address.ts";

export type Pooler = "none" | "session" | "transaction";

export interface PoolerSettings {
  readonly pooler: Pooler;
  /** The pooler keeps prepared statements from one transaction to the next. */
  readonly prepares: boolean;
}

/** How one database is reached. */
export interface DatabaseSettings {
  /** For all work. */
  readonly url: string;
  /** Past any pooler: for migrations and wake-ups, which need a session of their own. */
  readonly directUrl: string;
  /** A standby, for reads that may be some seconds old; null: the primary answers them. */
  readonly replicaUrl: string | null;
}

type Read = (name: string) => string | null;

/** What is wrong with how poolers are set. */
export function poolerProblems({ pooler, prepares }: PoolerSettings): readonly string[] {
  return prepares && pooler !== "transaction"
    ? ["DATABASE_PREPARED=on is for DATABASE_POOLER=transaction only: without it statements are always prepared"]
    : [];
}

/** Reads the database of a service, whose variables begin with the prefix; null where there is none. */
export function readDatabase(
  read: Read,
  prefix: "" | "LIVE_",
  { pooler, prepares }: PoolerSettings,
  problems: string[],
): DatabaseSettings | null {
  const address = (name: string): string | null => {
    const text = read(name);
    const problem = text === null ? undefined : databaseAddressProblem(text);
    if (problem !== undefined) problems.push(`${name} ${problem}`);
    return text === null || problem !== undefined ? null : withoutEndSlashes(text);
  };
  const [name, directName] = [`${prefix}DATABASE_URL`, `${prefix}DATABASE_DIRECT_URL`];
  const [url, directUrl] = [address(name), address(directName)];
  if (read(name) === null && read(directName) !== null) problems.push(`${directName} needs ${name}`);
  const replicaUrl = address(`${prefix}REPLICA_DATABASE_URL`);
  if (replicaUrl?.includes("target_session_attrs"))
    problems.push(`${prefix}REPLICA_DATABASE_URL takes no target_session_attrs: every host of it must be a standby`);
  if (read(name) === null && replicaUrl !== null) problems.push(`${prefix}REPLICA_DATABASE_URL needs ${name}`);
  if (url === null) return null;
  if (pooler !== "transaction") return { url, directUrl: directUrl ?? url, replicaUrl };
  if (read(directName) === null) {
    problems.push(
      `${directName} is required with DATABASE_POOLER=transaction: the address of PostgreSQL itself, ` +
        "for migrations and wake-ups, which a pooler in transaction mode cannot carry",
    );
  }
  return { url: throughTransactionPooler(url, prepares), directUrl: directUrl ?? url, replicaUrl };
}

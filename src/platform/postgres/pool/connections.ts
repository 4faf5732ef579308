/**
 * The connections of one pool. Guarantees: a caller waits for a connection only for a bounded time. A connection that
 * missed a deadline is destroyed, and so is every idle one that has not answered since, because the network may have lost
 * what was sent on it. Where the database has several hosts, hosts that take no writes are skipped; after a change of the
 * primary, connections to the old one are not used again. Closing ends in bounded time.
 */
import pg from "pg";
import { createRowShapes } from "../answers/row-shapes.cache.ts";
import { Connection } from "../connection.ts";
import type { AddressSessions } from "../hosts/database-address.ts";
import type { Deadlines } from "../deadlines.ts";
import { isMissedDeadline, readOnlyState, sqlStateOf } from "../faults.ts";
import { searchPrimary, type PrimarySearch } from "../hosts/primary-search.ts";
import { createMembers, type Members } from "./members.ts";
import { watchSilence, type SilenceWatch } from "./silence-watch.ts";
import { takeFromAnyHost } from "./take-client.ts";
import type { ClockReading } from "../session-check.ts";

export interface ConnectionsOptions {
  /** May name several hosts. */
  readonly url: string;
  readonly applicationName: string;
  readonly poolSize: number;
  readonly role?: "primary" | "standby";
  readonly deadlines: Deadlines;
  readonly onIdleError: (error: Error) => void;
  /** Told the database's clock at each new connection. */
  readonly onClock?: (reading: ClockReading) => void;
}

/** What a pool has at the moment. */
export interface PoolState {
  /** Open connections, those that work included. */
  readonly open: number;
  readonly taken: number;
  /** Who waits for one. */
  readonly waiting: number;
  readonly size: number;
}

export interface Connections {
  readonly sessions: AddressSessions;
  state(): PoolState;
  /** Takes a connection; throws `Overloaded` or `DatabaseUnavailable` when none can be had within the milliseconds. */
  take(withinMs: number): Promise<TakenConnection>;
  /** Closes every connection, at the latest after the deadline for closing. */
  close(): Promise<void>;
}

export interface TakenConnection {
  readonly connection: Connection;
  /** Gives the connection back, after the answer to its last statement. */
  giveBack(): void;
  /**
   * Destroys the connection after a failure. A missed deadline also destroys every idle one that has not answered since;
   * a server that takes no writes any more, all idle ones. Both let the next connections try another host first.
   */
  discard(error: unknown): void;
}

const idleMs = 60_000;
/** How much later than ours the timer of the pool forgets who waited: ours says why, and tells the watch of silences. */
const poolTimerLaterMs = 1_000;

/** Makes a pool; connections are opened when they are first needed. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { deadlines, applicationName } = options;
  const search = searchPrimary(options.url);
  const role = options.role ?? "primary";
  const connectionOptions = { applicationName, deadlines, search, role, shapes: createRowShapes() };
  const members = createMembers();
  const silence = watchSilence({
    deadlines,
    makeConnection: () => new Connection(connectionOptions),
    // Whose session the server works at cannot be told where a pooler lends sessions; there the deadlines do it.
    taken: () => (search.sessions.changeByTransaction ? [] : members.taken),
  });
  const pool = new pg.Pool({
    max: options.poolSize,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: deadlines.waitMs + poolTimerLaterMs,
    Client: class extends Connection {
      constructor() {
        super(connectionOptions);
        members.add(this);
      }
    },
    verify: (client, tellPool) => {
      const connection = asConnection(client);
      connection.check(options.onClock).then(
        () => {
          members.heard();
          members.destroyIdle((each) => isElsewhere(search, each));
          tellPool();
        },
        (error: Error) => {
          connection.destroy();
          tellPool(error);
        },
      );
    },
  });
  pool.on("error", options.onIdleError);

  const parts = { pool, search, members, silence };
  let closed: Promise<void> | undefined;
  return {
    sessions: search.sessions,
    take: (withinMs) => take(parts, withinMs),
    state: () => ({
      open: members.open.size,
      taken: members.taken.size,
      waiting: pool.waitingCount,
      size: options.poolSize,
    }),
    close() {
      silence.stop();
      return (closed ??= closePool(pool, members.open, deadlines.closeMs));
    },
  };
}

interface PoolParts {
  readonly pool: pg.Pool;
  readonly search: PrimarySearch;
  readonly members: Members;
  readonly silence: SilenceWatch;
}

/** Whether it leads to a host that is not the primary any more. */
function isElsewhere(search: PrimarySearch, { hostAddress }: Connection): boolean {
  const primary = search.primary();
  return primary !== undefined && primary !== hostAddress;
}

async function take(parts: PoolParts, withinMs: number): Promise<TakenConnection> {
  const { search, members } = parts;
  const begunAt = performance.now();
  for (;;) {
    const client = await takeFromAnyHost(parts, Math.max(0, withinMs - (performance.now() - begunAt)));
    const connection = asConnection(client);
    if (connection.isDestroyed || isElsewhere(search, connection)) {
      // The end of a destroyed one is not yet known to the pool.
      client.release(true);
      continue;
    }
    members.taken.add(connection);
    const takenAt = performance.now();
    return {
      connection,
      giveBack() {
        members.taken.delete(connection);
        members.heard();
        client.release(members.isOld(connection) || connection.isDestroyed || isElsewhere(search, connection));
      },
      discard(error) {
        members.taken.delete(connection);
        connection.destroy();
        client.release(true);
        discarded(parts, connection, error, takenAt);
      },
    };
  }
}

/** Gives up what a failure on one connection says of the others. */
function discarded(
  { search, members, silence }: PoolParts,
  connection: Connection,
  error: unknown,
  takenAt: number,
): void {
  const isReadOnly = sqlStateOf(error) === readOnlyState;
  if (isReadOnly || isMissedDeadline(error)) search.failed(connection.hostAddress);
  if (isReadOnly) members.destroyIdle(() => true);
  else if (isMissedDeadline(error)) {
    // Whoever has been as silent since this one was asked is given up too.
    const askedAt = Math.max(takenAt, connection.heardAt);
    members.destroyIdle(({ heardAt }) => heardAt <= askedAt);
    silence.notice();
  }
}

/** Ends the pool; connections that are still open after so long are destroyed. */
async function closePool(pool: pg.Pool, open: ReadonlySet<Connection>, closeMs: number): Promise<void> {
  const timer = setTimeout(() => {
    for (const each of open) each.destroy();
  }, closeMs);
  await pool.end();
  await Promise.all([...open].map((each) => new Promise((resolve) => each.once("end", resolve))));
  clearTimeout(timer);
}

function asConnection(client: pg.ClientBase): Connection {
  if (!(client instanceof Connection)) throw new Error("the pool made a connection of another kind");
  return client;
}

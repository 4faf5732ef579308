/**
 * The connections of one pool. Guarantees: a caller waits for a connection only for a bounded time. A connection that
 * missed a deadline is destroyed, and so is every idle one that has not answered since, because the network may have lost
 * what was sent on it. Where the database has several hosts, hosts that take no writes are skipped; after a change of the
 * primary, connections to the old one are not used again. Closing ends in bounded time.
 */
import pg from "pg";
import { onTimeUp, withoutLimit } from "../time-limit.ts";
import { Connection } from "./connection.ts";
import type { AddressSessions } from "./hosts/database-address.ts";
import type { Deadlines } from "./deadlines.ts";
import { DatabaseUnavailable, isMissedDeadline, Overloaded, readOnlyState, sqlStateOf } from "./faults.ts";
import { searchPrimary } from "./hosts/primary-search.ts";
import { watchSilence } from "./silence-watch.ts";
import type { ClockReading } from "./session-check.ts";

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

const maxWaiting = 1_000;
const idleMs = 60_000;
const lifetimeMs = 600_000;
/** How much later than ours the timer of the pool forgets who waited: ours says why, and tells the watch of silences. */
const poolTimerLaterMs = 1_000;

/** Makes a pool; connections are opened when they are first needed. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { deadlines, applicationName } = options;
  const search = searchPrimary(options.url);
  const connectionOptions = { applicationName, deadlines, search, role: options.role ?? "primary" };
  const open = new Set<Connection>();
  const taken = new Set<Connection>();
  const endsAt = new WeakMap<Connection, number>();
  let lastHeardAt = 0;
  const silence = watchSilence({
    deadlines,
    makeConnection: () => new Connection(connectionOptions),
    // Whose session the server works at cannot be told where a pooler lends sessions; there the deadlines do it.
    taken: () => (search.sessions.changeByTransaction ? [] : taken),
  });
  const pool = new pg.Pool({
    max: options.poolSize,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: deadlines.waitMs + poolTimerLaterMs,
    Client: class extends Connection {
      constructor() {
        super(connectionOptions);
        open.add(this);
        endsAt.set(this, performance.now() + lifetimeMs * (0.9 + Math.random() * 0.2));
        this.once("end", () => open.delete(this));
      }
    },
    verify: (client, tellPool) => {
      const connection = asConnection(client);
      connection.check(options.onClock).then(
        () => {
          lastHeardAt = performance.now();
          destroyIdle((each) => isElsewhere(each));
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

  /** Whether it leads to a host that is not the primary any more. */
  function isElsewhere({ hostAddress }: Connection): boolean {
    const primary = search.primary();
    return primary !== undefined && primary !== hostAddress;
  }

  /** Tries each host once, the one that took writes last before all others. */
  async function takeFromAnyHost(withinMs: number): Promise<pg.PoolClient> {
    const endsAt = performance.now() + withinMs;
    const failures: string[] = [];
    for (;;) {
      const begunAt = performance.now();
      const onLate = (): void => {
        if (lastHeardAt <= begunAt) silence.notice();
      };
      try {
        return await takeOne(pool, endsAt - begunAt, onLate);
      } catch (error) {
        if (!(error instanceof NoConnection)) throw error;
        failures.push(error.message);
        if (failures.length < search.count && performance.now() < endsAt) continue;
        throw new DatabaseUnavailable(`no database connection: ${failures.join("; ")}`, { cause: error });
      }
    }
  }

  /** A deadline was missed on a connection that was asked at the moment: whoever has been as silent since is given up. */
  function missed(askedAt: number): void {
    destroyIdle(({ heardAt }) => heardAt <= askedAt);
    silence.notice();
  }

  function destroyIdle(isGivenUp: (connection: Connection) => boolean): void {
    for (const each of open) if (!taken.has(each) && isGivenUp(each)) each.destroy();
  }

  function discarded(connection: Connection, error: unknown, takenAt: number): void {
    const isReadOnly = sqlStateOf(error) === readOnlyState;
    if (isReadOnly || isMissedDeadline(error)) search.failed(connection.hostAddress);
    if (isReadOnly) destroyIdle(() => true);
    else if (isMissedDeadline(error)) missed(Math.max(takenAt, connection.heardAt));
  }

  async function take(withinMs: number): Promise<TakenConnection> {
    const begunAt = performance.now();
    for (;;) {
      const client = await takeFromAnyHost(Math.max(0, withinMs - (performance.now() - begunAt)));
      const connection = asConnection(client);
      if (connection.isDestroyed || isElsewhere(connection)) {
        // The end of a destroyed one is not yet known to the pool.
        client.release(true);
        continue;
      }
      taken.add(connection);
      const takenAt = performance.now();
      return {
        connection,
        giveBack() {
          taken.delete(connection);
          lastHeardAt = performance.now();
          const isOld = performance.now() > (endsAt.get(connection) ?? 0);
          client.release(isOld || connection.isDestroyed || isElsewhere(connection));
        },
        discard(error) {
          taken.delete(connection);
          connection.destroy();
          client.release(true);
          discarded(connection, error, takenAt);
        },
      };
    }
  }

  let closed: Promise<void> | undefined;
  return {
    sessions: search.sessions,
    take,
    state: () => ({ open: open.size, taken: taken.size, waiting: pool.waitingCount, size: options.poolSize }),
    close() {
      silence.stop();
      return (closed ??= closePool(pool, open, deadlines.closeMs));
    },
  };
}

/** Waits for one connection of the pool; one that comes too late is given back. Throws `NoConnection` where none was made. */
async function takeOne(pool: pg.Pool, withinMs: number, onLate: () => void): Promise<pg.PoolClient> {
  if (pool.waitingCount >= maxWaiting) throw new Overloaded("the database pool is full");
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  let wanted: Promise<pg.PoolClient> | undefined;
  const giveUp = (): void => {
    onLate();
    reject(new DatabaseUnavailable(`no database connection became free within ${Math.round(withinMs)} ms`));
    wanted?.then(
      (client) => client.release(),
      () => {},
    );
  };
  // Before a connection is asked for: late work is refused here, and must not leave one behind.
  const forget = onTimeUp(giveUp);
  wanted = withoutLimit(() => pool.connect());
  const timer = setTimeout(giveUp, withinMs);
  try {
    return await Promise.race([wanted, overdue]);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    throw new NoConnection(messageOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
    forget();
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

/** The pool made no connection. */
class NoConnection extends Error {}

function asConnection(client: pg.ClientBase): Connection {
  if (!(client instanceof Connection)) throw new Error("the pool made a connection of another kind");
  return client;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

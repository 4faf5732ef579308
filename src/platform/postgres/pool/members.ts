/** The connections of one pool: which are open, which are at work, and how long each may live. */
import type { Connection } from "../connection.ts";

const lifetimeMs = 600_000;

export interface Members {
  readonly open: ReadonlySet<Connection>;
  /** Those at work. */
  readonly taken: Set<Connection>;
  /** When any of them last answered. */
  readonly heardAt: number;
  heard(): void;
  add(connection: Connection): void;
  /** Whether it has been open for its lifetime. */
  isOld(connection: Connection): boolean;
  destroyIdle(isGivenUp: (connection: Connection) => boolean): void;
}

/** A pool without connections. */
export function createMembers(): Members {
  const connections = new Set<Connection>();
  const taken = new Set<Connection>();
  const endsAt = new WeakMap<Connection, number>();
  let heardAt = 0;
  return {
    open: connections,
    taken,
    get heardAt() {
      return heardAt;
    },
    heard() {
      heardAt = performance.now();
    },
    add(connection) {
      connections.add(connection);
      endsAt.set(connection, performance.now() + lifetimeMs * (0.9 + Math.random() * 0.2));
      connection.once("end", () => connections.delete(connection));
    },
    isOld: (connection) => performance.now() > (endsAt.get(connection) ?? 0),
    destroyIdle(isGivenUp) {
      for (const each of connections) if (!taken.has(each) && isGivenUp(each)) each.destroy();
    },
  };
}

/**
 * Takes a client of the pool in bounded time, from one of the hosts of the database. Work whose time is up, or that finds
 * too many waiting, gets none.
 */
import type pg from "pg";
import { onTimeUp, withoutLimit } from "../../time-limit.ts";
import { DatabaseUnavailable, Overloaded } from "../faults.ts";
import type { PrimarySearch } from "../hosts/primary-search.ts";
import type { Members } from "./members.ts";
import type { SilenceWatch } from "./silence-watch.ts";

const maxWaiting = 1_000;

interface ClientSource {
  readonly pool: pg.Pool;
  readonly search: Pick<PrimarySearch, "count">;
  readonly members: Pick<Members, "heardAt">;
  readonly silence: Pick<SilenceWatch, "notice">;
}

/** Tries each host once, the one that took writes last before all others. Throws `DatabaseUnavailable` where none has one. */
export async function takeFromAnyHost(
  { pool, search, members, silence }: ClientSource,
  withinMs: number,
): Promise<pg.PoolClient> {
  const endsAt = performance.now() + withinMs;
  const failures: string[] = [];
  for (;;) {
    const begunAt = performance.now();
    const onLate = (): void => {
      if (members.heardAt <= begunAt) silence.notice();
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

/** The pool made no connection. */
class NoConnection extends Error {}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

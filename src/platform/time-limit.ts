/**
 * Time limits around work of any depth: a request, a sweep. At the limit the caller is told so at once. Code that holds
 * something for the work, a database connection for example, registers here and releases it then, so no work goes on
 * unseen. New requests of the work after its limit are refused.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** The work did not end in time. */
export class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
}

interface Limit {
  fault: TimeIsUp | undefined;
  readonly actions: Set<() => void>;
}

const current = new AsyncLocalStorage<Limit | undefined>();

export interface LimitedWork<T> {
  /** Ends as the work does, or throws `TimeIsUp`. */
  readonly done: Promise<T>;
  /** Ends the time of the work now; the reason is for the log. */
  cut(reason: string): void;
}

/** Runs work that may take so many milliseconds; throws `TimeIsUp` when it takes longer. */
export function withinLimit<T>(name: string, milliseconds: number, work: () => Promise<T>): Promise<T> {
  return startWithinLimit(name, milliseconds, work).done;
}

/** The same for work that may be cut before its time is up. */
export function startWithinLimit<T>(name: string, milliseconds: number, work: () => Promise<T>): LimitedWork<T> {
  const limit: Limit = { fault: undefined, actions: new Set() };
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const cut = (reason: string): void => {
    limit.fault ??= new TimeIsUp(`${name} ${reason}`);
    for (const action of limit.actions) action();
    limit.actions.clear();
    reject(limit.fault);
  };
  const end = (): void => cut(`did not end within ${milliseconds} ms`);
  async function run(): Promise<T> {
    const forgetOuter = onTimeUp(end);
    const timer = setTimeout(end, milliseconds);
    try {
      return await Promise.race([overdue, current.run(limit, work)]);
    } finally {
      clearTimeout(timer);
      forgetOuter();
    }
  }
  return { done: run(), cut };
}

/**
 * Calls back when the time of the work under way is up; the answer unregisters. Throws `TimeIsUp` when the time is up
 * already, so that late work begins nothing new.
 */
export function onTimeUp(action: () => void): () => void {
  const limit = current.getStore();
  if (limit === undefined) return () => {};
  if (limit.fault !== undefined) throw limit.fault;
  limit.actions.add(action);
  return () => limit.actions.delete(action);
}

/** Starts work that several share, which must not end with the time of the one who came first. */
export function withoutLimit<T>(work: () => T): T {
  return current.run(undefined, work);
}

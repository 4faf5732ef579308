/**
 * Permits by key. Requests for one busy thing wait here before they take a connection, so they never use up the pool, and
 * other requests go on (rules/operating 3.9). Each key has a few permits; the first request is served first. A request
 * that has waited too long, or finds too many waiting, is told that the service has no room. This is the memory of one
 * process: safety rests on the locks of the database.
 */
import { Overloaded } from "./faults.ts";

export interface KeyedSemaphoreOptions {
  /** How many of one key work at the same time. */
  readonly atOnce: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

export interface KeyedSemaphore {
  /** Waits for a permit; the answer releases it, and must be called once. */
  take(key: string): Promise<() => void>;
}

interface Line {
  working: number;
  readonly waiting: Set<() => void>;
}

/** Makes a semaphore for each key that is asked for; nobody waits yet. */
export function createKeyedSemaphore({ atOnce, maxWaiting, maxWaitMs }: KeyedSemaphoreOptions): KeyedSemaphore {
  const lines = new Map<string, Line>();

  function release(key: string, line: Line): () => void {
    return () => {
      const [next] = line.waiting;
      if (next !== undefined) {
        line.waiting.delete(next);
        next();
        return;
      }
      line.working -= 1;
      if (line.working === 0) lines.delete(key);
    };
  }

  return {
    async take(key) {
      const line = lines.get(key) ?? { working: 0, waiting: new Set<() => void>() };
      lines.set(key, line);
      if (line.working < atOnce) {
        line.working += 1;
        return release(key, line);
      }
      if (line.waiting.size >= maxWaiting) throw new Overloaded("too many wait for the same location");
      await new Promise<void>((resolve, reject) => {
        const go = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          line.waiting.delete(go);
          reject(new Overloaded("the location stayed busy for too long"));
        }, maxWaitMs);
        line.waiting.add(go);
      });
      return release(key, line);
    },
  };
}

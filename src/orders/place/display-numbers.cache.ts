/**
 * Short numbers that people call out: 1, 2, 3, … per location and local day. A number is taken in its own transaction, so
 * orders of one location never wait for each other's COMMIT. The number of an order that was then refused stays unused.
 * Orders placed at the same moment share one statement. The order's own COMMIT makes its number durable.
 */
import type { Id } from "../../kernel/id.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { takeOrderNumbers } from "./order-numbers.sql.ts";

export interface DisplayNumbers {
  /** The next number of the location's day (`YYYY-MM-DD`). */
  next(locationId: Id<"str">, day: string): Promise<number>;
}

interface Waiting {
  readonly resolve: (number: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes the numbers over a small pool of its own, so that a full pool of requests cannot wait for itself. */
export function createDisplayNumbers(database: Database): DisplayNumbers {
  const queues = new Map<string, Waiting[]>();

  async function drain(queueKey: string, locationId: Id<"str">, day: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        const last = await database.transaction((tx) => takeOrderNumbers(tx, locationId, day, batch.length));
        batch.forEach((waiting, index) => waiting.resolve(last - batch.length + 1 + index));
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queues.delete(queueKey);
  }

  return {
    next(locationId, day) {
      return new Promise((resolve, reject) => {
        const queueKey = `${locationId} ${day}`;
        const queue = queues.get(queueKey);
        if (queue !== undefined) return void queue.push({ resolve, reject });
        const fresh: Waiting[] = [{ resolve, reject }];
        queues.set(queueKey, fresh);
        void drain(queueKey, locationId, day, fresh);
      });
    },
  };
}

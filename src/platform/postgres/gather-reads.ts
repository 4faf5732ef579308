/**
 * Reads the keys of many requests by one statement. Keys share the next statement when they are asked for in one tick of
 * the event loop, or while enough statements are under way. Under load the cost per request is lower. No answer is older
 * than its request. A statement that does not end in two seconds fails for all that share it, so no request waits long
 * for another.
 */
import { withoutLimit } from "../time-limit.ts";
import type { Db } from "./database.ts";
import { gatheredReadMs } from "./deadlines.ts";

interface Waiting<Key, Row> {
  readonly key: Key;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** What waits for the next statement, and how many statements are under way. */
interface Queue<Key, Row> {
  waiting: Waiting<Key, Row>[];
  underWay: number;
  scheduled: boolean;
}

/** Statements under way at once for one look-up: while the database works at one, the next is gathered. */
const maxUnderWay = 4;

/** Makes a look-up of one key from a look-up of many, which answers a row, or undefined, for each key at its position. */
export function gatherReads<Key, Row>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly (Row | undefined)[]>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const queues = new WeakMap<Db, Queue<Key, Row>>();

  async function run(db: Db, queue: Queue<Key, Row>): Promise<void> {
    const batch = queue.waiting;
    queue.waiting = [];
    queue.underWay += 1;
    try {
      const rows = await load(
        db.within(gatheredReadMs),
        batch.map(({ key }) => key),
      );
      for (const [index, entry] of batch.entries()) entry.resolve(rows[index]);
    } catch (error) {
      for (const entry of batch) entry.reject(error);
    }
    queue.underWay -= 1;
    if (queue.waiting.length > 0) schedule(db, queue);
  }

  /** Waits for the end of this turn of the event loop: what arrived with it goes along. */
  function schedule(db: Db, queue: Queue<Key, Row>): void {
    if (queue.scheduled || queue.underWay >= maxUnderWay) return;
    queue.scheduled = true;
    withoutLimit(() =>
      setImmediate(() => {
        queue.scheduled = false;
        void run(db, queue);
      }),
    );
  }

  return (db, key) =>
    new Promise((resolve, reject) => {
      let queue = queues.get(db);
      if (queue === undefined) queues.set(db, (queue = { waiting: [], underWay: 0, scheduled: false }));
      queue.waiting.push({ key, resolve, reject });
      schedule(db, queue);
    });
}

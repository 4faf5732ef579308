/**
 * Remembers which requests an app had answered, so that its feedback can cite them (rules/http 11.2,
 * rules/messages-and-privacy 3.5).
 *
 * Costs a request one push onto a list: rows are written every 250 ms, one statement a batch. What is not written yet is
 * matched from memory, so feedback need not wait for a write. Lost without harm: the last batch at a crash, a batch whose
 * write fails, and what arrives while `maxWaiting` requests are waiting; feedback then keeps the ids unmatched. Requests
 * without an app (not authenticated, diners, the operator) are passed over: nobody could match them.
 * Called by the HTTP server after every answer and by the feedback route.
 */
import type { Id } from "../kernel/id.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import type { Database } from "../platform/postgres/database.ts";
import { insertRequests } from "./requests.sql.ts";

export interface RequestMemoryOptions {
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
  readonly maxWaiting?: number;
  /** Hears of each request that is not remembered because too many wait. */
  readonly onDropped?: () => void;
}

export interface RequestMemory {
  /** Takes note of an answered request; never throws and never waits. */
  remember(answered: AnsweredRequest): void;
  /** Which of the ids are requests of the app that wait to be written. */
  listUnwritten(appId: Id<"app">, ids: readonly string[]): readonly string[];
  /** Writes what is waiting; a failure is reported, not thrown. */
  flush(): Promise<void>;
  /** Writes what is waiting and takes nothing more. */
  stop(): Promise<void>;
}

/** Makes the memory of one service in this process. */
export function createRequestMemory(database: Database, options: RequestMemoryOptions): RequestMemory {
  const batches = createBatches(database, options);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await batches.flush();
  }

  return {
    remember(answered) {
      if (stopped || answered.appId === null) return;
      batches.add(answered);
      timer ??= setTimeout(() => void flush(), options.everyMs ?? 250).unref();
    },
    listUnwritten: (appId, ids) => batches.find(appId, ids),
    flush,
    async stop() {
      stopped = true;
      await flush();
    },
  };
}

interface Batches {
  add(answered: AnsweredRequest): void;
  find(appId: Id<"app">, ids: readonly string[]): readonly string[];
  flush(): Promise<void>;
}

/** One batch is written at a time; what arrives meanwhile goes into the next. */
function createBatches(database: Database, options: RequestMemoryOptions): Batches {
  const maxWaiting = options.maxWaiting ?? 10_000;
  let waiting: AnsweredRequest[] = [];
  let writing: readonly AnsweredRequest[] = [];
  let running: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      writing = waiting;
      waiting = [];
      try {
        await insertRequests(database, writing);
      } catch (error) {
        options.onError(error);
      }
      writing = [];
    }
    running = undefined;
  }

  return {
    add(answered) {
      if (waiting.length < maxWaiting) waiting.push(answered);
      else options.onDropped?.();
    },
    find(appId, ids) {
      const wanted = new Set(ids);
      return [...writing, ...waiting]
        .filter(({ requestId, appId: of }) => of === appId && wanted.has(requestId))
        .map(({ requestId }) => requestId);
    },
    async flush() {
      if (running === undefined && waiting.length > 0) running = writeAll();
      await running;
    },
  };
}

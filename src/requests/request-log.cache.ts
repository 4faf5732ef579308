/**
 * Keeps the requests of apps and their answers: developers read them, and feedback cites them (rules/http 11.2, 13).
 *
 * A request costs one push onto a list. Every 250 ms the list is redacted and written, a hundred rows a statement, one
 * batch at a time. Rows not yet written are matched from memory, so feedback need not wait for a write. Some rows can be
 * lost, which changes no answer: the last batch at a crash, a batch whose write fails, and rows that come while too many
 * wait, which are counted. Of successes a busy process keeps a share (`log-share.ts`): reading and writing each body
 * would cost as much as answering. Requests without an app (not authenticated, diners, the operator) are not kept. Called
 * by the HTTP server after every answer and by the feedback route.
 */
import { setImmediate as giveWay } from "node:timers/promises";
import type { Id } from "../kernel/id.ts";
import type { KeptBody } from "../platform/http/exchange/exchange.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import type { Database } from "../platform/postgres/database.ts";
import { createLogShare, type LogBounds } from "./log-share.ts";
import { toLoggedRequest, type LoggedRequest } from "./logged-request.ts";
import { createRedactor } from "./redact.ts";
import { insertRequests } from "./requests.sql.ts";

export interface RequestLogOptions {
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
  readonly maxWaiting?: number;
  /** Of all bodies that wait, in bytes. */
  readonly maxBytes?: number;
  /** Successes that are kept in a second. */
  readonly bounds?: LogBounds;
  /** Hears of each request that is not logged because too many come or wait. */
  readonly onDropped?: () => void;
}

export interface RequestLog {
  /** Takes note of an answered request; never throws and never waits. */
  remember(answered: AnsweredRequest): void;
  /** Which of the ids are requests of the app that wait to be written. */
  listUnwritten(appId: Id<"app">, ids: readonly string[]): readonly string[];
  /** Writes what is waiting; a failure is reported, not thrown. */
  flush(): Promise<void>;
  /** Writes what is waiting and takes nothing more. */
  stop(): Promise<void>;
}

/** Makes the log of one service in this process. */
export function createRequestLog(database: Database, options: RequestLogOptions): RequestLog {
  const batches = createBatches(database, options);
  const share = createLogShare(options.bounds);
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
      const kept =
        answered.status >= 400 ? "whole" : share.take(answered.appId, weightOf(answered), answered.answeredAt);
      if (kept === "not_at_all") return options.onDropped?.();
      batches.add(kept === "whole" ? answered : withoutBodies(answered));
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

/** Rows that are written by one statement. */
const rowsAtOnce = 100;
/** Bytes of bodies that are redacted without a pause: a few milliseconds of work; a call keeps 128 KiB at most. */
const bytesAtOnce = 64 * 1024;

/** One batch is written at a time; what arrives meanwhile goes into the next. */
function createBatches(database: Database, options: RequestLogOptions): Batches {
  const { maxWaiting = 10_000, maxBytes = 32 * 1024 * 1024 } = options;
  const redactor = createRedactor();
  let waiting: AnsweredRequest[] = [];
  const unwritten = new Set<readonly AnsweredRequest[]>();
  let count = 0;
  let bytes = 0;
  let written = Promise.resolve();

  /** Calls that wait for an answer come between the bodies. */
  async function redact(some: readonly AnsweredRequest[]): Promise<readonly LoggedRequest[]> {
    const rows: LoggedRequest[] = [];
    let sincePause = 0;
    for (const answered of some) {
      rows.push(toLoggedRequest(answered, redactor));
      sincePause += weightOf(answered);
      if (sincePause < bytesAtOnce) continue;
      await giveWay();
      sincePause = 0;
    }
    return rows;
  }

  async function write(batch: readonly AnsweredRequest[]): Promise<void> {
    for (let at = 0; at < batch.length; at += rowsAtOnce) {
      try {
        await insertRequests(database, await redact(batch.slice(at, at + rowsAtOnce)));
      } catch (error) {
        options.onError(error);
      }
    }
    unwritten.delete(batch);
    count -= batch.length;
    for (const answered of batch) bytes -= weightOf(answered);
  }

  return {
    add(answered) {
      const weight = weightOf(answered);
      if (count >= maxWaiting || bytes + weight > maxBytes) return options.onDropped?.();
      waiting.push(answered);
      count += 1;
      bytes += weight;
    },
    find(appId, ids) {
      const wanted = new Set(ids);
      return [...unwritten, waiting]
        .flat()
        .filter(({ requestId, appId: of }) => of === appId && wanted.has(requestId))
        .map(({ requestId }) => requestId);
    },
    flush() {
      if (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        unwritten.add(batch);
        written = written.then(() => write(batch));
      }
      return written;
    },
  };
}

/** The request, with its bodies told by their lengths. */
function withoutBodies(answered: AnsweredRequest): AnsweredRequest {
  if (answered.exchange === null) return answered;
  const { sent, answered: said } = answered.exchange;
  const toLength = (body: KeptBody | null): KeptBody | null => body && { length: body.length, value: undefined };
  return { ...answered, exchange: { ...answered.exchange, sent: toLength(sent), answered: toLength(said) } };
}

/** The bytes of the bodies that the request keeps in memory. */
function weightOf({ exchange }: AnsweredRequest): number {
  return [exchange?.sent, exchange?.answered].reduce(
    (sum, body) => sum + (body?.value === undefined ? 0 : body.length),
    0,
  );
}

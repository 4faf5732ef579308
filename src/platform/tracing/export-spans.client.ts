/**
 * Sends ended spans to a collector by OTLP over HTTP, in JSON. Loaded only where the operator names a collector.
 * Guarantees: no request waits for the collector. At most 4,096 spans wait; further ones are counted and dropped. One
 * request at a time, each with a time limit; after a failed one there is a pause. A crash loses the spans of the last
 * seconds.
 */
import { createOutgoingHttp, type OutgoingHttp } from "../outgoing-http/outgoing-http.ts";
import { toOtlp } from "./otlp.ts";
import type { TracingSettings } from "./read-tracing-settings.ts";
import { endedSpans, newTraces, type EndedSpan, type TraceQuestion } from "./span.ts";

export interface ExportOptions extends TracingSettings {
  /** What tells this process from others. */
  readonly resource: Readonly<Record<string, string>>;
  /** In [0, 1), to choose which traces are kept. */
  readonly random: () => number;
  /** Told how many spans did not arrive, and why. */
  readonly onLost: (count: number, reason: string) => void;
  readonly everyMs?: number;
  readonly answerWithinMs?: number;
}

export interface SpanExport {
  /** Listens no longer and sends what waits, until the collector fails: at most two requests, were it silent. */
  stop(): Promise<void>;
}

const usualEveryMs = 2_000;
const mostWaiting = 4_096;
const largestBatch = 512;
const usualAnswerMs = 5_000;

/** Begins to keep traces, and to send them. */
export function startExport(options: ExportOptions): SpanExport {
  const {
    resource,
    url,
    headers,
    share,
    random,
    onLost,
    everyMs = usualEveryMs,
    answerWithinMs = usualAnswerMs,
  } = options;
  const outgoing: OutgoingHttp = createOutgoingHttp({ allowPrivate: true, totalTimeoutMs: answerWithinMs });
  const source = { resource, epochMs: performance.timeOrigin };
  const waiting: EndedSpan[] = [];
  let dropped = 0;
  let sending: Promise<void> | undefined;

  function choose(question: unknown): void {
    if (random() < share) (question as TraceQuestion).isKept = true;
  }

  function take(span: unknown): void {
    if (waiting.length >= mostWaiting) dropped += 1;
    else waiting.push(span as EndedSpan);
    // Once, and not for each one more: a collector that refuses is asked again by the timer.
    if (waiting.length === largestBatch) void send();
  }

  /** Sends one batch after the other, until nothing waits or the collector has failed. */
  async function sendAll(): Promise<void> {
    let failure: string | undefined;
    while (waiting.length > 0 && failure === undefined) {
      const batch = waiting.splice(0, largestBatch);
      failure = await sendBatch(batch);
      if (failure !== undefined) onLost(batch.length, failure);
    }
    if (dropped > 0) onLost(dropped, "too many waited");
    dropped = 0;
  }

  /** Answers what went wrong. */
  async function sendBatch(batch: readonly EndedSpan[]): Promise<string | undefined> {
    const body = Buffer.from(JSON.stringify(toOtlp(batch, source)));
    const all = { ...headers, "content-type": "application/json" };
    const answer = await outgoing.send({ method: "POST", url, headers: all, body });
    if (answer.kind === "failed") return answer.message;
    return answer.status >= 300 ? `the collector answered ${answer.status}` : undefined;
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => void (sending = undefined));
    return sending;
  }

  newTraces.subscribe(choose);
  endedSpans.subscribe(take);
  const timer = setInterval(() => void send(), everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      newTraces.unsubscribe(choose);
      endedSpans.unsubscribe(take);
      await sending;
      await send();
      if (waiting.length > 0) onLost(waiting.length, "the process ends");
      await outgoing.close();
    },
  };
}

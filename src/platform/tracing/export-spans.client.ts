/**
 * Sends ended spans to a collector by OTLP over HTTP, in JSON. Loaded only where the operator names a collector. Guarantees:
 * nobody waits for the collector; at most 4,096 spans wait for it, further ones are counted and dropped; one request at a time,
 * each with an end. A crash loses the spans of the last seconds.
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
}

export interface SpanExport {
  /** Sends what waits and listens no longer. */
  stop(): Promise<void>;
}

const usualEveryMs = 2_000;
const mostWaiting = 4_096;
const largestBatch = 512;
const answerWithinMs = 5_000;

/** Begins to keep traces, and to send them. */
export function startExport(options: ExportOptions): SpanExport {
  const { resource, url, headers, share, random, onLost, everyMs = usualEveryMs } = options;
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
    if (waiting.length >= largestBatch) void send();
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, largestBatch);
      const body = Buffer.from(JSON.stringify(toOtlp(batch, source)));
      const all = { ...headers, "content-type": "application/json" };
      const answer = await outgoing.send({ method: "POST", url, headers: all, body });
      if (answer.kind === "failed") onLost(batch.length, answer.message);
      else if (answer.status >= 300) onLost(batch.length, `the collector answered ${answer.status}`);
    }
    if (dropped > 0) onLost(dropped, "too many waited");
    dropped = 0;
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
      await send();
      await outgoing.close();
    },
  };
}

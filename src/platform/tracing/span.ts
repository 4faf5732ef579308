/**
 * Spans: the steps of a call, a transaction or an attempt, and how long each took. Guarantees: without a listener nothing
 * is made or remembered. A span has names, codes and counts, never a value, a body or a token. A listener takes ended
 * spans and says of each trace whether it is kept. A crash loses the spans under way.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { monotonicMs } from "../../kernel/clock.ts";
import { formatTraceparent, type TraceContext } from "./trace-context.ts";

export type SpanKind = "internal" | "server" | "client";

export type SpanFacts = Readonly<Record<string, string | number>>;

/** A span that ended. */
export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Of the process's monotonic clock, in milliseconds. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly facts: SpanFacts;
  readonly hasFailed: boolean;
}

/** A span under way. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Ends it, with what became known; only the first end counts. */
  end(facts?: SpanFacts, hasFailed?: boolean): void;
}

/** Told of each span that ended: an `EndedSpan`. */
export const endedSpans = channel("maple:span");
/** Asked at the beginning of each trace: a `TraceQuestion`. */
export const newTraces = channel("maple:trace");

/** A listener makes it true when it keeps the trace. */
export interface TraceQuestion {
  isKept: boolean;
}

const current = new AsyncLocalStorage<Span | undefined>();

/**
 * Begins a trace, or goes on with the one of whoever asks; undefined when nobody keeps it. Strangers do not decide what is kept;
 * a trace of our own (an event's) that was kept is kept on.
 */
export function beginTrace(
  name: string,
  kind: SpanKind,
  { from, isOurs = false }: { readonly from?: TraceContext | undefined; readonly isOurs?: boolean } = {},
): Span | undefined {
  if (!newTraces.hasSubscribers) return undefined;
  const question: TraceQuestion = { isKept: isOurs && from?.isSampled === true };
  if (!question.isKept) newTraces.publish(question);
  return question.isKept
    ? makeSpan(name, kind, from?.traceId ?? randomBytes(16).toString("hex"), from?.spanId)
    : undefined;
}

/** Begins a step of a span, or of the one under way; undefined when there is none. */
export function beginSpan(
  name: string,
  kind: SpanKind,
  parent: Span | undefined = current.getStore(),
): Span | undefined {
  return parent === undefined ? undefined : makeSpan(name, kind, parent.traceId, parent.spanId);
}

/** Runs work as part of the span; without one the work belongs to no trace. */
export function within<T>(span: Span | undefined, work: () => T): T {
  // A context of its own costs every promise of the work: none is made for the calls of which no trace is kept.
  return span === current.getStore() ? work() : current.run(span, work);
}

/** Runs work as a step of its own of the span under way. */
export async function inSpan<T>(name: string, kind: SpanKind, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, kind);
  return span === undefined ? work() : endingWith(span, () => current.run(span, work));
}

/** Runs work as a trace of its own. */
export async function inTrace<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!newTraces.hasSubscribers) return work();
  const span = beginTrace(name, "internal");
  return span === undefined ? within(undefined, work) : endingWith(span, () => current.run(span, work));
}

/** What is under way, for who is asked next; undefined when no trace of it is kept. */
export function currentTraceparent(span: Span | undefined = current.getStore()): string | undefined {
  return span === undefined ? undefined : formatTraceparent({ ...span, isSampled: true });
}

async function endingWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work();
    span.end();
    return value;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}

function makeSpan(name: string, kind: SpanKind, traceId: string, parentId: string | undefined): Span {
  const spanId = randomBytes(8).toString("hex");
  const startedMs = monotonicMs();
  let hasEnded = false;
  return {
    traceId,
    spanId,
    end(facts = {}, hasFailed = false) {
      if (hasEnded) return;
      hasEnded = true;
      const ended: EndedSpan = {
        traceId,
        spanId,
        parentId,
        name,
        kind,
        startedMs,
        endedMs: monotonicMs(),
        facts,
        hasFailed,
      };
      endedSpans.publish(ended);
    },
  };
}

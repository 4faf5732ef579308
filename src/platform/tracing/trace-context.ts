/** The header `traceparent` of W3C Trace Context, version 00: the trace of a call, and the step of it that asks. Pure. */

export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is kept. */
  readonly isSampled: boolean;
}

const form = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const length = 55;
const nothing = /^0+$/;

/** Reads a header or a stored value; undefined when it says nothing of use. */
export function parseTraceparent(text: unknown): TraceContext | undefined {
  if (typeof text !== "string" || text.length !== length || text.startsWith("ff")) return undefined;
  const [, traceId, spanId, flags] = form.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (nothing.test(traceId) || nothing.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes it for who is asked next. */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

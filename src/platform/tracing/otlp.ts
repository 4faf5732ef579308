/** Spans as OTLP takes them in JSON (opentelemetry-proto 1, `ExportTraceServiceRequest`). Pure. */
import type { EndedSpan, SpanKind } from "./span.ts";

export interface OtlpSource {
  /** Of the process: `service.name` and what else tells it from others. */
  readonly resource: Readonly<Record<string, string>>;
  /** What has to be added to the monotonic clock to get milliseconds of the epoch. */
  readonly epochMs: number;
}

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const failed = 2;

/** The body of one export. */
export function toOtlp(spans: readonly EndedSpan[], { resource, epochMs }: OtlpSource) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "maple" }, spans: spans.map((span) => toOtlpSpan(span, epochMs)) }],
      },
    ],
  };
}

function toOtlpSpan(span: EndedSpan, epochMs: number) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanoseconds(epochMs + span.startedMs),
    endTimeUnixNano: nanoseconds(epochMs + span.endedMs),
    attributes: attributesOf(span.facts),
    ...(span.hasFailed ? { status: { code: failed } } : {}),
  };
}

/** A number of JSON has too few digits for them. */
function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}

function attributesOf(facts: Readonly<Record<string, string | number>>) {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value:
      typeof value === "string"
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }));
}

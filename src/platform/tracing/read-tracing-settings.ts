/** Where traces go, by the variables that OpenTelemetry gives their names. Pure. */
export interface TracingSettings {
  /** Where spans are posted. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of all traces, how many are kept: 0 to 1. */
  readonly share: number;
}

const usualShare = 0.05;

/** Null without an endpoint; what is wrong is added to the problems. */
export function readTracing(
  set: (name: string) => string | null,
  address: (name: string) => string | null,
  problems: string[],
): TracingSettings | null {
  const base = address("OTEL_EXPORTER_OTLP_ENDPOINT");
  const headers: Record<string, string> = {};
  for (const pair of (set("OTEL_EXPORTER_OTLP_HEADERS") ?? "").split(",").filter((part) => part.trim() !== "")) {
    const [, name, value] = /^\s*([\w-]+)\s*=\s*([!-~][ -~]*)$/.exec(pair) ?? [];
    // The value may be a secret, so it is not told.
    if (name === undefined || value === undefined)
      problems.push("OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs with commas between");
    else headers[name.toLowerCase()] = decoded(value.trimEnd());
  }
  const share = Number(set("OTEL_TRACES_SAMPLER_ARG") ?? usualShare);
  if (!(share >= 0 && share <= 1)) problems.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
  return base === null ? null : { url: `${base}/v1/traces`, headers, share };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * The official SDK, loaded at its first use: a sandbox without Stripe does not load it. Guarantees: a call ends within
 * its time with the last byte of its answer, and reads a bounded answer. With Node's own client the SDK would wait for
 * ever on an answer that comes a byte at a time.
 */
import type Stripe from "stripe";

export interface StripeSettings {
  readonly secretKey: string;
  /** Signing secrets of the webhook endpoint; several while one replaces another. */
  readonly webhookSecrets: readonly string[];
  /** Null: Stripe itself. Else a stand-in of tests and proofs; never in live. */
  readonly apiUrl: string | null;
}

/** Two calls of at most eight seconds stay within every lease that is held around them. */
const usualCallMs = 8_000;
const largestAnswer = 4 * 1024 * 1024;

/** Answers the one client of the settings; each call is tried twice, and each try takes so many milliseconds. */
export function stripeClient(settings: StripeSettings, callMs = usualCallMs): () => Promise<Stripe> {
  let loading: Promise<Stripe> | undefined;
  return () => (loading ??= load(settings, callMs));
}

async function load({ secretKey, apiUrl }: StripeSettings, callMs: number): Promise<Stripe> {
  const { default: StripeSdk } = await import("stripe");
  const elsewhere = apiUrl === null ? undefined : new URL(apiUrl);
  return new StripeSdk(secretKey, {
    timeout: callMs,
    httpClient: StripeSdk.createFetchHttpClient(boundedFetch),
    maxNetworkRetries: 1,
    telemetry: false,
    ...(elsewhere === undefined
      ? {}
      : {
          host: elsewhere.hostname,
          port: elsewhere.port,
          protocol: elsewhere.protocol === "https:" ? ("https" as const) : ("http" as const),
        }),
  });
}

/** The whole answer, or a fault; the signal is the SDK's and ends with the time of the call. */
async function boundedFetch(...[address, { signal, ...init } = {}]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: "error", signal: signal ?? null });
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > largestAnswer) throw new Error("the processor's answer is too large");
    parts.push(part);
  }
  const { status, headers } = response;
  return new Response(length === 0 ? null : Buffer.concat(parts), { status, headers });
}

/** The official SDK, loaded at its first use: a sandbox without Stripe does not load it. */
import type Stripe from "stripe";

export interface StripeSettings {
  readonly secretKey: string;
  /** Signing secrets of the webhook endpoint; several while one replaces another. */
  readonly webhookSecrets: readonly string[];
  /** Null: Stripe itself. Else a stand-in of tests and proofs; never in live. */
  readonly apiUrl: string | null;
}

/** Answers the one client of the settings. */
export function stripeClient(settings: StripeSettings): () => Promise<Stripe> {
  let loading: Promise<Stripe> | undefined;
  return () => (loading ??= load(settings));
}

async function load({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: StripeSdk } = await import("stripe");
  const elsewhere = apiUrl === null ? undefined : new URL(apiUrl);
  return new StripeSdk(secretKey, {
    // Two calls of at most eight seconds stay within every lease that is held around them.
    timeout: 8_000,
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

/** The part of the configuration that is about Stripe: which keys each service has, and what is wrong with them. */
import type { StripeAccounts } from "../service-parts.ts";
import type { StripeSettings } from "../../payments/stripe/stripe.client.ts";

export interface StripeChoice {
  readonly processor: "test" | "stripe";
  readonly hasLive: boolean;
}

type Read = (name: string) => string | null;

/** Reads the keys; adds to the problems what would take no money, or somebody's real money by mistake. */
export function readStripe(read: Read, choice: StripeChoice, problems: string[]): StripeAccounts {
  const test = readAccount(read, "", "test", problems);
  const live = readAccount(read, "LIVE_", "live", problems);
  const apiUrl = readStandIn(read("STRIPE_API_URL"), choice, problems);
  if (choice.processor === "stripe") {
    if (choice.hasLive && live === undefined)
      problems.push("live needs LIVE_STRIPE_SECRET_KEY and LIVE_STRIPE_WEBHOOK_SECRET to take money");
    if (!choice.hasLive && test === undefined)
      problems.push("PAYMENT_PROCESSOR=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET; or leave it at test");
  }
  if (!choice.hasLive && live !== undefined)
    problems.push(
      "LIVE_STRIPE_SECRET_KEY is set and there is no live service: set LIVE_DATABASE_URL too, or remove the key",
    );
  return {
    ...(test === undefined ? {} : { test: { ...test, apiUrl } }),
    ...(live === undefined || !choice.hasLive ? {} : { live }),
  };
}

function readAccount(
  read: Read,
  prefix: "" | "LIVE_",
  service: "test" | "live",
  problems: string[],
): StripeSettings | undefined {
  const names = { key: `${prefix}STRIPE_SECRET_KEY`, webhook: `${prefix}STRIPE_WEBHOOK_SECRET` };
  const [secretKey, webhooks] = [read(names.key), read(names.webhook)];
  if (secretKey === null && webhooks === null) return undefined;
  if (secretKey === null) problems.push(`${names.webhook} is set and ${names.key} is not; Stripe needs both`);
  else checkKey(secretKey, names.key, service, problems);
  const webhookSecrets = (webhooks ?? "").split(",").map((secret) => secret.trim());
  if (webhooks === null)
    problems.push(
      `${names.webhook} is required with ${names.key}: the signing secret (whsec_…) of the endpoint /payments/stripe/webhook`,
    );
  else if (!webhookSecrets.every((secret) => /^whsec_\S{8,}$/.test(secret)))
    problems.push(
      `${names.webhook} must be the endpoint's signing secret, which begins with whsec_; several with commas between`,
    );
  return { secretKey: secretKey ?? "", webhookSecrets, apiUrl: null };
}

/** A key of the other service would take real money in the sandbox, or none in live. */
function checkKey(key: string, name: string, service: "test" | "live", problems: string[]): void {
  const kind = /^(?:sk|rk)_(test|live)_\S{8,}$/.exec(key)?.[1];
  if (kind === service) return;
  if (kind === undefined) {
    problems.push(`${name} must be a secret or restricted key of Stripe: sk_${service}_… or rk_${service}_…`);
  } else if (service === "test") {
    problems.push(
      `${name} is a live key, and the test service takes test keys only (sk_test_… or rk_test_…): put the live key into LIVE_STRIPE_SECRET_KEY`,
    );
  } else {
    problems.push(
      `${name} is a test key, and live takes live keys only (sk_live_… or rk_live_…): put the test key into STRIPE_SECRET_KEY`,
    );
  }
}

function readStandIn(text: string | null, { hasLive }: StripeChoice, problems: string[]): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    problems.push("STRIPE_API_URL must be an address that begins with http:// or https://");
  }
  if (hasLive) problems.push("STRIPE_API_URL is for proofs against a stand-in; remove it where live runs");
  return text;
}

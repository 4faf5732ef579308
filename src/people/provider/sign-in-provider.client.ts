/**
 * Calls a sign-in provider (OpenID Connect, by openid-client). Guarantees: every call ends within four seconds and reads
 * a bounded answer. Many sign-ins at once fetch the provider's description once; after a failure nobody fetches it for
 * ten seconds. The token's signature, nonce and times are checked, the times by the database's clock. Nothing is written
 * here.
 */
import type * as OpenidClient from "openid-client";
import { monotonicMs } from "../../kernel/clock.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { providerName, type ProviderSettings, type SignInProvider } from "./sign-in-provider.ts";

const usualCallMs = 4_000;
const mostBytes = 256 * 1024;
const restMs = 10_000;

export interface ProviderOptions {
  /** Milliseconds that the program's clock is ahead of the database's. */
  readonly skewMs: () => number;
  /** Hears what went wrong, for the log; nothing of it is secret. */
  readonly onProblem: (problem: string) => void;
  /** How long one call may take, in milliseconds; four seconds when absent. */
  readonly callMs?: number;
  readonly now?: () => number;
}

interface Known {
  readonly sdk: typeof OpenidClient;
  readonly server: OpenidClient.ServerMetadata;
}

/** Makes the client; nothing is called before somebody signs in. */
export function createSignInProvider(settings: ProviderSettings, options: ProviderOptions): SignInProvider {
  const know = createKnowledge(settings, options);
  return {
    issuer: settings.issuer,
    name: providerName(settings),
    async addressFor({ state, secrets, redirectUri }) {
      const known = await know();
      if (isRefusal(known)) return known;
      const { sdk } = known;
      const url = sdk.buildAuthorizationUrl(configure(known, settings, options), {
        redirect_uri: redirectUri,
        scope: "openid",
        state,
        nonce: secrets.nonce,
        code_challenge: await sdk.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async subjectOf({ url, state, secrets }) {
      const known = await know();
      if (isRefusal(known)) return known;
      try {
        const tokens = await known.sdk.authorizationCodeGrant(configure(known, settings, options), new URL(url), {
          pkceCodeVerifier: secrets.verifier,
          expectedNonce: secrets.nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const subject = tokens.claims()?.sub ?? "";
        return subject.length >= 1 && subject.length <= 255 ? subject : failed();
      } catch (error) {
        options.onProblem(wordsOf(error));
        return isSilence(error) ? unavailable() : failed();
      }
    },
  };
}

/** What the provider says of itself; asked for once, and again after a failure. */
function createKnowledge(settings: ProviderSettings, options: ProviderOptions) {
  const { onProblem, callMs = usualCallMs, now = monotonicMs } = options;
  let known: Promise<Known | Refusal<"provider_unavailable">> | undefined;
  let failedAt = -Infinity;
  const ask = async (): Promise<Known | Refusal<"provider_unavailable">> => {
    try {
      const sdk = await import("openid-client");
      const found = await sdk.discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
        [sdk.customFetch]: boundedFetch(callMs),
        timeout: callMs / 1_000,
        ...(isPlain(settings) ? { execute: [sdk.allowInsecureRequests] } : {}),
      });
      return { sdk, server: found.serverMetadata() };
    } catch (error) {
      onProblem(wordsOf(error));
      failedAt = now();
      known = undefined;
      return unavailable();
    }
  };
  return (): Promise<Known | Refusal<"provider_unavailable">> => {
    if (known === undefined && now() - failedAt < restMs) return Promise.resolve(unavailable());
    known ??= ask();
    return known;
  };
}

/** Made for each call: the clocks may come apart. */
function configure({ sdk, server }: Known, settings: ProviderSettings, options: ProviderOptions) {
  const { skewMs, callMs = usualCallMs } = options;
  const { clientId, clientSecret } = settings;
  const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const proves = ways.includes("client_secret_basic")
    ? sdk.ClientSecretBasic(clientSecret)
    : sdk.ClientSecretPost(clientSecret);
  const skew = { [sdk.clockSkew]: -Math.round(skewMs() / 1_000) };
  const configuration = new sdk.Configuration(server, clientId, skew, proves);
  configuration[sdk.customFetch] = boundedFetch(callMs);
  configuration.timeout = callMs / 1_000;
  if (isPlain(settings)) sdk.allowInsecureRequests(configuration);
  sdk.enableNonRepudiationChecks(configuration);
  return configuration;
}

function isPlain({ issuer }: ProviderSettings): boolean {
  return issuer.startsWith("http:");
}

/** Ends in time, and reads no more than the bound; a provider that sends more is broken. */
function boundedFetch(callMs: number): OpenidClient.CustomFetch {
  return async (url, { body, headers, method }) => {
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(callMs),
      ...(body instanceof URLSearchParams ? { body } : {}),
    });
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > mostBytes) throw new Error(`the provider sent more than ${mostBytes} bytes`);
      parts.push(part);
    }
    const { status, headers: answered } = response;
    return new Response(length === 0 ? null : Buffer.concat(parts), { status, headers: answered });
  };
}

/** The provider did not answer, or not in time: trying again later may work. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "TimeoutError" || error.name === "AbortError") return true;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  return "code" in error && error.code === "OAUTH_TIMEOUT" ? true : isSilence(error.cause);
}

/** Name and code, without what was sent. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "an unknown failure";
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return `${error.name}: ${error.message}${code}`.slice(0, 300);
}

function unavailable(): Refusal<"provider_unavailable"> {
  return refuse(
    "provider_unavailable",
    "the sign-in provider does not answer; sign in another way, or try again later",
  );
}

function failed(): Refusal<"sign_in_failed"> {
  return refuse("sign_in_failed", "the sign-in provider did not confirm who you are; try again");
}

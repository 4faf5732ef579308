/** A sign-in provider (OpenID Connect): its settings and its answers. Pure. */
import type { Refusal } from "../../kernel/refusal.ts";

export interface ProviderSettings {
  /** The address of the issuer, as its documents name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What people read on the button: the issuer's host name. */
export function providerName({ issuer }: Pick<ProviderSettings, "issuer">): string {
  return new URL(issuer).host;
}

/** What a sign-in begins with, and is compared with when the browser comes back. */
export interface ProviderSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignInProvider {
  readonly issuer: string;
  /** What people read. */
  readonly name: string;
  /** The address at the provider to which the browser goes. */
  addressFor(asked: {
    readonly state: string;
    readonly secrets: ProviderSecrets;
    readonly redirectUri: string;
  }): Promise<string | Refusal<"provider_unavailable">>;
  /** Who somebody is there, by the address with which the browser came back. */
  subjectOf(back: {
    readonly url: string;
    readonly state: string;
    readonly secrets: ProviderSecrets;
  }): Promise<string | Refusal<"provider_unavailable" | "sign_in_failed">>;
}

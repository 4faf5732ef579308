/**
 * Signs in by a sign-in provider, and links the provider to an account. Guarantees: the values that the browser brings
 * back are valid once, in the browser that began. A link is made for the person who began it and is still signed in. No
 * account is created, and no e-mail address links anything (rules/people 4.7). The provider is called outside of every
 * transaction.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { PersonCaller } from "../../platform/http/console/console-caller.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import { tooManySignIns } from "../sign-in/sign-in-by-password.command.ts";
import type { SignInDeps } from "../sign-in/sign-in-deps.cache.ts";
import { countWaysIn } from "../sign-in/ways-in.sql.ts";
import * as sql from "./identities.sql.ts";
import type { SignInProvider } from "./sign-in-provider.ts";

export interface BeginAtProvider {
  /** Who links; null for a sign-in. */
  readonly personId: Id<"per"> | null;
  /** The path that follows. */
  readonly to: string;
  readonly redirectUri: string;
}

export interface BegunAtProvider {
  /** Where the browser goes. */
  readonly address: string;
  /** What the browser keeps, and has to bring back. */
  readonly state: string;
}

/** Begins a sign-in or a link. */
export async function beginAtProvider(
  database: Database,
  provider: SignInProvider,
  { personId, to, redirectUri }: BeginAtProvider,
): Promise<BegunAtProvider | Refusal<"provider_unavailable">> {
  const [state, nonce, verifier] = [token(), token(), token()];
  const address = await provider.addressFor({ state, secrets: { nonce, verifier }, redirectUri });
  if (isRefusal(address)) return address;
  const begun = { person_id: personId, secrets: { nonce, verifier, to } };
  await database.transaction((tx) => sql.insertBegun(tx, hashOf(state), begun));
  return { address, state };
}

export interface BackFromProvider {
  /** The whole address with which the browser came back. */
  readonly url: string;
  /** What the browser kept. */
  readonly kept: string | undefined;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The person who is signed in, where somebody is. */
  readonly caller: PersonCaller | undefined;
}

export type ProviderOutcome =
  | { readonly kind: "signed_in"; readonly session: BegunSession; readonly to: string }
  | { readonly kind: "linked"; readonly to: string };

export type ProviderRefusal = Refusal<
  "sign_in_failed" | "rate_limited" | "provider_unavailable" | "not_linked" | "identity_taken"
>;

/** Ends what was begun: opens a session for the person of the identity, or links the identity to who began. */
export async function endAtProvider(
  database: Database,
  signIn: SignInDeps,
  provider: SignInProvider,
  back: BackFromProvider,
): Promise<ProviderOutcome | ProviderRefusal> {
  const wait = signIn.countBad(back.address);
  if (wait !== undefined) return tooManySignIns("from this address", wait);
  const state = new URL(back.url).searchParams.get("state") ?? "";
  if (back.kept === undefined || !isSame(state, back.kept)) return notBegun();
  const { begun } = await database.transaction(async (tx) => ({ begun: await sql.takeBegun(tx, hashOf(state)) }));
  if (begun === undefined) return notBegun();
  const { secrets, person_id: linking } = begun;
  const subject = await provider.subjectOf({ url: back.url, state, secrets });
  if (isRefusal(subject)) return subject;
  const ended = await database.transaction((tx) =>
    linking === null ? startSession(tx, provider, subject, back) : link(tx, provider, subject, linking, back.caller),
  );
  if (isRefusal(ended)) return ended;
  signIn.forgive(back.address);
  return { ...ended, to: secrets.to };
}

type Ended = { readonly kind: "signed_in"; readonly session: BegunSession } | { readonly kind: "linked" };

async function startSession(
  tx: Tx,
  { issuer }: SignInProvider,
  subject: string,
  { userAgent, caller }: BackFromProvider,
): Promise<Ended | ProviderRefusal> {
  const personId = await sql.findPersonOf(tx, issuer, subject);
  if (personId === undefined)
    return refuse("not_linked", "no account is linked with this; sign in another way and link it at /me");
  const session = beginSession(tx, { personId, method: "provider", userAgent, replaces: caller?.session.id });
  return { kind: "signed_in", session };
}

/** For the person who began, and only while they are freshly signed in. */
async function link(
  tx: Tx,
  { issuer }: SignInProvider,
  subject: string,
  personId: Id<"per">,
  caller: PersonCaller | undefined,
): Promise<Ended | ProviderRefusal> {
  if (caller?.person.id !== personId || !caller.session.isFresh) return notBegun();
  if (await sql.insertIdentity(tx, issuer, subject, personId)) return { kind: "linked" };
  if ((await sql.findPersonOf(tx, issuer, subject)) === personId) return { kind: "linked" };
  return refuse(
    "identity_taken",
    "this is linked with another account, or your account is linked with another one there",
  );
}

/** Takes the link away; refuses where it is the only way in. A repeat changes nothing. */
export async function unlinkProvider(
  tx: Tx,
  { issuer }: SignInProvider,
  personId: Id<"per">,
): Promise<Done | Refusal<"last_way_in">> {
  if ((await sql.findLinkedAt(tx, issuer, personId)) === undefined) return done;
  const ways = await countWaysIn(tx, personId);
  if (ways <= 1) return refuse("last_way_in", "this is your only way to sign in; add a passkey or a password first");
  sql.deleteIdentity(tx, issuer, personId);
  return done;
}

function token(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(state: string): Buffer {
  return createHash("sha256").update(state).digest();
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hashOf(one), hashOf(other));
}

function notBegun(): Refusal<"sign_in_failed"> {
  return refuse("sign_in_failed", "this sign-in was not begun in this browser, or it took too long; begin again");
}

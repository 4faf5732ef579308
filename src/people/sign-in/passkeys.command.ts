/**
 * Passkeys (WebAuthn, by @simplewebauthn/server): adding one, and signing in by one. Guarantees: we asked for what a
 * browser signs, once and within five minutes. The user was verified. A passkey works at its own host and origin only. An
 * authenticator whose count does not rise is refused, because it may be a copy (rules/people 4.1).
 */
import { createHash } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { newId, type Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { ConsoleSite, PersonCaller } from "../../platform/http/console/console-caller.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { findPersonById } from "../person/persons.sql.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import * as sql from "./passkeys.sql.ts";
import { countWaysIn } from "./ways-in.sql.ts";
import { signInFailed, tooManySignIns } from "./sign-in-by-password.command.ts";
import type { SignInDeps } from "./sign-in-deps.cache.ts";

/** Loaded with the first passkey: to load it takes a seventh of the start of a process. */
const webauthn = () => import("@simplewebauthn/server");

/** One to ten each (rules/people 4.1). */
const mostPasskeys = 10;

/** Browsers offer passkeys for names over https, and for localhost; undefined where they do not. */
export function relyingParty({ host, isSecure }: ConsoleSite): { id: string; origin: string } | undefined {
  const url = URL.parse(`${isSecure ? "https" : "http"}://${host}`);
  if (url === null || /^[\d.]+$|^\[/.test(url.hostname)) return undefined;
  return isSecure || url.hostname === "localhost" ? { id: url.hostname, origin: url.origin } : undefined;
}

type NoPasskeys = Refusal<"passkeys_unavailable">;

/** For `navigator.credentials`, in the JSON form of WebAuthn. */
export interface PasskeyOptions {
  readonly options: object;
}

/** What the browser needs to make a passkey. */
export function passkeyToAdd(tx: Tx, { person, site }: PersonCaller): Promise<PasskeyOptions | NoPasskeys> {
  return askForPasskey(tx, site, person, "passkey_registration");
}

/** What a passkey is made for: one more of a person, or the first of somebody who joins. */
type MakingKind = "passkey_registration" | "passkey_joining";

interface Owner {
  readonly id: Id<"per">;
  readonly name: string;
  readonly email: string;
}

/** Asks a browser to make a passkey for the owner. */
export async function askForPasskey(
  tx: Tx,
  site: ConsoleSite,
  { id, name, email }: Owner,
  kind: MakingKind,
): Promise<PasskeyOptions | NoPasskeys> {
  const party = relyingParty(site);
  if (party === undefined) return noPasskeysHere();
  const known = await sql.listPasskeys(tx, id);
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: "Maple",
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(createHash("sha256").update(id).digest()),
    attestationType: "none",
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id.toString("base64url") })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const hash = hashOf(options.challenge);
  if (kind === "passkey_joining") await sql.insertJoiningChallenge(tx, hash, id);
  else await sql.insertChallenge(tx, hash, kind, id);
  return { options };
}

/** What the browser made, and what the person calls it. */
export interface MadePasskey {
  readonly response: RegistrationResponseJSON;
  readonly name: string;
}

export interface CheckedPasskey {
  /** Whom it was asked for. */
  readonly personId: Id<"per">;
  readonly passkey: Omit<Parameters<typeof sql.insertPasskey>[1], "person_id" | "name">;
}

/** Checks what the browser made; the challenge is used up. `expected` is the person who adds one. */
export async function checkMadePasskey(
  database: Database,
  site: ConsoleSite,
  response: RegistrationResponseJSON,
  kind: MakingKind,
  expected: Id<"per"> | null = null,
): Promise<CheckedPasskey | Refusal<"sign_in_failed" | "passkeys_unavailable">> {
  const party = relyingParty(site);
  if (party === undefined) return noPasskeysHere();
  const challenge = challengeIn(response.response.clientDataJSON);
  if (challenge === undefined) return notVerified();
  const { personId } = await database.transaction(async (tx) => {
    if (kind === "passkey_joining") return { personId: await sql.takeJoiningChallenge(tx, hashOf(challenge)) };
    const wasOurs = await sql.takeChallenge(tx, hashOf(challenge), kind, expected);
    return { personId: wasOurs && expected !== null ? expected : undefined };
  });
  if (personId === undefined) return notVerified();
  const checked = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    .catch(() => undefined);
  if (checked?.verified !== true) return notVerified();
  const { credential, credentialBackedUp } = checked.registrationInfo;
  const passkey = {
    id: newId("pky"),
    credential_id: Buffer.from(credential.id, "base64url"),
    public_key: Buffer.from(credential.publicKey),
    sign_count: credential.counter,
    host: party.id,
    isBackedUp: credentialBackedUp,
  };
  return { personId, passkey };
}

/** Keeps the passkey that the browser made. The session counts as begun with it from now on. */
export async function addPasskey(
  database: Database,
  { person, session, site }: PersonCaller,
  { response, name }: MadePasskey,
): Promise<sql.Passkey | Refusal<"sign_in_failed" | "passkey_limit" | "passkeys_unavailable">> {
  const checked = await checkMadePasskey(database, site, response, "passkey_registration", person.id);
  if (isRefusal(checked)) return checked;
  return database.transaction(async (tx) => {
    await sql.lockPerson(tx, person.id);
    if ((await sql.listPasskeys(tx, person.id)).length >= mostPasskeys)
      return refuse("passkey_limit", `a person has at most ${mostPasskeys} passkeys; remove one first`);
    const passkey = await sql.insertPasskey(tx, { ...checked.passkey, person_id: person.id, name });
    if (passkey === undefined) return notVerified();
    sql.markSessionByPasskey(tx, session.id);
    return passkey;
  });
}

/** What the browser needs to sign in by any passkey that it has for us. */
export async function passkeyToSignIn(tx: Tx, site: ConsoleSite): Promise<PasskeyOptions | NoPasskeys> {
  const party = relyingParty(site);
  if (party === undefined) return noPasskeysHere();
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({ rpID: party.id, userVerification: "required" });
  await sql.insertChallenge(tx, hashOf(options.challenge), "passkey_sign_in", null);
  return { options };
}

export interface PasskeySignIn {
  readonly response: AuthenticationResponseJSON;
  readonly site: ConsoleSite;
  readonly address: string;
  readonly replaces: Id<"ses"> | undefined;
}

/** Signs in by what the browser signed. Bad ones count against the address only. */
export async function signInByPasskey(
  database: Database,
  signIn: SignInDeps,
  { response, site, address, replaces }: PasskeySignIn,
): Promise<BegunSession | Refusal<"sign_in_failed" | "rate_limited" | "passkeys_unavailable">> {
  const party = relyingParty(site);
  if (party === undefined) return noPasskeysHere();
  const wait = signIn.countBad(address);
  if (wait !== undefined) return tooManySignIns("from this address", wait);
  const challenge = await takeChallenge(database, response.response.clientDataJSON);
  if (isRefusal(challenge)) return challenge;
  const passkey = await sql.findPasskey(database.read, Buffer.from(response.id, "base64url"), party.id);
  if (passkey === undefined) return notVerified();
  const checked = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.sign_count,
      },
    })
    .catch(() => undefined);
  if (checked?.verified !== true) return notVerified();
  const session = await database.transaction(async (tx) => {
    if (!(await sql.usePasskey(tx, passkey.id, checked.authenticationInfo.newCounter))) return notVerified();
    const person = await findPersonById(tx, passkey.person_id);
    if (person === undefined) return signInFailed();
    return beginSession(tx, { personId: person.id, method: "passkey", userAgent: site.userAgent, replaces });
  });
  if (!isRefusal(session)) signIn.forgive(address);
  return session;
}

/** Removes one of one's own passkeys; refuses the one that is the only way to sign in (rules/people 4.8). */
export async function removePasskey(
  tx: Tx,
  personId: Id<"per">,
  id: Id<"pky">,
): Promise<Done | Refusal<"not_found" | "last_way_in">> {
  const ways = await countWaysIn(tx, personId);
  if (!(await sql.deletePasskey(tx, personId, id))) return refuse("not_found", `you have no passkey ${id}`);
  if (ways > 1) return done;
  return refuse("last_way_in", "this is your only way to sign in; add another passkey or set a password first");
}

/** The challenge that the browser signed, if we asked for it; it is used up thereby. */
async function takeChallenge(database: Database, clientData: string): Promise<string | Refusal<"sign_in_failed">> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return notVerified();
  const { wasOurs } = await database.transaction(async (tx) => ({
    wasOurs: await sql.takeChallenge(tx, hashOf(challenge), "passkey_sign_in", null),
  }));
  return wasOurs ? challenge : notVerified();
}

function challengeIn(clientData: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
    if (typeof read !== "object" || read === null || !("challenge" in read)) return undefined;
    return typeof read.challenge === "string" && read.challenge.length <= 200 ? read.challenge : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}

function notVerified(): Refusal<"sign_in_failed"> {
  return refuse("sign_in_failed", "the passkey could not be verified; try again");
}

function noPasskeysHere(): NoPasskeys {
  return refuse("passkeys_unavailable", "passkeys work at a host name over https, or at localhost");
}

/**
 * Reads the key of every request from the database, so that revocation, disabling and scope changes act on the next
 * request. The keys of requests that arrive together are read by one statement.
 */
import { timingSafeEqual } from "node:crypto";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { AppCaller } from "../platform/http/callers.ts";
import type { Scope } from "../platform/http/scopes.ts";
import type { Db } from "../platform/postgres/database.ts";
import { gatherReads } from "../platform/postgres/gather-reads.ts";
import { parseKey } from "./api-key.ts";
import { isKeyGood, listKeyStates, type KeyState } from "./apps.sql.ts";

export type AuthenticateKey = (key: string) => Promise<AppCaller | Refusal<"unauthorized">>;

/** Makes the look-up of one service. */
export function createKeyAuthenticator(db: Db): AuthenticateKey {
  return async (key) => {
    const parsed = parseKey(key);
    if (parsed.kind === "malformed") {
      return refuse(
        "unauthorized",
        "the API key is malformed: it begins with mpk_test_ or mpk_live_ and has 38 more letters and digits",
      );
    }
    if (parsed.kind === "mistyped") {
      return refuse("unauthorized", "the API key is mistyped: its last six characters do not match the others");
    }
    if (parsed.livemode !== db.livemode)
      return refuse("unauthorized", "live is not configured on this service; use a mpk_test_ key");
    const state = await findKeyState(db, parsed.hash);
    return state === undefined ? refuse("unauthorized", "the API key is not known here") : toCaller(state, db.livemode);
  };
}

function toCaller(state: KeyState, livemode: boolean): AppCaller | Refusal<"unauthorized"> {
  if (state.ended !== null)
    return refuse("unauthorized", `the API key is ${state.ended}; ask the operator for a new one`);
  if (state.status === "disabled") return refuse("unauthorized", "the app is disabled; ask the operator");
  const { app_id: id, name, scopes, key_id: keyId, has_faults: hasFaults } = state;
  return { id, name, livemode, scopes, keyId, hasFaults };
}

/** Whether the key with which somebody came still opens what needs the scope, for answers that go on for long. */
export function mayGoOn(db: Db, { keyId }: Pick<AppCaller, "keyId">, scope: Scope): Promise<boolean> {
  return isKeyGood(db, keyId, scope);
}

/** Goes the way of every request's key look-up, for a key that nobody has; throws when there is no answer. */
export async function probeKeys(db: Db): Promise<void> {
  await findKeyState(db, Buffer.alloc(32));
}

/** The states of keys by their hashes, each compared in constant time. */
const findKeyState = gatherReads<Buffer, KeyState>(async (db, hashes) => {
  const distinct = new Map(hashes.map((hash) => [hash.toString("base64"), hash]));
  const states = await listKeyStates(db, [...distinct.values()]);
  return hashes.map((hash) => states.find((state) => timingSafeEqual(state.hash, hash)));
});

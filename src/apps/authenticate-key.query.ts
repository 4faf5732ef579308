/**
 * Reads the key of every request from the database, so that revocation, disabling and scope changes act on the next
 * request. Keys of requests that arrive while a look-up is under way share the next one: under load the cost per
 * request shrinks, and no answer is ever older than the request it is for.
 */
import { timingSafeEqual } from "node:crypto";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { AppCaller } from "../platform/http/route.ts";
import type { Db, Environment } from "../platform/postgres/database.ts";
import { parseKey } from "./api-key.ts";
import { listKeyStates, type KeyState } from "./apps.sql.ts";

export type AuthenticateKey = (key: string) => Promise<AppCaller | Refusal<"unauthorized">>;

/** Makes the look-up over the databases that are configured. */
export function createKeyAuthenticator(databases: {
  readonly test: Db;
  readonly live?: Db | undefined;
}): AuthenticateKey {
  const lookups = {
    test: createLookup(databases.test),
    live: databases.live === undefined ? undefined : createLookup(databases.live),
  };
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
    const lookup = lookups[parsed.environment];
    if (lookup === undefined)
      return refuse("unauthorized", "live is not configured on this service; use a mpk_test_ key");
    const state = await lookup(parsed.hash);
    return state === undefined
      ? refuse("unauthorized", "the API key is not known here")
      : toCaller(state, parsed.environment);
  };
}

function toCaller(state: KeyState, environment: Environment): AppCaller | Refusal<"unauthorized"> {
  if (state.ended !== null)
    return refuse("unauthorized", `the API key is ${state.ended}; ask the operator for a new one`);
  if (state.status === "disabled") return refuse("unauthorized", "the app is disabled; ask the operator");
  return { id: state.app_id, name: state.name, environment, scopes: state.scopes, keyId: state.key_id };
}

interface Waiting {
  readonly hash: Buffer;
  readonly resolve: (state: KeyState | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** One look-up at a time; what arrives meanwhile goes into the next. */
function createLookup(db: Db): (hash: Buffer) => Promise<KeyState | undefined> {
  let waiting: Waiting[] = [];
  let busy = false;

  async function drain(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const distinct = new Map(batch.map((entry) => [entry.hash.toString("base64"), entry.hash]));
        const states = await listKeyStates(db, [...distinct.values()]);
        for (const entry of batch) entry.resolve(states.find((state) => timingSafeEqual(state.hash, entry.hash)));
      } catch (error) {
        for (const entry of batch) entry.reject(error);
      }
    }
    busy = false;
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      if (!busy) void drain();
    });
}

/**
 * Begins and ends sessions. A sign-in always makes a new token; only the answer and the cookie have it. An ended session
 * gives no access from the next request on.
 */
import { randomBytes } from "node:crypto";
import { newId, type Id } from "../../kernel/id.ts";
import { done, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { ConsoleSession } from "../../platform/http/console/console-caller.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { endOwnSession as saveOwnEnd, endSession as saveEnd, insertSession } from "./sessions.sql.ts";
import { tokenHash, tokenText } from "./token.ts";

/** At most 30 days (rules/people 5.1); the operator's people have less, which each request looks at. */
export const sessionSeconds = 30 * 86_400;

export interface BegunSession {
  readonly id: Id<"ses">;
  readonly token: string;
  readonly seconds: number;
}

export interface SessionWanted {
  readonly personId: Id<"per">;
  readonly method: ConsoleSession["method"];
  readonly userAgent: string | undefined;
  /** The session that the browser had before: it ends. */
  readonly replaces?: Id<"ses"> | undefined;
  /** For a PIN on a shared device. */
  readonly device?: { readonly id: Id<"pdv">; readonly seconds: number };
}

/** Opens a session of a person who has proved who they are. */
export function beginSession(tx: Tx, wanted: SessionWanted): BegunSession {
  const token = tokenText(randomBytes(32));
  const hash = tokenHash(token);
  if (hash === undefined) throw new Error("a new token has the form of one");
  const id = newId("ses");
  const { device, userAgent } = wanted;
  if (wanted.replaces !== undefined) saveEnd(tx, wanted.replaces);
  const seconds = device?.seconds ?? sessionSeconds;
  insertSession(tx, {
    id,
    tokenHash: hash,
    personId: wanted.personId,
    method: wanted.method,
    deviceId: device?.id ?? null,
    userAgent: userAgent === undefined ? null : userAgent.slice(0, 200),
    seconds,
  });
  return { id, token, seconds };
}

/** Ends one of a person's own sessions; a repeat changes nothing. Refuses one of somebody else as unknown. */
export async function endOwnSession(tx: Tx, personId: Id<"per">, id: Id<"ses">): Promise<Done | Refusal<"not_found">> {
  return (await saveOwnEnd(tx, personId, id)) ? done : refuse("not_found", `you have no session ${id}`);
}

/** Ends a session; a repeat changes nothing. */
export function endSession(tx: Tx, id: Id<"ses">): void {
  saveEnd(tx, id);
}

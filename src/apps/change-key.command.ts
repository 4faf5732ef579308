/**
 * Issues and revokes API keys. Only the answer of the issue has the key: the database, the audit log and the stored
 * idempotent answer never do. A revocation acts on the next request.
 */
import { randomBytes } from "node:crypto";
import { recordAudit, type Author } from "../audit/record-audit.command.ts";
import { toIso, type Instant } from "../kernel/clock.ts";
import { newId, type Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { formatKey, hashKey } from "./api-key.ts";
import { findAppForUpdate, findKeyForUpdate, insertKey, revokeKey as saveRevocation, type ApiKey } from "./apps.sql.ts";

export interface NewKey {
  readonly appId: Id<"app">;
  readonly expiresAt: Instant | null;
}

export interface IssuedKey {
  readonly apiKey: ApiKey;
  /** The key itself, shown once. */
  readonly key: string;
}

/** Issues a key of an app; refuses an unknown app, and an expiry that is not in the future. */
export async function issueKey(
  tx: Tx,
  wanted: NewKey,
  by: Author,
): Promise<IssuedKey | Refusal<"not_found" | "invalid_request">> {
  const app = await findAppForUpdate(tx, wanted.appId);
  if (app === undefined) return refuse("not_found", `there is no app ${wanted.appId}`);
  const key = makeKey(tx.livemode);
  const apiKey = await insertKey(tx, {
    id: newId("key"),
    appId: app.id,
    hash: hashKey(key),
    lastFour: key.slice(-4),
    expiresAt: wanted.expiresAt,
  });
  if (apiKey.expires_at !== null && apiKey.expires_at <= apiKey.created_at) {
    return refuse("invalid_request", "body.expires_at must be in the future");
  }
  await recordAudit(tx, { ...by, action: "key.issued", subject: apiKey.id, before: null, after: audited(apiKey) });
  return { apiKey, key };
}

/** Ends a key for good; a repeat changes nothing. Refuses an unknown key. */
export async function revokeKey(tx: Tx, id: Id<"key">, by: Author): Promise<ApiKey | Refusal<"not_found">> {
  const before = await findKeyForUpdate(tx, id);
  if (before === undefined) return refuse("not_found", `there is no API key ${id}`);
  if (before.revoked_at !== null) return before;
  const after = await saveRevocation(tx, id);
  await recordAudit(tx, { ...by, action: "key.revoked", subject: id, before: audited(before), after: audited(after) });
  return after;
}

function makeKey(livemode: boolean): string {
  for (;;) {
    const key = formatKey(livemode, randomBytes(64));
    if (key !== undefined) return key;
  }
}

function audited(key: ApiKey) {
  return {
    app_id: key.app_id,
    last_four: key.last_four,
    expires_at: key.expires_at === null ? null : toIso(key.expires_at),
    revoked_at: key.revoked_at === null ? null : toIso(key.revoked_at),
  };
}

/**
 * Writes one entry of the audit log in the transaction of its change, so that both are there or neither is. Writers wait
 * for one lock until the transaction before them ends, so the chain has no gap and no fork. Call this as the last step of
 * a command, when its row locks are held already. Called by every command of the operator's.
 */
import type { Actor } from "../kernel/actor.ts";
import { newId, type Id } from "../kernel/id.ts";
import type { RoleName } from "../platform/http/console/console-caller.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { genesisHash, hashEntry } from "./audit-entry.ts";
import { insertEntry, lockChain } from "./audit.sql.ts";

/** Who makes a change, for the audit log. */
export interface Author {
  /** A word: "operator", the name of a program, or the kind of the actor. */
  readonly actor: string;
  /** Who exactly; when absent the operator's token, or the service for programs. */
  readonly by?: Actor;
  /** The role that allows it. */
  readonly role?: RoleName;
  /** The shared device on which it is done. */
  readonly deviceId?: Id<"pdv"> | null;
  /** The request that asked for the change; null outside HTTP. */
  readonly requestId: Id<"req"> | null;
}

export interface AuditedChange extends Author {
  readonly action: string;
  readonly subject: string;
  /** JSON values, null when there was or is nothing; never a secret. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Records who changed what, when, from what to what (rules/operating 8.1; rules/people 7.1). */
export async function recordAudit(tx: Tx, change: AuditedChange): Promise<void> {
  const head = await lockChain(tx);
  const by = change.by ?? { kind: change.actor === "operator" ? "operator_token" : "system", id: null };
  const entry = {
    sequence: (head.sequence ?? 0) + 1,
    id: newId("aud"),
    at: head.at,
    format: 2 as const,
    actor: change.actor,
    actor_kind: by.kind,
    actor_id: by.id,
    device_id: change.deviceId ?? null,
    role: change.role ?? null,
    action: change.action,
    subject: change.subject,
    before: change.before,
    after: change.after,
    request_id: change.requestId,
    previous_hash: head.hash ?? genesisHash,
  };
  insertEntry(tx, { ...entry, hash: hashEntry(entry) });
}

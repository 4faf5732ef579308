/**
 * Writes one entry of the audit log, in the transaction of the change it tells of: both are there or neither is.
 * Writers queue on one lock until their transaction ends, so that the chain has no gap and no fork; call this as the
 * last step of a command, when its row locks are held already. Called by every command of the operator's.
 */
import { newId, type Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { genesisHash, hashEntry } from "./audit-entry.ts";
import { insertEntry, lockChain } from "./audit.sql.ts";

/** Who makes a change, for the audit log. */
export interface Author {
  /** "operator", or the name of a program. */
  readonly actor: string;
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

/** Records who changed what, when, from what to what (rules/operating 8.1). */
export async function recordAudit(tx: Tx, change: AuditedChange): Promise<void> {
  const head = await lockChain(tx);
  const entry = {
    sequence: (head.sequence ?? 0) + 1,
    id: newId("aud"),
    at: head.at,
    actor: change.actor,
    action: change.action,
    subject: change.subject,
    before: change.before,
    after: change.after,
    request_id: change.requestId,
    previous_hash: head.hash ?? genesisHash,
  };
  insertEntry(tx, { ...entry, hash: hashEntry(entry) });
}

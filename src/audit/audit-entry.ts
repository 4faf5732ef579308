/**
 * The entry of the audit log and its hash. Each hash covers the hash before it and the whole entry, so an entry that is
 * changed, dropped or put in later makes every hash from there on wrong (reliability.md, I11).
 */
import { createHash } from "node:crypto";
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";

export interface AuditEntry {
  /** 1, 2, 3 … without a gap. */
  readonly sequence: number;
  readonly id: Id<"aud">;
  readonly at: Instant;
  /** Who: "operator", or the name of a program. */
  readonly actor: string;
  /** What: "app.updated", "grant.revoked". */
  readonly action: string;
  /** To what: an id, or two with a slash between. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly request_id: Id<"req"> | null;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/** What the first entry has for a previous hash. */
export const genesisHash: Buffer = Buffer.alloc(32);

/** SHA-256 over the previous hash and the canonical text of the entry. */
export function hashEntry(entry: Omit<AuditEntry, "hash">): Buffer {
  const { previous_hash: previousHash, ...fields } = entry;
  return createHash("sha256").update(previousHash).update(canonicalText(fields)).digest();
}

/** JSON with sorted keys and no spaces: the same text before the database has stored a value and after it is read back. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isRecord(inner) ? sortedByKey(inner) : inner)) ?? "null";
}

function sortedByKey(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

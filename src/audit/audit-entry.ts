/**
 * The entry of the audit log and its hash (rules/operating 8.2). Each hash covers the hash before it and the whole entry.
 * When an entry is changed, removed or inserted later, every hash from there on is wrong.
 */
import { createHash } from "node:crypto";
import type { ActorKind } from "../kernel/actor.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import type { RoleName } from "../platform/http/console/console-caller.ts";

export interface AuditEntry {
  /** 1, 2, 3 … without a gap. */
  readonly sequence: number;
  readonly id: Id<"aud">;
  readonly at: Instant;
  /** What the hash covers: format 1 knows no fields of the actor but the word. */
  readonly format: 1 | 2;
  /** Who, in a word: "operator", the name of a program, or the kind of the actor. */
  readonly actor: string;
  /** Who, by kind and id; null in format 1. */
  readonly actor_kind: ActorKind | null;
  readonly actor_id: string | null;
  /** The shared device on which it was done. */
  readonly device_id: Id<"pdv"> | null;
  /** The role that allowed it. */
  readonly role: RoleName | null;
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

/** SHA-256 over the previous hash and the canonical text of the entry, which holds ids and no names (rules/people 7.2). */
export function hashEntry(entry: Omit<AuditEntry, "hash">): Buffer {
  const { previous_hash: previousHash, ...fields } = entry;
  const covered = fields.format === 1 ? fieldsOfFormat1(fields) : fields;
  return createHash("sha256").update(previousHash).update(canonicalText(covered)).digest();
}

function fieldsOfFormat1(fields: Omit<AuditEntry, "hash" | "previous_hash">): object {
  const { format: _format, actor_kind: _kind, actor_id: _id, device_id: _device, role: _role, ...covered } = fields;
  return covered;
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

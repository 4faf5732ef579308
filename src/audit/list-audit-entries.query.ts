import type { Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import type { Db } from "../platform/postgres/database.ts";
import type { AuditEntry } from "./audit-entry.ts";
import {
  findEntrySequence,
  findFilteredEntries,
  findLocationEntries,
  listNewestEntries,
  type AuditFilter,
} from "./audit.sql.ts";

/** The newest entries first; with `before`, those older than that entry. */
export async function listAuditEntries(
  db: Db,
  page: { readonly before: Id<"aud"> | undefined; readonly limit: number },
): Promise<AuditEntry[] | Refusal<"invalid_request">> {
  if (page.before === undefined) return listNewestEntries(db, null, page.limit);
  const sequence = await findEntrySequence(db, page.before);
  if (sequence === undefined) return refuse("invalid_request", "query.starting_after names no entry of the audit log");
  return listNewestEntries(db, sequence, page.limit);
}

/** The same of one location: its settings, its people and its devices. */
export async function listLocationEntries(
  db: Db,
  locationId: Id<"str">,
  page: { readonly before: Id<"aud"> | undefined; readonly limit: number },
): Promise<AuditEntry[] | Refusal<"invalid_request">> {
  if (page.before === undefined) return findLocationEntries(db, locationId, null, page.limit);
  const sequence = await findEntrySequence(db, page.before);
  if (sequence === undefined) return refuse("invalid_request", "query.starting_after names no entry of the audit log");
  return findLocationEntries(db, locationId, sequence, page.limit);
}

/** The newest entries that fit; with `before`, those older than that entry. None where `before` names no entry. */
export async function searchAuditEntries(
  db: Db,
  filter: AuditFilter,
  page: { readonly before: Id<"aud"> | undefined; readonly limit: number },
): Promise<AuditEntry[]> {
  if (page.before === undefined) return findFilteredEntries(db, filter, null, page.limit);
  const sequence = await findEntrySequence(db, page.before);
  return sequence === undefined ? [] : findFilteredEntries(db, filter, sequence, page.limit);
}

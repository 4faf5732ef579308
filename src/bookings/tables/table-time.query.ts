/**
 * The time in which an owner has its tables: its stay or, when that is longer, its claims, with the buffer and the added
 * time of an overstay. A writer that frees tables locks these dates and counts a write to each of them; else a search
 * that remembers one of the dates would not notice.
 */
import type { Tx } from "../../platform/postgres/database.ts";
import type { Span } from "./booking-days.ts";
import { findClaimedTime, type ClaimOwner } from "./claims.sql.ts";
import type { LockedDays } from "./lock-days.command.ts";

/** As far as it is known before the dates are locked. */
export async function readTableTime(tx: Tx, ownerId: ClaimOwner, stay: Span): Promise<Span> {
  const claimed = await findClaimedTime(tx, ownerId);
  return join([stay, ...(claimed === undefined ? [] : [claimed])]);
}

/** As it is under the locks. */
export function tableTimeOf(locked: Pick<LockedDays, "claims">, ownerId: ClaimOwner, stay: Span): Span {
  return join([stay, ...locked.claims.filter((claim) => claim.ownerId === ownerId)]);
}

function join(spans: readonly Span[]): Span {
  return { from: Math.min(...spans.map(({ from }) => from)), until: Math.max(...spans.map(({ until }) => until)) };
}

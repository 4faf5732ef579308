/**
 * Holds another time for a guest in place of the one that they hold. Guarantees: both steps or neither. When the new time
 * is refused, the guest keeps the old hold; the old hold never stands against the new one. One transaction: a crash
 * leaves the old hold.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { lockHoldsOf } from "../tables/claims.sql.ts";
import { holdSlot, releaseHold, type HoldRefusal } from "./hold-slot.command.ts";
import type { Hold } from "../book/hold.ts";
import { findHold } from "../book/holds.sql.ts";
import { lockDaysAt } from "../tables/lock-days.command.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { readTableTime } from "../tables/table-time.query.ts";

/** Holds the slot for a guest and releases the hold that they had, if it is one of this place and not over. */
export async function holdInstead(
  tx: Tx,
  tokens: SlotTokens,
  slotToken: string,
  earlierId: Id<"bkh">,
): Promise<Hold | HoldRefusal> {
  const slot = tokens.read(slotToken, null);
  if (isRefusal(slot)) return slot;
  const { locationId, startsAt, durationMinutes } = slot;
  const earlier = await findHold(tx, earlierId, null);
  if (earlier?.location_id === locationId) {
    // Everything that the two steps lock, in the order in which everybody locks it.
    await lockHoldsOf(tx, locationId, null);
    const stay = { from: earlier.starts_at, until: earlier.ends_at };
    const wanted = { from: startsAt, until: startsAt + durationMinutes * 60_000 };
    await lockDaysAt(tx, locationId, [await readTableTime(tx, earlierId, stay), wanted]);
    // One that has become a booking is refused and stays the booking's.
    await releaseHold(tx, null, earlierId);
  }
  return holdSlot(tx, tokens, null, slotToken);
}

/**
 * Changes the size of a party (rules/bookings 16.4). Guarantees: the party keeps its tables and its time unless other
 * tables are named. Tables with too few seats are refused unless the caller allows them by a field. Called by the
 * console.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Id } from "../../kernel/id.ts";
import { firstRefusal, isRefusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { changed, type Booking } from "../book/booking.ts";
import { actedBy, checkVersion, illegalMove, lockBooking, tablesOf, venueBy } from "../book/lock-booking.command.ts";
import { saveDetails } from "../book/save-booking.command.ts";
import { shrinkPayment } from "../payments/return-payment.command.ts";
import { checkSeats } from "../tables/chosen-tables.ts";
import { sendResize } from "../tables/claims.sql.ts";
import { requireOwnBook } from "../venue/native-only.ts";
import { requireVenue } from "../venue/venue.query.ts";
import { isMovable, type MoveRefusal } from "./move-booking.command.ts";
import { giveTables } from "./give-tables.command.ts";

export interface ResizeRequest {
  readonly partySize: number;
  /** Other tables for the party; absent: it keeps its own. */
  readonly unitIds: readonly string[] | undefined;
  readonly allowOverrun: boolean;
  readonly allowOverCapacity: boolean;
  readonly expectedVersion: number;
}

/** Changes the size of a party that is expected or sits; the answer is the booking after it. */
export async function resizeParty(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  request: ResizeRequest,
): Promise<Booking | MoveRefusal> {
  const lockedBooking = await lockBooking(tx, actor, id);
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const native = requireOwnBook(booking, "changing the size of a party");
  if (isRefusal(native)) return native;
  const ready = requireVenue(locked.state);
  if (isRefusal(ready)) return ready;
  const { partySize, unitIds, allowOverrun, allowOverCapacity } = request;
  const checked = firstRefusal(
    isMovable(booking) ? native : illegalMove(booking, "change its party size"),
    checkVersion(booking, request.expectedVersion),
  );
  if (isRefusal(checked)) return checked;
  if (unitIds !== undefined) {
    const chosen = { unitIds, allowOverrun, allowOverCapacity };
    const after = await giveTables(tx, locked, ready.venue, actor, [{ booking, chosen, partySize }]);
    return isRefusal(after) ? after : (after[0] ?? booking);
  }
  if (partySize === booking.party_size) return booking;
  const large = checkSeats(ready.venue, { unitIds: booking.unit_ids, allowOverCapacity }, partySize);
  if (isRefusal(large)) return large;
  sendResize(tx, id, partySize);
  const payment = await shrinkPayment(tx, booking, partySize, locked.now);
  const patch = { ...payment, party_size: partySize, acted_by: actedBy(actor) };
  const next = changed(booking, venueBy(actor), patch, locked.now);
  await saveDetails(tx, locked, { before: booking, after: next, cause: "store" }, [tablesOf(lockedBooking)]);
  return next;
}

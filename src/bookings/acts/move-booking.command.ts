/**
 * Moves a party to tables chosen by hand, alone or as a swap of two parties (rules/bookings 16.3). Guarantees: the new
 * tables are taken and the old ones given up in one transaction, for both parties of a swap. When one cannot have its new
 * tables, both keep the old ones. A crash leaves both before or after. Called by the console.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { firstRefusal, isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import { findBooking, lockBookingRow } from "../book/bookings.sql.ts";
import { checkVersion, illegalMove, lockBooking, stayOf } from "../book/lock-booking.command.ts";
import type { Span } from "../tables/booking-days.ts";
import type { ChosenTables } from "../tables/chosen-tables.ts";
import { readTableTime } from "../tables/table-time.query.ts";
import { requireOwnBook } from "../venue/native-only.ts";
import { requireVenue } from "../venue/venue.query.ts";
import { giveTables, type TablesRefusal } from "./give-tables.command.ts";

export interface MoveRequest {
  /** The tables for the party; absent in a swap: those of the other party. */
  readonly unitIds: readonly string[] | undefined;
  /** Another party, which gets the tables that this one has. */
  readonly swapWith: Id<"bkg"> | undefined;
  readonly allowOverrun: boolean;
  readonly allowOverCapacity: boolean;
  readonly expectedVersion: number;
  /** The version of the other party that the host has seen. */
  readonly swapVersion: number | undefined;
}

export type MoveRefusal =
  | TablesRefusal
  | Refusal<"not_found" | "illegal_transition" | "stale_version" | "configuration_missing">;

/** Moves the party of a booking that is confirmed or in service; the answer is the booking after it. */
export async function moveBooking(
  tx: Tx,
  actor: StaffActor,
  id: Id<"bkg">,
  request: MoveRequest,
): Promise<Booking | MoveRefusal> {
  const found = request.swapWith === undefined ? undefined : await findBooking(tx, request.swapWith);
  const otherTime = found === undefined ? undefined : await readTableTime(tx, found.id, stayOf(found));
  const lockedBooking = await lockBooking(tx, actor, id, (now, booking) => spanOf(booking, now, otherTime));
  if (isRefusal(lockedBooking)) return lockedBooking;
  const { locked, booking } = lockedBooking;
  const native = requireOwnBook(booking, "moving a party");
  if (isRefusal(native)) return native;
  const ready = requireVenue(locked.state);
  if (isRefusal(ready)) return ready;
  const checked = firstRefusal(
    isMovable(booking) ? native : illegalMove(booking, "be moved"),
    checkVersion(booking, request.expectedVersion),
  );
  if (isRefusal(checked)) return checked;
  const allowed = { allowOverrun: request.allowOverrun, allowOverCapacity: request.allowOverCapacity };
  if (request.swapWith === undefined) {
    const chosen: ChosenTables = { unitIds: request.unitIds ?? booking.unit_ids, ...allowed };
    return moveParties(tx, lockedBooking, ready.venue, actor, [{ booking, chosen }]);
  }
  if (found?.location_id !== booking.location_id || found.id === booking.id) return noPartner(request.swapWith);
  const other = await lockBookingRow(tx, found.id);
  if (!isMovable(other) || other.kept_by === "provider") return illegalMove(other, "be swapped");
  const seen = checkVersion(other, request.swapVersion);
  if (isRefusal(seen)) return seen;
  return moveParties(tx, lockedBooking, ready.venue, actor, [
    { booking, chosen: { unitIds: request.unitIds ?? other.unit_ids, ...allowed } },
    { booking: other, chosen: { unitIds: booking.unit_ids, ...allowed } },
  ]);
}

/** A party is moved while it is expected or sits. */
export function isMovable({ status }: Booking): boolean {
  return status === "confirmed" || status === "in_service";
}

/** Gives each party the tables chosen for it, or none of them; answers the booking of the first. */
async function moveParties(
  tx: Tx,
  { locked }: { readonly locked: Parameters<typeof giveTables>[1] },
  venue: Parameters<typeof giveTables>[2],
  actor: StaffActor,
  parties: Parameters<typeof giveTables>[4],
): Promise<Booking | TablesRefusal> {
  const moved = await giveTables(tx, locked, venue, actor, parties);
  if (isRefusal(moved)) return moved;
  const [first] = moved;
  if (first === undefined) throw new Error("no party was moved");
  return first;
}

/** A party that sits is moved from now on; both parties of a swap have their days locked. */
function spanOf(booking: Booking, now: Instant, otherTime: Span | undefined): Span {
  const own = booking.status === "in_service" ? { from: now, until: now + 1 } : stayOf(booking);
  if (otherTime === undefined) return own;
  return { from: Math.min(own.from, otherTime.from), until: Math.max(own.until, otherTime.until) };
}

function noPartner(id: Id<"bkg">): Refusal<"invalid_request"> {
  const message = "must be another booking of the same location";
  return refuse("invalid_request", `body.swap_with ${message}`, {
    issues: [{ path: "body.swap_with", message: `${message}, and ${id} is not` }],
  });
}

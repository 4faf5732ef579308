/**
 * Makes a booking, from a hold or straight from a slot token (rules/bookings 8, rules/bookings 7.5). Guarantees: the
 * booking, its tables and its event are there together or not at all. A hold is booked once. A table has one party. A
 * crash before the COMMIT leaves the hold as before.
 */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { chooseChannel, type ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import { wakeForTimer } from "../../platform/jobs/wakeups.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking, BookingSource } from "../book/booking.ts";
import { findOverlapping } from "../book/bookings.sql.ts";
import type { StartRefusal } from "../search/check-start.ts";
import * as claims from "../tables/claims.sql.ts";
import { parseGuest, type GivenGuest, type Guest } from "../book/guest-contact.ts";
import { holdConsumed, holdNotFound, lockHold } from "./hold-slot.command.ts";
import type { Hold } from "../book/hold.ts";
import { findHold, sendHoldEnd } from "../book/holds.sql.ts";
import type { LockedDays } from "../tables/lock-days.command.ts";
import { admitPayment, lockSlot, tableGone, type SlotRefusal } from "../search/lock-slot.command.ts";
import { actedBy, causeOf } from "../book/lock-booking.command.ts";
import { storeBooking } from "../book/save-booking.command.ts";
import { newBooking, type SeatedStay } from "./new-booking.ts";
import { seatAtStart } from "./seat-at-start.command.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { occupiedUntil } from "../tables/stay.ts";
import { askPayment, dueAtOf } from "../payments/ask-payment.command.ts";
import type { Experience } from "../venue/configuration.ts";
import type { Venue } from "../venue/venue.ts";
import { requireBookable } from "../venue/venue.query.ts";

export interface BookingRequest {
  /** Null for a guest on the booking page. */
  readonly appId: Id<"app"> | null;
  readonly source: BookingSource;
  readonly by:
    | {
        readonly kind: "hold";
        readonly holdId: Id<"bkh">;
        /** By the guest who holds it: booked already for them, the same booking is answered (rules/bookings 14.2). */
        readonly byItsGuest?: true;
      }
    | { readonly kind: "token"; readonly slotToken: string };
  readonly guest: GivenGuest;
  readonly notes: string | null;
  /** The guest can be led to the payment, where the booking asks for one; absent: guests of our own pages can. */
  readonly acceptsPaymentLink?: boolean | undefined;
  /** How the guest chose to be told of the booking; absent: nobody asked. */
  readonly toldBy?: ChannelChoice | undefined;
  /** The SHA-256 of the guest's own key to the booking (`guest-token.ts`), when there is to be one. */
  readonly guestTokenHashOf?: (id: Id<"bkg">) => Buffer;
}

export type BookingRefusal =
  | SlotRefusal
  | StartRefusal
  | Refusal<
      | "hold_expired"
      | "hold_consumed"
      | "overlapping_booking"
      | "invalid_phone"
      | "guest_contact_required"
      | "payment_instrument_required"
    >;

/** Makes a booking for an app or a guest; the table is the hold's, or the first by the rule of seating. */
export function createBooking(tx: Tx, tokens: SlotTokens, request: BookingRequest): Promise<Booking | BookingRefusal> {
  return request.by.kind === "hold"
    ? bookHold(tx, request, request.by.holdId)
    : bookSlot(tx, tokens, request, request.by.slotToken);
}

async function bookSlot(
  tx: Tx,
  tokens: SlotTokens,
  request: BookingRequest,
  slotToken: string,
): Promise<Booking | BookingRefusal> {
  const slot = await lockSlot(tx, tokens, request.appId, slotToken);
  if (isRefusal(slot)) return slot;
  const { locked, venue, token } = slot;
  const checked = await seatAtStart(tx, locked, venue, { ...token, minutes: token.durationMinutes });
  if (isRefusal(checked)) return checked;
  const { appId, acceptsPaymentLink = appId === null } = request;
  const terms = admitPayment(checked, acceptsPaymentLink);
  if (isRefusal(terms)) return terms;
  const id = newId("bkg");
  const guest = await admitGuest(tx, locked, venue, request, { id, from: checked.startsAt, until: checked.endsAt });
  if (isRefusal(guest)) return guest;
  const { seating } = checked;
  const claimed = await claims.insertClaims(tx, {
    locationId: venue.locationId,
    ownerId: id,
    kind: "booking",
    unitIds: seating.unitIds,
    areaId: seating.areaId,
    from: checked.startsAt,
    until: checked.until,
    startsAt: checked.startsAt,
    partySize: token.partySize,
    expiresAt: null,
  });
  if (!claimed) return tableGone();
  return storeSeated(tx, locked, venue, request, guest, {
    ...seating,
    id,
    startsAt: checked.startsAt,
    endsAt: checked.endsAt,
    partySize: token.partySize,
    experience: namedExperience(checked.experience),
    terms,
  });
}

/** An experience as a booking keeps it. */
export function namedExperience(experience: Experience | null): SeatedStay["experience"] {
  return experience === null ? null : { id: experience.experienceId, name: experience.name };
}

async function bookHold(tx: Tx, request: BookingRequest, holdId: Id<"bkh">): Promise<Booking | BookingRefusal> {
  const found = await findHold(tx, holdId, request.appId);
  if (found === undefined) return holdNotFound(holdId);
  const { locked, hold } = await lockHold(tx, found);
  if (hold.status === "consumed") return holdConsumed(hold);
  if (hold.status !== "live") return holdOver(hold);
  const ready = requireBookable(locked.state);
  if (isRefusal(ready)) return ready;
  const id = newId("bkg");
  const guest = await admitGuest(tx, locked, ready.venue, request, { id, from: hold.starts_at, until: hold.ends_at });
  if (isRefusal(guest)) return guest;
  const passed = await claims.passClaims(tx, holdId, id);
  if (passed !== hold.unit_ids.length) throw new Error(`hold ${holdId} is live and has lost its tables`);
  const booking = await storeSeated(tx, locked, ready.venue, request, guest, {
    id,
    startsAt: hold.starts_at,
    endsAt: hold.ends_at,
    partySize: hold.party_size,
    areaId: hold.area_id,
    areaName: hold.area_name,
    unitIds: hold.unit_ids,
    experience: hold.experience,
    terms: hold.payment,
  });
  sendHoldEnd(tx, holdId, "consumed", booking.id);
  recordLiveChange(tx, booking.location_id, "floor", booking.location_id);
  return booking;
}

/**
 * The guest as kept. Refuses a guest whom the location cannot reach, but for bookings that staff make by telephone, and one
 * who is expected already at that time.
 */
export async function admitGuest(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  request: { readonly guest: GivenGuest; readonly staff?: StaffActor },
  stay: { readonly id: Id<"bkg">; readonly from: Instant; readonly until: Instant },
): Promise<Guest | Refusal<"invalid_phone" | "guest_contact_required" | "overlapping_booking">> {
  const required = request.staff === undefined ? venue.configuration.contactRequired : "none";
  const guest = parseGuest(request.guest, locked.state.location.country, required);
  if (isRefusal(guest)) return guest;
  const alone = await checkOverlap(tx, venue.locationId, guest.phone, stay);
  return isRefusal(alone) ? alone : guest;
}

/** Refuses a second live booking of one phone number at overlapping times; who left no number is not told apart. */
export async function checkOverlap(
  tx: Tx,
  locationId: Id<"str">,
  phone: string | null,
  stay: { readonly id: Id<"bkg">; readonly from: Instant; readonly until: Instant },
): Promise<Done | Refusal<"overlapping_booking">> {
  if (phone === null) return done;
  const other = await findOverlapping(tx, locationId, phone, stay, stay.id);
  if (other === undefined) return done;
  return refuse("overlapping_booking", `this guest's phone has booking ${other.id} at an overlapping time`, {
    booking_id: other.id,
  });
}

/** Where a booking comes from. */
export interface BookingOrigin extends Pick<
  BookingRequest,
  "appId" | "source" | "notes" | "toldBy" | "guestTokenHashOf"
> {
  /** Who of the restaurant makes it, when neither an app nor the guest does. */
  readonly staff?: StaffActor;
  readonly venueNotes?: string | null;
}

/** Stores a booking whose tables are claimed, and tells of it; one that asks for a payment waits for that. */
export async function storeSeated(
  tx: Tx,
  locked: LockedDays,
  venue: Venue,
  origin: BookingOrigin,
  guest: Guest,
  stay: SeatedStay,
): Promise<Booking> {
  const by = origin.staff ?? origin.appId;
  const payable = { id: stay.id, location_id: venue.locationId, party_size: stay.partySize };
  const asked = stay.terms === null ? null : askPayment(tx, payable, stay.terms);
  const { payment_window_minutes: window } = locked.state.location;
  const draft = newBooking(venue, locked.now, guest, stay, {
    status: asked === null ? "confirmed" : "pending",
    payment: asked?.payment ?? null,
    payment_due_at: asked === null ? null : dueAtOf(locked.now, window, stay.startsAt),
    app_id: origin.appId,
    source: origin.source,
    notes: origin.notes,
    venue_notes: origin.venueNotes ?? null,
    updated_by: causeOf(by),
    acted_by: actedBy(by),
  });
  // Kept before the booking is stored: storing tells the guest.
  if (origin.toldBy !== undefined)
    chooseChannel(tx, { locationId: venue.locationId, subjectId: stay.id }, origin.toldBy);
  const minutes = (stay.endsAt - stay.startsAt) / 60_000;
  const booking = await storeBooking(tx, locked, draft, {
    claimed: { from: stay.startsAt, until: occupiedUntil(venue, stay.startsAt, minutes) },
    ...(origin.guestTokenHashOf === undefined ? {} : { guestTokenHash: origin.guestTokenHashOf(stay.id) }),
  });
  asked?.send();
  if (draft.payment_due_at !== null) wakeForTimer(tx, { at: draft.payment_due_at, now: locked.now });
  return booking;
}

function holdOver(hold: Hold): Refusal<"hold_expired"> {
  return refuse("hold_expired", `hold ${hold.id} is ${hold.status}; search again and hold the slot anew`, {
    status: hold.status,
  });
}

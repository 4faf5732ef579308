/**
 * The first step of every write at a provider. We judge what we can judge ourselves and store the operation, in one
 * transaction that is committed before anything is sent. A crash after it leaves an operation, which the job settles by
 * asking. Guarantees: one hold or booking has one operation at a time.
 */
import { createHash } from "node:crypto";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { chooseChannel } from "../../messaging/queue/choose-channel.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { lockHoldsOf } from "../tables/claims.sql.ts";
import { checkOverlap, type BookingRequest } from "../make/create-booking.command.ts";
import { parseGuest, type Guest } from "../book/guest-contact.ts";
import { bookedBefore } from "../make/book-guest-hold.command.ts";
import { holdConsumed, holdNotFound } from "../make/hold-slot.command.ts";
import { asOf, holdLimit, type Hold } from "../book/hold.ts";
import * as holds from "../book/holds.sql.ts";
import { isBlackedOut, readProviderLocation, type ProviderLocation } from "../provider/provider-location.query.ts";
import { callLimitMs, unfinished, type OperationOf, type ProviderOperation } from "../provider/provider-operation.ts";
import * as sql from "../provider/provider-operations.sql.ts";
import type { ProviderSlot } from "../provider/reservation-provider.ts";
import { changedSince, checkFresh, providerRevision, type SlotTokens } from "../search/slot-token.ts";

/** What stands for the area where a provider seats. */
export const providerArea = { areaId: "provider", areaName: "Restaurant" } as const;
const holdMs = 5 * 60_000;

/** An operation that is to be sent now. */
export interface Begun {
  readonly operation: ProviderOperation;
  /** False: it was there already, and is sent by whoever began it. */
  readonly fresh: boolean;
}

/** The booking as it is: there is nothing to do at the provider. */
export interface Already {
  readonly bookingId: Id<"bkg">;
}

export type BeginRefusal = Refusal<
  | "not_found"
  | "capability_unsupported"
  | "configuration_missing"
  | "bookings_not_enabled"
  | "invalid_slot_token"
  | "expired_slot_token"
  | "outside_booking_window"
  | "date_blocked"
  | "hold_limit_reached"
  | "hold_expired"
  | "hold_consumed"
  | "invalid_phone"
  | "guest_contact_required"
  | "overlapping_booking"
  | "operation_in_progress"
  | Exclude<ReturnType<typeof unfinished>["code"], "operation_in_progress">
>;

/** Begins holding a slot; the hold is pending until the provider has said so. */
export async function beginHold(
  tx: Tx,
  tokens: SlotTokens,
  id: Id<"opn">,
  request: { readonly appId: Id<"app"> | null; readonly slotToken: string; readonly holds: boolean },
): Promise<Begun | BeginRefusal> {
  const { appId } = request;
  const slot = await readProviderSlot(tx, tokens, appId, request.slotToken);
  if (isRefusal(slot)) return slot;
  if (!request.holds) return refuse("capability_unsupported", "the provider of this location holds no slots; book it");
  const { location } = slot;
  await lockHoldsOf(tx, location.id, appId);
  const { active, earliest } = await holds.countActiveHolds(tx, location.id, appId, location.now);
  if (appId !== null && active >= holdLimit) {
    const seconds = Math.max(1, Math.ceil(((earliest ?? location.now) - location.now) / 1000));
    const message = `this app has ${holdLimit} holds at this location; release one, or wait until one ends`;
    return refuse("hold_limit_reached", message, undefined, seconds);
  }
  const hold = pendingHold(location, appId, slot.slot);
  const begun = await begin(tx, {
    id,
    locationId: location.id,
    appId,
    work: { kind: "hold", subject_id: hold.id, hold_id: null, request: { slot: slot.slot } },
  });
  if (begun.fresh) holds.sendHold(tx, hold);
  return begun;
}

/** Begins a booking, from a hold or straight from a slot token. */
export async function beginBook(
  tx: Tx,
  tokens: SlotTokens,
  id: Id<"opn">,
  request: BookingRequest,
): Promise<Begun | Already | BeginRefusal> {
  const { by, appId } = request;
  if (by.kind === "hold" && by.byItsGuest === true) {
    const booked = await bookedBefore(tx, by.holdId, request.guest);
    if (booked !== undefined) return isRefusal(booked) ? booked : { bookingId: booked.id };
  }
  const slot =
    by.kind === "hold"
      ? await readHeldSlot(tx, appId, by.holdId)
      : await readProviderSlot(tx, tokens, appId, by.slotToken);
  if (isRefusal(slot)) return slot;
  const { location } = slot;
  const guest = parseGuest(request.guest, location.country, location.contactRequired);
  if (isRefusal(guest)) return guest;
  const bookingId = newId("bkg");
  const { startsAt, minutes } = slot.slot;
  const stay = { id: bookingId, from: startsAt, until: startsAt + minutes * 60_000 };
  const alone = await checkOverlap(tx, location.id, guest.phone, stay);
  if (isRefusal(alone)) return alone;
  const begun = await begin(tx, {
    id,
    locationId: location.id,
    appId,
    work: {
      kind: "book",
      subject_id: bookingId,
      hold_id: by.kind === "hold" ? by.holdId : null,
      request: {
        slot: slot.slot,
        ...guestOf(location.id, bookingId, guest),
        notes: request.notes,
        ...(request.guestTokenHashOf === undefined
          ? {}
          : { guestTokenHash: request.guestTokenHashOf(bookingId).toString("base64url") }),
      },
    },
  });
  if (begun.fresh && request.toldBy !== undefined)
    chooseChannel(tx, { locationId: location.id, subjectId: bookingId }, request.toldBy);
  return begun;
}

/** Writes the operation down; one that is there already is answered as it is. */
export async function begin(tx: Tx, operation: sql.NewOperation): Promise<Begun> {
  const inserted = await sql.insertOperation(tx, operation, callLimitMs);
  if (inserted !== undefined) return { operation: inserted, fresh: true };
  const known = await sql.findOperation(tx, operation.id);
  if (known === undefined) throw new Error(`operation ${operation.id} is gone`);
  return { operation: known, fresh: false };
}

/** What a provider knows a guest by: the same for one phone number at one location, and nothing that dials. */
export function guestKeyOf(locationId: Id<"str">, phone: string): string {
  return createHash("sha256").update(`guest\n${locationId}\n${phone}`).digest("base64url").slice(0, 32);
}

function guestOf(
  locationId: Id<"str">,
  bookingId: Id<"bkg">,
  { first_name, last_name, phone, email, language }: Guest,
): Pick<OperationOf<"book">["request"], "guest" | "guestKey" | "language"> {
  return {
    guest: { firstName: first_name, lastName: last_name, phone, email },
    guestKey: phone === null ? bookingId : guestKeyOf(locationId, phone),
    language,
  };
}

export interface SlotAtProvider {
  readonly location: ProviderLocation;
  readonly slot: ProviderSlot;
}

/** The slot of a token, if the venue takes bookings for it. */
export async function readProviderSlot(
  tx: Tx,
  tokens: SlotTokens,
  appId: Id<"app"> | null,
  slotToken: string,
): Promise<SlotAtProvider | BeginRefusal> {
  const token = tokens.read(slotToken, appId);
  if (isRefusal(token)) return token;
  const location = await readProviderLocation(tx, appId, token.locationId, changedSince);
  if (isRefusal(location)) return location;
  const fresh = checkFresh(token, location.now, providerRevision);
  if (isRefusal(fresh)) return fresh;
  const { startsAt, durationMinutes: minutes, partySize } = token;
  if (startsAt <= location.now) return refuse("outside_booking_window", "this time is over", { reason: "past" });
  if (isBlackedOut(location, startsAt)) return refuse("date_blocked", "the venue takes no reservations then");
  return { location, slot: { startsAt, minutes, partySize } };
}

async function readHeldSlot(
  tx: Tx,
  appId: Id<"app"> | null,
  holdId: Id<"bkh">,
): Promise<SlotAtProvider | BeginRefusal> {
  const found = await holds.findHold(tx, holdId, appId);
  if (found === undefined) return holdNotFound(holdId);
  const moved = (): Refusal<"hold_expired"> =>
    refuse("hold_expired", `hold ${holdId} is at a provider that the restaurant has left; search again`, {
      status: found.status,
    });
  const location = await readProviderLocation(tx, appId, found.location_id, moved);
  if (isRefusal(location)) return location;
  const hold = asOf(await holds.lockHoldRow(tx, holdId), location.now);
  if (hold.status === "consumed") return holdConsumed(hold);
  const other = await sql.findUnfinishedOperation(tx, holdId);
  if (other !== undefined) return unfinished(other);
  if (hold.status !== "live") {
    return refuse("hold_expired", `hold ${holdId} is ${hold.status}; search again and hold the slot anew`, {
      status: hold.status,
    });
  }
  const minutes = (hold.ends_at - hold.starts_at) / 60_000;
  return { location, slot: { startsAt: hold.starts_at, minutes, partySize: hold.party_size } };
}

function pendingHold(location: ProviderLocation, appId: Id<"app"> | null, slot: ProviderSlot): Hold {
  return {
    id: newId("bkh"),
    location_id: location.id,
    time_zone: location.timeZone,
    kept_by: "provider",
    app_id: appId,
    created_at: location.now,
    status: "pending",
    expires_at: location.now + holdMs,
    starts_at: slot.startsAt,
    ends_at: slot.startsAt + slot.minutes * 60_000,
    party_size: slot.partySize,
    area_id: providerArea.areaId,
    area_name: providerArea.areaName,
    wanted_area_id: null,
    unit_ids: [],
    experience: null,
    payment: null,
    booking_id: null,
  };
}

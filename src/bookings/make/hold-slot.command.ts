/**
 * Holds a slot and releases it (rules/bookings 5, rules/bookings 7.4). Guarantees: of many holds asked for at once, only
 * as many succeed as tables, pacing and the app's limit allow. A hold ends exactly at `expires_at`. A crash leaves the
 * hold whole or not at all; an unused one ends by its time.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { canMove } from "../../kernel/state-machine.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { CheckedStart, StartRefusal } from "../search/check-start.ts";
import * as claims from "../tables/claims.sql.ts";
import { asOf, holdLimit, holdMachine, type HeldExperience, type Hold } from "../book/hold.ts";
import * as sql from "../book/holds.sql.ts";
import { lockDaysAt, sendDays, type LockedDays } from "../tables/lock-days.command.ts";
import { admitPayment, lockSlot, tableGone, type LockedSlot, type SlotRefusal } from "../search/lock-slot.command.ts";
import type { PaymentTerms } from "../venue/payment-terms.ts";
import type { Experience } from "../venue/configuration.ts";
import { seatAtStart } from "./seat-at-start.command.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { readTableTime, tableTimeOf } from "../tables/table-time.query.ts";

export type HoldRefusal = SlotRefusal | StartRefusal | Refusal<"payment_instrument_required" | "hold_limit_reached">;

/** Holds the slot of a token for an app; `appId` null is a guest on the booking page. */
export async function holdSlot(
  tx: Tx,
  tokens: SlotTokens,
  appId: Id<"app"> | null,
  slotToken: string,
  acceptsPaymentLink = appId === null,
): Promise<Hold | HoldRefusal> {
  const slot = await lockSlot(tx, tokens, appId, slotToken, { holds: true });
  if (isRefusal(slot)) return slot;
  const { locked, venue, token } = slot;
  const within = await checkHoldLimit(tx, slot, appId);
  if (isRefusal(within)) return within;
  const checked = await seatAtStart(tx, locked, venue, { ...token, minutes: token.durationMinutes });
  if (isRefusal(checked)) return checked;
  const terms = admitPayment(checked, acceptsPaymentLink);
  if (isRefusal(terms)) return terms;
  return keepStart(tx, { locked, venue, ...token }, checked, { appId, seconds: venue.configuration.holdSeconds });
}

/** Who asks for a start, and for how long the table is kept. */
export interface HoldTerms {
  /** Null for a guest. */
  readonly appId: Id<"app"> | null;
  readonly seconds: number;
}

/** The start that is asked for, on days that are locked. */
export interface WantedStart extends Pick<LockedSlot, "locked" | "venue"> {
  readonly partySize: number;
  /** The area that was asked for; null: anywhere. */
  readonly areaId: string | null;
}

/** Holds a start that was checked under the locks of its days. */
export async function keepStart(
  tx: Tx,
  wanted: WantedStart,
  checked: CheckedStart,
  terms: HoldTerms,
): Promise<Hold | Refusal<"slot_unavailable">> {
  const { locked, venue } = wanted;
  const hold = newHold(wanted, checked, terms);
  const claimed = await claims.insertClaims(tx, {
    locationId: venue.locationId,
    ownerId: hold.id,
    kind: "hold",
    unitIds: hold.unit_ids,
    areaId: hold.area_id,
    from: checked.startsAt,
    until: checked.until,
    startsAt: checked.startsAt,
    partySize: hold.party_size,
    expiresAt: hold.expires_at,
  });
  if (!claimed) return tableGone();
  sql.sendHold(tx, hold);
  recordLiveChange(tx, hold.location_id, "floor", hold.location_id);
  sendDays(tx, locked, [{ from: checked.startsAt, until: checked.until }]);
  return hold;
}

/** Refuses an app that has as many holds at the location as it may have; guests are not counted. */
async function checkHoldLimit(
  tx: Tx,
  { locked, venue }: LockedSlot,
  appId: Id<"app"> | null,
): Promise<Done | Refusal<"hold_limit_reached">> {
  const { active: held, earliest } = await sql.countActiveHolds(tx, venue.locationId, appId, locked.now);
  if (appId === null || held < holdLimit) return done;
  const seconds = Math.max(1, Math.ceil(((earliest ?? locked.now) - locked.now) / 1000));
  const message = `this app has ${holdLimit} holds at this location; release one, or wait until one ends`;
  return refuse("hold_limit_reached", message, undefined, seconds);
}

function newHold(
  { locked, venue, partySize, areaId }: WantedStart,
  checked: CheckedStart,
  { appId, seconds }: HoldTerms,
): Hold {
  return {
    id: newId("bkh"),
    location_id: venue.locationId,
    time_zone: venue.timeZone,
    kept_by: "native",
    app_id: appId,
    created_at: locked.now,
    status: "live",
    expires_at: locked.now + seconds * 1000,
    starts_at: checked.startsAt,
    ends_at: checked.endsAt,
    party_size: partySize,
    area_id: checked.seating.areaId,
    area_name: checked.seating.areaName,
    wanted_area_id: areaId,
    unit_ids: checked.seating.unitIds,
    experience: checked.experience === null ? null : toHeld(checked.experience, checked.terms),
    payment: checked.terms,
    booking_id: null,
  };
}

/** Releases a hold of the app; a hold that is over already stays as it is, a booked one is refused. */
export async function releaseHold(
  tx: Tx,
  appId: Id<"app"> | null,
  holdId: Id<"bkh">,
): Promise<Hold | Refusal<"not_found" | "hold_consumed">> {
  const found = await sql.findHold(tx, holdId, appId);
  if (found === undefined) return holdNotFound(holdId);
  const { locked, hold } = await lockHold(tx, found);
  if (hold.status === "consumed") return holdConsumed(hold);
  if (!canMove(holdMachine, hold.status, "released")) return hold;
  claims.sendRelease(tx, holdId);
  sql.sendHoldEnd(tx, holdId, "released", null);
  recordLiveChange(tx, hold.location_id, "floor", hold.location_id);
  sendDays(tx, locked, [tableTimeOf(locked, holdId, { from: hold.starts_at, until: hold.ends_at })]);
  return { ...hold, status: "released" };
}

/** Locks the days of a hold and the hold itself, and answers it as it is then. */
export async function lockHold(tx: Tx, found: Hold): Promise<{ readonly locked: LockedDays; readonly hold: Hold }> {
  const time = await readTableTime(tx, found.id, { from: found.starts_at, until: found.ends_at });
  const locked = await lockDaysAt(tx, found.location_id, [time]);
  return { locked, hold: asOf(await sql.lockHoldRow(tx, found.id), locked.now) };
}

/** A hold that is not there, or another app's. */
export function holdNotFound(id: Id<"bkh">): Refusal<"not_found"> {
  return refuse("not_found", `there is no hold ${id} of this app`);
}

/** A hold that has become a booking. */
export function holdConsumed(hold: Hold): Refusal<"hold_consumed"> {
  return refuse("hold_consumed", `hold ${hold.id} has become booking ${hold.booking_id}`, {
    booking_id: hold.booking_id,
  });
}

function toHeld(experience: Experience, terms: PaymentTerms | null): HeldExperience {
  const { experienceId, name, description, photoUrl = null, prepaymentRequired } = experience;
  const isPrepaid = prepaymentRequired || terms?.kind === "prepaid";
  return { id: experienceId, name, description, photo_url: photoUrl, prepayment_required: isPrepaid };
}

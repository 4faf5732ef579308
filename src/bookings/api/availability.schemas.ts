/** Free slots on the wire (rules/bookings 3.2). */
import Type, { type Static } from "typebox";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { localTimeOf } from "../../kernel/wall-time.ts";
import { idField, isoInstant, nullable } from "../../platform/http/reading/fields.ts";
import { listOf } from "../../platform/http/reading/paging.ts";
import { termsToWire } from "../book/booking-payment.ts";
import { paymentTermsShape } from "../payments/payment.schemas.ts";
import type { Slot } from "../search/availability.ts";
import { experienceToWire, experienceWireShape } from "./booking-setup.schemas.ts";

export const slotShape = Type.Object({
  object: Type.Literal("booking_slot"),
  livemode: Type.Boolean(),
  location_id: idField("str"),
  starts_at: isoInstant("When the stay begins."),
  ends_at: isoInstant("When it ends."),
  local_start: Type.String({
    maxLength: 40,
    description: "Venue-local, with the offset: it tells the two passes of a repeated hour apart.",
  }),
  local_end: Type.String({ maxLength: 25, description: "The end, written alike." }),
  duration_minutes: Type.Integer(),
  party_size: Type.Integer(),
  area: Type.Object(
    { area_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
    { title: "BookedArea" },
  ),
  experience: nullable(experienceWireShape),
  payment: nullable(paymentTermsShape),
  slot_token: Type.String({
    maxLength: 2000,
    description: "Opaque; hold or book the slot with it. It promises no table.",
  }),
  token_expires_at: isoInstant("Until when the token is good."),
});

export const slotList = listOf(slotShape);

export interface SlotContext {
  readonly locationId: Id<"str">;
  readonly livemode: boolean;
  readonly timeZone: string;
  readonly partySize: number;
}

/** A slot as the search answers it; its token is opaque and names the slot in a hold. */
export function slotToWire(
  slot: Slot,
  { locationId, livemode, timeZone, partySize }: SlotContext,
  issued: { readonly token: string; readonly expiresAt: Instant },
): Static<typeof slotShape> {
  return {
    object: "booking_slot",
    livemode,
    location_id: locationId,
    starts_at: toIso(slot.startsAt),
    ends_at: toIso(slot.endsAt),
    local_start: localTimeOf(timeZone, slot.startsAt),
    local_end: localTimeOf(timeZone, slot.endsAt),
    duration_minutes: slot.minutes,
    party_size: partySize,
    area: { area_id: slot.areaId, name: slot.areaName },
    experience: slot.experience === null ? null : experienceToWire(slot.experience, slot.terms?.kind === "prepaid"),
    payment: termsToWire(slot.terms, { startsAt: slot.startsAt, partySize }),
    slot_token: issued.token,
    token_expires_at: toIso(issued.expiresAt),
  };
}

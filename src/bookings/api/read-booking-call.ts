/** Reads the fields that callers send in booking calls. Pure. */
import type { Static } from "typebox";
import { fromIso, type Instant } from "../../kernel/clock.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type * as schemas from "./bookings.schemas.ts";
import type { BookingRequest } from "../make/create-booking.command.ts";

/** A plus sign that was not encoded arrives as a space. */
export function phoneOf(text: string | undefined): string | undefined {
  return text?.replace(/^ (?=\d)/, "+");
}

/** What a booking is made from: exactly one of the two. */
export function slotOf(body: Static<typeof schemas.bookingBody>): BookingRequest["by"] | Refusal<"invalid_request"> {
  const { hold_id: holdId, slot_token: slotToken } = body;
  if (holdId !== undefined && slotToken === undefined) return { kind: "hold", holdId };
  if (slotToken !== undefined && holdId === undefined) return { kind: "token", slotToken };
  const message = "is required, or slot_token: one of the two and not both";
  return refuse("invalid_request", `body.hold_id ${message}`, { issues: [{ path: "body.hold_id", message }] });
}

/** The instant that ISO text names, where there is one. */
export function instantOf(text: string | undefined): Instant | undefined {
  return text === undefined ? undefined : fromIso(text);
}

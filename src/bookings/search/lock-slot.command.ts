/**
 * Locks the days of a slot token: reads the token, locks the location's days, and judges the token by the location's time
 * and configuration as they are then. Holds, bookings and changes share this, so all three refuse alike.
 */
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Span } from "../tables/booking-days.ts";
import { lockHoldsOf } from "../tables/claims.sql.ts";
import type { PaymentTerms } from "../venue/payment-terms.ts";
import type { Experience } from "../venue/configuration.ts";
import type { AllowedStart, CheckedStart } from "./check-start.ts";
import { lockDays, type LockedDays } from "../tables/lock-days.command.ts";
import { changedSince, checkFresh, type SlotToken, type SlotTokens } from "./slot-token.ts";
import { occupiedUntil } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { findVenueState, getGrantedVenueState, requireBookable } from "../venue/venue.query.ts";

export type SlotRefusal = Refusal<
  | "invalid_slot_token"
  | "expired_slot_token"
  | "not_found"
  | "configuration_missing"
  | "bookings_not_enabled"
  | "capability_unsupported"
>;

export interface LockedSlot {
  readonly token: SlotToken;
  readonly venue: Venue;
  readonly locked: LockedDays;
}

export interface SlotOptions {
  /** Other times whose days are needed too: what a change gives up. */
  readonly spans?: readonly Span[];
  /** The location that the token must be of. */
  readonly locationId?: Id<"str">;
  /** The app's holds are counted: nobody else may add one meanwhile. */
  readonly holds?: boolean;
}

/** Locks the days of a token's stay; `appId` null is a guest on the booking page. */
export async function lockSlot(
  tx: Tx,
  tokens: SlotTokens,
  appId: Id<"app"> | null,
  slotToken: string,
  options: SlotOptions = {},
): Promise<LockedSlot | SlotRefusal> {
  const token = tokens.read(slotToken, appId);
  if (isRefusal(token)) return token;
  const { locationId } = token;
  if (options.locationId !== undefined && options.locationId !== locationId) {
    return refuse("invalid_slot_token", "slot_token: it is of another location than the booking");
  }
  const state =
    appId === null ? await findVenueState(tx, locationId) : await getGrantedVenueState(tx, appId, locationId);
  if (state === undefined) return refuse("not_found", `there is no location ${locationId}`);
  if (isRefusal(state)) return state;
  if (state.location.booking_mode === "provider") return changedSince();
  const before = requireBookable(state);
  if (isRefusal(before)) return before;
  if (options.holds === true) await lockHoldsOf(tx, locationId, appId);
  const stay = { from: token.startsAt, until: occupiedUntil(before.venue, token.startsAt, token.durationMinutes) };
  const locked = await lockDays(tx, before.venue, [stay, ...(options.spans ?? [])]);
  const ready = requireBookable(locked.state);
  if (isRefusal(ready)) return ready;
  const fresh = checkFresh(token, locked.now, ready.venue.revision);
  return isRefusal(fresh) ? fresh : { token, venue: ready.venue, locked };
}

/** The table went to somebody else between the check and the claim. */
export function tableGone(): Refusal<"slot_unavailable"> {
  return refuse("slot_unavailable", "no table is free any more for this party at this time");
}

/**
 * What a start asks to be paid ahead, or a refusal where the caller cannot say so to the guest (rules/bookings 5.6, 17.4).
 * Our own pages can; an app can when it says that it passes the link on; a booking channel cannot.
 */
export function admitPayment(
  { terms, experience }: Pick<CheckedStart, "terms" | "experience">,
  acceptsPaymentLink: boolean,
): PaymentTerms | null | Refusal<"payment_instrument_required"> {
  if (terms !== null) {
    if (acceptsPaymentLink) return terms;
    const what = terms.kind === "prepaid" ? "is paid in advance" : "asks for a deposit";
    const message = `this reservation ${what}: send accepts_payment_link: true and pass payment.payment_link_url on to the guest`;
    return refuse("payment_instrument_required", message);
  }
  const unpayable = checkPayable(experience);
  return isRefusal(unpayable) ? unpayable : null;
}

/** Whoever telephones is asked for no payment; what is paid in advance, and by no configured payment, is refused as before. */
export function admitByPhone({
  experience,
  termsIn,
  areaIds,
}: AllowedStart): Done | Refusal<"payment_instrument_required"> {
  return areaIds.some((id) => termsIn(id) !== null) ? done : checkPayable(experience);
}

function checkPayable(experience: Experience | null): Done | Refusal<"payment_instrument_required"> {
  if (experience?.prepaymentRequired !== true) return done;
  return refuse("payment_instrument_required", `"${experience.name}" is paid in advance, which needs a card`);
}

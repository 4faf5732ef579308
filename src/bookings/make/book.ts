/**
 * The port of a book: the acts at a location whose tables we keep, with the same words as at one whose book a provider
 * keeps. `native-book.command.ts` is ours, `at-provider/provider-desk.command.ts` the provider's.
 * `at-provider/books.query.ts` finds the book of a slot, a hold or a booking.
 *
 * A native write is a part of the caller's transaction. A write at a provider has stages, because no transaction waits
 * for the network (rules/providers 2.1). The answer of a write therefore says in which of the two ways it is done.
 */
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Way } from "../../platform/http/way.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import type { ContactRequired } from "../book/guest-contact.ts";
import type { Hold } from "../book/hold.ts";
import type { BookingActor } from "../book/lock-booking.command.ts";
import type { SearchRefusal } from "../search/availability.ts";
import type { Offer } from "../search/offer.ts";
import type { SearchRequest } from "../search/search-availability.query.ts";
import type { Blackout } from "../venue/blackouts.ts";
import type { VenueState } from "../venue/venue.query.ts";
import type { CancelRequest } from "./cancel-booking.command.ts";
import type { BookingChange } from "./change-booking.command.ts";
import type { BookingRequest } from "./create-booking.command.ts";

export interface HoldRequest {
  /** Null for a guest on the booking page. */
  readonly appId: Id<"app"> | null;
  readonly slotToken: string;
  /** The guest can be led to the payment, where the slot asks for one; absent: guests of our own pages can. */
  readonly acceptsPaymentLink?: boolean | undefined;
  /** A hold of the same guest that is given up once this one is had; only one of the same location. */
  readonly instead?: Id<"bkh"> | undefined;
}

/** What a book takes and can do. */
export interface BookTerms {
  readonly timeZone: string;
  readonly partySize: { readonly min: number; readonly max: number };
  /** Larger parties are agreed with the restaurant; null: none are. */
  readonly largePartyThreshold: number | null;
  readonly contactRequired: ContactRequired;
  readonly blackouts: readonly Blackout[];
  /** Whether a slot can be held before it is booked. */
  readonly holds: boolean;
  /** Whether another note can be written to a booking. */
  readonly changesNotes: boolean;
}

export type TermsRefusal = Refusal<"capability_unsupported" | "configuration_missing" | "bookings_not_enabled">;

export type OfferRefusal = SearchRefusal | TermsRefusal | Refusal<"invalid_request" | "not_found">;

/** One book. A face passes on the refusals of writes that it declares, and every other is a fault. */
export interface Book {
  /** What the book takes at its location now, or why it takes nothing. */
  terms(db: Db, state: VenueState): Promise<BookTerms | TermsRefusal>;
  /** The free slots of its location; the caller has looked at the grant. */
  search(db: Db, state: VenueState, request: SearchRequest): Promise<Offer | OfferRefusal>;
  hold(request: HoldRequest): Way<Hold | Refusal>;
  /** Gives up a hold; one that is over already stays as it is. `appId` null is the guest who holds it. */
  release(appId: Id<"app"> | null, id: Id<"bkh">): Way<Hold | Refusal<"not_found" | "hold_consumed">>;
  book(request: BookingRequest): Way<Booking | Refusal>;
  change(actor: BookingActor, id: Id<"bkg">, change: BookingChange): Way<Booking | Refusal>;
  /** Cancels for the guest. */
  cancel(actor: BookingActor, id: Id<"bkg">, request: CancelRequest): Way<Booking | Refusal>;
}

/**
 * The port of a book: what is done at a location whose tables we keep, and in the same words at one whose reservations
 * another system keeps. `native-book.command.ts` is ours, `at-provider/provider-desk.command.ts` the provider's. In which of
 * them a slot, a hold or a booking stands, `at-provider/books.query.ts` says.
 *
 * A native write is a part of the caller's transaction. A write at a provider is done in stages, because no transaction
 * waits for the network (rules/providers 2.1). So a write is answered as the way in which it is done.
 */
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Way } from "../../platform/http/way.ts";
import type { Booking } from "../book/booking.ts";
import type { Hold } from "../book/hold.ts";
import type { BookingActor } from "../book/open-booking.command.ts";
import type { CancelRequest } from "./cancel-booking.command.ts";
import type { BookingChange } from "./change-booking.command.ts";
import type { BookingRequest } from "./create-booking.command.ts";

export interface HoldRequest {
  /** Null for a guest on the booking page. */
  readonly appId: Id<"app"> | null;
  readonly slotToken: string;
}

/** Writes in one book. A face passes on the refusals that it declares, and every other is a fault. */
export interface Book {
  hold(request: HoldRequest): Way<Hold | Refusal>;
  book(request: BookingRequest): Way<Booking | Refusal>;
  change(actor: BookingActor, id: Id<"bkg">, change: BookingChange): Way<Booking | Refusal>;
  /** Cancels for the guest. */
  cancel(actor: BookingActor, id: Id<"bkg">, request: CancelRequest): Way<Booking | Refusal>;
}

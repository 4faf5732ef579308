/**
 * Books a table: search, hold, book. Others book at the same time, so a table may be gone between two calls; then the
 * program searches again. Every write has a key that names the intention. A program that dies and starts again with the
 * same intention gets the first answer and books once.
 */
import { isMapleError, type Booking, type BookingSlot, type CreateBookingInput, type Maple } from "@maple-partners/sdk";

export interface Wish {
  /** Names this wish, for example the id of the conversation in which the guest asked: repeats book once. */
  readonly id: string;
  readonly locationId: string;
  readonly partySize: number;
  /** From when to when the guest can come, as the restaurant's clock says: 2026-12-01T18:00. */
  readonly from: string;
  readonly until: string;
  readonly guest: CreateBookingInput["guest"];
  readonly notes?: string;
}

export type Outcome =
  | { readonly kind: "booked"; readonly booking: Booking }
  | { readonly kind: "nothing_free" }
  /** The restaurant's rules are against it; `message` says which. */
  | { readonly kind: "refused"; readonly code: string; readonly message: string };

const tries = 5;
/** The table went to somebody else, or the search is too old: another search may find another one. */
const searchAgain: ReadonlySet<string> = new Set([
  "slot_unavailable",
  "expired_slot_token",
  "invalid_slot_token",
  "hold_expired",
  "hold_consumed",
]);

/** Books the first table that suits the wish. */
export async function bookTable(maple: Maple, wish: Wish): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      const slot = await findSlot(maple, wish);
      if (slot === undefined) return { kind: "nothing_free" };
      return { kind: "booked", booking: await takeSlot(maple, wish, slot, attempt) };
    } catch (error) {
      if (!isMapleError(error) || error.status >= 500 || error.status === 401) throw error;
      if (!searchAgain.has(error.code) || attempt === tries) {
        return { kind: "refused", code: error.code, message: error.message };
      }
    }
  }
}

async function findSlot(maple: Maple, wish: Wish): Promise<BookingSlot | undefined> {
  const query = { start: wish.from, end: wish.until, party_size: wish.partySize };
  for await (const slot of maple.bookings.searchAvailability(wish.locationId, query)) return slot;
  return undefined;
}

/** Holds the table while the guest reads the terms, then books it. */
async function takeSlot(maple: Maple, wish: Wish, slot: BookingSlot, attempt: number): Promise<Booking> {
  const key = `${wish.id}:${attempt}`;
  const held = await maple.bookingHolds.create({ slot_token: slot.slot_token }, { idempotencyKey: `hold:${key}` });
  const body: CreateBookingInput = {
    hold_id: held.id,
    guest: wish.guest,
    ...(wish.notes === undefined ? {} : { notes: wish.notes }),
  };
  return maple.bookings.create(body, { idempotencyKey: `book:${key}` });
}

/** Changes the notes of a booking, whoever changed it in the meantime: a stale version is read again. */
export async function changeNotes(maple: Maple, bookingId: string, notes: string): Promise<Booking> {
  for (let attempt = 1; ; attempt++) {
    const { version } = await maple.bookings.get(bookingId);
    try {
      return await maple.bookings.change(bookingId, { notes, expected_version: version });
    } catch (error) {
      if (!isMapleError(error, "stale_version") || attempt === tries) throw error;
    }
  }
}

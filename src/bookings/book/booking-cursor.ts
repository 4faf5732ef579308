/**
 * The cursors of GET /bookings: opaque and sealed. A cursor has the filters and the window of its list, so all pages
 * belong to one list (rules/bookings 12.4). Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { createSealedFields } from "../../kernel/sealed-cursors.ts";

/** The order a list is read in. */
export type ListOrder = "start" | "update";

export interface BookingCursor {
  /** The app and the filters, as text; a cursor is good for these only. */
  readonly filters: string;
  readonly order: ListOrder;
  /** The window of starts; null is any time. */
  readonly from: Instant | null;
  readonly until: Instant | null;
  /** After this booking: its start, or when it was last written. */
  readonly at: Instant;
  readonly id: string;
}

export interface BookingCursors {
  seal(cursor: BookingCursor): string;
  unseal(text: string, filters: string): BookingCursor | Refusal<"invalid_cursor">;
}

/** Makes the cursors of one service; the key is derived for this purpose and service alone. */
export function createBookingCursors(key: Buffer): BookingCursors {
  const sealed = createSealedFields(key);
  return {
    seal: ({ filters, order, from, until, at, id }) => sealed.seal([filters, order, from, until, at, id]),
    unseal(text, filters) {
      const fields = sealed.unseal(text, filters);
      if (isRefusal(fields)) return fields;
      const [made, order, from, until, at, id] = fields as CursorFields;
      return { filters: made, order, from, until, at, id };
    },
  };
}

type CursorFields = readonly [string, ListOrder, Instant | null, Instant | null, Instant, string];

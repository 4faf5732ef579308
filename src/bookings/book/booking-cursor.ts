/**
 * The cursors of GET /bookings: opaque, sealed, and carrying the filters and the window they were made for, so that pages
 * of one list always fit together (rules/bookings 12.4). Pure.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "../../kernel/clock.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";

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

const macBytes = 16;

/** Makes the cursors of one service; the key is derived for this purpose and service alone. */
export function createBookingCursors(key: Buffer): BookingCursors {
  const mac = (payload: Buffer): Buffer => createHmac("sha256", key).update(payload).digest().subarray(0, macBytes);
  return {
    seal({ filters, order, from, until, at, id }) {
      const payload = Buffer.from(JSON.stringify([filters, order, from, until, at, id]));
      return Buffer.concat([mac(payload), payload]).toString("base64url");
    },
    unseal(text, filters) {
      const bytes = Buffer.from(text, "base64url");
      const payload = bytes.subarray(macBytes);
      const isSealed = bytes.length > macBytes && timingSafeEqual(bytes.subarray(0, macBytes), mac(payload));
      if (!isSealed || bytes.toString("base64url") !== text) {
        return refuse("invalid_cursor", "starting_after: it is not the next_cursor of a page of this list");
      }
      const [made, order, from, until, at, id] = JSON.parse(payload.toString()) as CursorFields;
      if (made !== filters) {
        return refuse("invalid_cursor", "starting_after: the filters have changed; keep them the same across pages");
      }
      return { filters: made, order, from, until, at, id };
    },
  };
}

type CursorFields = readonly [string, ListOrder, Instant | null, Instant | null, Instant, string];

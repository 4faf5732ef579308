/** The words and columns of the partners' commands that make one call. All else is read from the calls that they name. */
import type { CommandRow } from "../derive-command.ts";

const ofBooking = ["id", "status", "version", "starts_at", "party_size"];
const asDocument = { example: "LOCATION --file menu.json" } as const;
const ofSync = {
  columns: ["id", "status", "no_op", "version_id"],
  tables: { "changes.detail": ["change", "kind", "external_id", "name", "fields"] },
} as const;

export const partnerRows: readonly CommandRow[] = [
  {
    words: "orders list",
    call: "listOrders",
    columns: ["id", "display_number", "status", "payment_status", "fulfillment_type", "location_id"],
  },
  { words: "orders show", call: "getOrder", columns: ["id", "status", "payment_status"] },
  {
    words: "orders accept",
    call: "acceptOrder",
    example: "ORDER --pos-ticket T-1042",
    columns: ["order_id", "decision", "status"],
  },
  {
    words: "orders deny",
    call: "denyOrder",
    columns: ["order_id", "decision", "status"],
  },
  { words: "orders ready", call: "markOrderReady", columns: ["order_id", "decision", "status"] },
  { words: "orders complete", call: "completeOrder", columns: ["order_id", "decision", "status"] },
  { words: "orders cancel", call: "cancelOrder", columns: ["order_id", "decision", "status"] },
  { words: "orders resend", call: "resendOrder", columns: [] },
  { words: "menu show", call: "getMenu", columns: ["locationId", "versionId", "publishedAt", "currency"] },
  { words: "menu publish", call: "publishMenu", ...asDocument, ...ofSync },
  { words: "menu sync", call: "getMenuSync", ...ofSync },
  { words: "menu versions", call: "listMenuVersions", columns: ["id", "published_at", "objects", "current"] },
  { words: "menu restore", call: "restoreMenuVersion", columns: ["id", "current", "published_at"] },
  {
    words: "booking search",
    call: "searchBookingAvailability",
    columns: ["local_start", "duration_minutes", "party_size", "slot_token"],
  },
  { words: "booking hold", call: "createBookingHold", columns: ["id", "status", "expires_at", "starts_at"] },
  { words: "booking release", call: "releaseBookingHold", columns: ["id", "status"] },
  {
    words: "booking list",
    call: "listBookings",
    example: "--location LOCATION",
    columns: ["id", "status", "local_start", "party_size", "confirmation_code", "version"],
  },
  { words: "booking show", call: "getBooking", columns: ofBooking },
  {
    words: "booking create",
    call: "createBooking",
    example: "--hold HOLD --first-name Ada --last-name Byron",
    columns: ofBooking,
    spread: ["guest"],
  },
  { words: "booking change", call: "changeBooking", example: "BOOKING --slot-token TOKEN", columns: ofBooking },
  { words: "booking cancel", call: "cancelBooking", columns: ofBooking },
  { words: "booking venue-cancel", call: "cancelBookingForVenue", columns: ofBooking },
  { words: "booking seat", call: "seatBooking", columns: ofBooking },
  { words: "booking complete", call: "completeBooking", columns: ofBooking },
  { words: "booking no-show", call: "markBookingNoShow", columns: ofBooking },
  {
    words: "requests list",
    call: "listRequests",
    example: "--status 4xx",
    columns: ["at", "method", "path", "status", "code", "duration_ms", "id"],
  },
  { words: "requests show", call: "getRequest", columns: ["id", "at", "method", "path", "status", "code"] },
];

/** The route of the book of one service day (rules/bookings 12.6). */
import { createHash } from "node:crypto";
import Type, { type Static } from "typebox";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { idField, localDate as dateField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listBlocks } from "../blocks/list-blocks.query.ts";
import { viewFor } from "../book/booking-view.ts";
import { bookingToWire, type BookingView } from "../book/booking-wire.ts";
import { listBookingsAt } from "../book/list-bookings-at.query.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { serviceDayOf } from "../venue/service-days.ts";
import { getGrantedVenueState, type VenueState } from "../venue/venue.query.ts";
import { bookingExample } from "./booking-examples.ts";
import { bookingSchema } from "./bookings.schemas.ts";
import { isDate } from "../venue/blackouts.ts";
import { attendanceOf, servicesOfDay, spanOfDay } from "./day-book.ts";
import { tableBlockExample, tableBlockShape, tableBlockToWire } from "./table-blocks.routes.ts";

const mostBookings = 1_000;
const count = (description: string) => Type.Integer({ minimum: 0, description });
const attendance = {
  parties: count("Bookings that come or came: not cancelled, declined or missed."),
  covers: count("Their guests."),
};

const dayBookShape = Type.Object(
  {
    object: Type.Literal("day_book"),
    livemode: Type.Boolean(),
    location_id: idField("str"),
    date: Type.String({ maxLength: 10, description: "The service day; it ends when its last service closes." }),
    time_zone: Type.String({ maxLength: 255, description: "The location's IANA zone." }),
    services: Type.Array(
      Type.Object(
        { service_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 600 }), ...attendance },
        { title: "DayBookService" },
      ),
    ),
    bookings: Type.Array(bookingSchema, { description: "Whatever became of them, by their start; at most 1,000." }),
    truncated: Type.Boolean({ description: "There are more than 1,000 bookings; read them by GET /v1/bookings." }),
    blocks: Type.Array(tableBlockShape, { description: "Blocks of tables that reach into the day." }),
    totals: Type.Object(attendance, { title: "DayBookTotals" }),
    complete: Type.Boolean({
      description: "False where a reservation provider keeps the book: it may have bookings that were not made here.",
    }),
  },
  { title: "DayBook" },
);

const route = defineRoute({
  method: "GET",
  path: "/v1/locations/{locationId}/day_book",
  operationId: "getDayBook",
  tag: "Bookings",
  budget: "bookings",
  summary: "Read the book of one service day",
  description:
    "All bookings, blocks and services of the day at one moment. With `If-None-Match` an unchanged day is a 304.",
  access: { kind: "app", scope: "bookings:read" },
  params: { locationId: idField("str") },
  query: { date: Type.Optional(dateField("YYYY-MM-DD, by the clock of the location; today when absent.")) },
  headers: { "if-none-match": Type.Optional(Type.String({ maxLength: 1_000 })) },
  success: { 200: dayBookShape, 304: Type.Null() },
  refusals: ["not_found", "invalid_window", "configuration_missing"],
  example: {
    response: {
      object: "day_book",
      livemode: false,
      location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
      date: "2026-03-06",
      time_zone: "Europe/Paris",
      services: [{ service_id: "dinner", name: "Dinner", parties: 1, covers: 2 }],
      bookings: [bookingExample],
      truncated: false,
      blocks: [tableBlockExample],
      totals: { parties: 1, covers: 2 },
      complete: true,
    },
  },
});

/** The route, bound. */
export function dayBookRoutes(): BoundRoute[] {
  return [
    bindRead(route, async (call, _db, snapshot) => {
      const book = await snapshot(async (db) => {
        const state = await getGrantedVenueState(db, call.app.id, call.params.locationId);
        return isRefusal(state) ? state : readDay(db, state, call.query.date, viewFor(call.app));
      });
      if (isRefusal(book)) return book;
      const etag = `W/"${createHash("sha256").update(JSON.stringify(book)).digest("base64url").slice(0, 22)}"`;
      const headers = { etag };
      return matches(call.headers["if-none-match"], etag)
        ? reply(304, null, { headers })
        : reply(200, book, { headers });
    }),
  ];
}

async function readDay(
  db: Db,
  { location, venue, now }: VenueState,
  asked: string | undefined,
  view: BookingView,
): Promise<Static<typeof dayBookShape> | Refusal<"invalid_window" | "configuration_missing">> {
  if (location.timezone === null) return refuse("configuration_missing", "the location has no time zone yet");
  const { id, timezone: timeZone, booking_mode: mode } = location;
  const ours = mode === "native" ? venue : null;
  const date = asked ?? (ours === null ? localDate(timeZone, now) : serviceDayOf(ours, now));
  if (!isDate(date)) return refuse("invalid_window", `the calendar has no date ${date}`);
  const span = spanOfDay(date, timeZone, ours);
  const found = await listBookingsAt(db, id, span, mostBookings + 1);
  const bookings = found.slice(0, mostBookings);
  const blocks = await listBlocks(db, id, span);
  return {
    object: "day_book",
    livemode: view.livemode,
    location_id: id,
    date,
    time_zone: timeZone,
    services: ours === null ? [] : [...servicesOfDay(ours, date, bookings)],
    bookings: bookings.map((booking) => bookingToWire(booking, view)),
    truncated: found.length > mostBookings,
    blocks: blocks.map((block) => tableBlockToWire(block, timeZone, view.livemode)),
    totals: attendanceOf(bookings),
    complete: mode === "native",
  };
}

/** `If-None-Match` compares weakly and may list several tags (RFC 9110, section 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, "");
  return header !== undefined && header.split(",").some((tag) => tag.trim() === "*" || bare(tag) === bare(etag));
}

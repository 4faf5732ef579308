/** For programs: the times that an order can be for, one day at a time (rules/ordering 14.8). */
import Type from "typebox";
import { isDate } from "../../bookings/venue/blackouts.ts";
import { toUnixSeconds } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { listPossibleTimes } from "../../orders/place/find-next-time.query.ts";
import { programReader } from "../../pages/reader.ts";
import { idField, localDate as dateField, nullable, unixSeconds } from "../../platform/http/reading/fields.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { KeepsLocation } from "../menu/store-menu.routes.ts";
import { getStoreLocation } from "../shared/get-store-location.query.ts";
import { daysOf, mostTimes } from "./checkout-times.ts";

const times = {
  object: "ordering_times",
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  as_soon_as_possible: true,
  date: "2026-11-22",
  times: [1795284000, 1795284900],
  dates: ["2026-11-22", "2026-11-23"],
};

const route = defineRoute({
  tag: "Store",
  access: { kind: "public" },
  addressLimit: "diner_reads",
  params: { locationId: idField("str") },
  method: "GET",
  path: "/store/v1/locations/{locationId}/ordering_times",
  operationId: "listOrderingTimes",
  summary: "The times that an order can be for",
  description:
    "Of one day, with the days of a week on which there are such times. Nothing is held: a time that was full meanwhile is refused when the order is placed, with the next possible time.",
  query: { date: Type.Optional(dateField("By the location's clock; the first day with a time when absent.")) },
  success: {
    200: Type.Object(
      {
        object: Type.Literal("ordering_times"),
        location_id: idField("str"),
        as_soon_as_possible: Type.Boolean({ description: "Whether an order without a time would be taken now." }),
        date: nullable(Type.String({ maxLength: 10, description: "The day of the times; null when there is no day." })),
        times: Type.Array(unixSeconds("When the order would be ready."), { description: "Ascending." }),
        dates: Type.Array(Type.String({ maxLength: 10 }), {
          description: "The days that have a time, at most seven, ascending.",
        }),
      },
      { title: "OrderingTimes" },
    ),
  },
  refusals: ["invalid_request", "not_found"],
  example: { response: times },
});

/** The route, bound. */
export function orderingTimesRoutes({ keepsLocation }: { readonly keepsLocation: KeepsLocation }): BoundRoute[] {
  return [
    bindRead(
      route,
      async (call, _db, snapshot) => {
        const { params, query } = call;
        if (query.date !== undefined && !isDate(query.date))
          return invalidRequest([{ path: "query.date", message: "is not a date of the calendar (YYYY-MM-DD)" }]);
        const found = await snapshot((db) => readTimes(db, params.locationId));
        if (isRefusal(found)) return found;
        const { isOpen, zone, seconds } = found;
        const days = daysOf(seconds, zone);
        const date = query.date ?? days[0]?.value ?? null;
        const body = {
          object: "ordering_times" as const,
          location_id: params.locationId,
          as_soon_as_possible: isOpen,
          date,
          times: seconds.filter((at) => localDate(zone, at * 1_000) === date),
          dates: days.map(({ value }) => value),
        };
        return reply(200, body, { headers: { "cache-control": "no-store" } });
      },
      { keeps: (call) => keepsLocation(call.params.locationId) },
    ),
  ];
}

async function readTimes(db: Db, locationId: Id<"str">) {
  const settings = await getLocationSettings(db, locationId);
  if (isRefusal(settings)) return settings;
  const location = await getStoreLocation(db, locationId, programReader(undefined));
  if (isRefusal(location)) return location;
  const found = location.next_possible_time === null ? [] : await listPossibleTimes(db, settings, mostTimes);
  return { isOpen: location.open_now, zone: settings.timezone ?? "UTC", seconds: found.map(toUnixSeconds) };
}

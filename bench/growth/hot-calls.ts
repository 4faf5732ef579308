/** The hot calls, as partners, guests and diners make them. */
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import type { BenchSandbox } from "../orders-sandbox.ts";
import { availabilityPath, type BookingPlaces } from "./fill-bookings.ts";

export interface HotCall {
  readonly name: string;
  readonly kind: "get" | "place";
  /** Of several, each call takes the next. */
  readonly key: string | readonly string[];
  /** Paths to get, or bodies to place. */
  readonly inputs: readonly string[];
}

interface AskedWith {
  readonly places: BookingPlaces;
  readonly bodies: readonly string[];
  /** Keys of apps that search: one alone would soon have used up its budget. */
  readonly searching: readonly string[];
}

/** The same calls in every database. */
export async function hotCalls(
  database: TextDatabase,
  { partner, chain, placingLocations }: BenchSandbox,
  { places, bodies, searching }: AskedWith,
): Promise<HotCall[]> {
  const orders = await database.read.rows<{ readonly id: string }>(
    `SELECT o.id FROM orders o JOIN connections c ON c.location_id = o.location_id WHERE c.app_id = $1
     ORDER BY o.id DESC LIMIT 300`,
    [partner.id],
  );
  const bookings = await database.read.rows<{ readonly id: string }>(
    "SELECT id FROM bookings WHERE location_id = $1 LIMIT 300",
    [places.venues[0]],
  );
  const since = Math.floor(Date.now() / 1_000) - 60;
  const get = (name: string, inputs: readonly string[], key: HotCall["key"] = partner.key): HotCall => ({
    name,
    kind: "get",
    key,
    inputs,
  });
  return [
    get(
      "GET order",
      orders.map(({ id }) => `/v1/orders/${id}`),
    ),
    get("GET list of 100, 10 locations", ["/v1/orders"]),
    get("GET list of 100, 190 locations", ["/v1/orders"], chain.key),
    get("drain that has caught up", [`/v1/orders?since=${since}`], chain.key),
    get("ledger, newest 50", ["/v1/webhook_events?limit=50"]),
    get(
      "menu of a diner, 600 objects",
      placingLocations.map((id) => `/store/v1/locations/${id}/menu`),
    ),
    get(
      "search of 7 evenings",
      places.venues.map((id) => availabilityPath(id, 1, 7)),
      searching,
    ),
    get(
      "GET booking",
      bookings.map(({ id }) => `/v1/bookings/${id}`),
    ),
    { name: "place an order", kind: "place", key: partner.key, inputs: bodies },
  ];
}

/** Where the routes of holds and bookings go on when the book is a provider's: the same answers, at the provider's desk. */
import type { Static } from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import type { AppCaller } from "../../platform/http/callers.ts";
import type { RouteValue } from "../../platform/http/route.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import type { BookingRouteDeps } from "./booking-route-deps.ts";
import { viewFor } from "../book/booking-view.ts";
import { bookingToWire, holdToWire } from "../book/booking-wire.ts";
import type { Booking } from "../book/booking.ts";
import type * as schemas from "./bookings.schemas.ts";
import type { BookingRequest } from "../make/create-booking.command.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isForProvider } from "../venue/native-only.ts";
import { readProviderLocation } from "../provider/provider-location.query.ts";
import { lookUpAtProvider } from "../at-provider/search-provider.query.ts";

interface AppCall<Body, Params = unknown> {
  readonly app: AppCaller;
  readonly livemode: boolean;
  readonly body: Body;
  readonly params: Params;
}

type OfBooking = { readonly bookingId: Id<"bkg"> };

/** What the route declares, and nothing else: another code is a fault of the program. */
function declaredBy<R extends RouteValue>(route: R, refusal: Refusal): Refusal<R["refusals"][number]> {
  if (isAmong<R["refusals"][number]>(route.refusals, refusal)) return refusal;
  throw new Error(`${route.operationId} does not declare ${refusal.code}: ${refusal.message}`);
}

function isAmong<Code extends string>(codes: readonly Code[], refusal: Refusal): refusal is Refusal<Code> {
  return codes.some((code) => code === refusal.code);
}

function answered<R extends RouteValue, Status extends 200 | 201>(
  route: R,
  status: Status,
  booking: Booking | Refusal,
  app: AppCaller,
) {
  return isRefusal(booking) ? declaredBy(route, booking) : reply(status, bookingToWire(booking, viewFor(app)));
}

/** POST /v1/booking_holds. */
export function holdElsewhere<R extends RouteValue>(deps: BookingRouteDeps, route: R) {
  const run = async (call: AppCall<Static<typeof schemas.holdBody>>, _database: Database, id: Id<"opn">) => {
    const { desk } = deps.providers;
    const hold = await desk.hold(id, { appId: call.app.id, slotToken: call.body.slot_token });
    return isRefusal(hold) ? declaredBy(route, hold) : reply(201, holdToWire(hold, call.livemode));
  };
  return { when: isForProvider, run };
}

/** POST /v1/bookings. */
export function bookElsewhere<R extends RouteValue>(
  deps: BookingRouteDeps,
  route: R,
  requestOf: (call: AppCall<Static<typeof schemas.bookingBody>>) => BookingRequest | Refusal<R["refusals"][number]>,
) {
  const run = async (call: AppCall<Static<typeof schemas.bookingBody>>, _database: Database, id: Id<"opn">) => {
    const request = requestOf(call);
    if (isRefusal(request)) return declaredBy(route, request);
    return answered(route, 201, await deps.providers.desk.book(id, request), call.app);
  };
  return { when: isForProvider, run };
}

/** POST /v1/bookings/{bookingId}/change. */
export function changeElsewhere<R extends RouteValue>(deps: BookingRouteDeps, route: R) {
  const run = async (
    call: AppCall<Static<typeof schemas.changeBody>, OfBooking>,
    _database: Database,
    id: Id<"opn">,
  ) => {
    const { slot_token: slotToken, notes, expected_version: expectedVersion } = call.body;
    const change = { slotToken, notes, expectedVersion };
    const { desk } = deps.providers;
    return answered(route, 200, await desk.change(id, call.app.id, call.params.bookingId, change), call.app);
  };
  return { when: isForProvider, run };
}

/** POST /v1/bookings/{bookingId}/cancel. */
export function cancelElsewhere<R extends RouteValue>(deps: BookingRouteDeps, route: R) {
  const run = async (
    call: AppCall<Static<typeof schemas.cancelBody> | undefined, OfBooking>,
    _database: Database,
    id: Id<"opn">,
  ) => {
    const request = { reason: call.body?.reason ?? null, expectedVersion: call.body?.expected_version };
    const { desk } = deps.providers;
    return answered(route, 200, await desk.cancel(id, call.app.id, call.params.bookingId, request), call.app);
  };
  return { when: isForProvider, run };
}

/** GET /v1/bookings by phone: where a provider keeps the book, it is asked first (rules/providers 1.4). */
export async function askProviderFirst(
  deps: BookingRouteDeps,
  { app }: { readonly app: AppCaller },
  db: Db,
  lookUp: {
    readonly locationId: Id<"str"> | undefined;
    readonly phone: string | undefined;
    readonly isFirstPage: boolean;
  },
): Promise<void> {
  const { locationId, phone, isFirstPage } = lookUp;
  if (locationId === undefined || phone === undefined || !isFirstPage) return;
  const location = await readProviderLocation(db, app.id, locationId);
  if (isRefusal(location)) return;
  const normalized = normalizePhone(phone, location.country, "query.phone");
  if (!isRefusal(normalized)) await lookUpAtProvider(deps.providers, locationId, normalized);
}

/** Free slots of a location whose book a provider keeps, and the bookings of a guest there. No connection waits for either. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { instantOf, type WallTime } from "../../kernel/wall-time.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { readDatabaseTime } from "../../platform/clock/database-time.sql.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { Overloaded } from "../../platform/postgres/faults.ts";
import { guestKeyOf, providerArea } from "./begin-operation.command.ts";
import { isInWindow, type Slot } from "../search/availability.ts";
import { notSetUp } from "../venue/native-only.ts";
import { within } from "./provider-desk.command.ts";
import {
  isBlackedOut,
  readProviderLocation,
  type ProviderLocation,
  type ProviderLocationRefusal,
} from "../provider/provider-location.query.ts";
import { findOpenOperation, isBookingUnderWay } from "../provider/provider-operations.sql.ts";
import { findByReference, wasWrittenSince } from "../provider/provider-records.sql.ts";
import type { FindProvider, ProviderAnswer, ReservationProvider } from "../provider/reservation-provider.ts";
import { followProvider, importedBooking, storeProviderBooking } from "./save-provider-booking.command.ts";

const waitMs = 4_000;

export interface ProviderSearchRequest {
  readonly appId: Id<"app"> | null;
  readonly locationId: Id<"str">;
  readonly start: WallTime;
  readonly end: WallTime;
  readonly partySize: number;
  readonly experienceId: string | null;
  readonly areaId: string | null;
}

/** What the provider offers in the window, blackouts left out. */
export async function searchProvider(
  deps: { readonly database: Database; readonly find: FindProvider },
  request: ProviderSearchRequest,
): Promise<
  | { readonly location: ProviderLocation; readonly slots: readonly Slot[] }
  | ProviderLocationRefusal
  | Refusal<"invalid_request" | "party_size_out_of_bounds" | "outside_booking_window" | "date_blocked">
> {
  const { appId, locationId, partySize } = request;
  const location = await readProviderLocation(deps.database.read, appId, locationId);
  if (isRefusal(location)) return location;
  const issues = [
    ...(request.experienceId === null ? [] : [{ path: "query.experience_id", message: "names no experience here" }]),
    ...(request.areaId === null || request.areaId === providerArea.areaId
      ? []
      : [{ path: "query.area_id", message: "names no area here" }]),
  ];
  if (issues.length > 0) return invalidRequest(issues);
  const provider = await theProvider(deps.find, locationId);
  if (isRefusal(provider)) return provider;
  const { min, max } = provider.partySize;
  if (partySize < min || partySize > max)
    return refuse("party_size_out_of_bounds", `parties of ${min} to ${max} can be booked here`, { min, max });
  const { timeZone, now } = location;
  const from = instantOf(timeZone, request.start, "earlier");
  const until = instantOf(timeZone, request.end, "later");
  if (until <= now) return refuse("outside_booking_window", "the whole window is over", { reason: "past" });
  const found = await answerOf(provider.search({ timeZone, now, from, until, partySize }));
  const offered = found.filter(({ startsAt }) => isInWindow(timeZone, request, startsAt));
  const open = offered.filter((slot) => !isBlackedOut(location, slot.startsAt));
  if (offered.length > 0 && open.length === 0)
    return refuse("date_blocked", "the venue takes no reservations in the whole window");
  const slots = open.map(({ startsAt, minutes }): Slot => ({
    startsAt,
    endsAt: startsAt + minutes * 60_000,
    minutes,
    ...providerArea,
    experience: null,
  }));
  return { location, slots };
}

/**
 * Asks the provider for a guest's bookings to come, so that a look-up by phone finds those too (rules/providers 1.4).
 */
export async function lookUpAtProvider(
  { database, find }: { readonly database: Database; readonly find: FindProvider },
  locationId: Id<"str">,
  phone: string,
): Promise<void> {
  const guestKey = guestKeyOf(locationId, phone);
  const provider = await theProvider(find, locationId);
  if (isRefusal(provider)) return;
  const asked = await readDatabaseTime(database.read);
  for (const kept of await answerOf(provider.lookup({ guestKey }))) {
    await database.transaction(async (tx) => {
      const known = await findByReference(tx, locationId, kept.reference);
      if (known !== undefined) {
        // What has changed since we asked, or is being changed, is newer than what the provider said.
        const isNewer = (await wasWrittenSince(tx, known, asked)) || (await findOpenOperation(tx, known)) !== undefined;
        return isNewer ? undefined : void (await followProvider(tx, known, kept));
      }
      // It may be the very one that is being made: then settling brings it.
      if (await isBookingUnderWay(tx, locationId, guestKey)) return;
      const guest = kept.guest ?? { firstName: null, lastName: null, email: null, phone };
      await storeProviderBooking(tx, { ...importedBooking(locationId, kept), guest: { ...guest, phone } });
    });
  }
}

async function theProvider(
  find: FindProvider,
  locationId: Id<"str">,
): Promise<ReservationProvider | Refusal<"capability_unsupported">> {
  const provider = await find(locationId);
  if (provider === undefined) return notSetUp();
  if (!provider.available()) throw new Overloaded("the reservation provider cannot be asked now");
  return provider;
}

async function answerOf<Value>(asked: Promise<ProviderAnswer<Value>>): Promise<Value> {
  const answer = await within(asked, waitMs);
  if (answer?.kind === "done") return answer.value;
  throw new Overloaded("the reservation provider did not answer");
}

/** Free slots of a location whose book a provider keeps, and the bookings of a guest there. No connection waits for either. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { instantOf } from "../../kernel/wall-time.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { readDatabaseTime } from "../../platform/clock/database-time.sql.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { Overloaded } from "../../platform/postgres/faults.ts";
import type { BookTerms, OfferRefusal, TermsRefusal } from "../make/book.ts";
import { answeredWithin } from "./ask-provider.command.ts";
import { guestKeyOf, providerArea } from "./begin-operation.command.ts";
import { isInWindow, type Slot } from "../search/availability.ts";
import type { Offer } from "../search/offer.ts";
import type { SearchRequest } from "../search/search-availability.query.ts";
import { providerRevision } from "../search/slot-token.ts";
import { notSetUp } from "../venue/native-only.ts";
import type { VenueState } from "../venue/venue.query.ts";
import { isBlackedOut, providerLocationOf } from "../provider/provider-location.query.ts";
import { findUnfinishedOperation, isBookingUnderWay } from "../provider/provider-operations.sql.ts";
import { findByReference, wasWrittenSince } from "../provider/provider-records.sql.ts";
import type { FindProvider, ProviderAnswer, ReservationProvider } from "../provider/reservation-provider.ts";
import { followProvider, importedBooking, storeProviderBooking } from "./save-provider-booking.command.ts";

const waitMs = 4_000;

/** What the provider of a location takes and can do. */
export async function providerTerms(db: Db, find: FindProvider, state: VenueState): Promise<BookTerms | TermsRefusal> {
  const location = await providerLocationOf(db, state);
  if (isRefusal(location)) return location;
  const provider = await find(location.id);
  if (provider === undefined) return notSetUp();
  const { timeZone, contactRequired, blackouts } = location;
  const { partySize, holds, changesNotes } = provider;
  return { timeZone, partySize, largePartyThreshold: null, contactRequired, blackouts, holds, changesNotes };
}

/** What the provider offers in the window, blackouts left out. */
export async function searchProvider(
  db: Db,
  find: FindProvider,
  state: VenueState,
  request: SearchRequest,
): Promise<Offer | OfferRefusal> {
  const { partySize } = request;
  const location = await providerLocationOf(db, state);
  if (isRefusal(location)) return location;
  const issues = [
    ...(request.experienceId === null ? [] : [{ path: "query.experience_id", message: "names no experience here" }]),
    ...(request.areaId === null || request.areaId === providerArea.areaId
      ? []
      : [{ path: "query.area_id", message: "names no area here" }]),
  ];
  if (issues.length > 0) return invalidRequest(issues);
  const provider = await theProvider(find, location.id);
  if (isRefusal(provider)) return provider;
  const { min, max } = provider.partySize;
  if (partySize < min || partySize > max)
    return refuse("party_size_out_of_bounds", `parties of ${min} to ${max} can be booked here`, { min, max });
  const { id: locationId, timeZone, now } = location;
  const from = instantOf(timeZone, request.start, "earlier");
  const until = instantOf(timeZone, request.end, "later");
  if (until <= now) return refuse("outside_booking_window", "the whole window is over", { reason: "past" });
  const found = await answerOf(provider.search({ timeZone, now, from, until, partySize }));
  const offered = found.filter(({ startsAt }) => isInWindow(timeZone, request, startsAt));
  const bookable = offered.filter((slot) => !isBlackedOut(location, slot.startsAt));
  if (offered.length > 0 && bookable.length === 0)
    return refuse("date_blocked", "the venue takes no reservations in the whole window");
  const slots = bookable.map(({ startsAt, minutes }): Slot => ({
    startsAt,
    endsAt: startsAt + minutes * 60_000,
    minutes,
    ...providerArea,
    experience: null,
    terms: null,
  }));
  return { locationId, timeZone, now, revision: providerRevision, slots };
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
        const isNewer =
          (await wasWrittenSince(tx, known, asked)) || (await findUnfinishedOperation(tx, known)) !== undefined;
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
  const answer = await answeredWithin(asked, waitMs);
  if (answer?.kind === "done") return answer.value;
  throw new Overloaded("the reservation provider did not answer");
}

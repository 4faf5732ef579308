/**
 * An evening at a large restaurant for bench:live, through the service's own commands: parties that sit, parties to come
 * and a line.
 */
import { bookByPhone } from "../src/bookings/acts/book-by-phone.command.ts";
import { seatArrival } from "../src/bookings/make/seat-arrival.command.ts";
import type { GivenConfiguration } from "../src/bookings/venue/configuration.schemas.ts";
import { findVenueState, type VenueState } from "../src/bookings/venue/venue.query.ts";
import type { Id } from "../src/kernel/id.ts";
import { isRefusal } from "../src/kernel/refusal.ts";
import type { TextDatabase, Tx } from "../src/platform/postgres/database.ts";
import { addToWaitlist } from "../src/waitlist/line/add-to-waitlist.command.ts";
import { createBookableLocation } from "../test/harness/booking-setup.ts";

export interface Evening {
  readonly tables: number;
  readonly seated: number;
  readonly expected: number;
  readonly waiting: number;
}

const by = { kind: "person", id: null } as const;
const nobody = { first_name: "Ada", last_name: "Byron", phone: null, email: null, language: null };

/** Makes the restaurant as it is in the middle of the evening; answers its location. */
export async function makeEvening(database: TextDatabase, evening: Evening): Promise<Id<"str">> {
  const location = await createBookableLocation(database, roomOf(evening.tables));
  const each = async (
    count: number,
    run: (tx: Tx, state: VenueState, at: number) => Promise<unknown>,
  ): Promise<void> => {
    for (let at = 0; at < count; at++)
      await database.transaction(async (tx) => {
        const state = await findVenueState(tx, location);
        if (state === undefined) throw new Error("the location is gone");
        const made = await run(tx, state, at);
        if (isRefusal(made)) throw new Error(made.message);
      });
  };
  await each(evening.seated, (tx, state, at) =>
    seatArrival(tx, state, {
      appId: null,
      actedBy: by,
      source: "walk_in",
      waitlistEntryId: null,
      partySize: 1 + (at % 4),
      guest: nobody,
      notes: null,
      chosen: undefined,
    }),
  );
  await each(evening.expected, (tx, state, at) =>
    bookByPhone(
      tx,
      state,
      {
        actor: by,
        startsAt: state.now + (100 + (at % 8) * 15) * 60_000,
        partySize: 1 + (at % 4),
        experienceId: null,
        areaId: null,
        chosen: undefined,
        override: new Set(["hours", "lead_time", "pacing", "large_party", "blackout"]),
        guest: { first_name: "Grace" },
        notes: null,
        venueNotes: null,
      },
      { actor: "bench", requestId: null },
    ),
  );
  await each(evening.waiting, (tx, _state, at) =>
    addToWaitlist(tx, {
      appId: null,
      staff: by,
      locationId: location,
      partySize: 2 + (at % 5),
      guest: nobody,
      notes: null,
      channel: "in_person",
      quoted: null,
      linkOf: (token) => token,
    }),
  );
  return location;
}

function roomOf(tables: number): GivenConfiguration {
  return {
    slotIntervalMinutes: 15,
    partySize: { min: 1, max: 8 },
    leadTime: { minMinutes: 0, maxDays: 60 },
    contactRequired: "none",
    cancellation: { guestWindowMinutes: 60 },
    durations: [{ minPartySize: 1, maxPartySize: 8, minutes: 90 }],
    waitlist: { enabled: true, maxPartySize: 8 },
    services: [{ serviceId: "day", name: "All day", days: [0, 1, 2, 3, 4, 5, 6], opens: "00:00", closes: "00:00" }],
    areas: [0, 1, 2].map((area) => ({
      areaId: `area${area}`,
      poolId: area,
      name: `Area ${area}`,
      units: Array.from({ length: tables / 3 }, (_, index) => ({
        unitId: `${area}-${index}`,
        name: `${area}${index}`,
        minSeats: 1,
        maxSeats: [2, 4, 4, 6][index % 4] ?? 4,
        listed: true,
      })),
      combinations: [],
    })),
  };
}

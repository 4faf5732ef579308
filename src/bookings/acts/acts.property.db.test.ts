/** Random evenings at a host stand: each command is compared with the model. A table never has two parties. */
import { after, before, test } from "node:test";
import fc from "fast-check";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { findVenueState } from "../venue/venue.query.ts";
import { command, Evening, tables, type Command } from "./evening.fixture.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

/** A late party is not moved to where another has come meanwhile, not even for the time before that. */
const lateParty: Command[] = [
  { kind: "book", units: ["t2"], size: 3, ahead: 0 },
  { kind: "pass" },
  { kind: "walk_in", units: ["t3"], size: 2 },
  { kind: "pass" },
  { kind: "move", which: 0, units: ["t3"], overrun: true },
];

/** The half hour of a party that sits reaches into the time of the other, at the table that both have. */
const sharedTable: Command[] = [
  { kind: "book", units: ["t2"], size: 2, ahead: 0 },
  { kind: "move", which: 0, units: ["t2", "t3"], overrun: true },
  { kind: "walk_in", units: ["t2"], size: 2 },
  { kind: "swap", which: 0, other: 1, overrun: false },
];

test("eight evenings: every act does what the model says, and every table has one party (rules/bookings 7.1, 16.3, 16.4 and 16.6)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 25, maxLength: 40 }), async (commands) => {
      const locationId = await partner.location(tablesOfFour(tables.length, { repair: false }));
      const state = await findVenueState(partner.service.database.read, locationId);
      const evening = new Evening(partner, locationId, state?.now ?? 0);
      for (const one of commands) await evening.run(one);
    }),
    { numRuns: 8, endOnFailure: true, examples: [[lateParty], [sharedTable]] },
  );
});

/** Locations that take bookings, written straight into the database of the test. */
import type { GivenConfiguration } from "../../src/bookings/venue/configuration.schemas.ts";
import { parseConfiguration } from "../../src/bookings/venue/parse-configuration.ts";
import { publishConfiguration } from "../../src/bookings/setup/publish-configuration.command.ts";
import { smallConfiguration } from "../../src/bookings/api/setup-examples.ts";
import type { Id } from "../../src/kernel/id.ts";
import { isRefusal } from "../../src/kernel/refusal.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { createLocation } from "./factories.ts";

/** A location with the configuration (the small one without) and bookings switched on, in Europe/Paris. */
export async function createBookableLocation(
  database: TextDatabase,
  configuration: GivenConfiguration = smallConfiguration,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Id<"str">> {
  const columns = { timezone: "Europe/Paris", bookings_enabled: true, ...fields };
  const locationId = await createLocation(database, columns);
  await configureBookings(database, locationId, configuration);
  return locationId;
}

/** Publishes a configuration at a location, whatever is there. */
export async function configureBookings(
  database: TextDatabase,
  locationId: Id<"str">,
  given: GivenConfiguration = smallConfiguration,
): Promise<void> {
  const configuration = parseConfiguration(given);
  if (isRefusal(configuration)) throw new Error(configuration.message);
  const published = await database.transaction((tx) => publishConfiguration(tx, { locationId, configuration }));
  if (isRefusal(published)) throw new Error(published.message);
}

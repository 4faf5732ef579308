/** Locations in Europe/Paris whose book a reservation provider keeps, set up as the operator does it. */
import assert from "node:assert/strict";
import type { Id } from "../../src/kernel/id.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import { createLocation } from "./factories.ts";
import { operatorToken, type TestService } from "./service.ts";

/** A location with the provider's settings as the operator sends them; bookings are switched on. */
export async function createProviderLocation(
  service: TestService,
  provider: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Id<"str">> {
  const columns = { timezone: "Europe/Paris", bookings_enabled: true, ...fields };
  const id = await createLocation(service.database, columns);
  const answer = await service.call("PATCH", `/operator/v1/test/locations/${id}`, {
    key: operatorToken,
    body: { booking_mode: "provider", booking_provider: provider },
  });
  assert.equal(answer.status, 200, answer.text);
  return id;
}

/** The date there so many days from now. */
export function dateThere(days: number): string {
  return localDate("Europe/Paris", Date.now() + days * 24 * 3_600_000);
}

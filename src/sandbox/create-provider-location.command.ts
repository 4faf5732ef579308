/**
 * Makes the location that the sandbox keeps for an app where the simulated provider keeps the book. The location is made
 * once, under the lock of everything that the sandbox makes, so two calls at the same time get the same one
 * (rules/providers 4.3).
 */
import type { Author } from "../audit/record-audit.command.ts";
import type { Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { connectLocation } from "../locations/grants/change-connection.command.ts";
import { grantLocation } from "../locations/grants/change-grant.command.ts";
import { getGrantedLocation } from "../locations/grants/read-locations.query.ts";
import type { Location } from "../locations/location/location.ts";
import { updateLocation } from "../locations/settings/change-location.command.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { changeProvider } from "../providers/change-provider.command.ts";
import { lockSeed } from "./seed-lock.sql.ts";
import { createSpare } from "./triggers/spare-location.command.ts";

export type ProviderLocationDeps = Parameters<typeof changeProvider>[1];

/** Opens it, granted and connected to the app. */
export async function createProviderLocation(
  tx: Tx,
  deps: ProviderLocationDeps,
  appId: Id<"app">,
  by: Author,
): Promise<Location | Refusal<"not_found" | "location_connected" | "invalid_request">> {
  await lockSeed(tx);
  const { id, isNew } = await createSpare(tx, "provider", appId, by);
  if (isNew) {
    const provider = await changeProvider(tx, deps, id, { adapter: "simulated" }, by);
    if (provider !== undefined && isRefusal(provider)) return provider;
    const handedOver = await updateLocation(tx, id, { booking_mode: "provider" }, by);
    if (isRefusal(handedOver)) return handedOver;
  }
  const granted = await grantLocation(tx, appId, id, by);
  if (isRefusal(granted)) return granted;
  const connected = await connectLocation(tx, appId, id);
  if (isRefusal(connected)) return connected;
  return getGrantedLocation(tx, appId, id);
}

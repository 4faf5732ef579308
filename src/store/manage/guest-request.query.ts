/** Reads the state of a guest's request at the provider of a restaurant. */
import type { ProviderOperation } from "../../bookings/provider/provider-operation.ts";
import { findProviderOperation } from "../../bookings/at-provider/settle-by-hand.command.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { BookingLocation } from "../book/booking-location.query.ts";
import { operationOf } from "../shared/guest-request.ts";

/** The operation of a request that a guest sent at the restaurant; undefined for everything else. */
export async function findRequest(
  db: Db,
  { location }: Pick<BookingLocation, "location">,
  requestToken: string,
): Promise<ProviderOperation | undefined> {
  const id = operationOf(requestToken);
  const found = id === undefined ? undefined : await findProviderOperation(db, id);
  return found?.app_id === null && found.location_id === location.id ? found : undefined;
}

/** The request of a guest, if the provider has refused it. */
export async function findRefusedRequest(
  { database, location }: BookingLocation,
  requestToken: string | null,
): Promise<ProviderOperation | undefined> {
  const found = requestToken === null ? undefined : await findRequest(database.read, { location }, requestToken);
  return found?.state === "refused" ? found : undefined;
}

/**
 * Gives the locations of the demonstration their opening hours at the first start, and new ones at a later start that
 * finds them closed.
 */
import type { Id } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { updateLocation } from "../locations/settings/change-location.command.ts";
import type { LocationSettings } from "../locations/location/location.ts";
import { getLocationSettings } from "../locations/grants/read-locations.query.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { areOver, hoursAt } from "./demo-hours.ts";

const by = { actor: "seed", requestId: null } as const;

/** The hours of the first start. */
export function giveDemoHours(tx: Tx, locationId: Id<"str">): Promise<void> {
  return giveHours(tx, locationId, () => true);
}

/** The same for a place that is closed now or soon, unless somebody has given it hours of their own. */
export function renewDemoHours(tx: Tx, locationId: Id<"str">): Promise<void> {
  return giveHours(tx, locationId, ({ opening_hours: hours, timezone, now }) => areOver(hours, timezone ?? "UTC", now));
}

async function giveHours(
  tx: Tx,
  locationId: Id<"str">,
  isTime: (location: LocationSettings) => boolean,
): Promise<void> {
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location) || !isTime(location)) return;
  const hours = hoursAt(location.now, location.timezone ?? "UTC");
  const changed = await updateLocation(tx, locationId, { opening_hours: hours }, by);
  if (isRefusal(changed)) throw new Error(`the hours of the demonstration were refused: ${changed.message}`);
}

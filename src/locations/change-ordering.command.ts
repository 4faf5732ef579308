/**
 * What staff change of a location's ordering at their board: a pause, its end, and the delay while the kitchen is busy.
 * The same command as the operator's changes: the same checks, the same audit, the same news for screens.
 */
import type { Author } from "../audit/record-audit.command.ts";
import { toIso } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { done, isRefusal, type Done, type Refusal } from "../kernel/refusal.ts";
import { nextServiceDay } from "../kernel/wall-time.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { updateLocation } from "./change-location.command.ts";
import { getLocationSettings } from "./read-locations.query.ts";

/** For so many minutes, or until the first opening of the next service day. */
export type Pause = { readonly minutes: number } | { readonly until: "tomorrow" };

type Refused = Refusal<"not_found" | "invalid_request">;

/** Pauses ordering from now on; orders for later are taken. */
export async function pauseOrdering(tx: Tx, locationId: Id<"str">, pause: Pause, by: Author): Promise<Done | Refused> {
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location)) return location;
  const { now, opening_hours: hours, timezone } = location;
  const until = "minutes" in pause ? now + pause.minutes * 60_000 : nextServiceDay(hours, timezone ?? "UTC", now);
  return change(tx, locationId, { ordering_paused_until: toIso(until) }, by);
}

/** Pauses ordering until the first opening of the next service day; a longer pause stays. */
export async function pauseOrderingUntilTomorrow(tx: Tx, locationId: Id<"str">, by: Author): Promise<Done | Refused> {
  const location = await getLocationSettings(tx, locationId);
  if (isRefusal(location)) return location;
  const { now, opening_hours: hours, timezone, ordering_paused_until: until } = location;
  if (until !== null && until >= nextServiceDay(hours, timezone ?? "UTC", now)) return done;
  return pauseOrdering(tx, locationId, { until: "tomorrow" }, by);
}

/** Ends the pause. */
export function resumeOrdering(tx: Tx, locationId: Id<"str">, by: Author): Promise<Done | Refused> {
  return change(tx, locationId, { ordering_paused_until: null }, by);
}

/** Sets what is added to the preparation while the kitchen is busy, in minutes. */
export function setBusyDelay(tx: Tx, locationId: Id<"str">, minutes: number, by: Author): Promise<Done | Refused> {
  return change(tx, locationId, { busy_delay_minutes: minutes }, by);
}

async function change(
  tx: Tx,
  locationId: Id<"str">,
  input: Parameters<typeof updateLocation>[2],
  by: Author,
): Promise<Done | Refused> {
  const changed = await updateLocation(tx, locationId, input, by);
  return isRefusal(changed) ? changed : done;
}

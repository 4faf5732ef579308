/** Closes days for orders and for bookings in one transaction, or opens them again (rules/console 1.11). */
import type { Author } from "../../audit/record-audit.command.ts";
import { findBookingSetup } from "../../bookings/setup/read-setup.query.ts";
import type { ServiceException } from "../../bookings/venue/configuration.ts";
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Availability } from "../../kernel/wall-time.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { saveLocation } from "../../locations/settings/change-location.command.ts";
import { readAsSent } from "../setup/read-as-sent.ts";
import { publishByManager } from "../setup/save-setup.command.ts";
import type { SetupDeps } from "../setup/setup-deps.ts";
import { closeBookings, closeHours, restoreBookings, restoreHours } from "./closed-days.ts";

/** A change of what is closed on some dates: of the orders, of the bookings, or of both. */
export interface DaysChange {
  readonly kind: "close" | "restore";
  readonly dates: readonly string[];
  readonly orders: boolean;
  readonly bookings: boolean;
}

/** Somebody else may save beside it: then it is made anew from what is there. */
const tries = 5;

/** Makes the change; refuses, with nothing changed, what the checks of opening hours or of a configuration refuse. */
export async function changeDays(
  deps: SetupDeps,
  locationId: Id<"str">,
  change: DaysChange,
  by: Author,
): Promise<Done | Refusal> {
  for (let left = tries; ; left--) {
    const changed = await changeOnce(deps, locationId, change, by);
    const isStale = isRefusal(changed) && (changed.code === "stale_version" || changed.code === "stale_configuration");
    if (!isStale || left === 1) return changed;
  }
}

async function changeOnce(
  deps: SetupDeps,
  locationId: Id<"str">,
  change: DaysChange,
  by: Author,
): Promise<Done | Refusal> {
  const { database } = deps;
  const { settings, setup } = await database.snapshot(async (db) => ({
    settings: await getLocationSettings(db, locationId),
    setup: await findBookingSetup(db, locationId),
  }));
  if (isRefusal(settings)) return settings;
  const { configuration = null, location } = setup ?? {};
  const exceptions =
    change.bookings && configuration !== null ? exceptionsAfter(configuration.exceptions, change) : null;
  const given =
    configuration === null || exceptions === null
      ? undefined
      : await readAsSent(deps, { ...configuration, exceptions }, location?.revision ?? null);
  if (isRefusal(given)) return given;
  const input = { opening_hours: hoursAfter(settings.opening_hours, change) };
  return database.transaction(async (tx) => {
    if (change.orders) {
      const saved = await saveLocation(tx, locationId, { input, expectedVersion: settings.version }, by);
      if (isRefusal(saved)) return saved;
    }
    if (given === undefined) return done;
    const published = await publishByManager(tx, locationId, given, by);
    return isRefusal(published) ? published : done;
  });
}

function hoursAfter(hours: Availability | null, { kind, dates }: DaysChange): Availability | null {
  return kind === "close" ? closeHours(hours, dates) : restoreHours(hours, dates);
}

/** Null where the dates are closed, or open, already. */
function exceptionsAfter(before: readonly ServiceException[], { kind, dates }: DaysChange): ServiceException[] | null {
  const after = kind === "close" ? closeBookings(before, dates) : restoreBookings(before, dates);
  return JSON.stringify(after) === JSON.stringify(before) ? null : after;
}

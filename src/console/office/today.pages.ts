/** The first page of a location: today, the last seven days, and the switches. */
import { findVenueState } from "../../bookings/venue/venue.query.ts";
import { updateLocation } from "../../locations/settings/change-location.command.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { setOpen } from "../../waitlist/line/open-waitlist.command.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { pauseOrSo } from "./ordering.pages.ts";
import { readToday } from "./read-today.query.ts";
import { todayPage } from "./today-page.ts";

/** Today at a location. */
export function todayPages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "today");
  return ofPeople([
    page.read((visitor) => show(deps, visitor)),
    page.form("pause", (visitor) => pauseOrSo(deps, visitor)),
    page.form("bookings", (visitor) => switchBookings(deps, visitor)),
    page.form("queue", (visitor) => switchQueue(deps, visitor)),
  ]);
}

async function show(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  return todayPage(visitor, await deps.database.snapshot((db) => readToday(db, visitor.location)));
}

async function switchBookings(deps: AccountDeps, { call, location, author, path }: LocationVisit): Promise<PageAnswer> {
  const input = { bookings_enabled: call.form.get("enabled") === "1" };
  await deps.database.transaction((tx) => updateLocation(tx, location.id, input, author));
  return redirectTo(path);
}

async function switchQueue(deps: AccountDeps, { call, location, path }: LocationVisit): Promise<PageAnswer> {
  const isOpen = call.form.get("open") === "1";
  await deps.database.transaction(async (tx) => {
    const state = await findVenueState(tx, location.id);
    return state === undefined ? undefined : setOpen(tx, state, isOpen);
  });
  return redirectTo(path);
}

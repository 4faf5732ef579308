/** Finds the parties of the stand's day and of other days, and takes over what the server answers about them. */
import type { StaffBooking } from "../../console/bookings/booking-wire.schemas.ts";
import { isOfDay } from "../state/news.ts";
import { withParty } from "../state/other-days.ts";
import { readBooking, withAnswer } from "../state/read-wire.ts";
import type { Party } from "../state/stand-model.ts";
import type { Store } from "./store.screen.ts";

/** A party of the stand's day, or of another day that was looked at; undefined where neither has it. */
export function findParty({ stand, otherDay }: Store, id: string): Party | undefined {
  return stand.value.parties.get(id) ?? otherDay.value.parties.get(id);
}

/** Whether a party is of the day that the stand shows. */
export function isOfToday({ stand }: Store, party: Party): boolean {
  return isOfDay(stand.value, party);
}

/** A time of a party; with the day where that is not the stand's. */
export function whenText({ stand, formats }: Store, ms: number): string {
  const { shown } = stand.value.settings.day;
  const isToday = ms >= shown.from && ms < shown.until;
  return isToday ? formats.time(ms) : `${formats.day(ms)}, ${formats.time(ms)}`;
}

/** Puts what an act or a look answered into the stand and into the other day. */
export function takeAnswer(store: Store, answer: unknown): void {
  store.stand.value = withAnswer(store.stand.peek(), answer);
  const resource = answer as StaffBooking | { readonly object?: undefined };
  if (resource.object === "booking") store.otherDay.value = withParty(store.otherDay.peek(), readBooking(resource));
}

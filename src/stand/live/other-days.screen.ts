/** Looks at the bookings of another day, and at one booking of whatever day. */
import type { StaffBooking } from "../../console/bookings/booking-wire.schemas.ts";
import { callConsole } from "../../screens/calls.screen.ts";
import { dayBeside, withList } from "../state/other-days.ts";
import { readBooking } from "../state/read-wire.ts";
import { dateOn } from "../state/wall-clock.ts";
import { explain } from "./acts.screen.ts";
import { partyOf, type Store } from "./store.screen.ts";

/** As many as the server lists at once. */
const most = 500;

interface BookingList {
  readonly data: readonly StaffBooking[];
  readonly next_cursor: string | null;
}

/** Shows a day ("2026-12-04") over the stand: without one that which was looked at last, else tomorrow. Its dialog reads the bookings. */
export function showDay(store: Store, date?: string): void {
  const { otherDay, stand, dialog } = store;
  const wanted = date ?? (otherDay.peek().date || dayBeside(stand.peek().settings.day.date, 1));
  if (otherDay.peek().date !== wanted) otherDay.value = { ...otherDay.peek(), date: wanted, ids: undefined };
  if (dialog.peek()?.kind !== "day") dialog.value = { kind: "day" };
}

/** Who wants to know: a host who looks, or the news of a change. */
type Asking = "host" | "news";

interface Reading {
  readonly date: string;
  /** Whether the day has changed since it is read. */
  isOld: boolean;
}

/** The day that is read now. */
const readings = new WeakMap<Store, Reading>();

/**
 * Reads the bookings of the day anew; where that fails, the stand has told the host why. While a day is read it is read
 * once more at the end, however often this is asked for: a burst of changes costs two calls. Where news asks and the day
 * cannot be read, the list stays as it was: a tablet that nobody holds asks nobody who they are.
 */
export async function readDay(store: Store, by: Asking = "host"): Promise<void> {
  const { date } = store.otherDay.peek();
  const running = readings.get(store);
  if (running?.date === date) {
    running.isOld = true;
    return;
  }
  const own: Reading = { date, isOld: false };
  readings.set(store, own);
  await readOnce(store, date, by);
  while (own.isOld && readings.get(store) === own) {
    own.isOld = false;
    await readOnce(store, date, "news");
  }
  if (readings.get(store) === own) readings.delete(store);
}

async function readOnce(store: Store, date: string, by: Asking): Promise<void> {
  const found = await listDay(store, date, by);
  // Another day was chosen meanwhile.
  if (store.otherDay.peek().date !== date) return;
  const day = store.otherDay.peek();
  store.otherDay.value =
    found === undefined ? { ...day, ids: day.ids ?? null } : withList(day, found.map(readBooking), shownOf(store));
}

/** The parties that a sheet or the Undo bar is about. */
function shownOf({ dialog, done }: Store): readonly (string | undefined)[] {
  return [partyOf(dialog.peek()), done.peek()?.back?.id];
}

async function listDay(store: Store, date: string, by: Asking): Promise<readonly StaffBooking[] | undefined> {
  const path = `/locations/${store.stand.peek().settings.locationId}/bookings?date=${date}&limit=${most}`;
  const found: StaffBooking[] = [];
  for (let after: string | null = ""; after !== null;) {
    const answer = await callConsole("GET", after === "" ? path : `${path}&starting_after=${after}`);
    if (!answer.ok && by === "news") return undefined;
    if (!answer.ok) return (await explain(store, answer, () => true)) ? listDay(store, date, by) : undefined;
    const page = answer.body as BookingList;
    found.push(...page.data);
    after = page.next_cursor;
  }
  return found;
}

/** Opens the sheet of a booking of any day; where it cannot be read, the stand has said why. */
export async function showBooking(store: Store, id: string): Promise<void> {
  if (!store.stand.peek().parties.has(id)) {
    const answer = await callConsole("GET", `/bookings/${id}`);
    if (!answer.ok) {
      if (await explain(store, answer, () => true)) await showBooking(store, id);
      return;
    }
    const party = readBooking(answer.body as StaffBooking);
    const { parties } = store.otherDay.peek();
    // Its day lies behind it, and says which tables are free there.
    const date = dateOn(store.stand.peek().settings.timeZone, party.startsAt);
    store.otherDay.value = { date, ids: undefined, parties: new Map(parties).set(id, party) };
    void readDay(store);
  }
  store.dialog.value = { kind: "party", partyId: id };
}

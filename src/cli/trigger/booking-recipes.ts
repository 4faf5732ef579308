/** How the events of bookings are caused: a table is found and booked, and then what the event tells is done to it. */
import { randomInt } from "node:crypto";
import type { PartnerInput, Terminal } from "../partner-command.ts";
import {
  finish,
  locationsToTry,
  missing,
  moveClockBehind,
  rowsOf,
  step,
  StepFailed,
  textOf,
  type Recipe,
} from "./recipe.ts";

/** A guest of whom nobody has heard: a number that is known already may have a booking at the same time. */
export function someGuest(): { readonly first_name: string; readonly last_name: string; readonly phone: string } {
  return { first_name: "Ada", last_name: "Guest", phone: `+1212555${randomInt(10_000).toString().padStart(4, "0")}` };
}

const dayMs = 86_400_000;
const searchedDays = 7;
/** How long after its start a party may be called absent. */
const absentAfterSeconds = 1_800;

export const bookingRecipes: Readonly<Record<string, Recipe>> = {
  "booking.created": (given, terminal) =>
    finish(async () =>
      terminal.call({ method: "GET", path: `/v1/bookings/${(await book(given, terminal, "last")).id}` }),
    ),
  "booking.changed": afterBooking("last", (id) => `/v1/bookings/${id}/change`, { notes: "A high chair, please" }),
  "booking.cancelled": afterBooking("last", (id) => `/v1/bookings/${id}/cancel`, {}),
  "booking.seated": afterBooking("first", (id) => `/v1/bookings/${id}/seat`, {}),
  "booking.completed": (given, terminal) =>
    finish(async () => {
      const { id } = await book(given, terminal, "first");
      await step(terminal, "POST", `/v1/bookings/${id}/seat`, {});
      return terminal.call({ method: "POST", path: `/v1/bookings/${id}/complete`, body: {} });
    }),
  "booking.no_show": (given, terminal) =>
    finish(async () => {
      const { id, location, startsAt } = await book(given, terminal, "first");
      await moveClockBehind(terminal, location, startsAt, absentAfterSeconds);
      return terminal.call({ method: "POST", path: `/v1/bookings/${id}/no_show`, body: {} });
    }),
};

/** The last table can still be changed and cancelled by the guest; the first is the one to sit down at. */
type Which = "first" | "last";

function afterBooking(which: Which, path: (id: string) => string, body: unknown): Recipe {
  return (given, terminal) =>
    finish(async () => {
      const { id } = await book(given, terminal, which);
      return terminal.call({ method: "POST", path: path(id), body });
    });
}

interface Booked {
  readonly id: string;
  readonly location: string;
  readonly startsAt: string;
}

/** Books the first or last free table for two of the next days, at the first location that has one. */
async function book(given: PartnerInput, terminal: Terminal, which: Which): Promise<Booked> {
  let failed: StepFailed | undefined;
  for (const location of await locationsToTry(given, terminal)) {
    try {
      const { now } = await step(terminal, "GET", `/v1/sandbox/locations/${location}/clock`);
      const from = Date.parse(String(now));
      // Whole days around: the location's own zone is not asked for.
      const [start, end] = [from - dayMs, from + searchedDays * dayMs].map((each) =>
        new Date(each).toISOString().slice(0, 10),
      );
      const query = `start=${start}T00:00&end=${end}T00:00&party_size=2`;
      const slots = rowsOf(await step(terminal, "GET", `/v1/locations/${location}/booking_availability?${query}`));
      const free = slots.filter(({ payment }) => payment === null).at(which === "first" ? 0 : -1);
      if (free === undefined) continue;
      const body = { slot_token: textOf(free, "slot_token"), guest: { ...someGuest(), email: "ada@example.com" } };
      const booking = await step(terminal, "POST", "/v1/bookings", body);
      return { id: textOf(booking, "id"), location, startsAt: textOf(booking, "starts_at") };
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      failed = error;
    }
  }
  throw failed ?? missing("no table for two is free in the next days; name another place with --location");
}

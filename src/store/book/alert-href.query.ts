/** The address at which a guest who finds no table asks to be told of one. */
import { listGuestChannels } from "../../messaging/queue/queue-message.command.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { BookingLocation } from "./booking-location.query.ts";
import type { Finder } from "./booking-finder.query.ts";
import { waitableStarts } from "./booking-days.ts";

/** The page on which the guest of a full day asks; null where nobody is told of tables, or there is no need. */
export async function alertHrefOf(
  db: Db,
  { location, state: { venue, now } }: Omit<BookingLocation, "database">,
  { party, date, areaId, days, slots, refused }: Finder,
): Promise<string | null> {
  const isFull = slots.length === 0 && days.some((day) => day.date === date && day.state === "full");
  if (!isFull || refused !== undefined || venue?.configuration.tableAlerts.enabled !== true) return null;
  if (waitableStarts(venue, date, now).length === 0) return null;
  const channels = await listGuestChannels(db, location.id);
  if (channels.length === 0) return null;
  const query = new URLSearchParams({ party: String(party), date, ...(areaId === null ? {} : { area: areaId }) });
  return `/book/${location.id}/alert?${query.toString()}`;
}

/** Stores the past parties of the demonstration restaurant: who came, who did not, and who waited at the door. */
import type { BookableState } from "../../bookings/venue/venue.query.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import { newConfirmationCode } from "../../kernel/confirmation-code.ts";
import { newId } from "../../kernel/id.ts";
import { instantOf, localDate, localTimeOf, wallTime } from "../../kernel/wall-time.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { goneParties, pastParties, type GoneParty, type PastParty } from "./past-parties.ts";
import { sendPastBookings, sendPastEntries, type PastBooking, type PastEntry } from "./past-parties.sql.ts";

const minuteMs = 60_000;

/** Sends the parties of four weeks, whom the host served; the tables are those of the venue. */
export function sendPastParties(tx: Tx, state: BookableState, host: StaffActor): void {
  const { locationId } = state.venue;
  const parties = pastParties(localDate(state.venue.timeZone, state.now));
  const seated = parties.map((party) => ({ party, booking: pastBooking(state, party) }));
  sendPastBookings(
    tx,
    locationId,
    seated.map(({ booking }) => booking),
    host,
  );
  const entries = [
    ...seated.flatMap(({ party, booking }) => (party.waited === null ? [] : [seatedEntry(booking, party.waited)])),
    ...goneParties().map((party) => goneEntry(state, party)),
  ].toSorted((a, b) => a.joined_at - b.joined_at);
  // Numbers below those of today, which begin at 1.
  sendPastEntries(
    tx,
    locationId,
    entries.map((entry, index) => ({ ...entry, line_number: index - entries.length })),
    host,
  );
}

function pastBooking(state: BookableState, party: PastParty): PastBooking {
  const { venue } = state;
  const { guest, partySize, table, status, minutes, waited } = party;
  const startsAt = instantAt(state, party);
  const area = venue.units.get(table)?.area;
  if (area === undefined) throw new Error(`the demonstration restaurant has no table ${table}`);
  return {
    id: newId("bkg"),
    status,
    source: waited !== null ? "waitlist" : guest === null ? "walk_in" : party.at % 30 === 0 ? "online" : "phone",
    code: newConfirmationCode(),
    starts_at: startsAt,
    ends_at: startsAt + minutes * minuteMs,
    local_start: localTimeOf(venue.timeZone, startsAt),
    time_zone: venue.timeZone,
    party_size: partySize,
    area_id: area.areaId,
    area_name: area.name,
    unit_id: table,
    first_name: guest?.first_name ?? null,
    last_name: guest?.last_name ?? null,
    phone: guest?.phone ?? null,
    entry_id: waited === null ? null : newId("bkw"),
    cancellation: cancellationOf(status, startsAt),
  };
}

function instantAt({ venue, now }: BookableState, { daysAgo, at }: Pick<PastParty, "daysAgo" | "at">): number {
  const today = wallTime(localDate(venue.timeZone, now));
  return instantOf(venue.timeZone, today - daysAgo * 24 * 60 * minuteMs + at * minuteMs, "earlier");
}

function cancellationOf(status: PastParty["status"], startsAt: number): PastBooking["cancellation"] {
  if (status === "cancelled_by_guest")
    return { actor: "guest", reason: null, cancelled_at: startsAt - 5 * 60 * minuteMs };
  if (status === "cancelled_by_venue")
    return { actor: "venue", reason: "The terrace is full", cancelled_at: startsAt - 26 * 60 * minuteMs };
  return null;
}

/** What a party was told: the waits are a little longer or shorter than that. */
function quoteOf(waited: number): Pick<PastEntry, "quoted_min" | "quoted_max" | "parties_ahead"> {
  const quoted_min = Math.max(5, Math.floor((waited - 6) / 5) * 5);
  return { quoted_min, quoted_max: quoted_min + 10, parties_ahead: Math.floor(waited / 12) };
}

type Unnumbered = Omit<PastEntry, "line_number">;

function seatedEntry({ id, entry_id, starts_at, party_size }: PastBooking, waited: number): Unnumbered {
  if (entry_id === null) throw new Error("a party that waited has no entry");
  return {
    id: entry_id,
    joined_at: starts_at - waited * minuteMs,
    ended_at: starts_at,
    party_size,
    first_name: null,
    ...quoteOf(waited),
    booking_id: id,
    waited_minutes: waited,
  };
}

function goneEntry(state: BookableState, party: GoneParty): Unnumbered {
  const joinedAt = instantAt(state, party);
  return {
    id: newId("bkw"),
    joined_at: joinedAt,
    ended_at: joinedAt + party.stayed * minuteMs,
    party_size: party.partySize,
    first_name: party.guest.first_name,
    ...quoteOf(party.stayed + 8),
    booking_id: null,
    waited_minutes: null,
  };
}

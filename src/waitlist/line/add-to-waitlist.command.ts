/**
 * Joining the line (rules/waitlist 1.3, 1.4 and 1.8). Guarantees: positions are given one after another, also when many
 * join at once. A phone is in line once; joining again finds the existing entry. The told band is kept with the entry. A
 * crash leaves the party in line or not at all. Its message is sent after the COMMIT.
 */
import { randomBytes } from "node:crypto";
import { actedBy } from "../../bookings/book/lock-booking.command.ts";
import type { Guest } from "../../bookings/book/guest-contact.ts";
import type { BookableState } from "../../bookings/venue/venue.query.ts";
import type { StaffActor } from "../../kernel/actor.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { done, firstRefusal, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { chooseChannel, type ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import { tellGuest } from "../../messaging/queue/tell-guest.command.ts";
import { joinedLetter } from "../entry/waitlist-letter.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { estimateWait, readWaitState, type Estimate } from "../estimate/estimate-wait.query.ts";
import { lockLine } from "./lock-line.command.ts";
import { longestLine, requireWaitlist } from "./require-waitlist.ts";
import { tellApps, type LockedLine } from "./save-entry.command.ts";
import type { WaitBand } from "../estimate/wait-band.ts";
import { sendQuote } from "../estimate/wait-quotes.sql.ts";
import { canEverSit, lineEndsAt } from "../estimate/wait-scene.ts";
import type { EntryChannel, WaitlistEntry } from "../entry/waitlist-entry.ts";
import { sendEntry } from "../entry/waitlist.sql.ts";

export interface JoinRequest {
  /** Null: the guest joins on a page, or staff add the party. */
  readonly appId: Id<"app"> | null;
  /** Who of the restaurant adds the party, when somebody does. */
  readonly staff?: StaffActor;
  readonly locationId: Id<"str">;
  readonly partySize: number;
  readonly guest: Guest;
  readonly notes: string | null;
  readonly channel: EntryChannel;
  /** How the guest chose to be told; absent: nobody asked. */
  readonly toldBy?: ChannelChoice | undefined;
  /** What the venue itself told the party. */
  readonly quoted: { readonly partiesAhead: number | undefined; readonly band: WaitBand } | null;
  /** The address of the live page for a guest's key. */
  readonly linkOf: (token: string) => string;
}

export interface Joined {
  readonly entry: WaitlistEntry;
  readonly position: number;
  /** False when the phone was in line before. */
  readonly isNew: boolean;
}

export type JoinRefusal = Refusal<
  "capability_unsupported" | "configuration_missing" | "party_size_out_of_bounds" | "waitlist_closed"
>;

/** Adds a party to the line, or finds the entry of its phone; the caller has looked at the right to the location. */
export async function addToWaitlist(tx: Tx, request: JoinRequest): Promise<Joined | JoinRefusal> {
  const line = await lockLine(tx, request.locationId);
  const ready = requireWaitlist(line.state);
  if (isRefusal(ready)) return ready;
  const { phone } = request.guest;
  const at = phone === null ? -1 : line.entries.findIndex((entry) => entry.guest_phone === phone);
  const known = line.entries[at];
  if (known !== undefined) return { entry: known, position: at + 1, isNew: false };
  const checked = firstRefusal(checkSize(ready, request.partySize), checkOpen(line, ready, request.channel));
  if (isRefusal(checked)) return checked;
  const estimate = await estimateWait(await readWaitState(tx, ready), line.entries, request.partySize);
  const entry = draftOf(line, ready, request, estimate);
  sendEntry(tx, entry);
  const { simulated, band, partiesAhead } = estimate;
  sendQuote(tx, {
    entryId: entry.id,
    locationId: entry.location_id,
    quotedAt: line.now,
    partySize: entry.party_size,
    partiesAhead,
    ...simulated,
    band,
  });
  const after = { ...line, entries: [...line.entries, entry] };
  if (request.toldBy !== undefined)
    chooseChannel(tx, { locationId: entry.location_id, subjectId: entry.id }, request.toldBy);
  await welcome(tx, after, entry, request);
  await tellApps(tx, after, entry, "created");
  return { entry, position: after.entries.length, isNew: true };
}

/** Refuses a party that the waitlist, or every table, is too small for. */
export function checkSize({ venue }: BookableState, partySize: number): Done | Refusal<"party_size_out_of_bounds"> {
  const { maxPartySize } = venue.configuration.waitlist;
  if (partySize > maxPartySize) {
    return refuse("party_size_out_of_bounds", `the waitlist takes parties of up to ${maxPartySize}`, {
      min: 1,
      max: maxPartySize,
    });
  }
  if (canEverSit(venue, partySize)) return done;
  return refuse("party_size_out_of_bounds", `no table here can have a party of ${partySize}`);
}

/** The venue itself may add parties at any time; only the line's own limit holds for it too. */
function checkOpen(
  { open, entries }: LockedLine,
  { venue }: BookableState,
  channel: EntryChannel,
): Done | Refusal<"waitlist_closed"> {
  const most = channel === "in_person" ? longestLine : (venue.configuration.waitlist.maxEntries ?? longestLine);
  if (channel !== "in_person" && !open)
    return refuse("waitlist_closed", "the venue takes no remote parties now", { reason: "closed" });
  if (entries.length < Math.min(most, longestLine)) return done;
  return refuse("waitlist_closed", `the line is full: ${entries.length} parties wait`, { reason: "full" });
}

function draftOf(
  line: LockedLine,
  { venue }: BookableState,
  { appId, staff, partySize, guest, notes, channel, quoted }: JoinRequest,
  estimate: Estimate,
): WaitlistEntry {
  const band = quoted?.band ?? estimate.band;
  return {
    id: newId("bkw"),
    location_id: line.locationId,
    app_id: appId,
    line_number: line.nextNumber,
    joined_at: line.now,
    updated_at: line.now,
    event_sequence: 1,
    version: 1,
    status: "waiting",
    channel,
    party_size: partySize,
    guest_first_name: guest.first_name,
    guest_last_name: guest.last_name,
    guest_phone: guest.phone,
    guest_email: guest.email,
    language: guest.language,
    guest_token: randomBytes(16).toString("base64url"),
    notes,
    quoted_parties_ahead: quoted?.partiesAhead ?? estimate.partiesAhead,
    quoted_min: band.min,
    quoted_max: band.max,
    notified_at: null,
    notify_expires_at: null,
    on_my_way_at: null,
    expires_at: lineEndsAt(venue, line.now),
    ended_at: null,
    ended_reason: null,
    booking_id: null,
    updated_by: staff !== undefined ? "store" : appId === null ? "guest" : "partner",
    acted_by: staff ?? actedBy(appId),
  };
}

/** Tells the guest where they stand, if they can be written to. */
async function welcome(tx: Tx, line: LockedLine, entry: WaitlistEntry, request: JoinRequest): Promise<void> {
  if (entry.guest_token === null) return;
  const link = request.linkOf(entry.guest_token);
  const [position, wait] = [line.entries.length, { min: entry.quoted_min, max: entry.quoted_max }];
  await tellGuest(tx, {
    locationId: entry.location_id,
    kind: "waitlist_joined",
    subjectId: entry.id,
    occasion: "joined",
    contact: { phone: entry.guest_phone, email: entry.guest_email },
    language: entry.language,
    letter: (terms) => joinedLetter({ position, wait, link, partySize: entry.party_size }, terms),
    text: async () => ({ kind: "waitlist_joined", position, wait, link }),
    sendWithinSeconds: 15 * 60,
  });
}

/** Turns the server's answers about a location into the state of the stand. Pure. */
import type { FloorPlanWire } from "../../floor/floor-plan.schemas.ts";
import type { StaffBooking } from "../../console/bookings/booking-wire.schemas.ts";
import type { StandEntry, StandWaitlist } from "../../console/stand/stand-waitlist.schemas.ts";
import type {
  StandFloor,
  StandSnapshot,
  StandSettings as WireSettings,
} from "../../console/stand/stand-wire.schemas.ts";
import { isOfDay } from "./news.ts";
import type { Block, Hold, Party, PartyPayment, Plan, StandSettings, Undo, Waiter } from "./stand-model.ts";
import type { NumberedNews, StandState } from "./stand-state.ts";

/** What the stream says of a stand's topics. */
export interface StandChange {
  readonly object: "change";
  readonly sequence: number;
  readonly topic: string;
  readonly resource: StaffBooking | StandWaitlist | StandFloor | { readonly object: "board_settings" };
}

/** The stand of a snapshot. */
export function readSnapshot(snapshot: StandSnapshot): StandState {
  const { sequence, settings, floor_plan, floor, bookings, waitlist, group_requests: groups } = snapshot;
  return {
    sequence,
    settings: readSettings(settings, waitlist),
    plan: readPlan(floor_plan),
    parties: new Map(bookings.map((booking) => [booking.id, readBooking(booking)])),
    waiters: readLine(waitlist),
    holds: readHolds(floor),
    blocks: readBlocks(floor),
    groups,
    alerts: snapshot.table_alerts,
  };
}

/** The news of a change; undefined when only a new snapshot tells. */
export function readChange({ sequence, resource }: StandChange, { settings }: StandState): NumberedNews | undefined {
  switch (resource.object) {
    case "booking":
      return { sequence, news: { parties: [readBooking(resource)] } };
    case "stand_waitlist":
      return { sequence, news: newsOfLine(resource, settings) };
    case "stand_floor":
      return { sequence, news: { holds: readHolds(resource), blocks: readBlocks(resource) } };
    default:
      return undefined;
  }
}

export function readBooking(booking: StaffBooking): Party {
  const { guest, undo } = booking;
  return {
    id: booking.id,
    version: booking.version,
    status: booking.status,
    source: booking.source,
    name: nameOfGuest(guest),
    size: booking.party_size,
    startsAt: Date.parse(booking.starts_at),
    endsAt: Date.parse(booking.ends_at),
    lateUntil: parse(booking.late_until),
    seatedAt: parse(booking.seated_at),
    updatedAt: Date.parse(booking.updated_at),
    unitIds: booking.table?.unit_ids ?? [],
    isOurs: booking.managed_by === null,
    phone: guest.phone,
    email: guest.email,
    code: booking.confirmation_code,
    experience: booking.experience?.name ?? null,
    payment: readPayment(booking.payment),
    notes: booking.notes,
    venueNotes: booking.venue_notes,
    undo: readUndo(undo),
    waiterId: booking.waitlist_entry_id,
    changedBy: booking.updated_by,
  };
}

/** A payment that was never made, of a party that is over, is nothing to know. */
function readPayment(payment: StaffBooking["payment"]): PartyPayment | null {
  if (payment === null || payment.status === "void") return null;
  const { status, amount, currency } = payment;
  const isBack = status === "refunded" || status === "refund_pending";
  return { kind: status === "due" ? "due" : isBack ? "back" : "paid", amount, currency };
}

function readUndo(undo: { readonly of: string; readonly until: string } | null): Undo | null {
  return undo === null ? null : { of: undo.of, until: Date.parse(undo.until) };
}

/** The line, and the parties that can be put back into it. */
function readLine({ entries, ended }: StandWaitlist): ReadonlyMap<string, Waiter> {
  return new Map([...entries, ...ended].map((entry) => [entry.id, readEntry(entry)]));
}

/** The stand with what an act answered: the next act then carries the right version before the stream has told. */
export function withAnswer(stand: StandState, answer: unknown): StandState {
  const resource = answer as StaffBooking | StandEntry | StandWaitlist | { readonly object?: undefined };
  if (resource.object === "booking") {
    const party = readBooking(resource);
    const known = stand.parties.get(party.id);
    // The stream may have shown a later version already.
    const isOld = known === undefined ? !isOfDay(stand, party) : known.version > party.version;
    return isOld ? stand : { ...stand, parties: new Map(stand.parties).set(party.id, party) };
  }
  const block = readBlock(answer);
  if (block !== undefined) return { ...stand, blocks: new Map(stand.blocks).set(block.id, block) };
  if (resource.object === "stand_waitlist") return { ...stand, ...newsOfLine(resource, stand.settings) };
  if (resource.object !== "waitlist_entry") return stand;
  const waiter = readEntry(resource);
  if ((stand.waiters.get(waiter.id)?.version ?? 0) > waiter.version) return stand;
  return { ...stand, waiters: new Map(stand.waiters).set(waiter.id, waiter) };
}

/** The line, and whether guests may join it. */
function newsOfLine(line: StandWaitlist, settings: StandSettings): Pick<StandState, "waiters" | "settings"> {
  return { waiters: readLine(line), settings: { ...settings, queue: { ...settings.queue, isOpen: line.open } } };
}

function readEntry(entry: StandEntry): Waiter {
  return {
    id: entry.id,
    version: entry.version,
    status: entry.status,
    name: nameOfGuest(entry.guest),
    size: entry.party_size,
    position: entry.position,
    joinedAt: Date.parse(entry.joined_at),
    notifiedAt: parse(entry.notified_at),
    notifyUntil: parse(entry.notify_expires_at),
    onMyWay: entry.on_my_way_at !== null,
    bookingId: entry.booking_id,
    endedAt: parse(entry.ended_at),
    quoted: entry.quoted_wait.wait_minutes,
    phone: entry.guest.phone,
    notes: entry.notes,
    estimate: entry.estimate,
    undo: readUndo(entry.undo),
    changedBy: entry.updated_by,
  };
}

/** The wire has the centre of a table, the stand its upper left corner. */
function readPlan({ units, walls, labels }: FloorPlanWire): Plan {
  return {
    standing: units.map(({ unit_id: unitId, x, y, width, height, shape, rotation }) => {
      return { unitId, x: x - width / 2, y: y - height / 2, width, height, shape, rotation };
    }),
    walls,
    labels,
  };
}

function readBlocks({ blocks }: StandFloor): ReadonlyMap<string, Block> {
  return new Map(blocks.map((block) => [block.id, blockOf(block)]));
}

function blockOf({ id, unit_ids: unitIds, from, until, reason }: StandFloor["blocks"][number]): Block {
  return { id, unitIds, from: Date.parse(from), until: Date.parse(until), reason };
}

/** The block that an act answered; undefined for other answers. */
export function readBlock(answer: unknown): Block | undefined {
  const resource = answer as StandFloor["blocks"][number] | { readonly object?: undefined };
  return resource.object === "table_block" ? blockOf(resource) : undefined;
}

function readHolds({ holds }: StandFloor): ReadonlyMap<string, Hold> {
  return new Map(
    holds.map((hold) => [
      hold.hold_id,
      {
        id: hold.hold_id,
        unitIds: hold.unit_ids,
        size: hold.party_size,
        startsAt: Date.parse(hold.starts_at),
        endsAt: Date.parse(hold.ends_at),
        expiresAt: Date.parse(hold.expires_at),
      },
    ]),
  );
}

function readSettings(settings: WireSettings, { open }: StandWaitlist): StandSettings {
  const { service_day: day, services } = settings;
  const opens = Math.min(...services.map(({ opens_at: at }) => Date.parse(at)));
  const instantOf = (at: string | undefined): number => (at === undefined ? 0 : Date.parse(at));
  const ends = instantOf(day?.ends_at);
  return {
    locationId: settings.location_id,
    name: settings.name,
    timeZone: settings.timezone,
    readOnly: settings.read_only_reason,
    writesToGuests: settings.guest_messaging,
    queue: { isThere: settings.waitlist !== null, isOpen: open },
    day: {
      date: day?.date ?? "",
      from: Number.isFinite(opens) ? opens : ends,
      until: ends,
      shown: { from: instantOf(day?.starts_at), until: instantOf(day?.shown_until) },
      nextAt: day === null ? null : Date.parse(day.next_day_at),
    },
    mostGuests: Math.max(settings.largest_party, settings.party_size?.max ?? 0),
    bufferMs: settings.buffer_minutes * 60_000,
    turns: settings.turn_times.map(({ max_party_size: maxSize, minutes }) => ({ maxSize, minutes })),
    areas: settings.areas.map(({ area_id: id, name }) => ({ id, name })),
    units: settings.areas.flatMap(({ area_id: areaId, units }) =>
      units.map(({ unit_id: id, name, seats, out_of_service: outOfService }) => {
        return { id, name, areaId, minSeats: seats.min, maxSeats: seats.max, outOfService };
      }),
    ),
    combinations: settings.areas.flatMap(({ combinations }) =>
      combinations.map(({ unit_ids: unitIds, seats }) => ({ unitIds, minSeats: seats.min, maxSeats: seats.max })),
    ),
  };
}

/** First and last name; empty when nobody said one. */
export function nameOfGuest(guest: { readonly first_name: string | null; readonly last_name: string | null }): string {
  return [guest.first_name, guest.last_name].filter((part) => part !== null && part !== "").join(" ");
}

function parse(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

/** The parts of the example evenings of a host stand: one restaurant, 22 November 2026 at 19:30 in Lisbon. */
import { newId } from "../../src/kernel/id.ts";
import type { StaffBooking } from "../../src/console/bookings/booking-wire.schemas.ts";
import type { StandEntry } from "../../src/console/stand/stand-waitlist.schemas.ts";
import type { StandSettings, StandSnapshot } from "../../src/console/stand/stand-wire.schemas.ts";
import { after, eveningMs } from "../../src/stand/state/stand.fixture.ts";

export const locationId = newId("str");
export const at = (minutes: number): string => new Date(after(minutes)).toISOString();

export type Plan = StandSnapshot["floor_plan"];
export type Unit = StandSettings["areas"][number]["units"][number];
type Placed = readonly [unit: Unit, place: Omit<Plan["units"][number], "unit_id" | "placed" | "rotation">];

function table(
  id: string,
  seats: number,
  x: number,
  y: number,
  shape: Plan["units"][number]["shape"] = "square",
): Placed {
  const width = shape === "rectangle" ? 170 : 100;
  return [
    { unit_id: id, name: id, seats: { min: seats > 4 ? 3 : 1, max: seats }, listed: true, out_of_service: false },
    { x, y, width, height: 100, shape },
  ];
}

const room: readonly Placed[] = [
  table("1", 2, 110, 110, "round"),
  table("2", 2, 290, 110, "round"),
  table("3", 2, 470, 110, "round"),
  table("4", 2, 650, 110, "round"),
  table("5", 4, 110, 300),
  table("6", 4, 290, 300),
  table("7", 6, 510, 300, "rectangle"),
  table("8", 4, 730, 300),
  table("9", 4, 110, 490),
  table("10", 4, 290, 490),
  table("11", 8, 510, 490, "rectangle"),
  table("12", 4, 730, 490),
];
const terrace: readonly Placed[] = [
  table("T1", 2, 960, 110, "round"),
  table("T2", 4, 1_120, 110),
  table("T3", 2, 960, 300, "round"),
  table("T4", 4, 1_120, 300),
  table("T5", 6, 1_040, 490, "rectangle"),
];

export const settings: StandSettings = {
  object: "stand_settings",
  location_id: locationId,
  name: "Tasca da Esquina",
  timezone: "Europe/Lisbon",
  country: "PT",
  kept_by: "native",
  read_only_reason: null,
  bookings_enabled: true,
  guest_messaging: true,
  service_day: {
    date: "2026-11-22",
    starts_at: at(-1_170),
    ends_at: at(240),
    shown_until: at(570),
    next_day_at: at(270),
  },
  services: [{ service_id: "dinner", name: "Dinner", opens_at: at(-90), last_seating_at: at(150), closes_at: at(240) }],
  areas: [
    {
      area_id: "room",
      name: "Dining room",
      units: room.map(([unit]) => unit),
      combinations: [{ unit_ids: ["5", "6"], seats: { min: 5, max: 8 } }],
    },
    { area_id: "terrace", name: "Terrace", units: terrace.map(([unit]) => unit), combinations: [] },
  ],
  party_size: { min: 1, max: 12 },
  largest_party: 8,
  slot_interval_minutes: 15,
  buffer_minutes: 0,
  turn_times: [
    { min_party_size: 1, max_party_size: 2, minutes: 90 },
    { min_party_size: 3, max_party_size: 12, minutes: 120 },
  ],
  contact_required: "phone",
  waitlist: { max_party_size: 12, notify_expiry_minutes: 10 },
};

export const plan: Plan = {
  object: "floor_plan",
  location_id: locationId,
  revision: 3,
  saved_at: at(-5_000),
  saved_by: null,
  units: [...room, ...terrace].map(([{ unit_id }, place]) => ({ unit_id, ...place, rotation: 0, placed: true })),
  walls: [
    { x1: 20, y1: 20, x2: 840, y2: 20 },
    { x1: 840, y1: 20, x2: 840, y2: 210 },
    { x1: 840, y1: 400, x2: 840, y2: 600 },
    { x1: 20, y1: 20, x2: 20, y2: 600 },
  ],
  labels: [
    { x: 430, y: 620, text: "Door" },
    { x: 1_040, y: 620, text: "Terrace" },
  ],
};

type Guest = Pick<StaffBooking, "notes" | "venue_notes"> & { readonly name: string; readonly size: number };

/** A booking of a guest at tables, so many minutes from now. */
export function someBooking(
  { name, size, ...notes }: Partial<Guest> & Pick<Guest, "name" | "size">,
  unitIds: readonly string[],
  minutes: number,
  changed: Partial<StaffBooking> = {},
): StaffBooking {
  const [first = "", ...rest] = name.split(" ");
  return {
    object: "booking",
    id: newId("bkg"),
    created: Math.floor(after(-2_000) / 1_000),
    updated_at: at(-600),
    version: 1,
    location_id: locationId,
    status: "confirmed",
    pending_reason: null,
    decline_reason: null,
    source: "online",
    confirmation_code: "K7PM2QXA",
    starts_at: at(minutes),
    ends_at: at(minutes + (size < 3 ? 90 : 120)),
    time_zone: settings.timezone,
    party_size: size,
    table: { area_id: "room", area_name: "Dining room", unit_ids: [...unitIds] },
    experience: null,
    guest: { first_name: first, last_name: rest.join(" ") || null, phone: "+351912000144", email: null },
    language: null,
    notes: null,
    venue_notes: null,
    late_until: null,
    changeable_until: at(minutes - 120),
    cancellable_until: at(minutes - 120),
    seated_at: null,
    completed_at: null,
    cancellation: null,
    waitlist_entry_id: null,
    payment: null,
    managed_by: null,
    undo: null,
    updated_by: { kind: "guest", id: null, name: null },
    ...notes,
    ...changed,
  };
}

/** A party that has sat for so many minutes. */
export function seated(
  name: string,
  size: number,
  unitIds: readonly string[],
  minutes: number,
  isWalkIn = false,
): StaffBooking {
  return someBooking({ name, size }, unitIds, -minutes, {
    status: "in_service",
    seated_at: at(-minutes),
    ...(isWalkIn ? { source: "walk_in" } : {}),
    updated_by: { kind: "person", id: null, name: "Rui" },
  });
}

/** A party that has waited for so many minutes. */
export function someEntry(
  name: string,
  size: number,
  position: number,
  minutes: number,
  changed: Partial<StandEntry> = {},
): StandEntry {
  return {
    object: "waitlist_entry",
    id: newId("bkw"),
    version: 1,
    created: Math.floor(after(-minutes) / 1_000),
    location_id: locationId,
    status: "waiting",
    party_size: size,
    position,
    quoted_wait: { parties_ahead: position - 1, wait_minutes: { min: 20, max: 30 } },
    joined_at: at(-minutes),
    notified_at: null,
    notify_expires_at: null,
    on_my_way_at: null,
    booking_id: null,
    channel: "in_person",
    guest: { first_name: name, last_name: null, phone: "+351912000145", email: null },
    language: null,
    notes: null,
    message: null,
    estimate: { min: 5, max: 15 },
    ended_at: null,
    ended_reason: null,
    undo: null,
    updated_by: { kind: "person", id: null, name: "Rui" },
    ...changed,
  };
}

type Contents = Partial<Pick<StandSnapshot, "settings" | "bookings" | "floor" | "group_requests" | "table_alerts">> & {
  readonly entries?: readonly StandEntry[];
};

/** A stand with these bookings and this queue. */
export function someStandSnapshot({ entries = [], ...more }: Contents = {}): StandSnapshot {
  return {
    object: "stand_snapshot",
    sequence: 100,
    now_ms: eveningMs,
    settings,
    floor_plan: plan,
    floor: { object: "stand_floor", location_id: locationId, holds: [], blocks: [] },
    bookings: [],
    waitlist: { object: "stand_waitlist", location_id: locationId, open: true, entries: [...entries], ended: [] },
    group_requests: 0,
    table_alerts: 0,
    ...more,
  };
}

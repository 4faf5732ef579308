/** Example evenings of the pictures in docs/stand.md. */
import { newId } from "../../src/kernel/id.ts";
import type { StaffBooking } from "../../src/console/bookings/booking-wire.schemas.ts";
import type { StandSnapshot } from "../../src/console/stand/stand-wire.schemas.ts";
import {
  at,
  locationId,
  plan,
  seated,
  settings,
  someBooking,
  someEntry,
  someStandSnapshot,
  type Unit,
} from "./example-stand-parts.ts";

/** Half past seven, eight people at the door: something of every kind. */
export function rushHour(): StandSnapshot {
  return someStandSnapshot({
    group_requests: 2,
    table_alerts: 3,
    bookings: [...sitting(), ...expected(), ...over()],
    entries: [
      someEntry("Rossi", 3, 1, 34, {
        status: "notified",
        notified_at: at(-4),
        notify_expires_at: at(6),
        on_my_way_at: at(-3),
      }),
      someEntry("Okafor", 2, 2, 26),
      someEntry("Maria do Carmo", 5, 3, 21, { notes: "High chair" }),
      someEntry("Jonas", 2, 4, 9),
      someEntry("Chen", 4, 5, 3),
    ],
    floor: {
      object: "stand_floor",
      location_id: locationId,
      holds: [
        {
          hold_id: newId("bkh"),
          unit_ids: ["T4"],
          party_size: 4,
          starts_at: at(45),
          ends_at: at(165),
          expires_at: at(4),
        },
      ],
      blocks: [
        {
          object: "table_block",
          id: newId("blk"),
          location_id: locationId,
          unit_ids: ["T3"],
          from: at(-60),
          until: at(90),
          reason: "Wobbly leg",
          created_by: { kind: "person", id: null, name: "Rui" },
        },
      ],
    },
  });
}

function sitting(): StaffBooking[] {
  return [
    seated("Sofia Almeida", 2, ["1"], 62),
    seated("Bauer", 2, ["2"], 25),
    seated("", 2, ["3"], 12, true),
    seated("Lindqvist", 4, ["5"], 88),
    seated("Haddad", 6, ["7"], 40),
    seated("Pereira", 3, ["9"], 131),
    seated("Nguyen", 7, ["11"], 55),
    seated("Costa", 4, ["12"], 108),
    seated("Ferrari", 2, ["T1"], 30),
    seated("O’Brien", 7, ["T5"], 18),
  ];
}

function expected(): StaffBooking[] {
  return [
    someBooking({ name: "Inês Duarte", size: 2, venue_notes: "Window, regular" }, ["4"], -4),
    someBooking({ name: "Weber", size: 4 }, ["9"], 0),
    someBooking({ name: "García", size: 4, notes: "Birthday" }, ["6"], 10),
    someBooking({ name: "Dubois", size: 3 }, ["8"], -22),
    someBooking({ name: "Silva", size: 4 }, ["T2"], 30, { late_until: at(45) }),
    someBooking({ name: "van Dijk", size: 4 }, ["10"], 45),
    someBooking({ name: "Kowalska", size: 3 }, ["1"], 60),
    someBooking({ name: "Moreau", size: 6 }, ["7"], 105),
    someBooking({ name: "Almeida Santos", size: 4 }, ["5"], 60),
    someBooking({ name: "Jensen", size: 2 }, ["2"], 90),
    someBooking({ name: "Yılmaz", size: 8 }, ["11"], 90),
  ];
}

function over(): StaffBooking[] {
  return [
    someBooking({ name: "Novak", size: 2 }, ["4"], -85, {
      status: "completed",
      seated_at: at(-85),
      updated_at: at(-12),
      completed_at: at(-12),
      undo: { of: "complete", to: "in_service", until: at(3) },
    }),
    someBooking({ name: "Smith", size: 4 }, ["8"], -60, { status: "cancelled_by_guest" }),
  ];
}

/** What the book has for the evening after, as the server lists it. */
export function nextEvening(): { readonly data: readonly StaffBooking[]; readonly next_cursor: null } {
  const day = 24 * 60;
  return {
    data: [
      someBooking({ name: "Almeida Santos", size: 4, notes: "By the window" }, ["5"], day - 60),
      someBooking({ name: "Mbeki", size: 2 }, ["4"], day - 30),
      someBooking({ name: "Yılmaz", size: 8, venue_notes: "Company dinner" }, ["11"], day),
      someBooking({ name: "Jensen", size: 2 }, ["2"], day + 15, { status: "cancelled_by_guest" }),
      someBooking({ name: "García", size: 5 }, ["T2"], day + 30),
    ],
    next_cursor: null,
  };
}

/** Names and notes as long as they come. */
export function longNames(): StandSnapshot {
  const name = "Maximiliane-Alexandra von Hohenstein-Wolfenbüttel";
  const notes =
    "Allergic to nuts, celery and mustard; two high chairs; arrives with a wheelchair and a very large pram";
  return someStandSnapshot({
    bookings: [
      someBooking({ name, size: 8, notes, venue_notes: notes }, ["5", "6"], -5),
      seated(name, 4, ["9"], 125),
      someBooking({ name, size: 4, notes }, ["9"], 5),
    ],
    entries: [someEntry(name, 6, 1, 95, { notes })],
    settings: { ...settings, name: "Restaurante Cervejaria Marisqueira O Velho Pescador de Santa Engrácia" },
  });
}

/** Parties that have waited for nearly two hours: of one the table is ready, one reads of a wide band. */
export function longQueue(): StandSnapshot {
  const quoted_wait = { parties_ahead: 3, wait_minutes: { min: 30, max: 85 } };
  return someStandSnapshot({
    entries: [
      someEntry("Amélie", 2, 1, 112, {
        quoted_wait,
        status: "notified",
        notified_at: at(-4),
        notify_expires_at: at(6),
      }),
      someEntry("Maria do Carmo", 5, 2, 111, { quoted_wait, notes: "High chair" }),
      someEntry("Tom", 5, 3, 7),
    ],
  });
}

/** A book that another system keeps. */
export function readOnlyStand(): StandSnapshot {
  const { bookings } = rushHour();
  return someStandSnapshot({
    bookings: bookings.map((booking) => ({ ...booking, managed_by: "provider", undo: null })),
    settings: { ...settings, kept_by: "provider", read_only_reason: "kept_by_provider", waitlist: null },
  });
}

/** The same evening in a room that is longer than it is wide. */
export function deepRoom(): StandSnapshot {
  const units = plan.units.map((unit) => ({ ...unit, x: unit.y, y: unit.x, width: unit.height, height: unit.width }));
  const walls = plan.walls.map(({ x1, y1, x2, y2 }) => ({ x1: y1, y1: x1, x2: y2, y2: x2 }));
  return { ...rushHour(), floor_plan: { ...plan, units, walls, labels: [] } };
}

/** A stand of many tables on a grid without a plan, half of them taken. */
export function manyTables(count: number): StandSnapshot {
  const units = Array.from({ length: count }, (_, index): Unit => {
    const id = String(index + 1);
    return { unit_id: id, name: id, seats: { min: 1, max: 4 }, listed: true, out_of_service: false };
  });
  const ids = units.map(({ unit_id: id }) => id);
  return {
    ...someStandSnapshot({
      settings: { ...settings, areas: [{ area_id: "room", name: "Dining room", units, combinations: [] }] },
      bookings: ids.map((id, index) =>
        index % 2 === 0
          ? seated(`Guest ${id}`, 3, [id], index)
          : someBooking({ name: `Guest ${id}`, size: 3 }, [id], 60 + index),
      ),
    }),
    floor_plan: { ...plan, units: [], walls: [], labels: [] },
  };
}

/** The book of the simulated provider. It stands in for somebody else's system: nothing else reads these rows. */
import type { Instant } from "../kernel/clock.ts";
import type { Id } from "../kernel/id.ts";
import { lockTexts } from "../platform/postgres/advisory-locks.ts";
import type { Db, Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";
import { defineTable } from "../platform/postgres/table.ts";

export interface SimulatedReservation {
  readonly reference: string;
  readonly token: string;
  readonly status: "leased" | "pending" | "confirmed" | "cancelled";
  readonly starts_at: Instant;
  readonly ends_at: Instant;
  readonly party_size: number;
  readonly guest_key: string | null;
  /** A lease whose time is over, or that was never one. */
  readonly lapsed: boolean;
}

const reservationTable = defineTable<SimulatedReservation>()({
  name: "simulated_reservations",
  columns: {
    reference: "text",
    token: "text",
    status: "text",
    starts_at: "timestamptz",
    ends_at: "timestamptz",
    party_size: "int4",
    guest_key: "text",
    lapsed: "bool",
  },
  also: { location_id: "text" },
  computed: {
    lapsed: (r) => `(${r}.status = 'leased' AND ${r}.until <= clock_timestamp())`,
    status: (r) =>
      `CASE WHEN ${r}.status = 'pending' AND ${r}.until <= clock_timestamp() THEN 'confirmed' ELSE ${r}.status END`,
  },
});
const columns = reservationTable.select("r");

const lockBookStatement = defineStatement({
  name: "lock-simulated-book",
  prepare: false,
  takes: ["text"],
  text: `SELECT pg_advisory_xact_lock(hashtextextended('${lockTexts.simulatedBook} ' || $1, 0))`,
});

/** One writer at a time. */
export async function lockBook(tx: Tx, locationId: Id<"str">): Promise<void> {
  await tx.rows(lockBookStatement, [locationId]);
}

const findByTokenStatement = defineStatement({
  name: "find-simulated-reservation-by-token",
  prepare: false,
  takes: ["text"],
  gives: reservationTable.row,
  text: `SELECT ${columns} FROM simulated_reservations r WHERE token = $1`,
});

export function findByToken(db: Db, token: string): Promise<SimulatedReservation | undefined> {
  return db.maybe(findByTokenStatement, [token]);
}

const findReservationStatement = defineStatement({
  name: "find-simulated-reservation",
  prepare: false,
  takes: ["text", "text"],
  gives: reservationTable.row,
  text: `SELECT ${columns} FROM simulated_reservations r WHERE location_id = $1 AND reference = $2`,
});

export function findReservation(
  db: Db,
  locationId: Id<"str">,
  reference: string,
): Promise<SimulatedReservation | undefined> {
  return db.maybe(findReservationStatement, [locationId, reference]);
}

const listTakenStatement = defineStatement({
  name: "list-simulated-taken",
  prepare: false,
  takes: ["text", "float8", "float8"],
  gives: reservationTable.row,
  text: `SELECT ${columns} FROM simulated_reservations r
    WHERE location_id = $1 AND starts_at < to_timestamp($3::float8 / 1000) AND ends_at > to_timestamp($2::float8 / 1000)
      AND (status IN ('pending', 'confirmed') OR (status = 'leased' AND until > clock_timestamp()))`,
});

/** What takes tables in [from, until). */
export function listTaken(
  db: Db,
  locationId: Id<"str">,
  from: Instant,
  until: Instant,
): Promise<SimulatedReservation[]> {
  return db.rows(listTakenStatement, [locationId, from, until]);
}

const listOfGuestStatement = defineStatement({
  name: "list-simulated-reservations-of-guest",
  prepare: false,
  takes: ["text", "text"],
  gives: reservationTable.row,
  text: `SELECT ${columns} FROM simulated_reservations r
    WHERE location_id = $1 AND guest_key = $2 AND status IN ('pending', 'confirmed')
      AND ends_at > clock_timestamp() + (SELECT clock_offset_seconds FROM locations WHERE id = $1) * interval '1 second'
    ORDER BY starts_at`,
});

/** The guest's reservations that are to come, by the location's time. */
export function listOfGuest(db: Db, locationId: Id<"str">, guestKey: string): Promise<SimulatedReservation[]> {
  return db.rows(listOfGuestStatement, [locationId, guestKey]);
}

const insertion = reservationTable.insert(
  ["reference", "location_id", "token", "status", "starts_at", "ends_at", "party_size", "guest_key"],
  {
    as: "r",
    made: {
      until: {
        takes: "float8",
        text: (parameter) => `clock_timestamp() + make_interval(secs => ${parameter}::float8 / 1000)`,
      },
    },
  },
);
const saveReservationStatement = defineStatement({
  name: "save-simulated-reservation",
  prepare: false,
  takes: insertion.takes,
  text: `${insertion.text}
    ON CONFLICT (reference) DO UPDATE SET token = excluded.token, status = excluded.status,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, party_size = excluded.party_size,
      guest_key = excluded.guest_key, until = coalesce(excluded.until, r.until)`,
});

/** Writes a reservation; `untilMs` from now on, for a lease or an approval. */
export async function saveReservation(
  tx: Tx,
  locationId: Id<"str">,
  reservation: Omit<SimulatedReservation, "lapsed">,
  untilMs: number | null,
): Promise<void> {
  const written = { ...reservation, location_id: locationId, until: untilMs };
  await tx.rows(saveReservationStatement, insertion.values(written));
}

/**
 * Keeps the times that guests were promised (rules/bookings 15.6). Compares the coming bookings of a location with them
 * when its time zone has changed, when a release brings other zone data, and once a day. Guarantees: the order of the
 * moves leaves each party the tables that another one gives up. Each booking is its own transaction; after a crash the
 * location is compared again.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { keepPromisedTime } from "./keep-promised-time.command.ts";
import { isAsPromised, promisedStart } from "./promised-start.ts";
import {
  listComing,
  listUnchecked,
  sendZoneCheck,
  type ComingBooking,
  type UncheckedLocation,
} from "./promised-times.sql.ts";

/** What became of the bookings of a location that stood at another time than promised. */
export interface KeptTimes {
  readonly locationId: Id<"str">;
  readonly timeZone: string;
  readonly moved: number;
  /** Bookings for which no table is free at the promised time. */
  readonly unkept: readonly Id<"bkg">[];
}

export interface PromisedTimes {
  readonly database: Database;
  /** The release of the zone data of this process, such as 2026c. */
  readonly zoneData: string;
  readonly onKept: (kept: KeptTimes) => void;
}

/** So many locations in a minute: after an upgrade the comparison of all takes its time, and delays nothing else. */
const batch = 200;
const page = 1_000;

/**
 * Compares some locations, those with another time zone first; the next ones are for the next run. A location that cannot be
 * compared delays no other: the first error is thrown at the end.
 */
export async function keepPromisedTimes({ database, zoneData, onKept }: PromisedTimes): Promise<false> {
  const errors: unknown[] = [];
  for (const location of await listUnchecked(database.read, zoneData, batch)) {
    try {
      const kept = await keepTimesAt(database, location);
      const { locationId, timeZone, unkept } = kept;
      if (kept.moved > 0 || unkept.length > 0) onKept(kept);
      await database.transaction(async (tx) =>
        sendZoneCheck(tx, { locationId, timeZone, zoneData, unkept: unkept.length }),
      );
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return false;
}

async function keepTimesAt(database: Database, { id, timezone }: UncheckedLocation): Promise<KeptTimes> {
  const unkept: Id<"bkg">[] = [];
  let moved = 0;
  for (const booking of inOrder(await misplaced(database, id, timezone))) {
    const after = await database.transaction((tx) => keepPromisedTime(tx, booking.id));
    if (isRefusal(after)) unkept.push(booking.id);
    else if (after !== null) moved++;
  }
  return { locationId: id, timeZone: timezone, moved, unkept };
}

interface Move {
  readonly id: Id<"bkg">;
  readonly from: Instant;
  readonly to: Instant;
}

async function misplaced(database: Database, locationId: Id<"str">, timeZone: string): Promise<Move[]> {
  const moves: Move[] = [];
  let last: ComingBooking | undefined;
  do {
    const coming = await listComing(database.read, locationId, last, page);
    const wrong = coming.filter((booking) => !isAsPromised(booking, timeZone));
    moves.push(...wrong.map((one) => ({ id: one.id, from: one.starts_at, to: promisedStart(one, timeZone) })));
    last = coming.length === page ? coming.at(-1) : undefined;
  } while (last !== undefined);
  return moves;
}

/** Who comes earlier than before moves first to last, who comes later last to first: nobody meets who has yet to move. */
function inOrder(moves: readonly Move[]): readonly Move[] {
  const earlier = moves.filter(({ from, to }) => to <= from).toSorted((one, other) => one.from - other.from);
  const later = moves.filter(({ from, to }) => to > from).toSorted((one, other) => other.from - one.from);
  return [...earlier, ...later];
}

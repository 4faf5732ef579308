/**
 * One of the eight processes of npm run proof:bookings: holds, books, changes, cancels, seats and walks in through the same
 * commands as the service, and writes down each claim with the time in which it knew itself to be the holder: from the
 * answer that granted it until the request that gave it up, which lies inside the time it truly held it.
 */
import { walkInOf, type ProofTask } from "./task.ts";
import { changeBooking } from "../../src/bookings/make/change-booking.command.ts";
import { cancelForVenue } from "../../src/bookings/make/cancel-booking.command.ts";
import { createBooking } from "../../src/bookings/make/create-booking.command.ts";
import { holdSlot, releaseHold } from "../../src/bookings/make/hold-slot.command.ts";
import { completeBooking } from "../../src/bookings/make/seat-booking.command.ts";
import { seatArrival } from "../../src/bookings/make/seat-arrival.command.ts";
import { createSlotTokens } from "../../src/bookings/search/slot-token.ts";
import { findVenueState } from "../../src/bookings/venue/venue.query.ts";
import type { Booking } from "../../src/bookings/book/booking.ts";
import { localDate, instantOf, wallTime } from "../../src/kernel/wall-time.ts";
import { isRefusal, type Refusal } from "../../src/kernel/refusal.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";

interface Owned {
  readonly locationId: string;
  readonly unitIds: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly since: number;
}

const task = JSON.parse(process.argv[2] ?? "") as ProofTask;
const database = connectProofDatabase(task.databaseUrl, 2);
const tokens = createSlotTokens(Buffer.alloc(32, 9));
const bookings = new Map<Booking["id"], Owned & { readonly seated: boolean }>();
const done = { operations: 0, refused: 0, faults: 0 };
let notes: (Owned & { readonly heldUntil: number })[] = [];

const pick = <T>(from: readonly T[]): T => {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
};

function freshToken(): string {
  const locationId = pick(task.locations);
  const date = localDate("Europe/Paris", Date.now() + (1 + Math.floor(Math.random() * 6)) * 86_400_000);
  const startsAt = instantOf("Europe/Paris", wallTime(date, 18 * 60 + 30 * Math.floor(Math.random() * 8)), "earlier");
  const content = {
    appId: task.appId,
    locationId,
    startsAt,
    partySize: 1 + Math.floor(Math.random() * 8),
    durationMinutes: 90,
    areaId: null,
    experienceId: null,
    revision: 1,
  };
  return tokens.issue(content, Date.now()).token;
}

const owned = (booking: Booking): Owned & { seated: boolean } => ({
  locationId: booking.location_id,
  unitIds: booking.unit_ids,
  from: booking.seated_at ?? booking.starts_at,
  until: booking.ends_at,
  since: Date.now(),
  seated: booking.status === "in_service",
});

/** Writes down that a claim was held until a moment, which is before the request that ends it. */
function note(of: Owned, heldUntil: number): void {
  if (heldUntil > of.since) notes.push({ ...of, heldUntil });
}

async function holdAndBook(): Promise<void> {
  const hold = await database.transaction((tx) => holdSlot(tx, tokens, task.appId, freshToken()));
  if (isRefusal(hold)) return void (done.refused += 1);
  const held = {
    locationId: hold.location_id,
    unitIds: hold.unit_ids,
    from: hold.starts_at,
    until: hold.ends_at,
    since: Date.now(),
  };
  const sent = Date.now();
  if (Math.random() < 0.4) {
    note(held, sent);
    await database.transaction((tx) => releaseHold(tx, task.appId, hold.id));
    return;
  }
  const booking = await database.transaction((tx) =>
    createBooking(tx, tokens, {
      appId: task.appId,
      source: "partner",
      by: { kind: "hold", holdId: hold.id },
      guest: {},
      notes: null,
    }),
  );
  if (isRefusal(booking)) throw new Error(`a live hold was not booked: ${booking.code}`);
  bookings.set(booking.id, { ...owned(booking), since: held.since });
}

async function book(): Promise<void> {
  const by = { kind: "token", slotToken: freshToken() } as const;
  const request = { appId: task.appId, source: "partner", by, guest: {}, notes: null } as const;
  const booking = await database.transaction((tx) => createBooking(tx, tokens, request));
  if (isRefusal(booking)) return void (done.refused += 1);
  bookings.set(booking.id, owned(booking));
}

async function change(): Promise<void> {
  const [id, before] = pick([...bookings]);
  if (before.seated) return end(id, before);
  const sent = Date.now();
  const request = { slotToken: freshToken(), notes: undefined, expectedVersion: undefined };
  const changed = await database.transaction((tx) => changeBooking(tx, tokens, task.appId, id, request));
  if (isRefusal(changed)) return void (done.refused += 1);
  note(before, sent);
  bookings.set(id, owned(changed));
}

async function end(id: Booking["id"], before: Owned & { readonly seated: boolean }): Promise<void> {
  note(before, Date.now());
  bookings.delete(id);
  const ended = await database.transaction<Booking | Refusal>((tx) =>
    before.seated
      ? completeBooking(tx, task.appId, id, undefined)
      : cancelForVenue(tx, task.appId, id, { reason: null, expectedVersion: undefined }),
  );
  if (isRefusal(ended)) throw new Error(`a booking of ours was not ended: ${ended.code}`);
}

async function walkIn(): Promise<void> {
  const booking = await database.transaction(async (tx) => {
    const state = await findVenueState(tx, pick(task.locations));
    if (state === undefined) throw new Error("the venue is gone");
    return seatArrival(tx, state, walkInOf(task.appId, 1 + Math.floor(Math.random() * 6)));
  });
  if (isRefusal(booking)) return void (done.refused += 1);
  bookings.set(booking.id, owned(booking));
}

async function operate(): Promise<void> {
  const dice = Math.random();
  if (bookings.size > 120 || (dice > 0.8 && bookings.size > 0)) {
    const [id, before] = pick([...bookings]);
    await end(id, before);
  } else if (dice < 0.3) await holdAndBook();
  else if (dice < 0.55 || bookings.size === 0) await book();
  else if (dice < 0.7) await change();
  else await walkIn();
}

async function flush(): Promise<void> {
  const rows = notes.flatMap(({ unitIds, ...rest }) => unitIds.map((unitId) => ({ ...rest, unitId })));
  notes = [];
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO proof_claims SELECT n."locationId", n."unitId",
         tstzrange(to_timestamp(n."from" / 1000), to_timestamp(n.until / 1000)),
         tstzrange(to_timestamp(n.since / 1000), to_timestamp(n."heldUntil" / 1000))
       FROM jsonb_to_recordset($1) AS n("locationId" text, "unitId" text, "from" float8, until float8, since float8,
         "heldUntil" float8)`,
      [JSON.stringify(rows)],
    ),
  );
}

const endsAt = Date.now() + task.seconds * 1000;
while (done.operations < task.operations && Date.now() < endsAt) {
  done.operations += 1;
  try {
    await operate();
  } catch (error) {
    done.faults += 1;
    if (done.faults <= 3) console.error(error);
  }
  if (notes.length >= 500) await flush();
}
for (const before of bookings.values()) note(before, Date.now());
await flush();
await database.close();
console.log(JSON.stringify(done));

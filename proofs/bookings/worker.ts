/**
 * One of the eight processes of npm run proof:bookings. It holds, books, changes, cancels, seats and walks in; as hosts
 * do, it moves, swaps, resizes, blocks and takes back. It uses the commands of the service. It writes down each claim
 * with the time in which it knew that it was the holder: from the answer that granted the claim until the request that
 * gave it up. That time is within the time in which it really was the holder.
 */
import { pick, someEvening, someTables, walkInOf, type ProofTask } from "./task.ts";
import { moveBooking } from "../../src/bookings/acts/move-booking.command.ts";
import { resizeParty } from "../../src/bookings/acts/resize-party.command.ts";
import { undoBooking } from "../../src/bookings/acts/undo-booking.command.ts";
import { findAnyBooking } from "../../src/bookings/book/get-booking.query.ts";
import { blockTables, liftBlock } from "../../src/bookings/blocks/block-tables.command.ts";
import type { TableBlock } from "../../src/bookings/blocks/table-block.ts";
import { changeBooking } from "../../src/bookings/make/change-booking.command.ts";
import { cancelForVenue } from "../../src/bookings/make/cancel-booking.command.ts";
import { createBooking } from "../../src/bookings/make/create-booking.command.ts";
import { holdSlot, releaseHold } from "../../src/bookings/make/hold-slot.command.ts";
import { completeBooking } from "../../src/bookings/make/seat-booking.command.ts";
import { seatArrival } from "../../src/bookings/make/seat-arrival.command.ts";
import { createSlotTokens } from "../../src/bookings/search/slot-token.ts";
import { findVenueState } from "../../src/bookings/venue/venue.query.ts";
import type { Booking } from "../../src/bookings/book/booking.ts";
import { newId } from "../../src/kernel/id.ts";
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
type Party = Owned & { readonly seated: boolean; readonly version: number };
const bookings = new Map<Booking["id"], Party>();
const blocks = new Map<TableBlock["id"], { readonly block: TableBlock; readonly held: Owned }>();
const host = { kind: "person", id: newId("per") } as const;
const done = { operations: 0, refused: 0, faults: 0 };
let notes: (Owned & { readonly heldUntil: number })[] = [];

function freshToken(): string {
  const locationId = pick(task.locations);
  const content = {
    appId: task.appId,
    locationId,
    startsAt: someEvening(),
    partySize: 1 + Math.floor(Math.random() * 8),
    durationMinutes: 90,
    areaId: null,
    experienceId: null,
    revision: 1,
  };
  return tokens.issue(content, Date.now()).token;
}

const owned = (booking: Booking): Party => ({
  locationId: booking.location_id,
  unitIds: booking.unit_ids,
  from: booking.seated_at ?? booking.starts_at,
  until: booking.ends_at,
  since: Date.now(),
  seated: booking.status === "in_service",
  version: booking.version,
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
  if (before.seated) return void (await end(id, before));
  const sent = Date.now();
  const request = { slotToken: freshToken(), notes: undefined, expectedVersion: undefined };
  const changed = await database.transaction((tx) => changeBooking(tx, tokens, task.appId, id, request));
  if (isRefusal(changed)) return void (done.refused += 1);
  note(before, sent);
  bookings.set(id, owned(changed));
}

/** Ends a stay, and answers its booking after it. */
async function end(id: Booking["id"], before: Party): Promise<Booking> {
  note(before, Date.now());
  bookings.delete(id);
  const ended = await database.transaction<Booking | Refusal>((tx) =>
    before.seated
      ? completeBooking(tx, task.appId, id, undefined)
      : cancelForVenue(tx, task.appId, id, { reason: null, expectedVersion: undefined }),
  );
  if (isRefusal(ended)) throw new Error(`a booking of ours was not ended: ${ended.code}`);
  return ended;
}

/** Refusals that another party's table or the time explains; any other is a fault. */
function refused({ code, message }: Refusal): void {
  if (code !== "slot_unavailable" && code !== "undo_expired") throw new Error(`${code}: ${message}`);
  done.refused += 1;
}

/** Moves a party to tables chosen blindly, with another size now and then. */
async function move(): Promise<void> {
  const [id, before] = pick([...bookings]);
  const sent = Date.now();
  const chosen = { unitIds: someTables(), allowOverrun: Math.random() < 0.5, allowOverCapacity: true };
  const wanted = { ...chosen, expectedVersion: before.version };
  const moved = await database.transaction<Booking | Refusal>((tx) =>
    Math.random() < 0.7
      ? moveBooking(tx, host, id, { ...wanted, swapWith: undefined, swapVersion: undefined })
      : resizeParty(tx, host, id, { ...wanted, partySize: 1 + Math.floor(Math.random() * 8) }),
  );
  if (isRefusal(moved)) return refused(moved);
  follow(before, moved, sent);
}

/** Lets two parties of one location change places, whatever their times. */
async function swap(): Promise<void> {
  const [id, before] = pick([...bookings]);
  const others = [...bookings].filter(([other, { locationId }]) => other !== id && locationId === before.locationId);
  if (others.length === 0) return;
  const [otherId, other] = pick(others);
  const sent = Date.now();
  const request = {
    unitIds: undefined,
    swapWith: otherId,
    allowOverrun: Math.random() < 0.5,
    allowOverCapacity: true,
    expectedVersion: before.version,
    swapVersion: other.version,
  };
  const swapped = await database.transaction(async (tx) => {
    const first = await moveBooking(tx, host, id, request);
    if (isRefusal(first)) return first;
    const second = await findAnyBooking(tx, otherId);
    if (second === undefined) throw new Error("the other party is gone");
    return [first, second] as const;
  });
  if (isRefusal(swapped)) return refused(swapped);
  follow(before, swapped[0], sent);
  follow(other, swapped[1], sent);
}

/** A party at other tables; who sits has had them from the request on, at the earliest. */
function follow(before: Party, after: Booking, sent: number): void {
  if (after.version === before.version) return;
  note(before, sent);
  const now = owned(after);
  bookings.set(after.id, now.seated ? { ...now, from: Math.max(now.from, sent) } : now);
}

/** Ends a stay by mistake and takes that back, or takes back the seating of a walk-in. */
async function undo(): Promise<void> {
  const [id, before] = pick([...bookings]);
  if (before.seated && Math.random() < 0.3) {
    note(before, Date.now());
    bookings.delete(id);
    const undone = await database.transaction((tx) => undoBooking(tx, host, id, before.version));
    if (!isRefusal(undone)) return;
    // Who came long ago is not undone any more: the stay goes on.
    if (undone.code !== "undo_expired" && undone.code !== "illegal_transition") throw new Error(undone.message);
    bookings.set(id, { ...before, since: Date.now() });
    return;
  }
  const ended = await end(id, before);
  const sent = Date.now();
  const back = await database.transaction((tx) => undoBooking(tx, host, id, ended.version));
  if (isRefusal(back)) return refused(back);
  const now = owned(back);
  bookings.set(id, now.seated ? { ...now, from: Math.max(now.from, sent) } : now);
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

/** Takes tables out of use for an evening, or gives some back. */
async function block(): Promise<void> {
  const [known] = blocks.values();
  if (known !== undefined && (blocks.size > 3 || Math.random() < 0.5)) {
    note(known.held, Date.now());
    blocks.delete(known.block.id);
    await database.transaction((tx) => liftBlock(tx, known.block));
    return;
  }
  const from = someEvening();
  const wanted = { unitIds: someTables(), from, until: from + 3_600_000, reason: null };
  const made = await database.transaction(async (tx) => {
    const state = await findVenueState(tx, pick(task.locations));
    if (state === undefined) throw new Error("the venue is gone");
    return blockTables(tx, state, wanted, host);
  });
  if (isRefusal(made)) return refused(made);
  const held = { locationId: made.location_id, unitIds: made.unit_ids, from: made.starts_at, until: made.ends_at };
  blocks.set(made.id, { block: made, held: { ...held, since: Date.now() } });
}

async function operate(): Promise<void> {
  const dice = Math.random();
  if (bookings.size > 120 || (dice > 0.85 && bookings.size > 0)) {
    const [id, before] = pick([...bookings]);
    await end(id, before);
  } else if (dice < 0.2) await holdAndBook();
  else if (dice < 0.35 || bookings.size === 0) await book();
  else if (dice < 0.45) await change();
  else if (dice < 0.6) await move();
  else if (dice < 0.68) await swap();
  else if (dice < 0.75) await undo();
  else if (dice < 0.78) await block();
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
for (const { held } of blocks.values()) note(held, Date.now());
await flush();
await database.close();
console.log(JSON.stringify(done));

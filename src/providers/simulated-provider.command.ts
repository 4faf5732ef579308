/**
 * The restaurant system of the sandbox (rules/providers 4): ten tables of four, starts every half hour from 17:00 to
 * 22:00, stays of 90 minutes. The guest's last name chooses a special answer: `Slow` is answered after five seconds,
 * `Lost` is booked and never answered, `Refuse` is refused, `Pending` waits a minute for approval.
 *
 * It keeps its book in its own rows and does not know ours, as a system elsewhere would. No connection waits for it.
 */
import { randomBytes } from "node:crypto";
import type * as port from "../bookings/provider/reservation-provider.ts";
import type { Id } from "../kernel/id.ts";
import { done, isRefusal, type Done } from "../kernel/refusal.ts";
import type { Database, Tx } from "../platform/postgres/database.ts";
import { startsBetween } from "./provider-starts.ts";
import * as sql from "./simulated-book.sql.ts";
import { simulatedRefusal, tablesFor, tablesLeft, type SimulatedRefusal } from "./simulated-rules.ts";

const grid = { firstStart: "17:00", lastStart: "22:00", everyMinutes: 30 } as const;
const stayMinutes = 90;
const leaseMs = 300_000;
const approvalMs = 60_000;
const slowMs = 5_000;
const lostMs = 3_000;

export interface SimulatedProviderDeps {
  readonly database: Database;
  readonly locationId: Id<"str">;
  /** Waits; tests need not. */
  readonly sleep: (ms: number) => Promise<void>;
}

interface Except {
  readonly reference: string | null;
  readonly guestKey: string | null;
}

async function requireTables(
  tx: Tx,
  locationId: Id<"str">,
  slot: port.ProviderSlot,
  except: Except,
): Promise<Done | SimulatedRefusal> {
  const until = slot.startsAt + stayMinutes * 60_000;
  const taken = (await sql.listTaken(tx, locationId, slot.startsAt, until)).filter(
    ({ reference }) => reference !== except.reference,
  );
  if (except.guestKey !== null && taken.some((each) => each.guest_key === except.guestKey))
    return simulatedRefusal("OVERLAPPING_RESERVATION");
  return tablesLeft(taken) < tablesFor(slot.partySize) ? simulatedRefusal("SLOT_UNAVAILABLE") : done;
}

async function reserve(
  tx: Tx,
  locationId: Id<"str">,
  request: port.ProviderBookRequest,
): Promise<sql.SimulatedReservation | SimulatedRefusal> {
  const { token, slot, lease, guestKey } = request;
  const known = await sql.findByToken(tx, token);
  if (known !== undefined) return known;
  const held = lease === null ? undefined : await sql.findReservation(tx, locationId, lease);
  if (lease !== null && (held === undefined || held.status !== "leased" || held.lapsed))
    return simulatedRefusal("LEASE_EXPIRED");
  const free = await requireTables(tx, locationId, slot, { reference: lease, guestKey });
  if (isRefusal(free)) return free;
  const isPending = lastNameOf(request) === "pending";
  const reservation = {
    ...draftOf(slot, token, isPending ? ("pending" as const) : ("confirmed" as const)),
    ...(held === undefined ? {} : { reference: held.reference }),
    guest_key: guestKey,
  };
  await sql.saveReservation(tx, locationId, reservation, isPending ? approvalMs : null);
  return { ...reservation, lapsed: false };
}

/** Builds the simulated provider of one location. */
export function createSimulatedProvider({
  database,
  locationId,
  sleep,
}: SimulatedProviderDeps): port.ReservationProvider {
  const { read } = database;

  /** One change of the book by one writer at a time; a refusal leaves it as it was. */
  async function write<Value>(
    work: (tx: Tx) => Promise<Value | SimulatedRefusal>,
  ): Promise<port.ProviderAnswer<Value>> {
    const value = await database.transaction(async (tx) => {
      await sql.lockBook(tx, locationId);
      return work(tx);
    });
    return isRefusal(value)
      ? { kind: "refused", cause: value.code, description: null }
      : { kind: "done", value: value as Value };
  }

  return {
    name: "simulated",
    partySize: { min: 1, max: 8 },
    holds: true,
    changesNotes: true,
    available: () => true,
    async search({ timeZone, now, from, until, partySize }) {
      const starts = startsBetween({ ...grid, timeZone }, Math.max(from, now + 1), until);
      const [first, last] = [starts[0], starts.at(-1)];
      if (first === undefined || last === undefined) return { kind: "done", value: [] };
      const taken = await sql.listTaken(read, locationId, first, last + stayMinutes * 60_000);
      const free = starts.filter((at) => {
        const during = taken.filter((one) => one.starts_at < at + stayMinutes * 60_000 && one.ends_at > at);
        return tablesLeft(during) >= tablesFor(partySize);
      });
      return { kind: "done", value: free.map((startsAt) => ({ startsAt, minutes: stayMinutes, partySize })) };
    },
    hold: ({ token, slot }) =>
      write(async (tx) => {
        const known = await sql.findByToken(tx, token);
        if (known !== undefined) return leaseOf(known);
        const free = await requireTables(tx, locationId, slot, { reference: null, guestKey: null });
        if (isRefusal(free)) return free;
        const lease = draftOf(slot, token, "leased");
        await sql.saveReservation(tx, locationId, lease, leaseMs);
        return leaseOf({ ...lease, lapsed: false });
      }),
    async book(request) {
      const name = lastNameOf(request);
      if (name === "refuse") return { kind: "refused", cause: "CAUSE_UNSPECIFIED", description: null };
      const isAsked = (await sql.findByToken(read, request.token)) !== undefined;
      const answer = await write((tx) => reserve(tx, locationId, request));
      if (name === "slow" && !isAsked) await sleep(slowMs);
      if (name === "lost" && !isAsked && answer.kind === "done") {
        await sleep(lostMs);
        return { kind: "unknown", fault: "the connection was closed before an answer came" };
      }
      return answer.kind === "done" ? { kind: "done", value: bookingOf(answer.value, request.guest) } : answer;
    },
    change: ({ reference, slot }) =>
      write(async (tx) => {
        const known = await sql.findReservation(tx, locationId, reference);
        if (known === undefined) return simulatedRefusal("NOT_FOUND");
        if (known.status === "cancelled") return simulatedRefusal("BOOKING_ALREADY_CANCELLED");
        if (slot === null || (slot.startsAt === known.starts_at && slot.partySize === known.party_size))
          return bookingOf(known, null);
        const free = await requireTables(tx, locationId, slot, { reference, guestKey: known.guest_key });
        if (isRefusal(free)) return free;
        const moved = { ...known, ...timesOf(slot) };
        await sql.saveReservation(tx, locationId, moved, null);
        return bookingOf(moved, null);
      }),
    cancel: ({ reference }) =>
      write(async (tx) => {
        const known = await sql.findReservation(tx, locationId, reference);
        if (known === undefined) return simulatedRefusal("NOT_FOUND");
        await sql.saveReservation(tx, locationId, { ...known, status: "cancelled" }, null);
        return null;
      }),
    async status({ reference }) {
      const known = await sql.findReservation(read, locationId, reference);
      if (known === undefined) return { kind: "refused", cause: "NOT_FOUND", description: null };
      return { kind: "done", value: bookingOf(known, null).status };
    },
    async lookup({ guestKey }) {
      const found = await sql.listOfGuest(read, locationId, guestKey);
      return { kind: "done", value: found.map((each) => bookingOf(each, null)) };
    },
  };
}

function lastNameOf({ guest }: port.ProviderBookRequest): string {
  return guest.lastName?.trim().toLowerCase() ?? "";
}

function timesOf(slot: port.ProviderSlot) {
  return {
    starts_at: slot.startsAt,
    ends_at: slot.startsAt + stayMinutes * 60_000,
    party_size: slot.partySize,
  };
}

function draftOf(
  slot: port.ProviderSlot,
  token: string,
  status: sql.SimulatedReservation["status"],
): Omit<sql.SimulatedReservation, "lapsed"> {
  return { reference: `sim-${randomBytes(9).toString("base64url")}`, token, status, ...timesOf(slot), guest_key: null };
}

function slotOf(reservation: sql.SimulatedReservation): port.ProviderSlot {
  const { starts_at: startsAt, party_size: partySize } = reservation;
  return { startsAt, minutes: stayMinutes, partySize };
}

function leaseOf(reservation: sql.SimulatedReservation): port.ProviderLease {
  return { lease: reservation.reference, slot: slotOf(reservation), expiresInMs: leaseMs };
}

function bookingOf(reservation: sql.SimulatedReservation, guest: port.ProviderGuest | null): port.ProviderBooking {
  const { reference, status } = reservation;
  return { reference, status: status === "leased" ? "cancelled" : status, slot: slotOf(reservation), guest };
}

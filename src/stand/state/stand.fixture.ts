/** Parties, tables and a whole stand for tests, and for the pictures of the documentation. */
import { newId } from "../../kernel/id.ts";
import type { Party, Plan, StandSettings, Unit, Waiter } from "./stand-model.ts";
import type { StandState } from "./stand-state.ts";

/** 22 November 2026, 19:30 in Lisbon. */
export const eveningMs = 1_795_375_800_000;

/** So many minutes after the evening of the tests; negative before. */
export function after(minutes: number): number {
  return eveningMs + minutes * 60_000;
}

export function someUnit(id: string, maxSeats = 4, changed: Partial<Unit> = {}): Unit {
  return { id, name: id.toUpperCase(), areaId: "room", minSeats: 1, maxSeats, outOfService: false, ...changed };
}

/** Four tables: T1 and T2 for two guests, T3 and T4 for four; T1 and T2 can be joined. */
export const someUnits: readonly Unit[] = [someUnit("t1", 2), someUnit("t2", 2), someUnit("t3"), someUnit("t4")];

export const someSettings: StandSettings = {
  locationId: newId("str"),
  name: "Tasca da Esquina",
  timeZone: "Europe/Lisbon",
  readOnly: null,
  writesToGuests: true,
  queue: { isThere: true, isOpen: true },
  day: {
    date: "2026-11-22",
    from: after(-90),
    until: after(270),
    shown: { from: after(-1_170), until: after(570) },
    nextAt: after(270),
  },
  mostGuests: 12,
  bufferMs: 0,
  turns: [
    { maxSize: 2, minutes: 90 },
    { maxSize: 12, minutes: 120 },
  ],
  areas: [{ id: "room", name: "Dining room" }],
  units: someUnits,
  combinations: [{ unitIds: ["t1", "t2"], minSeats: 3, maxSeats: 4 }],
};

/** A party that is expected in half an hour at T3, with other values where given. */
export function someParty(changed: Partial<Party> = {}): Party {
  const startsAt = changed.startsAt ?? after(30);
  return {
    id: newId("bkg"),
    version: 1,
    status: "confirmed",
    source: "online",
    name: "Inês Duarte",
    size: 3,
    startsAt,
    endsAt: startsAt + 120 * 60_000,
    lateUntil: null,
    seatedAt: null,
    updatedAt: after(-600),
    unitIds: ["t3"],
    isOurs: true,
    phone: "+351912000144",
    email: null,
    code: "K7PM2QXA",
    experience: null,
    payment: null,
    notes: null,
    venueNotes: null,
    undo: null,
    waiterId: null,
    changedBy: { kind: "guest", name: null },
    ...changed,
  };
}

/** A party that has sat for so many minutes and stays for two hours. */
export function seatedParty(minutes: number, changed: Partial<Party> = {}): Party {
  return someParty({
    status: "in_service",
    startsAt: after(-minutes),
    seatedAt: after(-minutes),
    changedBy: { kind: "person", name: "Rui" },
    ...changed,
  });
}

/** A party that has waited for so many minutes. */
export function someWaiter(minutes: number, changed: Partial<Waiter> = {}): Waiter {
  return {
    id: newId("bkw"),
    version: 1,
    status: "waiting",
    name: "Rossi",
    size: 2,
    position: 1,
    joinedAt: after(-minutes),
    notifiedAt: null,
    notifyUntil: null,
    onMyWay: false,
    bookingId: null,
    endedAt: null,
    quoted: { min: 20, max: 30 },
    estimate: null,
    phone: "+351912000145",
    notes: null,
    undo: null,
    changedBy: { kind: "person", name: "Rui" },
    ...changed,
  };
}

export const noPlan: Plan = { standing: [], walls: [], labels: [] };

type Contents = Partial<Omit<StandState, "parties" | "waiters">> & {
  readonly parties?: readonly Party[];
  readonly waiters?: readonly Waiter[];
};

/** A stand with these parties and this queue. */
export function someStand({ parties = [], waiters = [], ...more }: Contents = {}): StandState {
  return {
    sequence: 10,
    settings: someSettings,
    plan: noPlan,
    holds: new Map(),
    blocks: new Map(),
    groups: 0,
    alerts: 0,
    ...more,
    parties: new Map(parties.map((party) => [party.id, party])),
    waiters: new Map(waiters.map((waiter) => [waiter.id, waiter])),
  };
}

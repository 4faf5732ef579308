/**
 * The parties at their tables, as the proof knows them from the answers alone, by rules that are simpler than the
 * service's. Each answer is checked against the expected result of the act and against the tables of all other parties.
 */
import type { StaffBooking } from "../../src/console/bookings/booking-wire.schemas.ts";
import { bufferMs, minuteMs, tables, turnMs } from "./restaurant.ts";

export interface Party {
  readonly id: string;
  readonly status: string;
  readonly size: number;
  readonly units: readonly string[];
  readonly startsAt: number;
  readonly endsAt: number;
  readonly seatedAt: number | null;
  readonly late: string | null;
  readonly notes: string | null;
  readonly venueNotes: string | null;
  readonly version: number;
  readonly isRepaired: boolean;
}

export interface Waiting {
  readonly id: string;
  readonly status: string;
  readonly size: number;
  readonly notes: string | null;
  readonly quoted: string;
  readonly version: number;
  /** When a party that was told is taken off. */
  readonly until: number | null;
  readonly endedAt: number | null;
}

export interface Block {
  readonly id: string;
  readonly units: readonly string[];
  readonly from: number;
  readonly until: number;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));
export const sorted = (units: readonly string[]): string => units.toSorted().join(" ");

/** A booking as the model keeps it. */
export function partyOf(booking: StaffBooking): Party {
  return {
    id: booking.id,
    status: booking.status,
    size: booking.party_size,
    units: booking.table?.unit_ids ?? [],
    startsAt: Date.parse(booking.starts_at),
    endsAt: Date.parse(booking.ends_at),
    seatedAt: timeOf(booking.seated_at),
    late: booking.late_until,
    notes: booking.notes,
    venueNotes: booking.venue_notes,
    version: booking.version,
    isRepaired: false,
  };
}

export class Model {
  readonly violations: string[] = [];
  readonly parties = new Map<string, Party>();
  readonly blocks = new Map<string, Block>();
  /** Everybody who ever waited. */
  readonly waiting = new Map<string, Waiting>();
  /** The place of each of them; a smaller one stands in front. */
  readonly places = new Map<string, number>();
  /** Expected parties that were moved after their time: these have their tables from the move on. */
  readonly movedLate = new Set<string>();
  isOpen = false;
  now = 0;

  violation(text: string): void {
    this.violations.push(`${new Date(this.now).toISOString().slice(11, 19)} ${text}`);
  }

  /** Takes what an act has answered; `expects` is what the act should have made of the party. */
  see(
    act: string,
    booking: StaffBooking,
    expects: Partial<Omit<Party, "units">> & { units?: readonly string[] },
  ): Party {
    const before = this.parties.get(booking.id);
    const party = partyOf(booking);
    const wanted = { ...before, ...(before === undefined ? {} : { version: before.version + 1 }), ...expects };
    for (const [name, value] of Object.entries(wanted)) {
      if (name === "isRepaired" || name === "endsAt" || (name === "seatedAt" && !("seatedAt" in expects))) continue;
      const [want, is] = [JSON.stringify(value), JSON.stringify(party[name as keyof Party])];
      if (name === "units" && (expects.units === undefined || sorted(expects.units) === sorted(party.units))) continue;
      if (want !== is) this.violation(`${act} of ${booking.id}: ${name} is ${is}, and should be ${want}`);
    }
    this.place(act, party);
    return party;
  }

  /** Writes down where a party is, unless somebody else is there. */
  place(act: string, party: Party): void {
    if (isLive(party)) {
      const conflict = this.conflictOf(party);
      if (conflict !== undefined)
        this.violation(`${act}: a table of ${party.units.join(", ")} is held twice: ${party.id} and ${conflict}`);
      if (party.units.length === 0) this.violation(`${act}: ${party.id} has no table`);
    }
    this.parties.set(party.id, party);
  }

  /** Whether every table is free for certain for somebody else in the time. */
  isFree(units: readonly string[], { from, until }: Span, except: readonly string[] = []): boolean {
    const wanted = (of: readonly string[]): boolean => of.some((unit) => units.includes(unit));
    for (const party of this.parties.values()) {
      if (!isLive(party) || except.includes(party.id) || !wanted(party.units)) continue;
      const { from: begins, until: ends } = spanOf(party);
      // Who sits beyond its time keeps the table.
      const leaves = party.status === "in_service" ? Math.max(ends, this.now + 60 * minuteMs) : ends;
      if (begins < until && from < leaves + bufferMs) return false;
    }
    for (const block of this.blocks.values())
      if (wanted(block.units) && block.from < until && from < block.until) return false;
    return true;
  }

  /** The single tables that are free for certain for a party that comes at a time, the smallest first. */
  freeFor(size: number, from = this.now): readonly string[] {
    const span = { from, until: from + turnMs(size) + bufferMs };
    return tables
      .filter((table) => table.minSeats <= size && size <= table.maxSeats && this.isFree([table.unitId], span))
      .toSorted((a, b) => a.maxSeats - b.maxSeats)
      .map(({ unitId }) => unitId);
  }

  of(status: string): readonly Party[] {
    return [...this.parties.values()].filter((party) => party.status === status);
  }

  /** Those in line now, first in line first: who was told and has not come in time is not. */
  inLine(): readonly Waiting[] {
    for (const entry of this.waiting.values()) {
      if (entry.status !== "notified" || entry.until === null || entry.until > this.now) continue;
      this.waiting.set(entry.id, {
        ...entry,
        status: "expired",
        version: entry.version + 1,
        until: null,
        endedAt: entry.until,
      });
    }
    const place = ({ id }: Waiting): number => this.places.get(id) ?? 0;
    const isWaiting = ({ status }: Waiting): boolean => status === "waiting" || status === "notified";
    return [...this.waiting.values()].filter(isWaiting).toSorted((a, b) => place(a) - place(b));
  }

  /** A party joins at the end. */
  join(entry: Waiting): void {
    this.waiting.set(entry.id, entry);
    this.places.set(entry.id, Math.max(0, ...this.places.values()) + 1);
  }

  private conflictOf(party: Party): string | undefined {
    const { from, until } = spanOf(party);
    // Who sits has the present tables from now on at the latest; what was before was judged then.
    const mine = { from: party.status === "in_service" ? Math.max(from, this.now) : from, until };
    const mineToo = (units: readonly string[]): boolean => units.some((unit) => party.units.includes(unit));
    for (const other of this.parties.values()) {
      if (other.id === party.id || !isLive(other) || !mineToo(other.units)) continue;
      const theirs = spanOf(other);
      const bothSit = party.status === "in_service" && other.status === "in_service";
      if (bothSit || (mine.from < theirs.until && theirs.from < mine.until)) return other.id;
    }
    for (const block of this.blocks.values())
      if (mineToo(block.units) && mine.from < block.until && block.from < mine.until) return block.id;
    return undefined;
  }
}

export const isLive = ({ status }: Party): boolean => status === "confirmed" || status === "in_service";

/** From when until when a party has its tables, without the buffer. */
function spanOf({ startsAt, seatedAt, endsAt, status }: Party): Span {
  return { from: status === "in_service" ? (seatedAt ?? startsAt) : startsAt, until: endsAt };
}

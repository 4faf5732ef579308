/**
 * The acts of hosts on parties and tables, written again and simply: tables of four without buffer or combinations, one
 * list of parties, whole minutes. The acts of src/bookings/acts are compared with it.
 */
import type { Booking } from "../../src/bookings/book/booking.ts";
import type { Id } from "../../src/kernel/id.ts";

export interface ModelParty {
  readonly id: Id<"bkg">;
  readonly status: Booking["status"];
  readonly isWalkIn: boolean;
  readonly units: readonly string[];
  /** When it is expected, or came. */
  readonly startsAt: number;
  /** From when until when it has its tables. */
  readonly from: number;
  readonly until: number;
  readonly size: number;
  readonly version: number;
  readonly undo: ModelUndo | null;
}

export interface ModelUndo {
  readonly of: "seat" | "walk_in" | "complete" | "no_show" | "venue_cancel";
  readonly before: number;
  readonly units: readonly string[];
  readonly until: number;
  /** Of a party that has left: what could be undone before. */
  readonly earlier?: ModelUndo | null;
}

/** What an act comes to: for how long the party has which tables, or a code. `any`: whichever table is free. */
export type Outcome =
  | { readonly kind: "ok"; readonly units: readonly string[] | "any"; readonly until: number }
  | { readonly kind: "same" }
  | { readonly kind: "refused"; readonly code: string };

const minute = 60_000;
export const seatsOfATable = 4;
export const stayMs = 90 * minute;
const stepMs = 30 * minute;

const refused = (code: string): Outcome => ({ kind: "refused", code });
const isLive = ({ status }: ModelParty): boolean => status === "confirmed" || status === "in_service";
const sameTables = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join(" ") === b.toSorted().join(" ");

export interface Wish {
  readonly units: readonly string[];
  readonly size: number;
  readonly overrun: boolean;
  readonly overCapacity: boolean;
}

/** An act on one party. */
export type ModelAct =
  | { readonly kind: "seat"; readonly units: readonly string[] }
  | { readonly kind: "complete" | "no_show" | "venue_cancel" | "undo" }
  | { readonly kind: "move"; readonly units: readonly string[]; readonly overrun: boolean }
  | { readonly kind: "resize"; readonly size: number };

function timeAfter(party: ModelParty, outcome: Outcome, now: number) {
  const isExpected = party.status === "confirmed" && party.startsAt > now;
  return { from: isExpected ? party.startsAt : now, until: outcome.kind === "ok" ? outcome.until : party.until };
}

/** The parties of an evening and the rules of who may have which table. */
export class StandModel {
  readonly parties = new Map<string, ModelParty>();
  readonly tables: readonly string[];

  constructor(tables: readonly string[]) {
    this.tables = tables;
  }

  /** When the first other party has one of the tables from a time on; that time itself when one has it already. */
  nextOn(units: readonly string[], from: number, except: readonly string[]): number {
    const others = [...this.parties.values()].filter(
      (party) => isLive(party) && !except.includes(party.id) && party.units.some((unit) => units.includes(unit)),
    );
    return Math.min(...others.filter(({ until }) => until > from).map((party) => Math.max(party.from, from)));
  }

  /** A party at tables chosen by hand. */
  place(wish: Wish, from: number, until: number, except: readonly string[]): Outcome {
    if (wish.size > wish.units.length * seatsOfATable && !wish.overCapacity) return refused("slot_unavailable");
    const next = this.nextOn(wish.units, from, except);
    // The minute that a stay has at least; a table that is wanted within that is taken.
    if (next <= from + minute || (next < until && !wish.overrun)) return refused("slot_unavailable");
    return { kind: "ok", units: wish.units, until: Math.min(next, until) };
  }

  /** The time for which a party that is moved needs tables. */
  timeOf(party: ModelParty, now: number): readonly [from: number, until: number] {
    const isExpected = party.status === "confirmed" && party.startsAt > now;
    return isExpected ? [party.startsAt, party.until] : [now, Math.max(party.until, now + stepMs)];
  }

  move(party: ModelParty, wish: Wish, now: number, except: readonly string[] = [party.id]): Outcome {
    if (!isLive(party)) return refused("illegal_transition");
    const [from, until] = this.timeOf(party, now);
    const placed = this.place(wish, from, until, except);
    const stays = sameTables(wish.units, party.units) && wish.size === party.size;
    // A party that sits has its new table for half an hour at least, if nobody comes before; its stay is not longer for that.
    return placed.kind === "ok" && stays ? { kind: "same" } : placed;
  }

  swap(one: ModelParty, other: ModelParty, overrun: boolean, now: number): readonly [Outcome, Outcome] {
    const both = (code: string) => [refused(code), refused(code)] as const;
    if (!isLive(one) || !isLive(other)) return both("illegal_transition");
    const except = [one.id, other.id];
    const wish = (party: ModelParty, units: readonly string[]) => ({
      units,
      size: party.size,
      overrun,
      overCapacity: true,
    });
    const first = this.move(one, wish(one, other.units), now, except);
    const second = this.move(other, wish(other, one.units), now, except);
    for (const outcome of [first, second]) if (outcome.kind === "refused") return both(outcome.code);
    // At a table that both have, the half hour of a party that sits may reach into the time of the other.
    const [firstTime, secondTime] = [timeAfter(one, first, now), timeAfter(other, second, now)];
    const isShared = one.units.some((unit) => other.units.includes(unit));
    const isClash = firstTime.from < secondTime.until && secondTime.from < firstTime.until;
    return isShared && isClash ? both("slot_unavailable") : [first, second];
  }

  undo(party: ModelParty, now: number): Outcome {
    const { undo } = party;
    if (undo === null) return refused("illegal_transition");
    if (now >= undo.before) return refused("undo_expired");
    if (undo.of === "walk_in") return { kind: "ok", units: party.units, until: party.until };
    if (undo.of === "complete") {
      const wish = { units: party.units, size: party.size, overrun: true, overCapacity: true };
      return this.place(wish, now, Math.max(undo.until, now + stepMs), [party.id]);
    }
    const isFree = (units: readonly string[]) => this.nextOn(units, party.startsAt, [party.id]) >= undo.until;
    if (isFree(undo.units)) return { kind: "ok", units: undo.units, until: undo.until };
    const mayBeElsewhere = undo.of !== "venue_cancel" && party.size <= seatsOfATable;
    return mayBeElsewhere && this.tables.some((table) => isFree([table]))
      ? { kind: "ok", units: "any", until: undo.until }
      : refused("slot_unavailable");
  }

  /** What one act on one party comes to. */
  expect(one: ModelAct, party: ModelParty, now: number): Outcome {
    const { status } = party;
    const ok: Outcome = { kind: "ok", units: party.units, until: party.until };
    const may = (allowed: boolean, then: Outcome = ok): Outcome => (allowed ? then : refused("illegal_transition"));
    switch (one.kind) {
      case "seat": {
        if (status === "in_service") return may(sameTables(one.units, party.units), { kind: "same" });
        const wish = { units: one.units, size: party.size, overrun: false, overCapacity: true };
        return may(status === "confirmed", this.place(wish, now, now + stayMs, [party.id]));
      }
      case "complete":
        return status === "completed" ? { kind: "same" } : may(status === "in_service");
      case "no_show":
        return status === "no_show" ? { kind: "same" } : may(status === "confirmed" && now >= party.startsAt);
      case "venue_cancel":
        if (status === "cancelled_by_venue") return { kind: "same" };
        return status === "confirmed" ? ok : refused("not_cancellable");
      case "move":
        return this.move(party, { units: one.units, size: party.size, overrun: one.overrun, overCapacity: true }, now);
      case "resize":
        if (!isLive(party)) return refused("illegal_transition");
        if (one.size === party.size) return { kind: "same" };
        return one.size <= party.units.length * seatsOfATable ? ok : refused("slot_unavailable");
      case "undo":
        return this.undo(party, now);
    }
  }
}

/**
 * One evening at an invented restaurant, minute by minute. Walk-ins come, and sit by the service's own rule of seating or
 * wait in line. Reserved parties come late, or never. Parties leave at random times. The measuring code hears of every
 * party that has to wait, and of every table that it gets.
 */
import type { Claim } from "../src/bookings/tables/claim.ts";
import { seatAt, seatParty, type Seating } from "../src/bookings/tables/seating.ts";
import { stayMinutes } from "../src/bookings/tables/stay.ts";
import type { SeatedParty } from "../src/waitlist/estimate/wait-scene.ts";
import type { Restaurant } from "./wait-restaurants.ts";

export interface Sitting extends SeatedParty {
  readonly leavesAt: number;
  readonly until: number;
}

export interface Standing {
  readonly id: string;
  readonly party_size: number;
  readonly joinedAt: number;
}

/** The room and the line at one moment. */
export interface Moment {
  readonly now: number;
  readonly claims: readonly Claim[];
  readonly seated: readonly Sitting[];
  readonly line: readonly Standing[];
}

export interface Listener {
  /** A party joins the line; `moment` is just before. */
  joined(party: Standing, moment: Moment): void;
  /** A party got a table after waiting, or at once. */
  seated(party: Standing, at: number): void;
  left(partySize: number, stayed: number): void;
}

export interface Chance {
  /** In [0, 1). */
  next(): number;
  normal(): number;
}

/** A repeatable source of chance (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()) };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const overstayMs = 15 * minuteMs;
/** The share of the height's rate by hour from 17:00. */
const rush = [0.45, 0.9, 1, 0.8, 0.4];

interface Happening {
  readonly at: number;
  readonly act: () => void;
}

/** Plays the evening of a day; times are instants of it in UTC. */
export function playEvening(restaurant: Restaurant, day: number, chance: Chance, listener: Listener): void {
  const evening = new Evening(restaurant, day, chance, listener);
  evening.play();
}

class Evening {
  readonly #restaurant: Restaurant;
  readonly #chance: Chance;
  readonly #listener: Listener;
  readonly #opens: number;
  readonly #coming: Happening[] = [];
  #reserved: Claim[] = [];
  #late: { readonly owner: string; readonly partySize: number }[] = [];
  #seated: Sitting[] = [];
  #line: Standing[] = [];
  #parties = 0;
  readonly #day: number;

  constructor(restaurant: Restaurant, day: number, chance: Chance, listener: Listener) {
    this.#restaurant = restaurant;
    this.#chance = chance;
    this.#listener = listener;
    this.#day = day;
    this.#opens = Date.UTC(2026, 0, 1 + day, 17);
  }

  play(): void {
    this.#reserve();
    this.#walkIns();
    // Who has no table when the service closes goes home.
    this.#at(this.#opens + 5 * hourMs, () => void (this.#line = []));
    for (;;) {
      this.#coming.sort((a, b) => b.at - a.at);
      const next = this.#coming.pop();
      if (next === undefined) return;
      this.#now = next.at;
      next.act();
      this.#fill();
    }
  }

  #now = 0;

  #name(kind: string): string {
    return `${kind}-${this.#day}-${++this.#parties}`;
  }

  #size(): number {
    let rest = this.#chance.next() * this.#restaurant.sizes.reduce((sum, share) => sum + share, 0);
    const at = this.#restaurant.sizes.findIndex((share) => (rest -= share) < 0);
    return Math.max(1, at + 1);
  }

  #turnMs(partySize: number): number {
    return stayMinutes(this.#restaurant.venue, partySize, null) * minuteMs;
  }

  #reserve(): void {
    for (let count = 0; count < this.#restaurant.reservations; count++) {
      const partySize = this.#size();
      const from = this.#opens + Math.floor(this.#chance.next() * 18) * 15 * minuteMs;
      const until = from + this.#turnMs(partySize);
      const { venue } = this.#restaurant;
      const seating = seatParty(venue, this.#reserved, { partySize, from, until, offer: "online" });
      if (seating === null) continue;
      const ownerId = this.#name("reserved");
      const claim = { from, until, kind: "booking", ownerId, startsAt: from, partySize } as const;
      this.#reserved.push(...seating.unitIds.map((unitId) => ({ ...claim, unitId })));
      const at = from + Math.max(-5, 5 + 6 * this.#chance.normal()) * minuteMs;
      if (this.#chance.next() < 0.05) this.#at(from + 20 * minuteMs, () => this.#release(ownerId));
      else this.#at(at, () => void this.#late.push({ owner: ownerId, partySize }));
    }
  }

  #walkIns(): void {
    const busy = 0.75 + 0.55 * this.#chance.next();
    for (const [hour, share] of rush.entries()) {
      const rate = this.#restaurant.walkInsPerHour * share * busy;
      for (let at = 0; ;) {
        at -= Math.log(1 - this.#chance.next()) / rate;
        if (at >= 1) break;
        this.#at(this.#opens + (hour + at) * hourMs, () => this.#arrive());
      }
    }
  }

  #at(at: number, act: () => void): void {
    this.#coming.push({ at, act });
  }

  #release(ownerId: string): void {
    this.#reserved = this.#reserved.filter((claim) => claim.ownerId !== ownerId);
  }

  #claims(): Claim[] {
    const sitting = this.#seated.flatMap(({ id, unit_ids, seated_at, until, party_size }) =>
      unit_ids.map((unitId): Claim => ({
        unitId,
        from: seated_at ?? 0,
        until: Math.max(until, this.#now + overstayMs),
        kind: "walk_in",
        ownerId: id,
        startsAt: seated_at ?? 0,
        partySize: party_size,
      })),
    );
    return [...sitting, ...this.#reserved];
  }

  #arrive(): void {
    const party: Standing = { id: this.#name("party"), party_size: this.#size(), joinedAt: this.#now };
    const seating = this.#tableFor(party.party_size);
    if (seating !== null) return this.#sit(party, seating);
    const moment = { now: this.#now, claims: this.#claims(), seated: this.#seated, line: this.#line };
    this.#listener.joined(party, moment);
    this.#line = [...this.#line, party];
  }

  #tableFor(partySize: number): Seating | null {
    const until = this.#now + this.#turnMs(partySize);
    const { venue } = this.#restaurant;
    return seatParty(venue, this.#claims(), { partySize, from: this.#now, until, offer: "venue" });
  }

  #sit(party: Standing, { unitIds }: Seating): void {
    const restaurant = this.#restaurant;
    const stay = restaurant.stayOf(party.party_size) * Math.exp(restaurant.spread * this.#chance.normal()) * minuteMs;
    const sitting: Sitting = {
      id: party.id as Sitting["id"],
      unit_ids: unitIds,
      party_size: party.party_size,
      seated_at: this.#now,
      experience_id: null,
      leavesAt: this.#now + stay,
      until: this.#now + this.#turnMs(party.party_size),
    };
    this.#seated = [...this.#seated, sitting];
    this.#at(sitting.leavesAt, () => {
      this.#seated = this.#seated.filter(({ id }) => id !== sitting.id);
      this.#listener.left(party.party_size, stay / minuteMs);
    });
    this.#listener.seated(party, this.#now);
  }

  /** Reserved parties that are here come first, at their own table if it is free; then the line in its order. */
  #fill(): void {
    for (const { owner, partySize } of this.#late) {
      const own = this.#reserved.filter((claim) => claim.ownerId === owner);
      const [claim] = own;
      if (claim === undefined) continue;
      const until = Math.max(claim.until, this.#now + 1);
      const unitIds = own.map(({ unitId }) => unitId);
      const { venue } = this.#restaurant;
      const free = seatAt(venue, this.#claims(), { unitIds, from: this.#now, until, ignoreOwner: owner });
      const other = { partySize, from: this.#now, until: this.#now + this.#turnMs(partySize), ignoreOwner: owner };
      const seating = free ?? seatParty(venue, this.#claims(), { ...other, offer: "venue" });
      if (seating === null) continue;
      this.#release(owner);
      this.#late = this.#late.filter((party) => party.owner !== owner);
      this.#sit({ id: owner, party_size: partySize, joinedAt: this.#now }, seating);
    }
    for (const party of this.#line) {
      const seating = this.#tableFor(party.party_size);
      if (seating === null) continue;
      this.#line = this.#line.filter(({ id }) => id !== party.id);
      this.#sit(party, seating);
    }
  }
}

/**
 * Makes room: when no table fits, parties that are not yet seated are moved within their area, so that the new party fits
 * (rules/bookings 6.4). Fewest moves first: one, then two (a swap among them), then a chain of three. A moved party keeps
 * its time and gets a table that it could have had from the start. A party that sits, or a held table, is never moved.
 * Pure: the caller says who may be moved and when to stop, and holds the locks.
 */
import type { Claim } from "./claim.ts";
import type { Instant } from "../../kernel/clock.ts";
import { fits, type Seating, type SeatingRequest } from "./seating.ts";
import type { Venue, VenueArea } from "../venue/venue.ts";

export const maxMoves = 3;

/** A party that may be moved. */
export interface MovableParty {
  readonly ownerId: string;
  readonly partySize: number;
  readonly from: Instant;
  /** With the buffer. */
  readonly until: Instant;
  /** The units its experience is tied to; null is all. */
  readonly unitIds: readonly string[] | null;
}

export interface Room {
  readonly seating: Seating;
  readonly moves: readonly { readonly ownerId: string; readonly unitIds: readonly string[] }[];
}

export interface RoomRequest {
  readonly request: SeatingRequest;
  readonly movable: ReadonlyMap<string, MovableParty>;
  /** Asked often; true ends the search without a result. */
  readonly isTooLate: () => boolean;
}

/** A seating for the party and the moves that make it possible, or null. */
export function makeRoom(venue: Venue, claims: readonly Claim[], wanted: RoomRequest): Room | null {
  const { request } = wanted;
  const others = claims.filter(({ ownerId }) => ownerId !== request.ignoreOwner);
  for (let moves = 1; moves <= maxMoves; moves++) {
    for (const area of venue.areas) {
      if (request.areaIds !== undefined && !request.areaIds.includes(area.areaId)) continue;
      const plan = new Plan(area, others, wanted);
      const unitIds = plan.seat(request, moves);
      if (unitIds === undefined) continue;
      return { seating: { areaId: area.areaId, areaName: area.name, unitIds }, moves: plan.moves() };
    }
  }
  return null;
}

interface Wish {
  readonly partySize: number;
  readonly from: Instant;
  readonly until: Instant;
  readonly offer: SeatingRequest["offer"];
  readonly unitIds?: readonly string[] | null;
}

/** The new party, which has no claims yet. */
const nobody = "";

/** What has to work out too once a party has its units and so many moves are left. */
type Rest = (unitIds: readonly string[], left: number) => boolean;

/** Who has which units of an area, as far as the search has got. */
class Plan {
  readonly #area: VenueArea;
  readonly #movable: ReadonlyMap<string, MovableParty>;
  readonly #isTooLate: () => boolean;
  #claims: readonly Claim[];
  #moved: ReadonlyMap<string, readonly string[]> = new Map();

  constructor(area: VenueArea, claims: readonly Claim[], { movable, isTooLate }: RoomRequest) {
    this.#area = area;
    this.#claims = claims;
    this.#movable = movable;
    this.#isTooLate = isTooLate;
  }

  moves(): Room["moves"] {
    return [...this.#moved].map(([ownerId, unitIds]) => ({ ownerId, unitIds }));
  }

  /** Finds units for a new party by moving at most so many others. */
  seat(wish: Wish, moves: number): readonly string[] | undefined {
    let found: readonly string[] | undefined;
    this.#tryOptions(nobody, wish, moves, (unitIds) => {
      found = unitIds;
      return true;
    });
    return found;
  }

  /**
   * Gives a party one option after another, each with those in its way moved, until the rest of the plan works out with the
   * moves that are left; what was tried in vain is undone.
   */
  #tryOptions(ownerId: string, wish: Wish, moves: number, rest: Rest): boolean {
    for (const option of this.#area.options) {
      if (this.#isTooLate()) return false;
      if (!fits(option, wish)) continue;
      const blockers = this.#blockersOf(option.unitIds, wish);
      if (blockers === undefined || blockers.length > moves) continue;
      const before = { claims: this.#claims, moved: this.#moved };
      this.#take(ownerId, option.unitIds, wish, blockers);
      if (this.#moveAll(blockers, moves - blockers.length, (left) => rest(option.unitIds, left))) return true;
      this.#claims = before.claims;
      this.#moved = before.moved;
    }
    return false;
  }

  /** Moves the parties one after the other; each choice stands only when the ones after it find a table too. */
  #moveAll([party, ...others]: readonly MovableParty[], left: number, then: (left: number) => boolean): boolean {
    if (party === undefined) return then(left);
    const wish = { ...party, offer: "online" } as const;
    return this.#tryOptions(party.ownerId, wish, left, (_, still) => this.#moveAll(others, still, then));
  }

  /** The parties in the way, in a fixed order, or undefined when one of them may not be moved. */
  #blockersOf(unitIds: readonly string[], { from, until }: Wish): readonly MovableParty[] | undefined {
    const found = new Map<string, MovableParty>();
    for (const claim of this.#claims) {
      if (claim.from >= until || claim.until <= from || !unitIds.includes(claim.unitId)) continue;
      const party = this.#movable.get(claim.ownerId);
      if (party === undefined || this.#moved.has(claim.ownerId)) return undefined;
      found.set(claim.ownerId, party);
    }
    return [...found.values()].toSorted((a, b) => a.from - b.from || (a.ownerId < b.ownerId ? -1 : 1));
  }

  /** The party has the units now, and nobody moves it again; the blockers have none until they are placed. */
  #take(ownerId: string, unitIds: readonly string[], wish: Wish, blockers: readonly MovableParty[]): void {
    const gone = new Set(blockers.map((party) => party.ownerId));
    const own = unitIds.map((unitId): Claim => ({
      unitId,
      ownerId,
      from: wish.from,
      until: wish.until,
      kind: "booking",
      startsAt: wish.from,
      partySize: wish.partySize,
    }));
    this.#claims = [...this.#claims.filter((claim) => !gone.has(claim.ownerId)), ...own];
    if (ownerId !== nobody) this.#moved = new Map([...this.#moved, [ownerId, unitIds]]);
  }
}

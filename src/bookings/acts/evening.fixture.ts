/** An evening at a host stand beside its model: after each command the database must equal the model. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { BookingPartner } from "../../../test/harness/booking-partner.ts";
import { StandModel, stayMs, type ModelParty, type ModelUndo, type Outcome } from "../../../test/models/stand-model.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Booking } from "../book/booking.ts";
import { findBooking } from "../book/bookings.sql.ts";
import { cancelForVenue, markNoShow } from "../make/cancel-booking.command.ts";
import { seatArrival } from "../make/seat-arrival.command.ts";
import { completeBooking, seatBooking } from "../make/seat-booking.command.ts";
import { startRules } from "../search/check-start.ts";
import { findVenueState } from "../venue/venue.query.ts";
import { bookByPhone } from "./book-by-phone.command.ts";
import { moveBooking } from "./move-booking.command.ts";
import { resizeParty } from "./resize-party.command.ts";
import { undoBooking } from "./undo-booking.command.ts";

const minute = 60_000;
/** The tables of every evening. */
export const tables = ["t1", "t2", "t3"];
const host = { kind: "person", id: newId("per") } as const;
const nobody = { first_name: null, last_name: null, phone: null, email: null, language: null };

const which = fc.nat();
const units = fc.subarray(tables, { minLength: 1, maxLength: 2 });
const oneTable = fc.constantFrom(...tables.map((table) => [table]));
const size = fc.integer({ min: 1, max: 6 });
const fewGuests = fc.integer({ min: 1, max: 4 });
/** What a host may do next. */
export const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("book" as const),
      units: oneTable,
      size: fewGuests,
      ahead: fc.nat({ max: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("walk_in" as const), units: oneTable, size: fewGuests }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("seat" as const), which, units: oneTable }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("complete", "no_show", "venue_cancel"), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("move" as const), which, units, overrun: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("swap" as const), which, other: which, overrun: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("resize" as const), which, size }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("undo" as const), which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pass" as const) }) },
);
export type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;
type Coming = Extract<Command, { readonly kind: "book" | "walk_in" }>;
type Act = Exclude<Command, { readonly kind: "book" | "walk_in" | "pass" | "swap" }>;
type Swap = Extract<Command, { readonly kind: "swap" }>;

/** One evening: the commands run, and after each the database is what the model says. */
export class Evening {
  readonly #partner: BookingPartner;
  readonly #model = new StandModel(tables);
  readonly #locationId: Id<"str">;
  /** Location time in whole minutes; the seconds that the test takes never decide. */
  #now: number;
  readonly #first: number;

  constructor(partner: BookingPartner, locationId: Id<"str">, now: number) {
    this.#partner = partner;
    this.#locationId = locationId;
    this.#now = now;
    this.#first = now + 5 * minute;
  }

  async run(one: Command): Promise<void> {
    const party = "which" in one ? this.#partyAt(one.which) : undefined;
    if ("which" in one && party === undefined) return;
    if (one.kind === "pass") await this.#pass();
    else if (one.kind === "book" || one.kind === "walk_in") await this.#come(one);
    else if (party !== undefined) await this.#act(one, party);
    await this.#check();
  }

  #partyAt(which: number): ModelParty | undefined {
    const parties = [...this.#model.parties.values()];
    return parties[which % Math.max(1, parties.length)];
  }

  /** Eight minutes go by; nobody sits beyond their time in these evenings. */
  async #pass(): Promise<void> {
    for (const party of this.#model.parties.values()) {
      if (party.status === "in_service" && party.until < this.#now + 9 * minute)
        await this.#act({ kind: "complete", which: 0 }, party);
    }
    await this.#partner.advance(this.#locationId, 8 * 60);
    this.#now += 8 * minute;
  }

  async #come(one: Coming): Promise<void> {
    const isWalkIn = one.kind === "walk_in";
    const ahead = isWalkIn ? 0 : one.ahead + Math.max(0, Math.ceil((this.#now - this.#first) / (30 * minute)));
    const startsAt = isWalkIn ? this.#now : this.#first + ahead * 30 * minute;
    const wish = { units: one.units, size: one.size, overrun: isWalkIn, overCapacity: false };
    const expected = this.#model.place(wish, startsAt, startsAt + stayMs, []);
    const chosen = { unitIds: one.units, allowOverrun: isWalkIn, allowOverCapacity: false };
    const made = await this.#write(async (tx) => {
      const state = await findVenueState(tx, this.#locationId);
      assert.ok(state !== undefined);
      const shared = { partySize: one.size, chosen, notes: null };
      if (isWalkIn)
        return seatArrival(tx, state, {
          ...shared,
          appId: null,
          source: "walk_in",
          waitlistEntryId: null,
          guest: nobody,
        });
      const phone = { actor: host, startsAt, experienceId: null, areaId: null, guest: {}, venueNotes: null };
      const author = { actor: "person", by: host, requestId: null };
      return bookByPhone(tx, state, { ...shared, ...phone, override: new Set(startRules) }, author);
    });
    this.#compare(made, expected, one.kind);
    if (isRefusal(made) || expected.kind !== "ok") return;
    const undo = isWalkIn
      ? ({ of: "walk_in", before: this.#now + 15 * minute, units: one.units, until: 0 } as const)
      : null;
    this.#keep(made, { isWalkIn, startsAt, from: startsAt, until: expected.until, undo });
  }

  async #act(one: Act | Swap, party: ModelParty): Promise<void> {
    if (one.kind === "swap") return this.#swap(one, party);
    const expected = this.#model.expect(one, party, this.#now);
    const done = await this.#write((tx) => this.#perform(tx, one, party));
    this.#compare(done, expected, one.kind);
    if (isRefusal(done) || expected.kind !== "ok") return;
    assert.equal(done.version, party.version + 1);
    if (expected.units !== "any") assert.deepEqual(done.unit_ids.toSorted(), expected.units.toSorted());
    const isOver = done.status !== "confirmed" && done.status !== "in_service";
    const from = done.status === "in_service" ? this.#now : party.startsAt;
    this.#keep(done, {
      ...party,
      from,
      until: isOver ? party.until : expected.until,
      undo: this.#undoAfter(one.kind, party),
    });
  }

  #perform(tx: Tx, one: Act, { id, version }: ModelParty): Promise<Booking | Refusal> {
    switch (one.kind) {
      case "seat": {
        const chosen = { unitIds: one.units, allowOverrun: false, allowOverCapacity: true };
        return seatBooking(tx, host, id, { chosen, expectedVersion: version });
      }
      case "complete":
        return completeBooking(tx, host, id, version);
      case "no_show":
        return markNoShow(tx, host, id, version);
      case "venue_cancel":
        return cancelForVenue(tx, host, id, { reason: null, expectedVersion: version });
      case "move":
        return moveBooking(tx, host, id, {
          unitIds: one.units,
          swapWith: undefined,
          swapVersion: undefined,
          allowOverrun: one.overrun,
          allowOverCapacity: true,
          expectedVersion: version,
        });
      case "resize": {
        const wanted = { unitIds: undefined, allowOverrun: false, allowOverCapacity: false };
        return resizeParty(tx, host, id, { ...wanted, partySize: one.size, expectedVersion: version });
      }
      case "undo":
        return undoBooking(tx, host, id, version);
    }
  }

  async #swap(one: Swap, party: ModelParty): Promise<void> {
    const other = this.#partyAt(one.other);
    if (other === undefined || other.id === party.id) return;
    const [first, second] = this.#model.swap(party, other, one.overrun, this.#now);
    const done = await this.#write((tx) =>
      moveBooking(tx, host, party.id, {
        unitIds: undefined,
        swapWith: other.id,
        swapVersion: other.version,
        allowOverrun: one.overrun,
        allowOverCapacity: true,
        expectedVersion: party.version,
      }),
    );
    // Where one of two has the same tables already, the other moves and both are told.
    const isSame = first.kind === "same" && second.kind === "same";
    this.#compare(done, isSame || first.kind === "refused" ? first : { kind: "ok", units: "any", until: 0 }, "swap");
    if (isRefusal(done) || isSame) return;
    for (const [one, outcome] of [
      [party, first],
      [other, second],
    ] as const) {
      const stored = await findBooking(this.#partner.service.database.read, one.id);
      assert.ok(stored !== undefined && stored.version === one.version + 1);
      const until = outcome.kind === "ok" ? outcome.until : one.until;
      this.#keep(stored, { ...one, from: one.status === "in_service" ? this.#now : one.from, until });
    }
  }

  #undoAfter(kind: Act["kind"], party: ModelParty): ModelUndo | null {
    const { units, until } = party;
    switch (kind) {
      case "seat":
        return { of: "seat", before: this.#now + 15 * minute, units, until };
      case "complete":
        return { of: "complete", before: this.#now + 15 * minute, units, until, earlier: party.undo };
      case "no_show":
        return { of: "no_show", before: Math.min(this.#now + 120 * minute, until), units, until };
      case "venue_cancel":
        return { of: "venue_cancel", before: this.#now + 10 * minute, units, until };
      case "undo":
        return party.undo?.earlier ?? null;
      default:
        return party.undo;
    }
  }

  #keep(
    { id, status, unit_ids, party_size, version }: Booking,
    known: Pick<ModelParty, "isWalkIn" | "startsAt" | "from" | "until" | "undo">,
  ): void {
    this.#model.parties.set(id, { ...known, id, status, units: unit_ids, size: party_size, version });
  }

  #compare(done: Booking | Refusal, expected: Outcome, what: string): void {
    const got = isRefusal(done) ? done.code : "ok";
    assert.equal(
      got,
      expected.kind === "refused" ? expected.code : "ok",
      `${what}: ${isRefusal(done) ? done.message : ""}`,
    );
  }

  #write<Value>(work: (tx: Tx) => Promise<Value>): Promise<Value> {
    return this.#partner.service.database.transaction(work);
  }

  /** Every party has its own tables for its time, by the minute, and nobody else has any. */
  async #check(): Promise<void> {
    const stored = await this.#partner.service.database.read.rows<{ owner: string; units: string[]; minutes: number }>(
      `SELECT c.owner_id AS owner, array_agg(c.unit_id::text ORDER BY c.unit_id) AS units,
        round(extract(epoch FROM max(upper(c.during)) - to_timestamp($2::float8 / 1000)) / 60)::int AS minutes
       FROM claims c WHERE c.location_id = $1 GROUP BY c.owner_id`,
      [this.#locationId, this.#now],
    );
    const live = [...this.#model.parties.values()].filter(
      ({ status }) => status === "confirmed" || status === "in_service",
    );
    const asText = (owner: string, units: readonly string[], minutes: number) =>
      `${owner} ${units.toSorted().join()} ${minutes}`;
    assert.deepEqual(
      stored.map(({ owner, units, minutes }) => asText(owner, units, minutes)).toSorted(),
      live.map(({ id, units, until }) => asText(id, units, Math.round((until - this.#now) / minute))).toSorted(),
    );
  }
}

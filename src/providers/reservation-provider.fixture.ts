/** What every adapter of the port must do, as one suite. Each adapter brings its own provider with a free evening. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type * as port from "../bookings/provider/reservation-provider.ts";

export interface AdapterUnderTest {
  readonly provider: port.ReservationProvider;
  /** The evening to book in, with four tables of four at least and starts every half hour. */
  readonly evening: Pick<port.ProviderSearch, "timeZone" | "now" | "from" | "until">;
  /** How many parties of four fill a slot. */
  readonly tables: number;
  stop(): Promise<void>;
}

const guestNamed = (name: string, phone: string): port.ProviderGuest => ({
  firstName: "Ada",
  lastName: name,
  phone,
  email: null,
});

let calls = 0;
const fresh = (): string => `token-${++calls}-${process.pid}`;
let phones = 0;
const phone = (): string => `+3314260${String(1_000 + phones++)}`;

function done<Value>(answer: port.ProviderAnswer<Value>): Value {
  assert.ok(answer.kind === "done", JSON.stringify(answer));
  return answer.value;
}

function causeOf(answer: port.ProviderAnswer<unknown>): string {
  assert.ok(answer.kind === "refused", JSON.stringify(answer));
  return answer.cause;
}

/** Runs the suite over an adapter. */
export function conforms(name: string, start: () => Promise<AdapterUnderTest>): void {
  describe(`the port of reservation providers: ${name}`, () => {
    let under: AdapterUnderTest;
    let provider: port.ReservationProvider;
    before(async () => {
      under = await start();
      ({ provider } = under);
    });
    after(() => under.stop());

    const search = async (partySize = 2): Promise<readonly port.ProviderSlot[]> =>
      done(await provider.search({ ...under.evening, partySize }));
    async function slotAt(index: number, partySize = 2): Promise<port.ProviderSlot> {
      const slot = (await search(partySize))[index];
      assert.ok(slot !== undefined);
      return slot;
    }
    const request = (
      slot: port.ProviderSlot,
      over: Partial<port.ProviderBookRequest> = {},
    ): port.ProviderBookRequest => {
      const number = phone();
      return {
        token: fresh(),
        slot,
        lease: null,
        guest: guestNamed("Byron", number),
        guestKey: `guest ${number}`,
        notes: null,
        ...over,
      };
    };

    test("a search offers starts of the window, ascending, for the party", async () => {
      const slots = await search();
      assert.ok(slots.length >= 6);
      const { from, until } = under.evening;
      for (const [index, slot] of slots.entries()) {
        assert.ok(slot.startsAt >= from && slot.startsAt < until && slot.minutes > 0 && slot.partySize === 2);
        assert.ok(index === 0 || slot.startsAt > (slots[index - 1]?.startsAt ?? 0));
      }
    });

    test("a token makes one booking, however often and at once it is sent", async () => {
      const wanted = request(await slotAt(0));
      const answers = await Promise.all([provider.book(wanted), provider.book(wanted), provider.book(wanted)]);
      const made = answers.filter(({ kind }) => kind === "done").map((answer) => done(answer).reference);
      assert.ok(made.length >= 1);
      // Some may be told to ask again; asked again, they are told the same.
      for (const [index, answer] of answers.entries())
        if (answer.kind !== "done") assert.equal(answer.kind, "unknown", `${index}`);
      made.push(done(await provider.book(wanted)).reference);
      assert.equal(new Set(made).size, 1);
      const found = done(await provider.lookup({ guestKey: wanted.guestKey }));
      assert.deepEqual(
        found.map(({ reference }) => reference),
        [made[0]],
      );
    });

    test("a booking shows its slot and status, and is found by its guest", async () => {
      const wanted = request(await slotAt(1));
      const booking = done(await provider.book(wanted));
      assert.equal(booking.status, "confirmed");
      assert.deepEqual([booking.slot.startsAt, booking.slot.partySize], [wanted.slot.startsAt, 2]);
      assert.equal(done(await provider.status(booking)), "confirmed");
      const [found] = done(await provider.lookup({ guestKey: wanted.guestKey }));
      assert.deepEqual([found?.reference, found?.slot.startsAt], [booking.reference, wanted.slot.startsAt]);
      assert.deepEqual(done(await provider.lookup({ guestKey: "nobody" })), []);
    });

    test("one guest has no two bookings at overlapping times", async () => {
      const first = request(await slotAt(2));
      done(await provider.book(first));
      const second = { ...request(await slotAt(2)), guest: first.guest, guestKey: first.guestKey };
      assert.equal(causeOf(await provider.book(second)), "OVERLAPPING_RESERVATION");
    });

    test("a booking is moved, and moving it there again changes nothing", async () => {
      const booking = done(await provider.book(request(await slotAt(0))));
      const slot = await slotAt(5, 3);
      for (let time = 0; time < 2; time++) {
        const moved = done(await provider.change({ reference: booking.reference, slot, notes: undefined }));
        assert.deepEqual(
          [moved.reference, moved.slot.startsAt, moved.slot.partySize],
          [booking.reference, slot.startsAt, 3],
        );
      }
    });

    test("a booking is cancelled, and cancelling it again changes nothing", async () => {
      const wanted = request(await slotAt(4));
      const { reference } = done(await provider.book(wanted));
      for (let time = 0; time < 2; time++) {
        const answer = await provider.cancel({ reference });
        if (answer.kind !== "done") assert.equal(causeOf(answer), "BOOKING_ALREADY_CANCELLED");
      }
      assert.equal(done(await provider.status({ reference })), "cancelled");
      assert.deepEqual(done(await provider.lookup({ guestKey: wanted.guestKey })), []);
      const slot = await slotAt(4);
      assert.equal(causeOf(await provider.change({ reference, slot, notes: undefined })), "BOOKING_ALREADY_CANCELLED");
    });

    test("a slot is full when its tables are, refuses, and is free again after a cancellation", async () => {
      const slots = await search(4);
      const slot = slots.at(-1);
      assert.ok(slot !== undefined);
      const made: string[] = [];
      // Other parties of this suite may sit at some of the tables then.
      let answer = await provider.book(request(slot));
      for (; answer.kind === "done"; answer = await provider.book(request(slot))) made.push(answer.value.reference);
      assert.ok(made.length >= under.tables - 4 && made.length <= under.tables, `${made.length} parties`);
      assert.equal(causeOf(answer), "SLOT_UNAVAILABLE");
      assert.ok((await search(4)).every(({ startsAt }) => startsAt !== slot.startsAt));
      for (const reference of made) done(await provider.cancel({ reference }));
      assert.ok((await search(4)).some(({ startsAt }) => startsAt === slot.startsAt));
    });

    test("a lease keeps a table, is made once for a token, and is booked once", async () => {
      assert.equal(provider.holds, true);
      const slot = await slotAt(3);
      const token = fresh();
      const lease = done(await provider.hold({ token, slot }));
      assert.ok(lease.expiresInMs > 0 && lease.slot.startsAt === slot.startsAt);
      const again = await provider.hold({ token, slot });
      assert.equal(done(again).lease, lease.lease);
      const wanted = request(slot, { lease: lease.lease });
      const booking = done(await provider.book(wanted));
      assert.equal(done(await provider.book(wanted)).reference, booking.reference);
      assert.equal(causeOf(await provider.book(request(slot, { lease: lease.lease }))), "LEASE_EXPIRED");
      assert.equal(causeOf(await provider.book(request(slot, { lease: "nonsense" }))), "LEASE_EXPIRED");
    });

    test("what is not there is refused", async () => {
      const reference = "bkg_01k0abcdefghjkmnpqrstvwxyz";
      assert.equal((await provider.status({ reference })).kind, "refused");
      assert.equal((await provider.cancel({ reference })).kind, "refused");
      const slot = await slotAt(5);
      assert.equal((await provider.change({ reference, slot, notes: undefined })).kind, "refused");
      const never = { ...slot, startsAt: slot.startsAt + 7 * 60_000 };
      if (name !== "simulated") assert.equal(causeOf(await provider.book(request(never))), "SLOT_UNAVAILABLE");
    });
  });
}

/** Writes at a provider that are sent twice. The second is refused, though the first may have been done. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { BookingPartner } from "../../test/harness/booking-partner.ts";
import type { Mischief } from "../../test/stand-ins/booking-server.ts";
import { startFaultyProvider, type FaultyProvider } from "./faulty-provider.fixture.ts";

let at: FaultyProvider;
let partner: BookingPartner;
before(async () => {
  at = await startFaultyProvider();
  ({ partner } = at);
});
after(() => at.stop());

const done: Mischief = { kind: "cut_after" };
const notDone: Mischief = { kind: "cut_before" };
const full: Mischief = { kind: "refuse", cause: "SLOT_UNAVAILABLE" };
const odd: Mischief = { kind: "refuse", cause: "UNKNOWN_CAUSE" };

/** The status and the start of a booking in the provider's book. */
function atProvider(phone: string): readonly [string | undefined, number] {
  const kept = [...at.theirs.bookings.values()].find((one) => one.user_information["telephone"] === phone);
  return [kept?.status, Number(kept?.slot.start_sec) * 1000];
}

describe("a change that is refused when it is sent again (rules/providers 2.9)", () => {
  for (const [what, mischief, isMade] of [
    ["was done at first", [done, full], true],
    ["was done at first, and the book cannot be read at once", [done, full, notDone, full], true],
    ["was not done", [notDone, full], false],
    ["was never sent before", [full], false],
  ] as const) {
    test(what, async () => {
      const locationId = await at.providerLocation();
      const made = (await at.confirmed(locationId)).body;
      const { slot_token, starts_at: later } = await partner.slot(locationId, 3, { days: 4, from: "20:00" });
      at.next = [...mischief];
      const path = `/v1/bookings/${made.id}`;
      const answer = await partner.settled(`${path}/change`, { slot_token, idempotency_key: `c-${made.id}` });
      const starts = isMade ? later : made.starts_at;
      assert.deepEqual(
        [answer.status, isMade ? answer.body.starts_at : answer.body.code],
        isMade ? [200, later] : [409, "slot_unavailable"],
        answer.text,
      );
      assert.deepEqual(atProvider(made.guest.phone), ["CONFIRMED", Date.parse(starts)]);
      assert.equal((await partner.call("GET", path)).body.starts_at, starts);
      assert.deepEqual(at.next, []);
    });
  }
});

describe("a booking that is refused when it is sent again (rules/providers 2.9)", () => {
  for (const [what, mischief, isMade] of [
    ["was done at first", [done, full], true],
    ["was done at first, and the book cannot be read at once", [done, full, notDone, full], true],
    ["was not done", [notDone, full], false],
    ["was not done, and the book shows nobody anything", [notDone, full, odd], false],
    ["was never sent before", [full], false],
  ] as const) {
    test(what, async () => {
      const locationId = await at.providerLocation();
      const body = await at.bodyFor(locationId, `again-${what.length}`);
      at.next = [...mischief];
      const answer = await partner.settled("/v1/bookings", body);
      assert.deepEqual(
        [answer.status, isMade ? answer.body.guest.phone : answer.body.code],
        isMade ? [201, body.guest.phone] : [409, "slot_unavailable"],
        answer.text,
      );
      assert.equal(atProvider(body.guest.phone)[0], isMade ? "CONFIRMED" : undefined);
      assert.deepEqual(at.next, []);
    });
  }

  test("a booking of the same guest that is ours already is not taken for it", async () => {
    const locationId = await at.providerLocation();
    const body = await at.bodyFor(locationId);
    const made = await at.book(body);
    assert.equal(made.status, 201, made.text);
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE bookings SET guest_phone = NULL WHERE id = $1", [made.body.id]),
    );
    at.next = [notDone, full];
    const answer = await partner.settled("/v1/bookings", { ...body, idempotency_key: "ours-already" });
    assert.deepEqual([answer.status, answer.body.code], [409, "slot_unavailable"], answer.text);
  });
});

describe("a cancellation that is refused when it is sent again (rules/providers 2.9)", () => {
  for (const [what, mischief, isMade] of [
    ["was done at first", [done, odd], true],
    ["was not done", [notDone, odd], false],
    ["was never sent before", [odd], false],
  ] as const) {
    test(what, async () => {
      const made = (await at.confirmed(await at.providerLocation())).body;
      at.next = [...mischief];
      const path = `/v1/bookings/${made.id}`;
      const answer = await partner.settled(`${path}/cancel`, { idempotency_key: `x-${made.id}` });
      assert.deepEqual(
        [answer.status, isMade ? answer.body.status : answer.body.code],
        isMade ? [200, "cancelled_by_guest"] : [422, "provider_rejected"],
        answer.text,
      );
      assert.equal(atProvider(made.guest.phone)[0], isMade ? "CANCELED" : "CONFIRMED");
      assert.equal((await partner.call("GET", path)).body.status, isMade ? "cancelled_by_guest" : "confirmed");
    });
  }
});

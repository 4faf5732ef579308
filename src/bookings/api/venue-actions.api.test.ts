import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const code = (answer: CallAnswer) => [answer.status, answer.body.code];
const act = (id: string, what: string, body?: unknown) => partner.call("POST", `/v1/bookings/${id}/${what}`, body);
let keys = 0;
const walkIn = (location: Id<"str">, party_size: number, fields: object = {}) =>
  partner.call("POST", `/v1/locations/${location}/walk_ins`, {
    party_size,
    idempotency_key: `walk-in-${++keys}`,
    ...fields,
  });

/** Books a table two days ahead and moves the clock so many minutes from its start. */
async function bookAndGo(location: Id<"str">, minutesFromStart: number) {
  const { slot_token } = await partner.slot(location, 2);
  const made = await partner.call("POST", "/v1/bookings", { slot_token, guest });
  assert.equal(made.status, 201, made.text);
  await goTo(location, Date.parse(made.body.starts_at) + minutesFromStart * 60_000);
  return made.body;
}

async function goTo(location: Id<"str">, at: number): Promise<void> {
  const clock = await partner.call("GET", `/v1/sandbox/locations/${location}/clock`);
  await partner.advance(location, Math.ceil((at - Date.parse(clock.body.now)) / 1000));
}

describe("seatBooking, completeBooking, markBookingNoShow", () => {
  test("what the status does not allow is refused for it, whatever version is expected (rules/bookings 9.6)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await bookAndGo(location, 0);
    const refusals = async (acts: readonly string[], fields = {}) =>
      Promise.all(
        acts.map(
          async (what) => `${what} ${(await act(booking.id, what, { expected_version: 7, ...fields })).body.code}`,
        ),
      );
    assert.deepEqual(await refusals(["seat", "no_show", "cancel", "venue_cancel", "complete"]), [
      "seat stale_version",
      "no_show stale_version",
      "cancel stale_version",
      "venue_cancel stale_version",
      "complete illegal_transition",
    ]);
    await act(booking.id, "seat");
    assert.deepEqual(await refusals(["complete", "no_show", "cancel", "venue_cancel"]), [
      "complete stale_version",
      "no_show illegal_transition",
      "cancel not_cancellable",
      "venue_cancel not_cancellable",
    ]);
    assert.deepEqual(await refusals(["change"], { notes: "x" }), ["change not_changeable"]);
    await act(booking.id, "complete");
    assert.deepEqual(await refusals(["seat", "no_show", "cancel", "venue_cancel"]), [
      "seat illegal_transition",
      "no_show illegal_transition",
      "cancel not_cancellable",
      "venue_cancel not_cancellable",
    ]);
  });

  test("seated on time, completed: the table is free again (rules/bookings 11.5)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await bookAndGo(location, 0);
    assert.deepEqual(code(await act(booking.id, "complete")), [409, "illegal_transition"]);
    const seated = await act(booking.id, "seat", { expected_version: 1 });
    assert.deepEqual([seated.status, seated.body.status, seated.body.version], [200, "in_service", 2], seated.text);
    assert.deepEqual(seated.body.table.unit_ids, ["t1"]);
    assert.equal((await act(booking.id, "seat", { expected_version: 1 })).text, seated.text);
    assert.deepEqual(code(await walkIn(location, 2)), [409, "slot_unavailable"]);
    for (const what of ["venue_cancel", "cancel"]) {
      const refused = await act(booking.id, what);
      assert.deepEqual([...code(refused), refused.body.details.reason], [409, "not_cancellable", "in_service"]);
    }
    assert.equal((await act(booking.id, "change", { notes: "x" })).body.details.reason, "in_service");
    const noShow = await act(booking.id, "no_show");
    assert.deepEqual(
      [...code(noShow), noShow.body.details],
      [409, "illegal_transition", { from_status: "in_service" }],
    );
    const completed = await act(booking.id, "complete");
    assert.deepEqual([completed.body.status, completed.body.version], ["completed", 3]);
    assert.equal((await act(booking.id, "complete")).text, completed.text);
    assert.equal((await walkIn(location, 2)).status, 201);
    assert.deepEqual(
      (await partner.events(booking.id)).map((event) => event.event_type),
      ["booking.created", "booking.seated", "booking.completed"],
    );
  });

  test("seated early: the own table when it is free for the whole stay, else another (rules/bookings 11.3)", async () => {
    const location = await partner.location(tablesOfFour(2));
    const booking = await bookAndGo(location, -30);
    const first = await walkIn(location, 2, { unit_ids: booking.table.unit_ids, allow_overrun: true });
    assert.equal(first.status, 201, first.text);
    const seated = await act(booking.id, "seat");
    assert.equal(seated.status, 200, seated.text);
    assert.notDeepEqual(seated.body.table.unit_ids, booking.table.unit_ids);
    assert.ok(Date.parse(seated.body.seated_at) < Date.parse(booking.starts_at));
  });

  test("seated late: the own table, as long as it is there", async () => {
    const location = await partner.location(tablesOfFour(1));
    const { slot_token } = (await partner.search(location, 2))[3] ?? assert.fail();
    const later = await partner.call("POST", "/v1/bookings", {
      slot_token,
      guest: { ...guest, phone: "+33142600144" },
    });
    assert.equal(later.status, 201, later.text);
    const booking = await bookAndGo(location, 45);
    const seated = await act(booking.id, "seat");
    assert.equal(seated.status, 200, seated.text);
    assert.equal(seated.body.ends_at, later.body.starts_at);
  });

  test("too early: seated from two hours before the start, a no-show from the start on (rules/bookings 9.4)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await bookAndGo(location, -121);
    const tooEarly = { from_status: "confirmed", reason: "too_early" };
    for (const action of ["seat", "no_show"]) {
      const refused = await act(booking.id, action, { expected_version: 1 });
      assert.deepEqual([...code(refused), refused.body.details], [409, "illegal_transition", tooEarly]);
    }
    assert.deepEqual((await act(booking.id, "seat", { expected_version: 7 })).body.code, "stale_version");
    await goTo(location, Date.parse(booking.starts_at) - 120 * 60_000);
    assert.deepEqual((await act(booking.id, "no_show")).body.details, tooEarly);
    assert.deepEqual((await partner.call("GET", `/v1/bookings/${booking.id}`)).body, booking);
    const seated = await act(booking.id, "seat");
    assert.deepEqual([seated.status, seated.body.status], [200, "in_service"], seated.text);
    const other = await partner.location(tablesOfFour(1));
    const late = await bookAndGo(other, 0);
    assert.equal((await act(late.id, "no_show")).body.status, "no_show");
  });

  test("no-show frees the table (rules/bookings 9.2)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const booking = await bookAndGo(location, 20);
    const gone = await act(booking.id, "no_show", { expected_version: 1 });
    assert.equal(gone.body.status, "no_show", gone.text);
    assert.equal((await act(booking.id, "no_show")).text, gone.text);
    assert.deepEqual(code(await act(booking.id, "seat")), [409, "illegal_transition"]);
    assert.equal((await walkIn(location, 2)).status, 201);
  });

  test("a party that sits on keeps its table until the next claim begins, and the floor says so (rules/bookings 11.4)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const slots = await partner.search(location, 2);
    const [early, late] = [slots[0], slots[4]];
    assert.ok(early !== undefined && late !== undefined);
    const booked = await Promise.all(
      [early, late].map(({ slot_token }, index) =>
        partner.call("POST", "/v1/bookings", { slot_token, guest: { ...guest, phone: `+3314260015${index}` } }),
      ),
    );
    const [first, second] = booked.map((answer) => answer.body);
    await goTo(location, Date.parse(first.starts_at));
    assert.equal((await act(first.id, "seat")).status, 200);
    // 18:00 until 19:30 and on; the next party comes at 20:00.
    await goTo(location, Date.parse(first.ends_at) + 60_000);
    assert.deepEqual(code(await walkIn(location, 2)), [409, "slot_unavailable"]);
    const floor = await partner.call("GET", `/v1/locations/${location}/booking_floor`);
    assert.deepEqual([floor.body.tables[0].state, floor.body.tables[0].overrun], ["occupied", false]);
    await goTo(location, Date.parse(second.starts_at) + 60_000);
    const overrun = await partner.call("GET", `/v1/locations/${location}/booking_floor`);
    assert.deepEqual([overrun.body.tables[0].state, overrun.body.tables[0].overrun], ["occupied", true]);
    assert.equal(overrun.body.tables[0].next.booking_id, second.id);
    assert.equal((await act(first.id, "complete")).status, 200);
    assert.equal((await act(second.id, "seat")).status, 200);
  });
});

describe("createWalkIn", () => {
  test("the smallest table that is free for the turn time; the same key is the same party (rules/bookings 11.1)", async () => {
    const location = await partner.location(tablesOfFour(2));
    const body = { party_size: 2, guest: { first_name: "Grace" }, idempotency_key: "door-1" };
    const path = `/v1/locations/${location}/walk_ins`;
    const first = await partner.call("POST", path, body);
    assert.equal(first.status, 201, first.text);
    assert.deepEqual(
      [first.body.status, first.body.source, first.body.guest.first_name, first.body.guest.phone],
      ["in_service", "walk_in", "Grace", null],
    );
    assert.equal(Date.parse(first.body.ends_at) - Date.parse(first.body.seated_at), 90 * 60_000);
    assert.equal((await partner.call("POST", path, body)).text, first.text);
    assert.equal((await walkIn(location, 4)).status, 201);
    assert.deepEqual(code(await walkIn(location, 1)), [409, "slot_unavailable"]);
    assert.deepEqual(
      (await partner.events(first.body.id)).map((event) => event.event_type),
      ["booking.created"],
    );
  });

  test("a table chosen by hand runs into a later party only when asked to (rules/bookings 11.2)", async () => {
    const location = await partner.location(tablesOfFour(2));
    const booking = await bookAndGo(location, -30);
    const [own] = booking.table.unit_ids;
    assert.deepEqual(code(await walkIn(location, 2, { unit_ids: [own] })), [409, "slot_unavailable"]);
    const overrun = await walkIn(location, 2, { unit_ids: [own], allow_overrun: true });
    assert.equal(overrun.status, 201, overrun.text);
    assert.equal(overrun.body.ends_at, booking.starts_at);
    assert.deepEqual(code(await walkIn(location, 2, { unit_ids: [own], allow_overrun: true })), [
      409,
      "slot_unavailable",
    ]);
    assert.deepEqual(code(await walkIn(location, 2, { unit_ids: ["nowhere"] })), [400, "invalid_request"]);
  });

  for (const path of ["walk_ins", "waitlist_entries"])
    test(`${path}: the header Idempotency-Key is a key, one in the body wins over it (rules/http 5.10)`, async () => {
      const location = await partner.location(tablesOfFour(3));
      const add = (header: string | undefined, fields: object = {}) =>
        partner.service.call("POST", `/v1/locations/${location}/${path}`, {
          key: partner.app.key,
          headers: header === undefined ? {} : { "idempotency-key": header },
          body: { party_size: 2, guest: { first_name: "Ada" }, ...fields },
        });
      const first = await add(`head-${path}`);
      assert.equal(first.status, 201, first.text);
      const again = await add(`head-${path}`);
      assert.deepEqual([again.text, again.headers.get("idempotent-replayed")], [first.text, "true"]);
      const inBody = await add(`head-${path}`, { idempotency_key: `body-${path}` });
      assert.deepEqual([inBody.status, inBody.body.id === first.body.id], [201, false], "another key");
      const none = await add(undefined, { party_size: "2" });
      assert.deepEqual(
        none.body.details.issues.map((issue: { readonly path: string }) => issue.path),
        ["body.party_size", "body.idempotency_key"],
      );
      assert.match(none.body.message, /idempotency_key is required, or the header Idempotency-Key/);
    });

  test("a key is required, and a provider-managed location has no walk-ins (rules/bookings 11.1; rules/providers 1.2)", async () => {
    const location = await partner.location(tablesOfFour(1));
    const path = `/v1/locations/${location}/walk_ins`;
    const without = await partner.call("POST", path, { party_size: 2 });
    assert.deepEqual(code(without), [400, "invalid_request"]);
    assert.match(without.body.message, /idempotency_key/);
    const managed = await partner.location(tablesOfFour(1), { booking_mode: "provider" });
    assert.deepEqual(code(await walkIn(managed, 2)), [422, "capability_unsupported"]);
  });
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
let location: Id<"str">;
/** Ids in the order of their starts. */
let byStart: readonly string[];
let phones = 0;

before(async () => {
  partner = await startBookingPartner();
  location = await partner.location(tablesOfFour(3));
  const slots = await partner.search(location, 2);
  const made: { id: string; starts_at: string }[] = [];
  for (const [index, slot] of [...slots, ...slots].entries()) {
    const answer = await partner.call("POST", "/v1/bookings", {
      slot_token: slot.slot_token,
      guest: { ...guest, phone: `+3314260${String(200 + index).padStart(4, "0")}` },
    });
    if (answer.status === 201) made.push(answer.body);
  }
  assert.ok(made.length >= 8, String(made.length));
  byStart = made
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
});
after(() => partner.service.stop());

const list = (query: string, key?: string) => partner.call("GET", `/v1/bookings?${query}`, undefined, key);

/** Every page of a list, in order. */
async function drain(query: string, key?: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = "";
  for (;;) {
    const answer = await list(query + cursor, key);
    assert.equal(answer.status, 200, answer.text);
    ids.push(...answer.body.data.map((booking: { id: string }) => booking.id));
    assert.equal(answer.body.has_more, answer.body.next_cursor !== null);
    if (!answer.body.has_more) return ids;
    cursor = `&starting_after=${answer.body.next_cursor}`;
  }
}

test("listBookings: the next seven days by start, in pages that fit together (rules/bookings 12.1)", async () => {
  assert.deepEqual(await drain(`location_id=${location}&limit=2`), byStart);
  assert.deepEqual(await drain("limit=4"), byStart);
  const now = Date.now();
  const window = `start=${new Date(now).toISOString()}&end=${new Date(now + 31 * 86_400_000).toISOString()}`;
  assert.deepEqual(await drain(`${window}&limit=5`), byStart);
  const past = `start=${new Date(now - 86_400_000).toISOString()}&end=${new Date(now).toISOString()}`;
  assert.deepEqual(await drain(past), []);
});

test("updated_since drains every change once, oldest first (rules/bookings 12.3)", async () => {
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const drained = await drain(`updated_since=${since}&limit=4`);
  assert.deepEqual(drained.toSorted(), byStart.toSorted());
  const [first] = drained;
  assert.ok(first !== undefined);
  assert.equal((await partner.call("POST", `/v1/bookings/${first}/change`, { notes: "later" })).status, 200);
  assert.equal((await drain(`updated_since=${since}&limit=4`)).at(-1), first);
  const { body } = await partner.call("GET", `/v1/bookings/${first}`);
  assert.deepEqual(await drain(`updated_since=${body.updated_at}`), [first]);
});

test("updated_since over locations whose clocks were moved misses no change, whose time it may be (rules/bookings 12.3)", async () => {
  const other = await partner.otherApp();
  const [ahead, further, present] = await Promise.all([1, 2, 3].map(() => partner.location(tablesOfFour(3))));
  assert.ok(ahead !== undefined && further !== undefined && present !== undefined);
  for (const place of [ahead, further, present]) await partner.grant(other, place);
  const book = async (place: Id<"str">, days = 2): Promise<string> => {
    const { slot_token } = await partner.slot(place, 2, { key: other.key, days });
    const phone = `+3314261${String(++phones).padStart(4, "0")}`;
    const body = { slot_token, guest: { ...guest, phone } };
    const answer = await partner.call("POST", "/v1/bookings", body, other.key);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  };
  const latest = async (): Promise<string> => {
    const { body } = await list(`updated_since=${new Date(Date.now() - 3_600_000).toISOString()}&limit=100`, other.key);
    const times: string[] = body.data.map((booking: { updated_at: string }) => booking.updated_at);
    return times.toSorted().at(-1) ?? assert.fail();
  };
  await partner.call("POST", `/v1/sandbox/locations/${ahead}/clock`, { advance_seconds: 86_400 }, other.key);
  await book(ahead);
  for (const [moved, seconds] of [
    [null, 0],
    [further, 30 * 86_400],
    [present, 3 * 86_400],
  ] as const) {
    const checkpoint = await latest();
    const made: string[] = [await book(present), await book(further), await book(ahead)];
    if (moved !== null)
      await partner.call("POST", `/v1/sandbox/locations/${moved}/clock`, { advance_seconds: seconds }, other.key);
    const drained = await drain(`updated_since=${checkpoint}&limit=2`, other.key);
    assert.deepEqual(
      drained.filter((id) => made.includes(id)),
      made,
      `after ${checkpoint}`,
    );
  }
  const last = await book(further);
  const { body } = await partner.call("GET", `/v1/bookings/${last}`, undefined, other.key);
  const own = await drain(`updated_since=${body.updated_at}&location_id=${further}`, other.key);
  assert.deepEqual(own, [last], "at one location nothing comes again");
});

test("a phone in any spelling, a code in any case, and both (rules/bookings 12.2)", async () => {
  const [id] = byStart;
  const { body } = await partner.call("GET", `/v1/bookings/${id}`);
  const { phone } = body.guest;
  const spellings = [phone, `+33 1 ${phone.slice(4)}`, `0033${phone.slice(3)}`.replace("0033", "011 33 ")];
  for (const spelling of spellings) {
    const found = await list(`location_id=${location}&phone=${encodeURIComponent(spelling)}`);
    assert.deepEqual(
      found.body.data?.map((booking: { id: string }) => booking.id),
      [id],
      `${spelling}: ${found.text}`,
    );
  }
  const code = body.confirmation_code.toLowerCase();
  assert.equal((await list(`location_id=${location}&confirmation_code=${code}`)).body.data[0].id, id);
  const both = `location_id=${location}&confirmation_code=${code}&phone=%2B33142600999`;
  assert.deepEqual((await list(both)).body.data, []);
});

test("what a list refuses (rules/bookings 12.1, 12.2 and 12.4)", async () => {
  const since = "2026-01-01T00:00:00Z";
  const cases: readonly (readonly [string, string])[] = [
    ["phone=%2B33142600143", "location_required"],
    ["confirmation_code=ABCDEFGH", "location_required"],
    [`location_id=${location}&phone=12`, "invalid_phone"],
    ["start=2026-01-01T00:00:00Z", "invalid_window"],
    ["end=2026-01-01T00:00:00Z", "invalid_window"],
    ["start=2026-01-01T00:00:00Z&end=2026-02-02T00:00:00Z", "invalid_window"],
    ["start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z", "invalid_window"],
    [`start=2026-01-01T00:00:00Z&end=2026-01-02T00:00:00Z&updated_since=${since}`, "invalid_window"],
    ["start=2026-01-01&end=2026-01-02", "invalid_request"],
    ["limit=0", "invalid_request"],
    ["limit=101", "invalid_request"],
    ["starting_after=garbage", "invalid_cursor"],
  ];
  for (const [query, code] of cases) {
    const answer = await list(query);
    assert.deepEqual([answer.status, answer.body.code], [400, code], `${query}: ${answer.text}`);
  }
  const { body: local } = await list("start=2026-11-25T00:00:00&end=2026-11-26T00:00:00%2B01:00");
  assert.match(
    local.message,
    /^query\.start must be an instant with its offset, such as 2026-11-25T00:00:00Z or [^;]*$/,
  );
  const { next_cursor } = (await list("limit=2")).body;
  const changed = await list(`limit=2&location_id=${location}&starting_after=${next_cursor}`);
  assert.equal(changed.body.code, "invalid_cursor");
  const other = await partner.otherApp();
  await partner.grant(other, location);
  assert.equal((await list(`limit=2&starting_after=${next_cursor}`, other.key)).body.code, "invalid_cursor");
  const stranger = await partner.otherApp();
  assert.equal((await list(`location_id=${location}`, stranger.key)).status, 404);
  assert.deepEqual((await list("", stranger.key)).body.data, []);
});

test("without a location, the next seven days are those of each location's own clock", async () => {
  const app = await partner.otherApp();
  const [ahead, present] = [await partner.location(tablesOfFour(3)), await partner.location(tablesOfFour(3))];
  for (const place of [ahead, present]) await partner.grant(app, place);
  const book = async (place: Id<"str">, days: number): Promise<string> => {
    const { slot_token } = await partner.slot(place, 2, { days, key: app.key });
    const answer = await partner.call("POST", "/v1/bookings", { slot_token, guest }, app.key);
    assert.equal(answer.status, 201, answer.text);
    return answer.body.id;
  };
  // Soon by the clock of today, over by the clock that has been moved.
  await book(ahead, 2);
  const inTwoDays = await book(present, 2);
  await book(present, 20);
  await partner.advance(ahead, 20 * 86_400);
  const inTwentyTwo = await book(ahead, 2);
  await book(ahead, 9);
  assert.deepEqual(await drain(`location_id=${ahead}`, app.key), [inTwentyTwo]);
  assert.deepEqual(await drain("limit=1", app.key), [inTwoDays, inTwentyTwo]);
});

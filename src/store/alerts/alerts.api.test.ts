/** Guests who wait for a table: asking, offers and their turns, quiet hours, races, the end (rules/bookings 19). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  guest,
  startBookingPartner,
  tablesOfFour,
  type BookingPartner,
} from "../../../test/harness/booking-partner.ts";
import { operatorToken } from "../../../test/harness/service.ts";
import { forgetTableAlerts } from "../../bookings/alerts/offer-tables.job.ts";
import { offered, onSeven, waitingGuests, waits } from "./alerts.fixture.ts";

const dayMs = 86_400_000;
let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const database = () => partner.service.database;
const guests = waitingGuests(() => partner);
const { nextPhone, formOf, open, send, openFull, fieldsFor, ask, run } = guests;
const { titleOf, titles, cancel, slots, statuses } = guests;
const [dinner] = tablesOfFour(1).services;
const onlyAtSeven = dinner === undefined ? [] : [{ ...dinner, opens: "19:00", lastSeating: "19:00" }];

describe("asking (rules/bookings 19.1)", () => {
  test("the finder of a full day leads to the form; the alert keeps the contact and the consent", async () => {
    const place = await openFull(1, { services: onlyAtSeven });
    const finder = await open(`/book/${place.locationId}?party=2&date=${place.date}`);
    assert.ok(finder.text.includes(formOf(place).replaceAll("&", "&amp;")), "the finder leads there");
    const form = (await open(formOf(place))).text;
    assert.match(form, /<form [^>]*data-in-place/);
    assert.match(form, /Every table is taken\./);
    const page = await ask(place);
    const shown = await open(page);
    assert.match(shown.text, new RegExp(waits));
    assert.match(shown.text, /\+33•+\d\d/);
    const kept = await database().read.one<{ channel: string; sentence: string }>(
      "SELECT channel, sentence FROM message_choices WHERE location_id = $1 AND subject_id LIKE 'tal_%'",
      [place.locationId],
    );
    assert.deepEqual(kept, { channel: "sms", sentence: "By text message, about this table only." });
    const seen = await place.call("GET", `/locations/${place.locationId}/table_alerts`);
    assert.equal(seen.body.data[0].status, "waiting");
  });

  test("the same form is one alert, another form of the same contact none, and a fourth table is too many", async () => {
    const place = await openFull();
    const fields = await fieldsFor(place);
    const first = await send(formOf(place), fields);
    assert.equal((await send(formOf(place), fields)).status, 303);
    assert.equal((await statuses(place)).length, 1);
    const other = await send(formOf(place), { ...fields, key: "" });
    assert.match(other.text, /You wait for this table already/);
    for (const party of [3, 4]) assert.equal((await send(formOf(place, party), fields)).status, 303);
    const fourth = await send(formOf(place, 1), fields);
    assert.deepEqual([fourth.status, /You wait for several tables already/.test(fourth.text)], [422, true]);
    const page = (await open(first.to)).to;
    assert.equal((await send(`${page}/stop`, {})).status, 303);
    assert.equal(await titleOf(page), "You no longer wait for a table");
    assert.equal((await send(formOf(place, 1), fields)).status, 303);
  });

  for (const [field, value, sentence] of [
    ["from", "soon", "Choose a time from the list."],
    ["until", "1", "Choose a time from the list."],
    ["phone", "12", "Enter a phone number that can get text messages."],
    ["told_by", "email", "Enter an e-mail address like"],
  ] as const)
    test(`${field} ${value}: 422, and nothing is stored`, async () => {
      const place = await openFull();
      const refused = await send(formOf(place), { ...(await fieldsFor(place)), [field]: value });
      assert.equal(refused.status, 422);
      assert.ok(refused.text.includes(sentence), sentence);
      assert.deepEqual(await statuses(place), []);
    });

  test("where nobody is told of tables there is no form, and no link is anybody else's", async () => {
    const shut = await openFull(1, { tableAlerts: { enabled: false } });
    assert.equal((await open(formOf(shut))).status, 409);
    assert.equal((await open("/alert/aaaaaaaaaaaaaaaaaaaaaa")).status, 404);
    assert.equal((await open("/book/str_00000000000000000000000000/alert?party=2")).status, 404);
  });
});

describe("offers (rules/bookings 19.2, 19.3)", () => {
  test("a table set free is held and told to the oldest, who books it", async () => {
    const place = await openFull();
    const pages = [await ask(place), await ask(place)];
    await run();
    assert.deepEqual(await titles(pages), [waits, waits]);
    assert.equal((await cancel(place)).status, 200);
    await run();
    assert.deepEqual(await titles(pages), [offered, waits]);
    assert.deepEqual(await slots(place), [], "the table is kept");
    const told = await database().read.rows<{ body: string }>(
      "SELECT body FROM messages WHERE location_id = $1 AND kind = 'table_offer'",
      [place.locationId],
    );
    assert.equal(told.length, 1);
    assert.match(told[0]?.body ?? "", /A table is free: .* at .*We keep it for you until .* http.*\/g\/[\w-]{22}/);
    const link = /(\/g\/[\w-]{22})/.exec(told[0]?.body ?? "")?.[1] ?? "";
    const there = (await open((await open(link)).to)).text;
    const take = /href="(\/book\/[^"]+\/hold\/[^"]+)"/.exec(there)?.[1] ?? "";
    const who = { first: "Ada", last: "Byron", phone: "+33142600143", email: "", notes: "" };
    assert.match((await send(take, who)).to, /^\/booking\//);
    await run();
    assert.deepEqual(await titles(pages), ["Your table is booked", waits]);
    assert.match((await open(pages[0] ?? "")).text, /href="\/booking\//);
  });

  test("three guests have a turn of fifteen minutes, then the table is everybody's; two unused offers end an alert", async () => {
    const place = await openFull();
    const pages: string[] = [];
    for (let each = 0; each < 4; each++) pages.push(await ask(place));
    await cancel(place);
    for (const turn of [0, 1, 2]) {
      await run();
      const expected: readonly string[] = pages.map((_, index) => (index === turn ? offered : waits));
      assert.deepEqual(await titles(pages), expected, `turn ${turn}`);
      await partner.advance(place.locationId, 600);
      await run();
      assert.equal(await titleOf(pages[turn] ?? ""), offered);
      await partner.advance(place.locationId, 300);
    }
    await run();
    assert.deepEqual(await titles(pages), [waits, waits, waits, waits]);
    assert.equal((await slots(place)).length, 1, "everybody can book it");
    const again = { ...place, booked: [await place.book(2, onSeven)] };
    await run();
    await cancel(again);
    await run();
    await partner.advance(place.locationId, 900);
    await run();
    assert.deepEqual(
      (await statuses(place)).map(({ status }) => status),
      ["unused", "offered", "waiting", "waiting"],
    );
    assert.equal(await titleOf(pages[0] ?? ""), "We no longer look for a table");
  });

  test("none at night: the table is everybody's, and offered in the morning when it is still free", async () => {
    const place = await openFull();
    const soon = await place.book(2, { ...onSeven, days: 2 });
    const later = { ...place, booked: [soon], date: soon.starts_at.slice(0, 10) };
    const page = await ask(later);
    await place.goTo(`${place.date}T21:30:00Z`);
    await cancel(later);
    await run();
    assert.equal(await titleOf(page), waits);
    assert.equal((await partner.search(place.locationId, 2, onSeven)).length, 1);
    await place.goTo(`${later.date}T07:30:00Z`);
    await run();
    assert.equal(await titleOf(page), offered);
  });

  test("five minutes for a start within three hours, and none within two", async () => {
    const place = await openFull(2);
    const start = Date.parse(place.booked[0].starts_at);
    const pages = [await ask(place), await ask(place)];
    await place.goTo(start - 150 * 60_000);
    await cancel(place, 0);
    await run();
    assert.deepEqual(await titles(pages), [offered, waits]);
    await partner.advance(place.locationId, 300);
    await run();
    assert.deepEqual(await titles(pages), [waits, offered]);
    await place.goTo(start - 119 * 60_000);
    await cancel(place, 1);
    await run();
    assert.deepEqual(await titles(pages), ["No table became free in time", "No table became free in time"]);
    assert.equal((await slots(place)).length, 1);
  });

  test("a block that is lifted sets a table free", async () => {
    const place = await openFull();
    const { starts_at: from, ends_at: until } = place.booked[0];
    assert.equal((await cancel(place)).status, 200);
    const blocks = `/v1/locations/${place.locationId}/table_blocks`;
    const blocked = await partner.call("POST", blocks, { unit_ids: ["t1"], from, until });
    assert.equal(blocked.status, 201, blocked.text);
    const page = await ask(place);
    await run();
    assert.equal(await titleOf(page), waits);
    assert.equal((await partner.call("DELETE", `${blocks}/${blocked.body.id}`)).status, 200);
    await run();
    assert.equal(await titleOf(page), offered);
  });

  test("a guest who stops gives the table to the next", async () => {
    const place = await openFull();
    const pages = [await ask(place), await ask(place)];
    await cancel(place);
    await run();
    await send(`${pages[0]}/stop`, {});
    await run();
    assert.deepEqual(await titles(pages), ["You no longer wait for a table", offered]);
  });
});

describe("races (rules/bookings 19.2)", () => {
  test("many sweeps at once: each table is offered once, to the oldest", async () => {
    const place = await openFull(2);
    const pages: string[] = [];
    for (let each = 0; each < 4; each++) pages.push(await ask(place));
    await Promise.all([cancel(place, 0), cancel(place, 1)]);
    await Promise.all(Array.from({ length: 6 }, () => run()));
    assert.deepEqual(await titles(pages), [offered, offered, waits, waits]);
    const { claims } = await database().read.one<{ claims: number }>(
      "SELECT count(*)::int AS claims FROM claims WHERE location_id = $1",
      [place.locationId],
    );
    assert.equal(claims, 2);
  });

  test("an app books while an offer ends: one has the table", async () => {
    const place = await openFull();
    const page = await ask(place);
    const next = await ask(place);
    await cancel(place);
    await run();
    await partner.advance(place.locationId, 900);
    const [free] = await slots(place);
    const booking = { slot_token: free?.slot_token, guest: { ...guest, phone: nextPhone() } };
    const [booked] = await Promise.all([partner.call("POST", "/v1/bookings", booking), run(), run()]);
    await run();
    assert.equal(await titleOf(page), waits);
    assert.equal(await titleOf(next), booked.status === 201 ? waits : offered, booked.text);
    const { claims } = await database().read.one<{ claims: number }>(
      "SELECT count(*)::int AS claims FROM claims WHERE location_id = $1",
      [place.locationId],
    );
    assert.equal(claims, 1);
  });
});

describe("the end (rules/bookings 19.4)", () => {
  test("with its guest, and thirty days after its day", async () => {
    const place = await openFull();
    const fields = await fieldsFor(place);
    await send(formOf(place), fields);
    await ask(place);
    const operate = (what: string) =>
      partner.service.call("POST", `/operator/v1/test/guests/${what}`, {
        key: operatorToken,
        body: { phone: fields["phone"] },
      });
    const { table_alerts: copied } = (await operate("export")).body;
    assert.deepEqual(
      copied.map((alert: { phone: string; status: string }) => [alert.phone, alert.status]),
      [[fields["phone"], "waiting"]],
    );
    assert.equal((await operate("erase")).status, 200);
    assert.equal((await statuses(place)).length, 1);
    const byMail = { ...(await fieldsFor(place)), told_by: "email", phone: "", email: "Ada@Example.org" };
    assert.equal((await send(formOf(place), byMail)).status, 303);
    assert.equal((await statuses(place)).length, 2);
    const erased = await partner.service.call("POST", "/operator/v1/test/guests/erase", {
      key: operatorToken,
      body: { email: "ada@example.org" },
    });
    assert.equal(erased.status, 200, erased.text);
    assert.equal((await statuses(place)).length, 1);
    const left = await database().read.rows("SELECT 1 FROM messages m WHERE m::text ILIKE '%ada@example.org%'");
    assert.deepEqual(left, []);
    await place.goTo(Date.parse(`${place.date}T12:00:00Z`) + 29 * dayMs);
    await run();
    await forgetTableAlerts(database());
    assert.deepEqual(await statuses(place), [{ status: "expired", unused_offers: 0 }]);
    await place.goTo(Date.parse(`${place.date}T12:00:00Z`) + 31 * dayMs);
    await forgetTableAlerts(database());
    assert.deepEqual(await statuses(place), []);
  });

  test("sooner where guests are erased sooner", async () => {
    const place = await openFull();
    await ask(place);
    await database().transaction((tx) =>
      tx.rows("UPDATE locations SET guest_retention_days = 3 WHERE id = $1", [place.locationId]),
    );
    for (const [days, kept] of [
      [2, 1],
      [4, 0],
    ] as const) {
      await place.goTo(Date.parse(`${place.date}T12:00:00Z`) + days * dayMs);
      await run();
      await forgetTableAlerts(database());
      assert.equal((await statuses(place)).length, kept, `${days} days after its day`);
    }
  });
});

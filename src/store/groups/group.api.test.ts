/** Large groups: the guest's page, the host's answers, the end of a request (rules/bookings 18). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { operatorToken } from "../../../test/harness/service.ts";
import { eraseGuest } from "../../bookings/aftercare/erase-guest.command.ts";
import { endGroupRequests, forgetGroupRequests } from "../../bookings/groups/end-groups.job.ts";
import type { Letter } from "../../mail/letter.ts";
import { openStand, type Stand } from "../../console/bookings/stand.fixture.ts";

const configuration = tablesOfFour(4, { partySize: { min: 1, max: 8 }, largePartyThreshold: 4 });

let partner: BookingPartner;
let stand: Stand;
before(async () => {
  partner = await startBookingPartner();
  stand = await openStand(partner, configuration, { messaging: true });
});
after(() => partner.service.stop());

const dayAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const filled = {
  date: dayAhead(20),
  from: "18:00",
  until: "20:30",
  size: "12",
  first: "Gina",
  last: "Gruppe",
  phone: "+33142600199",
  email: "",
  words: "A birthday",
};

async function open(path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${partner.service.url}${path}`, { headers, redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
}

async function send(place: Stand, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
  const answer = await fetch(`${partner.service.url}/book/${place.locationId}/group`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: partner.service.url, "sec-fetch-site": "same-origin", ...headers },
    redirect: "manual",
  });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

const listed = async (place: Stand) =>
  (await place.call("GET", `/locations/${place.locationId}/group_requests`)).body.data;
const answer = (id: string, act: "answer" | "decline", body: object, place = stand) =>
  place.call("POST", `/group_requests/${id}/${act}`, body);
const messages = (id: string) =>
  partner.service.database.read.rows<{ body: string; language: string }>(
    "SELECT body, language FROM messages WHERE subject_id = $1 ORDER BY id",
    [id],
  );
const jobs = () => partner.service.database;

describe("a guest asks (rules/bookings 18.1)", () => {
  test("the finder and the search of apps lead to the page, and it is filled in with what was asked", async () => {
    const finder = await open(`/book/${stand.locationId}?party=6&date=${filled.date}`);
    const link = `/book/${stand.locationId}/group?party=6&amp;date=${filled.date}`;
    assert.ok(finder.text.includes(link), "the finder leads there");
    const page = await open(`/book/${stand.locationId}/group?party=6&date=${filled.date}`);
    assert.equal(page.status, 200);
    assert.match(page.text, /<form [^>]*data-in-place/);
    assert.match(page.text, new RegExp(`name="date" value="${filled.date}"[^]*name="size" value="6"`));
  });

  for (const [size, code, isTold] of [
    [6, "large_party_inquiry_required", true],
    [configuration.partySize.max + 1, "party_size_out_of_bounds", true],
    [500, "party_size_out_of_bounds", true],
    [501, "party_size_out_of_bounds", false],
  ] as const)
    test(`searches for ${size} are told ${isTold ? "where to ask" : "of no page that takes fewer"}`, async () => {
      const to = isTold ? `${partner.service.url}/book/${stand.locationId}/group` : undefined;
      const window = `start=${filled.date}T18:00&end=${filled.date}T21:00&party_size=${size}`;
      const days = `from=${filled.date}&days=1&party_size=${size}`;
      for (const found of [
        await partner.call("GET", `/v1/locations/${stand.locationId}/booking_availability?${window}`),
        await partner.service.call("GET", `/store/v1/locations/${stand.locationId}/booking_availability?${window}`),
        await partner.service.call("GET", `/store/v1/locations/${stand.locationId}/booking_days?${days}`),
      ]) {
        assert.deepEqual([found.status, found.body.code], [422, code], found.text);
        assert.equal(found.body.details.inquiry_url, to);
      }
    });

  test("a party that is only too large for an experience is told its bounds and no page of groups", async () => {
    const narrow = {
      experienceId: "few",
      name: "For few",
      prepaymentRequired: false,
      durationMinutes: 90,
      maxPartySize: 2,
    };
    const place = await openStand(partner, { ...configuration, experiences: [narrow] });
    const window = `start=${filled.date}T18:00&end=${filled.date}T21:00&party_size=3&experience_id=few`;
    const found = await partner.call("GET", `/v1/locations/${place.locationId}/booking_availability?${window}`);
    assert.deepEqual([found.status, found.body.details], [422, { min: 1, max: 2 }], found.text);
  });

  for (const [field, value, sentence] of [
    ["date", "2020-01-01", "Choose a day that is still to come."],
    ["from", "soon", "Enter a time, such as 18:30."],
    ["until", "17:00", "The latest start lies before the earliest."],
    ["size", "4", "Enter a number from 5 to 500."],
    ["size", "501", "Enter a number from 5 to 500."],
    ["first", " ", "Enter a name of at most 200 characters."],
    ["phone", "12", "Enter a phone number that can be called"],
    ["phone", "", "Enter a phone number or an e-mail address."],
    ["email", "gina@", "Enter an e-mail address such as"],
    ["words", "x".repeat(1_001), "Shorten this to 1,000 characters."],
  ] as const)
    test(`${field} ${JSON.stringify(value.slice(0, 12))}: 422, and nothing is stored`, async () => {
      const refused = await send(stand, { ...filled, [field]: value });
      assert.equal(refused.status, 422);
      assert.ok(refused.text.includes(sentence), sentence);
      assert.match(refused.text, /name="last" value="Gruppe"/);
      assert.deepEqual(await listed(stand), []);
    });

  test("asked twice for one day it is one request, and the second thought counts; four days are too many", async () => {
    const place = await openStand(partner, configuration);
    assert.equal((await send(place, filled)).to, `/book/${place.locationId}/group?sent=1`);
    assert.equal((await send(place, { ...filled, size: "14" })).status, 303);
    const [only, ...others] = await listed(place);
    assert.deepEqual([only.party_size, only.version, only.status, others], [14, 2, "new", []]);
    assert.deepEqual(only.guest, { first_name: "Gina", last_name: "Gruppe", phone: filled.phone, email: null });
    for (const days of [21, 22]) assert.equal((await send(place, { ...filled, date: dayAhead(days) })).status, 303);
    const fourth = await send(place, { ...filled, date: dayAhead(23) });
    assert.match(fourth.text, /You have asked for three days already/);
    assert.equal((await listed(place)).length, 3);
    assert.equal(
      (await place.call("GET", `/locations/${place.locationId}/snapshot?screen=stand`)).body.group_requests,
      3,
    );
  });

  test("where no bookings are taken nobody is asked, and an unknown restaurant is a page", async () => {
    const shut = await openStand(partner, configuration, { bookings_enabled: false });
    assert.equal((await open(`/book/${shut.locationId}/group`)).status, 409);
    assert.equal((await send(shut, filled)).status, 409);
    assert.equal((await open("/book/str_00000000000000000000000000/group")).status, 404);
  });
});

test("the request is mailed to the restaurant in its language, and an answer to the mail goes to the guest", async () => {
  const profile = { contact_email: "hello@chez-marie.example" };
  const place = await openStand(partner, configuration, { language: "de", profile: JSON.stringify(profile) });
  const path = `/book/${place.locationId}/group`;
  assert.equal((await send(place, { ...filled, email: "gina@example.org" })).to, `${path}?sent=1`);
  const [group] = await listed(place);
  const mails = await partner.service.database.read.rows<{ email: string; body: string; kind: string; letter: Letter }>(
    "SELECT email, body, kind, letter FROM messages WHERE subject_id = $1",
    [group.id],
  );
  assert.deepEqual(
    mails.map(({ email, kind }) => [email, kind]),
    [[profile.contact_email, "group_request"]],
  );
  const { letter, body } = mails[0] ?? assert.fail();
  assert.match(body, /Anfrage für 12 Personen[^]*A birthday/);
  assert.equal(letter.venue.email, "gina@example.org");
  assert.equal(letter.action?.href, `${partner.service.url}/stand/${place.locationId}`);
});

describe("a host answers: consoleListGroupRequests, consoleAnswerGroupRequest, consoleDeclineGroupRequest (rules/bookings 18.2)", () => {
  test("in words, in the guest's language; the second of two hosts is refused; then no, for good", async () => {
    await send(stand, filled, { "accept-language": "fr" });
    const [group] = await listed(stand);
    const first = await answer(group.id, "answer", { words: "Avec plaisir, à 19 h.", expected_version: group.version });
    assert.deepEqual([first.status, first.body.status, first.body.answer], [200, "answered", "Avec plaisir, à 19 h."]);
    const late = await answer(group.id, "answer", { words: "Non", expected_version: group.version });
    assert.deepEqual([late.status, late.body.code], [409, "stale_version"]);
    const declined = await answer(group.id, "decline", { expected_version: first.body.version });
    assert.equal(declined.body.status, "declined");
    const again = await answer(group.id, "answer", { words: "Oui", expected_version: declined.body.version });
    assert.deepEqual([again.status, again.body.code], [409, "illegal_transition"]);
    const told = await messages(group.id);
    assert.deepEqual(
      told.map(({ language }) => language),
      ["fr", "fr"],
    );
    assert.match(told[0]?.body ?? "", /12 personnes.*Avec plaisir/);
    assert.match(told[1]?.body ?? "", /Pas de table.*pas de place/);
    assert.deepEqual(await listed(stand), []);
  });

  test("by a booking by telephone, which names the request; a failed booking leaves it open", async () => {
    await send(stand, { ...filled, size: "5", date: dayAhead(10) });
    const [group] = await listed(stand);
    const { starts_at: startsAt } = await partner.slot(stand.locationId, 2, { days: 10 });
    const body = { starts_at: startsAt, party_size: 5, override: ["large_party"], group_request_id: group.id };
    const path = `/locations/${stand.locationId}/bookings`;
    assert.equal((await stand.call("POST", path, body)).status, 409, "no table has five seats");
    assert.equal((await listed(stand)).length, 1);
    const booked = await stand.call("POST", path, { ...body, party_size: 4 });
    assert.equal(booked.status, 201, booked.text);
    assert.deepEqual(await listed(stand), []);
    const stored = await partner.service.database.read.one<{ status: string; booking_id: string }>(
      "SELECT status, booking_id FROM group_requests WHERE id = $1",
      [group.id],
    );
    assert.deepEqual(stored, { status: "booked", booking_id: booked.body.id });
    assert.deepEqual(await messages(group.id), [], "the booking has its own message");
    const twice = await stand.call("POST", path, { ...body, party_size: 4 });
    assert.deepEqual([twice.status, twice.body.code], [409, "illegal_transition"]);
    const foreign = await openStand(partner, configuration);
    const there = await foreign.call("POST", `/locations/${foreign.locationId}/bookings`, body);
    assert.deepEqual([there.status, there.body.code], [404, "not_found"]);
    assert.equal((await answer(group.id, "decline", { expected_version: 1 }, foreign)).status, 404);
  });
});

describe("the end of a request (rules/bookings 18.3)", () => {
  test("after seven days without an answer, thirty days after its day, and with its guest", async () => {
    const place = await openStand(partner, configuration);
    await send(place, filled);
    await send(place, { ...filled, phone: "+33142600177" });
    const [first, second] = await listed(place);
    await answer(second.id, "answer", { words: "Gladly", expected_version: 1 }, place);
    await place.goTo(Date.now() + 6 * 86_400_000);
    await endGroupRequests(jobs());
    assert.equal((await listed(place)).length, 2);
    await place.goTo(Date.now() + 7 * 86_400_000 + 60_000);
    await endGroupRequests(jobs());
    assert.deepEqual(
      (await listed(place)).map(({ id }: { id: string }) => id),
      [second.id],
    );
    const kept = () =>
      partner.service.database.read.rows<{ id: string; status: string }>(
        "SELECT id, status FROM group_requests WHERE location_id = $1 ORDER BY id",
        [place.locationId],
      );
    assert.equal((await kept()).find(({ id }) => id === first.id)?.status, "expired");
    await place.goTo(Date.now() + 51 * 86_400_000);
    await endGroupRequests(jobs());
    await forgetGroupRequests(jobs());
    assert.deepEqual(await kept(), []);
    await send(place, { ...filled, date: dayAhead(60) });
    assert.equal((await kept()).length, 1);
    const guest = { phone: filled.phone, email: null };
    const copy = await partner.service.call("POST", "/operator/v1/test/guests/export", {
      key: operatorToken,
      body: { phone: filled.phone },
    });
    const copied = copy.body.group_requests.filter(
      (each: { location_id: string }) => each.location_id === place.locationId,
    );
    assert.deepEqual([copied.length, copied[0].last_name, copied[0].words], [1, filled.last, filled.words]);
    await jobs().transaction((tx) => eraseGuest(tx, guest, { actor: "operator", requestId: null }));
    assert.deepEqual(await kept(), []);
  });
});

/** Guests choose how they want to be told of a booking or of their position in line (rules/messages-and-privacy 1.14). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { alwaysOpen, openLine } from "../../../test/harness/waitlist-line.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

async function send(path: string, fields: Readonly<Record<string, string>>, language = "en") {
  const answer = await fetch(`${partner.service.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: partner.service.url, "sec-fetch-site": "same-origin", "accept-language": language },
    redirect: "manual",
  });
  return { status: answer.status, to: answer.headers.get("location") ?? "", text: await answer.text() };
}

const open = async (path: string): Promise<string> => (await fetch(`${partner.service.url}${path}`)).text();
const rows = <Row extends object>(text: string, locationId: string) =>
  partner.service.database.read.rows<Row>(text, [locationId]);
const choicesAt = (locationId: string) =>
  rows<{ channel: string; sentence: string }>(
    "SELECT channel, sentence FROM message_choices WHERE location_id = $1 ORDER BY chosen_at",
    locationId,
  );
const toldAt = (locationId: string) =>
  rows<{ kind: string; channel: string }>(
    "SELECT kind, channel FROM messages WHERE location_id = $1 ORDER BY id",
    locationId,
  );

/** Holds a table; answers the page of the hold. */
async function hold(locationId: string): Promise<string> {
  const slot = /name="slot"\s+value="([^"]+)"/.exec(await open(`/book/${locationId}?party=2`))?.[1] ?? "";
  const held = await send(`/book/${locationId}`, { slot });
  assert.match(held.to, /\/hold\//, held.text);
  return held.to;
}

const who = { first: "Ada", last: "Byron", phone: "+33142600143", email: "ada@example.org", notes: "" };

test("the page of a hold asks; the sentence that was shown is kept, and only that channel is used", async () => {
  const locationId = await partner.location(tablesOfFour(3), { messaging: true });
  const page = await hold(locationId);
  const shown = await open(page);
  for (const sentence of ["By text message, about this booking only.", "Only on the page of this booking."])
    assert.ok(shown.includes(sentence), sentence);
  const lacking = await send(page, { ...who, email: "", told_by: "email" });
  assert.equal(lacking.status, 422);
  assert.match(lacking.text, /Enter an e-mail address/);
  assert.match(lacking.text, /value="email"\s+checked/);
  const booked = await send(page, { ...who, told_by: "email" }, "de");
  assert.match(booked.to, /^\/booking\/[\w-]+\?done=told$/);
  assert.match(await open(booked.to), /role="status">\s*Sie bekommen von uns einen Link zum Ändern oder Absagen\./);
  assert.deepEqual(await choicesAt(locationId), [
    {
      channel: "email",
      sentence: "Per E-Mail, nur zu dieser Reservierung; per SMS, wenn die E-Mail vielleicht nicht ankam.",
    },
  ]);
  assert.deepEqual(await toldAt(locationId), [{ kind: "booking_confirmed", channel: "email" }]);
});

test("only the page: nothing is sent; where nobody writes to guests nothing is asked", async () => {
  const locationId = await partner.location(tablesOfFour(3), { messaging: true });
  const alone = await send(await hold(locationId), { ...who, told_by: "page" });
  assert.match(await open(alone.to), /role="status">\s*Keep this page/);
  assert.deepEqual([(await choicesAt(locationId)).length, await toldAt(locationId)], [1, []]);
  const silent = await partner.location(tablesOfFour(3));
  const page = await hold(silent);
  assert.doesNotMatch(await open(page), /told_by/);
  assert.match((await send(page, { ...who, told_by: "sms" })).to, /^\/booking\//);
  assert.deepEqual(await choicesAt(silent), []);
});

test("storeCreateBooking: told_by and language; without the contact 400 and nothing is booked", async () => {
  const locationId = await partner.location(tablesOfFour(3), { messaging: true });
  const token = /\/hold\/(.+)$/.exec(await hold(locationId))?.[1] ?? "";
  const guest = { first_name: "Ada", last_name: "Byron", phone: who.phone };
  const book = (body: object) =>
    partner.service.call("POST", "/store/v1/bookings", { body: { hold_token: token, guest, ...body } });
  const refused = await book({ told_by: "email" });
  assert.deepEqual([refused.status, refused.body.details.issues[0].path], [400, "body.guest.email"]);
  const booked = await book({ told_by: "sms", language: "fr" });
  assert.equal(booked.status, 201, booked.text);
  assert.deepEqual(await choicesAt(locationId), [
    { channel: "sms", sentence: "Par SMS, pour cette réservation seulement." },
  ]);
  const [{ language } = {}] = await rows<{ language: string }>(
    "SELECT language FROM bookings WHERE location_id = $1",
    locationId,
  );
  assert.equal(language, "fr");
});

test("who joins the line says so too", async () => {
  const line = await openLine(partner, alwaysOpen(1), { messaging: true });
  await partner.call("POST", `/v1/locations/${line.location}/waitlist/open`);
  assert.match(await open(`/join/${line.location}`), /Only on the page of your place in line/);
  const joined = await send(`/join/${line.location}`, {
    party: "2",
    name: "Grace",
    phone: "+33612345678",
    told_by: "page",
  });
  assert.match(joined.to, /^\/wait\//, joined.text);
  assert.deepEqual(await choicesAt(line.location), [
    { channel: "page", sentence: "Only on the page of your place in line." },
  ]);
  assert.deepEqual(await toldAt(line.location), []);
});

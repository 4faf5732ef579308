/** The pages of a guest whose table asks for a deposit (rules/bookings 17). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { asking } from "../../../test/harness/paid-bookings.ts";
import type { Id } from "../../kernel/id.ts";

let partner: BookingPartner;
before(async () => {
  partner = await startBookingPartner();
});
after(() => partner.service.stop());

const form = { "content-type": "application/x-www-form-urlencoded" };
const page = (path: string) => partner.service.call("GET", path);
/** Sends a form; where it leads is for the caller to follow. */
async function send(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const sent = await fetch(partner.service.url + path, { method: "POST", body, redirect: "manual", headers: form });
  return { status: sent.status, headers: sent.headers, text: await sent.text() };
}
const pathOf = (href: string | null): string => new URL(href ?? "", "http://x").pathname;

/** A held table, and the page on which its guest says who is coming. */
async function holdAt(location: Id<"str">, amount: number | null = 2_000): Promise<string> {
  const slot = await partner.slot(location, 2, { days: 5 });
  const day = slot.local_start.slice(0, 10);
  const window = `start=${day}T18:00&end=${day}T22:00&party_size=2`;
  const search = await page(`/store/v1/locations/${location}/booking_availability?${window}`);
  const held = await partner.service.call("POST", "/store/v1/booking_holds", {
    body: { slot_token: search.body.data[0].slot_token },
  });
  assert.deepEqual([held.status, held.body.payment?.amount ?? null], [201, amount], held.text);
  return `/book/${location}/hold/${held.body.token}`;
}

test("a guest sees what is asked for, books, pays, and sees what goes back (rules/bookings 17.1, 17.2, 17.5)", async () => {
  const location = await partner.location(asking());
  const hold = await holdAt(location);
  const asked = await page(hold);
  assert.match(asked.text, /Deposit: €20\.00/);
  assert.match(asked.text, /get everything back/);
  assert.match(asked.text, /Book and pay €20\.00/);
  const booked = await send(hold, {
    first: "Ada",
    last: "Byron",
    phone: "+33142600143",
    key: "one-form-of-the-guest-1",
  });
  assert.equal(booked.status, 303, booked.text);
  const booking = pathOf(booked.headers.get("location"));
  const due = await page(booking);
  assert.match(due.text, /Pay €20\.00 and the table is yours/);
  assert.doesNotMatch(due.text, /Waiting for approval/);
  const pay = /href="(\/pay\/[\w-]{32})"/.exec(due.text)?.[1] ?? "";
  const paying = await page(pay);
  assert.match(paying.text, /<h1>Pay €20\.00<\/h1>/);
  const declined = await send(pay, { card_number: "4000 0000 0000 0002" });
  assert.deepEqual([declined.status, declined.text.includes("declined")], [422, true]);
  assert.equal((await send(pay, { card_number: "4242 4242 4242 4242" })).status, 303);
  assert.match((await page(pay)).text, /Your table is booked/);
  const paid = await page(booking);
  assert.match(paid.text, /€20\.00 paid/);
  assert.doesNotMatch(paid.text, /href="\/pay\//);
  assert.match((await page(`${booking}/cancel`)).text, /You get €20\.00 back/);
});

test("the pages say that a payment settles, and that it came too late (rules/bookings 17.3)", async () => {
  const location = await partner.location(asking(), { payment_window_minutes: 5 });
  const hold = await holdAt(location);
  const booked = await send(hold, {
    first: "Ada",
    last: "Byron",
    phone: "+33142600143",
    key: "one-form-of-the-guest-2",
  });
  const booking = pathOf(booked.headers.get("location"));
  const pay = /href="(\/pay\/[\w-]{32})"/.exec((await page(booking)).text)?.[1] ?? "";
  await partner.advance(location, 275);
  assert.equal((await send(pay, { card_number: "4000 0000 0000 3220" })).status, 303);
  const settling = await page(booking);
  assert.match(settling.text, /€20\.00 is on its way/);
  assert.doesNotMatch(settling.text, /href="\/pay\//);
  await partner.advance(location, 60);
  assert.match((await page(booking)).text, /Not paid in time/);
  assert.match((await page(pay)).text, /went back to you/);
});

test("whoever pays reads the page in the language of their browser (rules/bookings 17.2)", async () => {
  const location = await partner.location(asking());
  const { slot_token } = await partner.slot(location, 2);
  const made = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest: { first_name: "Ada", last_name: "Byron" },
    accepts_payment_link: true,
  });
  const path = pathOf(made.body.payment.payment_link_url);
  const inLanguage = async (language: string) =>
    (await partner.service.call("GET", path, { headers: { "accept-language": language } })).text;
  assert.match(await inLanguage("de-DE"), /Anzahlung für Ihren Tisch/);
  assert.match(await inLanguage("pt"), /Sinal da sua mesa/);
});

test("a guest with an address gets a receipt, and hears of what was paid back, once (rules/messages-and-privacy 1.14)", async () => {
  const location = await partner.location(asking(), { messaging: true });
  const { slot_token } = await partner.slot(location, 2, { days: 5 });
  const made = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest: { first_name: "Ada", last_name: "Byron", email: "ada@example.org" },
    language: "nl",
    accepts_payment_link: true,
  });
  const { id } = made.body;
  await partner.call("POST", `/v1/sandbox/bookings/${id}/pay`, { card_number: "4242424242424242" });
  await partner.call("POST", `/v1/bookings/${id}/cancel`);
  await partner.advance(location, 1);
  const mails = await partner.service.database.read.rows<{ kind: string; subject: string }>(
    `SELECT kind, letter->>'subject' AS subject FROM messages
     WHERE subject_id = $1 AND kind IN ('booking_payment', 'booking_refunded') ORDER BY id`,
    [id],
  );
  assert.deepEqual(
    mails.map(({ kind, subject }) => [kind, subject.replaceAll(/\s/g, " ")]),
    [
      ["booking_payment", "Betaling ontvangen: € 20,00"],
      ["booking_refunded", "€ 20,00 terugbetaald"],
    ],
  );
});

test("the letter of a payment is written as in the country of the restaurant (rules/languages 1.4)", async () => {
  const location = await partner.location(asking(), { messaging: true, address: { country: "GB" } });
  const { slot_token } = await partner.slot(location, 2, { days: 5 });
  const { body } = await partner.call("POST", "/v1/bookings", {
    slot_token,
    guest: { first_name: "Ada", last_name: "Byron", email: "ada@example.org" },
    language: "en",
    accepts_payment_link: true,
  });
  await partner.call("POST", `/v1/sandbox/bookings/${body.id}/pay`, { card_number: "4242424242424242" });
  const [mail] = await partner.service.database.read.rows<{ text: string }>(
    "SELECT letter->>'text' AS text FROM messages WHERE subject_id = $1 AND kind = 'booking_payment'",
    [body.id],
  );
  assert.match(mail?.text ?? "", /We received €20\.00 for your table on \w+,? \d+ \w+, \d\d:\d\d\./);
});

test("the terms of the payment are all that is said of what cancelling costs; fewer people read what goes back (rules/bookings 17.5)", async () => {
  const policyText = "Free of charge until two hours before.";
  const location = await partner.location(asking({ cancellation: { guestWindowMinutes: 120, policyText } }));
  const hold = await holdAt(location);
  assert.doesNotMatch((await page(hold)).text, /Free of charge/);
  const booked = await send(hold, {
    first: "Ada",
    last: "Byron",
    phone: "+33142600143",
    key: "one-form-of-the-guest-4",
  });
  const booking = pathOf(booked.headers.get("location"));
  const pay = /href="(\/pay\/[\w-]{32})"/.exec((await page(booking)).text)?.[1] ?? "";
  assert.equal((await send(pay, { card_number: "4242 4242 4242 4242" })).status, 303);
  for (const path of [booking, `${booking}/cancel`])
    assert.doesNotMatch((await page(path)).text, /Free of charge/, path);
  assert.match((await page(booking)).text, /get everything back\. After that, you get 30% back\./);
  const finder = await page(`${booking}/change?party=1`);
  const slot = /name="slot"\s+value="([^"]+)"/.exec(finder.text)?.[1] ?? "";
  const asked = await page(`${booking}/change?slot=${encodeURIComponent(slot)}`);
  assert.match(asked.text, /You get €10\.00 back\. Your bank/);
  const sent = [...asked.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const changed = await send(
    `${booking}/change`,
    Object.fromEntries(sent.map(([, name = "", value = ""]) => [name, value])),
  );
  assert.match(changed.headers.get("location") ?? "", /done=changed/);
  assert.match((await page(booking)).text, /€10\.00 (going back|paid back)/);
});

test("without a payment guests read what the restaurant says about cancelling", async () => {
  const policyText = "Free of charge until two hours before.";
  const cancellation = { guestWindowMinutes: 120, policyText };
  const hold = await holdAt(await partner.location(asking({ cancellation, payments: [] })), null);
  assert.match((await page(hold)).text, /Free of charge/);
});

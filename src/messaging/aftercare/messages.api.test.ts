import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import twilio from "twilio";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";
import { startTwilioStandIn, type TwilioStandIn } from "../../../test/stand-ins/twilio.ts";
import { openLine, type Line } from "../../../test/harness/waitlist-line.ts";

const accountSid = `AC${"0".repeat(32)}`;
const authToken = "stand-in-token";
const from = "+33600000000";

let partner: BookingPartner;
let provider: TwilioStandIn;
let line: Line;
let phones = 0;

before(async () => {
  provider = await startTwilioStandIn(accountSid);
  const settings = { accountSid, authToken, from, apiUrl: provider.url };
  partner = await startBookingPartner({ settings: { twilio: { test: settings } } });
  await partner.service.database.transaction((tx) =>
    tx.rows("INSERT INTO message_settings (sender) VALUES ('twilio')"),
  );
});
after(async () => {
  await partner.service.stop();
  await provider.stop();
});
beforeEach(async () => {
  line = await openLine(partner, 1, { messaging: true });
});

/** A party whose welcome has gone out; a number of its own. */
async function party() {
  const phone = `+3361000${String(++phones).padStart(4, "0")}`;
  const entry = await line.join({ guest: { first_name: "Ada", phone } });
  return { phone, id: String(entry.id) };
}
const messageOf = async (id: string) => (await partner.call("GET", `/v1/waitlist_entries/${id}`)).body.message;
const sentTo = (phone: string) => provider.taken.filter(({ to }) => to === phone);
/** Makes what was postponed due. */
async function hurry(): Promise<void> {
  await partner.service.database.transaction((tx) =>
    tx.rows("UPDATE messages SET due_at = clock_timestamp() WHERE due_at IS NOT NULL"),
  );
  await partner.service.runDue();
}

async function post(path: string, fields: Readonly<Record<string, string>>, signature?: string) {
  const url = partner.service.url + path;
  const signed = signature ?? twilio.getExpectedTwilioSignature(authToken, url, fields);
  return fetch(url, {
    method: "POST",
    headers: { "x-twilio-signature": signed },
    body: new URLSearchParams(fields),
  });
}
const report = (sent: { readonly sid: string; readonly statusCallback: string }, status: string, code?: string) =>
  post(sent.statusCallback.replace(partner.service.url, ""), {
    MessageSid: sent.sid,
    MessageStatus: status,
    ...(code === undefined ? {} : { ErrorCode: code }),
  });
const reply = async (phone: string, body: string, more: Readonly<Record<string, string>> = {}) => {
  const answer = await post("/messaging/twilio/test/inbound", { From: phone, To: from, Body: body, ...more });
  return answer.text();
};

describe("sending", () => {
  test("after the commit, once, with a link that is the guest's own; the entry follows what becomes of it (rules/messages-and-privacy 1.3, 1.4)", async () => {
    const { phone, id } = await party();
    assert.deepEqual([sentTo(phone).length, (await messageOf(id)).status], [0, "queued"]);
    await Promise.all([partner.service.runDue(), partner.service.runDue()]);
    await partner.service.runDue();
    const [sent, ...more] = sentTo(phone);
    assert.ok(sent !== undefined && more.length === 0);
    assert.match(sent.body, /number 1 on the waitlist.*\/wait\/[\w-]{22} STOP/);
    assert.equal(sent.authorization, `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`);
    assert.deepEqual((await messageOf(id)).status, "sent");
    assert.equal((await report(sent, "delivered")).status, 204);
    assert.equal((await report(sent, "sent")).status, 204);
    const { kind, status } = await messageOf(id);
    assert.deepEqual([kind, status], ["waitlist_joined", "delivered"]);
  });

  test("a refusal is final and told; notify sends again when the message is known not to have arrived", async () => {
    const { phone, id } = await party();
    await partner.service.runDue();
    provider.next({ kind: "refuse", status: 400, code: 21_614, message: "not a mobile number" });
    const notified = await line.act(id, "notify");
    assert.equal(notified.status, 200, notified.text);
    await hurry();
    const failed = await messageOf(id);
    assert.deepEqual(
      [failed.kind, failed.status, failed.error],
      ["table_ready", "failed", "21614 not a mobile number"],
    );
    await line.act(id, "notify", { message: "Table 4 is yours, Ada!" });
    await hurry();
    assert.match(sentTo(phone)[1]?.body ?? "", /^Maple Street Diner: Table 4 is yours, Ada! http.*\/wait\//);
    assert.equal((await messageOf(id)).status, "sent");
    const events = await partner.events(id);
    assert.equal(events.filter(({ event_type }) => event_type === "waitlist_entry.notified").length, 2);
  });

  test("busy is tried again; an answer that was lost is asked for, not sent twice (rules/messages-and-privacy 1.4)", async () => {
    const busy = await party();
    provider.next({ kind: "refuse", status: 429, code: 20_429, message: "too many requests" });
    await partner.service.runDue();
    assert.equal((await messageOf(busy.id)).status, "queued");
    await hurry();
    assert.equal(sentTo(busy.phone).length, 1);
    const lost = await party();
    provider.next({ kind: "take_and_break" });
    await partner.service.runDue();
    assert.deepEqual([sentTo(lost.phone).length, (await messageOf(lost.id)).status], [1, "queued"]);
    await hurry();
    assert.deepEqual([sentTo(lost.phone).length, (await messageOf(lost.id)).status], [1, "sent"]);
    const broken = await party();
    provider.next({ kind: "break" });
    await partner.service.runDue();
    const asked = provider.asked();
    await hurry();
    assert.deepEqual([sentTo(broken.phone).length, provider.asked()], [1, asked + 1]);
  });

  test("a worker that died in the middle: the provider is asked before anything is sent (rules/messages-and-privacy 1.4)", async () => {
    const { phone, id } = await party();
    await partner.service.runDue();
    await partner.service.database.transaction((tx) => {
      tx.send(actByHand);
      return tx.rows(
        `UPDATE messages SET status = 'queued', due_at = clock_timestamp(), provider_id = NULL, leased_by = 'dead',
           leased_until = clock_timestamp() - interval '1 s', uncertain_since = clock_timestamp() - interval '40 s'
         WHERE subject_id = $1`,
        [id],
      );
    });
    await partner.service.runDue();
    assert.deepEqual([sentTo(phone).length, (await messageOf(id)).status], [1, "sent"]);
  });

  test("a provider that hangs holds up no waitlist; what is late is not sent any more (rules/messages-and-privacy 1.3, 1.5)", async () => {
    const { id } = await party();
    provider.next({ kind: "hang" });
    const sending = partner.service.runDue();
    await provider.hanging();
    const others = await Promise.all([line.add(), line.act(id, "notify"), line.get(), line.estimate(2)]);
    assert.deepEqual(
      others.map(({ status }) => status),
      [201, 200, 200, 200],
    );
    provider.release();
    await sending;
    await partner.service.database.transaction((tx) =>
      tx.rows("UPDATE messages SET send_before = clock_timestamp() WHERE status = 'queued'"),
    );
    await hurry();
    const late = await messageOf(id);
    assert.deepEqual(
      [late.kind, late.status, late.error],
      ["table_ready", "failed", "its time was over before it could be sent"],
    );
  });
});

describe("Twilio's webhooks", () => {
  test("without a signature that verifies nothing is read (rules/messages-and-privacy 1.12)", async () => {
    const { phone, id } = await party();
    await partner.service.runDue();
    const [sent] = sentTo(phone);
    assert.ok(sent !== undefined);
    const path = sent.statusCallback.replace(partner.service.url, "");
    const fields = { MessageSid: sent.sid, MessageStatus: "delivered" };
    assert.equal((await post(path, fields, "forged")).status, 403);
    const other = twilio.getExpectedTwilioSignature(authToken, `${partner.service.url}${path}x`, fields);
    assert.equal((await post(path, fields, other)).status, 403);
    assert.equal((await messageOf(id)).status, "sent");
    assert.equal((await post("/messaging/twilio/live/inbound", { From: phone, Body: "STOP" })).status, 403);
    assert.equal((await post("/messaging/twilio/test/status/nonsense", fields)).status, 204);
  });

  test("a report that comes before the answer counts; undelivered says why", async () => {
    const { phone, id } = await party();
    provider.next({ kind: "take_and_break" });
    await partner.service.runDue();
    const [sent] = sentTo(phone);
    assert.ok(sent !== undefined);
    await report(sent, "undelivered", "30003");
    const { status, error } = await messageOf(id);
    assert.deepEqual([status, error], ["undelivered", "30003"]);
    await hurry();
    assert.equal(sentTo(phone).length, 1);
  });

  test("STOP ends messages in every way, START begins them again, HELP explains (rules/messages-and-privacy 1.8)", async () => {
    const { phone, id } = await party();
    await partner.service.runDue();
    assert.match(await reply(phone, "Stop."), /<Response><Message>You will get no more messages/);
    const refused = await line.act(id, "notify");
    assert.deepEqual([refused.status, refused.body.details], [422, { reason: "opted_out" }]);
    assert.match(await reply(phone, "START"), /You will get messages again/);
    assert.equal((await line.act(id, "notify")).status, 200);
    assert.match(await reply(phone, "help"), /Reply STOP/);
    assert.match(await reply(phone, "we are late"), /<Response\s*\/>|<Response><\/Response>/);
    assert.doesNotMatch(await reply(phone, "STOP", { OptOutType: "STOP" }), /Message/);
    await hurry();
    assert.deepEqual([sentTo(phone).length, (await messageOf(id)).status], [1, "suppressed"]);
    const blocked = await party();
    provider.next({ kind: "refuse", status: 400, code: 21_610, message: "unsubscribed recipient" });
    await partner.service.runDue();
    assert.equal((await messageOf(blocked.id)).status, "suppressed");
    assert.equal((await line.act(blocked.id, "notify")).body.details.reason, "opted_out");
  });
});

describe("bookings", () => {
  test("a confirmation when it is made, a reminder on the day, none once it is cancelled or for walk-ins (rules/messages-and-privacy 1.1)", async () => {
    const location = await partner.location(tablesOfFour(4), { messaging: true, language: "fr" });
    const book = async (phone: string) => {
      const { slot_token } = await partner.slot(location, 2);
      const guest = { first_name: "Ada", last_name: "Byron", phone };
      const made = await partner.call("POST", "/v1/bookings", { slot_token, guest });
      assert.equal(made.status, 201, made.text);
      return made.body;
    };
    const [kept, cancelled] = [await book("+33611111111"), await book("+33622222222")];
    // Whatever the hour: at night a text about the day after tomorrow waits for the morning, and is withdrawn by a cancellation.
    await hurry();
    await partner.call("POST", `/v1/bookings/${cancelled.id}/venue_cancel`);
    await partner.call("POST", `/v1/locations/${location}/walk_ins`, {
      party_size: 2,
      guest: { phone: "+33633333333" },
      idempotency_key: "walk",
    });
    await hurry();
    assert.match(sentTo("+33611111111")[0]?.body ?? "", new RegExp(`réservé pour 2.*18:00.*${kept.confirmation_code}`));
    // Confirmed, then cancelled.
    assert.deepEqual([sentTo("+33622222222").length, sentTo("+33633333333").length], [2, 0]);
    const clock = await partner.call("GET", `/v1/sandbox/locations/${location}/clock`);
    const ahead = (Date.parse(kept.starts_at) - Date.parse(clock.body.now)) / 1000;
    await partner.advance(location, Math.floor(ahead - 4 * 3_600));
    await partner.service.runDue();
    assert.equal(sentTo("+33611111111").length, 1);
    await partner.advance(location, 2 * 3_600);
    await partner.service.runDue();
    await partner.service.runDue();
    assert.match(
      sentTo("+33611111111")[1]?.body ?? "",
      /nous vous attendons le (\w+di|dimanche) (1er|\d+) \S+ à 18:00/,
    );
    assert.deepEqual([sentTo("+33611111111").length, sentTo("+33622222222").length], [2, 2]);
  });

  test("a guest who said what they read is written to in that language (rules/messages-and-privacy 1.9)", async () => {
    const location = await partner.location(tablesOfFour(4), { messaging: true, language: "fr" });
    const { slot_token } = await partner.slot(location, 2);
    const guest = { first_name: "Ada", last_name: "Byron", phone: "+33644444444" };
    const unknown = await partner.call("POST", "/v1/bookings", { slot_token, guest, language: "ja" });
    assert.deepEqual([unknown.status, unknown.body.code], [400, "invalid_request"]);
    const made = await partner.call("POST", "/v1/bookings", { slot_token, guest, language: "nl" });
    assert.deepEqual([made.status, made.body.language], [201, "nl"], made.text);
    const entry = await line.join({ guest: { first_name: "Ada", phone: "+33655555555" }, language: "it" });
    assert.equal(entry.language, "it");
    await hurry();
    assert.match(sentTo("+33644444444")[0]?.body ?? "", /gereserveerd voor 2/);
    assert.match(sentTo("+33655555555")[0]?.body ?? "", /in lista d'attesa/);
    await line.act(String(entry.id), "notify");
    await partner.service.runDue();
    assert.match(sentTo("+33655555555")[1]?.body ?? "", /il suo tavolo/);
    assert.equal(
      (await party().then(({ id }) => partner.call("GET", `/v1/waitlist_entries/${id}`))).body.language,
      null,
    );
  });
});

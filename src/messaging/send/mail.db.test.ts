import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";
import { startRelay, type Relay, type RelayCommand, type RelayMischief } from "../../../test/stand-ins/relay.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { createSmtpCarrier } from "../../mail/smtp-carrier.client.ts";
import { chooseChannel } from "../queue/choose-channel.command.ts";
import type { Contact, MessageKind } from "../message/message-kinds.ts";
import { createMessageJob } from "./send-messages.job.ts";
import { outboxSender } from "../message/message-sender.ts";
import { tellGuest } from "../queue/tell-guest.command.ts";
import { carrierTo, orderLetter } from "./mail.fixture.ts";

let service: TestService;
let relay: Relay;
let here: Id<"str">;
let guests = 0;

before(async () => {
  relay = await startRelay();
  service = await startService({ routes: () => [] });
  here = await createLocation(service.database, { messaging: true, order_messages: "email_and_sms" });
  await service.database.transaction((tx) =>
    tx.rows("INSERT INTO message_settings (sender, mail_sender) VALUES ('outbox', 'smtp')"),
  );
});
after(async () => {
  await service.stop();
  await relay.stop();
});
beforeEach(() => service.database.transaction((tx) => tx.rows("DELETE FROM messages")));

/** A worker: its own leases, its own connection to the relay. */
const worker = (limits: { readonly wholeMs?: number } = {}) =>
  createMessageJob({
    database: service.database,
    senderOf: () => outboxSender,
    carrier: carrierTo(relay.port, limits),
    onAttempt: () => undefined,
  });

async function tell(kind: MessageKind = "order_accepted", contact: Partial<Contact> = {}): Promise<string> {
  guests += 1;
  const email = `guest${guests}@example.org`;
  await service.database.transaction((tx) => {
    const { chosen = "email", ...to } = contact;
    const subjectId = newId("ord");
    if (chosen !== null) chooseChannel(tx, { locationId: here, subjectId }, { channel: chosen, sentence: "By …." });
    return tellGuest(tx, {
      locationId: here,
      kind,
      subjectId,
      occasion: "1",
      contact: { phone: null, email, ...to },
      language: "en",
      letter: orderLetter,
      sendWithinSeconds: 1_800,
    });
  });
  return email;
}

interface Row {
  readonly channel: string;
  readonly status: string;
  readonly error: string | null;
  readonly attempts: number;
}
const rows = (): Promise<Row[]> =>
  service.database.read.rows<Row>("SELECT channel, status, error, attempts FROM messages ORDER BY id");
const only = async (): Promise<Row> => {
  const [row, ...more] = await rows();
  assert.ok(row !== undefined && more.length === 0);
  return row;
};
const change = (set: string) =>
  service.database.transaction((tx) => tx.rows(`UPDATE messages SET ${set} WHERE status = 'queued'`));
/** Makes what was postponed due. */
const hurry = () => change("due_at = clock_timestamp()");
const endLeases = () => change("leased_until = clock_timestamp() - interval '1 s'");
const mailsTo = (email: string) => relay.taken.filter(({ to }) => to.includes(email));

describe("an e-mail (rules/messages-and-privacy 1.15)", () => {
  test("goes out once, in text and HTML, from the venue, with nothing to load and a link for whoever it is not for", async () => {
    const email = await tell();
    await worker().runOnce();
    await worker().runOnce();
    const [mail, ...more] = mailsTo(email);
    assert.ok(mail !== undefined && more.length === 0);
    assert.match(mail.messageId, /^msg_\w{26}@example\.com$/);
    assert.match(mail.raw, /^From: Maple Street Diner <tables@example\.com>/m);
    assert.match(mail.raw, /^Subject: Order 17 is ready/m);
    assert.match(mail.raw, /text\/plain[^]*text\/html/);
    assert.match(mail.raw, /Not you\?/);
    assert.doesNotMatch(mail.raw, /<img|<link|<script|url\(|List-Unsubscribe/);
    assert.equal((await only()).status, "sent");
  });

  test("of a reminder can be ended with one click of the mail program (RFC 8058)", async () => {
    const email = await tell("booking_reminder");
    await worker().runOnce();
    const [mail] = mailsTo(email);
    const headers = (mail?.raw ?? "").replaceAll("\r\n ", " ");
    assert.match(headers, /^List-Unsubscribe: <http:\/\/test\/mail\/msg_\w{26}\/reminders>/m);
    assert.match(headers, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  });

  test("is not sent by a relay without TLS where TLS is required, as in live", async () => {
    await tell();
    const settings = {
      relay: { host: "127.0.0.1", port: relay.port, secure: false, user: null, password: null },
      from: "tables@example.com",
      requiresTls: true,
      bounceDomain: null,
    };
    const strict = createSmtpCarrier({
      settings,
      linksOf: () => ({ stop: "", unsubscribe: "" }),
      bounceAddressOf: () => "bounce@example.com",
    });
    const before = relay.taken.length;
    await createMessageJob({
      database: service.database,
      senderOf: () => outboxSender,
      carrier: strict,
      onAttempt: () => undefined,
    }).runOnce();
    assert.deepEqual([relay.taken.length, (await only()).status], [before, "queued"]);
  });
});

describe("a relay that misbehaves at each command never leads to a second e-mail (rules/messages-and-privacy 1.15)", () => {
  const early: readonly RelayCommand[] = ["connect", "ehlo"];
  const late: readonly RelayCommand[] = ["mail", "rcpt", "data", "end"];
  const cut = (at: RelayCommand, when: "before" | "answered"): RelayMischief => ({ kind: "cut", at, when });

  /** An e-mail for each, all at once; answers what became of them. */
  const round = async (...mischief: readonly RelayMischief[]): Promise<readonly string[]> => {
    relay.next(...mischief);
    for (const _ of mischief) await tell();
    return again();
  };
  const again = async (): Promise<readonly string[]> => {
    await worker().runOnce();
    return [...new Set((await rows()).map(({ status }) => status))];
  };

  for (const when of ["before", "answered"] as const) {
    test(`a connection that is cut before the beginning is tried again (${when})`, async () => {
      const taken = relay.taken.length;
      assert.deepEqual(await round(...early.map((at) => cut(at, when))), ["queued"]);
      await hurry();
      assert.deepEqual([await again(), relay.taken.length], [["sent"], taken + early.length]);
    });

    test(`a connection that is cut later leaves the e-mail unconfirmed, and it is not sent again (${when})`, async () => {
      const taken = relay.taken.length;
      assert.deepEqual(await round(...late.map((at) => cut(at, when))), ["unconfirmed"]);
      await change("due_at = clock_timestamp()");
      assert.deepEqual(await again(), ["unconfirmed"]);
      // The relay had the whole of one, and its answer was lost.
      assert.equal(relay.taken.length, taken + (when === "answered" ? 1 : 0));
    });
  }

  test("4xx is tried again, 5xx is final", async () => {
    const taken = relay.taken.length;
    const commands = [...early, ...late].filter((one) => one !== "ehlo");
    assert.deepEqual(await round(...commands.map((at) => ({ kind: "refuse" as const, at, code: 451 }))), ["queued"]);
    await hurry();
    assert.deepEqual([await again(), relay.taken.length], [["sent"], taken + commands.length]);
    await service.database.transaction((tx) => tx.rows("DELETE FROM messages"));
    assert.deepEqual(await round(...late.map((at) => ({ kind: "refuse" as const, at, code: 550 }))), ["failed"]);
    assert.deepEqual([(await rows())[0]?.error, relay.taken.length], ["550 not now", taken + commands.length]);
  });

  test("a worker that stands still at a command and wakes when another has taken its message over", async () => {
    for (const at of [...early, ...late]) {
      relay.next({ kind: "stall", at });
      const email = await tell();
      const still = worker().runOnce();
      await relay.stalling();
      await endLeases();
      await worker().runOnce();
      const taken = early.includes(at) ? "sent" : "unconfirmed";
      assert.equal((await only()).status, taken, at);
      relay.release();
      await still;
      assert.deepEqual([mailsTo(email).length, (await only()).status], [1, "sent"], at);
      await service.database.transaction((tx) => tx.rows("DELETE FROM messages"));
    }
  });

  test("an answer that never comes has an end: unconfirmed, and a text goes out in its place where there is a phone", async () => {
    relay.next({ kind: "stall", at: "end" });
    await tell("order_ready", { phone: "+33611110001" });
    // Long enough that a slow machine hands the e-mail over before.
    await worker({ wholeMs: 3_000 }).runOnce();
    relay.release();
    const [mail, text] = await rows();
    assert.deepEqual([mail?.status, text?.channel, text?.status], ["unconfirmed", "sms", "queued"]);
    await worker().runOnce();
    const { body } = await service.database.read.one<{ readonly body: string }>(
      "SELECT body FROM messages WHERE channel = 'sms'",
    );
    assert.equal(body, "Maple Street Diner: Order 17 is ready. You can collect it now. http://test/order/1");
  });
});

test("nothing goes to an address that is not to be written to, nor too much to one (rules/messages-and-privacy 1.18, 1.19)", async () => {
  await service.database.transaction((tx) =>
    tx.rows("INSERT INTO mail_stops (address, scope, reason) VALUES ('stop@example.org', 'all', 'asked')"),
  );
  await tell("order_accepted", { email: "Stop@Example.org" });
  assert.deepEqual(await rows(), []);
  for (let count = 0; count < 7; count += 1) await tell("order_accepted", { email: "many@example.org" });
  await worker().runOnce();
  const statuses = (await rows()).map(({ status }) => status);
  assert.deepEqual(statuses, [...Array<string>(5).fill("sent"), "suppressed", "suppressed"]);
  assert.equal(mailsTo("many@example.org").length, 5);
});

test("twenty messages go to an address in a day, and no more (rules/messages-and-privacy 1.18)", async () => {
  for (let count = 0; count < 19; count += 1) await tell("order_accepted", { email: "day@example.org" });
  await service.database.transaction(async (tx) => {
    await tx.rows(actByHand);
    await tx.rows("UPDATE messages SET status = 'sent', due_at = NULL, created_at = created_at - interval '2 hours'");
  });
  for (const status of ["sent", "suppressed"]) {
    await tell("order_accepted", { email: "day@example.org" });
    await worker().runOnce();
    assert.equal((await rows()).at(-1)?.status, status);
  }
});

test("at night a text about tomorrow evening waits for the morning; an e-mail does not (rules/messages-and-privacy 1.17)", async () => {
  // Whatever the hour, it is between 23 and 24 o'clock somewhere.
  const hours = 23 - new Date(service.database.clock.now()).getUTCHours();
  const timezone = `Etc/GMT${hours > 12 ? `+${24 - hours}` : `-${hours}`}`;
  const night = await createLocation(service.database, { messaging: true, timezone });
  const senders = (sender: string) =>
    service.database.transaction((tx) => tx.rows("UPDATE message_settings SET sender = $1", [sender]));
  await senders("twilio");
  const contact = { phone: "+33611110009", email: "night@example.org" };
  for (const [kind, aheadSeconds, chosen] of [
    ["booking_confirmed", 20 * 3_600, "sms"],
    ["booking_changed", 11 * 3_600, "sms"],
    ["booking_reminder", 20 * 3_600, "email"],
  ] as const) {
    await service.database.transaction((tx) =>
      tellGuest(tx, {
        locationId: night,
        kind,
        subjectId: newId("bkg"),
        occasion: "1",
        contact: { ...contact, chosen },
        language: "en",
        letter: orderLetter,
        sendWithinSeconds: 40 * 3_600,
        aheadSeconds,
      }),
    );
  }
  await senders("outbox");
  const due = await service.database.read.rows<{ readonly at: string }>(
    `SELECT CASE WHEN due_at < created_at + interval '1 minute' THEN 'at once'
         ELSE to_char(due_at AT TIME ZONE $1, 'FMDDD HH24 o''clock') END AS at
       FROM messages ORDER BY id`,
    [timezone],
  );
  const [{ morning } = { morning: "" }] = await service.database.read.rows<{ readonly morning: string }>(
    "SELECT to_char((min(created_at) AT TIME ZONE $1) + interval '2 hours', 'FMDDD') || ' 08 o''clock' AS morning FROM messages",
    [timezone],
  );
  assert.deepEqual(
    due.map(({ at }) => at),
    [morning, "at once", "at once"],
  );
});

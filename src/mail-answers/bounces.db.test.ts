import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { createLocation } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { actByHand } from "../../test/harness/state-guard.ts";
import { newId, type Id } from "../kernel/id.ts";
import { carrierLinks } from "../mail/mail-links.ts";
import type { MailSettings } from "../mail/mail-settings.ts";
import { listenForBounces, type BounceListener } from "./bounce-listener.client.ts";
import { createBounceTaker } from "./take-bounces.command.ts";

const secretKey = Buffer.alloc(32, 5);
const relay = { host: "127.0.0.1", port: 25, secure: false, user: null, password: null };
const settings: MailSettings = {
  relay,
  from: "tables@example.com",
  requiresTls: false,
  bounceDomain: "bounces.example.com",
};
const { bounceAddressOf } = carrierLinks({ livemode: false, secretKey, baseUrl: () => "", settings });

let service: TestService;
let listener: BounceListener;
let here: Id<"str">;
const problems: unknown[] = [];

const listen = (limits: { readonly silentMs?: number; readonly longestMs?: number } = {}): Promise<BounceListener> =>
  listenForBounces({
    host: "127.0.0.1",
    bouncePort: 0,
    taker: createBounceTaker({
      secretKeys: [secretKey],
      databases: { test: service.database },
      mail: { test: settings },
    }),
    onProblem: (problem) => void problems.push(problem),
    ...limits,
  });

before(async () => {
  service = await startService({ routes: () => [] });
  here = await createLocation(service.database);
  listener = await listen();
});
after(async () => {
  await listener.close();
  await service.stop();
});

/** An e-mail that the relay took. */
async function sentTo(email: string): Promise<Id<"msg">> {
  const id = newId("msg");
  await service.database.transaction(async (tx) => {
    await tx.rows(actByHand);
    await tx.rows(
      `INSERT INTO messages (id, location_id, kind, subject_id, dedupe_key, language, channel, email, segments, sender, status, send_before)
       VALUES ($1::text, $2, 'booking_confirmed', $3, $1::text, 'en', 'email', $4, 1, 'smtp', 'sent', now())`,
      [id, here, newId("bkg"), email],
    );
  });
  return id;
}

const bounceOf = (status: string, more = ""): string[] => [
  "Content-Type: message/delivery-status",
  "",
  "Final-Recipient: rfc822; somebody@example.org",
  `Status: ${status}`,
  more,
  ".",
];

/** Says one line after the other, each after the answer to the last; the lines of a bounce at once. Answers the codes. */
async function converse(lines: readonly (string | readonly string[])[], { port } = listener): Promise<string[]> {
  const socket = connect(port, "127.0.0.1");
  const codes: string[] = [];
  const said = lines.map((line) => (typeof line === "string" ? line : line.join("\r\n")));
  for await (const answer of createInterface(socket)) {
    if (answer[3] === "-") continue;
    codes.push(answer.slice(0, 3));
    const next = said.shift();
    if (next === undefined) socket.end();
    else socket.write(`${next}\r\n`);
  }
  return codes;
}

const bring = (to: string, letter: readonly string[]): Promise<string[]> =>
  converse(["EHLO mx.example.org", "MAIL FROM:<>", `RCPT TO:<${to}>`, "DATA", letter]);

const stateOf = async (id: Id<"msg">): Promise<string> => {
  const { status, error } = await service.database.read.one<{ status: string; error: string | null }>(
    "SELECT status, error FROM messages WHERE id = $1",
    [id],
  );
  return `${status} ${error}`;
};

describe("bounces (rules/messages-and-privacy 1.22)", () => {
  test("one that is final says that the e-mail did not arrive; after 5.1.1 nothing goes to the address for 90 days", async () => {
    const [full, gone, late] = [
      await sentTo("full@example.org"),
      await sentTo("gone@example.org"),
      await sentTo("late@example.org"),
    ];
    assert.deepEqual(await bring(bounceAddressOf(full), bounceOf("5.2.2")), ["220", "250", "250", "250", "354", "250"]);
    await bring(bounceAddressOf(gone).toUpperCase(), bounceOf("5.1.1"));
    await bring(bounceAddressOf(late), bounceOf("4.4.7"));
    assert.deepEqual(
      [await stateOf(full), await stateOf(gone), await stateOf(late)],
      ["undelivered bounced: 5.2.2", "undelivered bounced: 5.1.1", "sent null"],
    );
    const stops = await service.database.read.rows(
      "SELECT address, scope, extract(day FROM until - stopped_at)::int AS days FROM mail_stops",
    );
    assert.deepEqual(stops, [{ address: "gone@example.org", scope: "all", days: 90 }]);
  });

  test("mail for anybody else is refused before it is read, and each is brought by itself", async () => {
    const ours = bounceAddressOf(await sentTo("a@example.org"));
    const forged = ours.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"));
    const others = ["tables@example.com", forged, ours.replace("bounces.", ""), "bounce+@bounces.example.com"];
    const asked = others.map((address) => `RCPT TO:<${address}>`);
    assert.deepEqual(
      await converse(["EHLO mx", "MAIL FROM:<>", ...asked, `RCPT TO:<${ours}>`, `RCPT TO:<${ours}>`, "AUTH LOGIN"]),
      ["220", "250", "250", "550", "550", "550", "550", "250", "452", "500"],
    );
  });

  test("of a bounce at most 64 KiB are read; one that says nothing of a status changes nothing", async () => {
    const id = await sentTo("b@example.org");
    const long = bounceOf("5.1.1", `X: ${"x".repeat(900)}\r\n`.repeat(80));
    assert.equal((await bring(bounceAddressOf(id), long)).at(-1), "552");
    assert.equal((await bring(bounceAddressOf(id), ["Subject: I am away", "", "Status: 5.1.1", "."])).at(-1), "250");
    assert.equal(await stateOf(id), "sent null");
  });

  test("who says nothing, who says a little at a time, and who comes too often are let go", async (t) => {
    const impatient = await listen({ silentMs: 100, longestMs: 400 });
    t.after(() => impatient.close());
    const [silent, slow] = [connect(impatient.port, "127.0.0.1"), connect(impatient.port, "127.0.0.1")];
    const talking = setInterval(() => slow.write("N"), 20);
    t.after(() => clearInterval(talking));
    // Whoever writes when it is let go sees an error first.
    await Promise.all(
      [silent, slow].map(
        (socket) =>
          new Promise((resolve) =>
            socket
              .resume()
              .on("error", () => undefined)
              .once("close", resolve),
          ),
      ),
    );
    clearInterval(talking);
    await impatient.close();
    const many: Socket[] = Array.from({ length: 25 }, () => connect(listener.port, "127.0.0.1"));
    const closed = many.map((socket) => once(socket, "close"));
    const greetings = await Promise.all(
      many.map(async (socket) => String((await once(socket, "data"))[0]).slice(0, 3)),
    );
    assert.equal(greetings.filter((code) => code === "220").length, 20);
    assert.equal(greetings.filter((code) => code === "421").length, 5);
    for (const socket of many) socket.resume().end();
    await Promise.all(closed);
    const id = await sentTo("c@example.org");
    assert.equal((await bring(bounceAddressOf(id), bounceOf("5.0.0"))).at(-1), "250");
    assert.equal(await stateOf(id), "undelivered bounced: 5.0.0");
  });

  test("what cannot be stored stays with the mail server that has it", async () => {
    const id = await sentTo("d@example.org");
    const rename = (from: string, to: string) =>
      service.database.transaction((tx) => tx.rows(`ALTER TABLE ${from} RENAME TO ${to}`));
    await rename("messages", "messages_away");
    const answers = await bring(bounceAddressOf(id), bounceOf("5.1.1"));
    await rename("messages_away", "messages");
    assert.deepEqual([answers.at(-1), problems.length, await stateOf(id)], ["451", 1, "sent null"]);
    assert.equal((await bring(bounceAddressOf(id), bounceOf("5.1.1"))).at(-1), "250");
    assert.equal(await stateOf(id), "undelivered bounced: 5.1.1");
  });
});

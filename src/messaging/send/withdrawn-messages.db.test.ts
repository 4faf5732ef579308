/** A message that a change makes untrue while it is tried (rules/messages-and-privacy 1.23). */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { CarryResult } from "../../mail/carrier.ts";
import { outboxSender } from "../message/message-sender.ts";
import { chooseChannel } from "../queue/choose-channel.command.ts";
import { tellGuest } from "../queue/tell-guest.command.ts";
import { withdrawMessages } from "../queue/withdraw-messages.command.ts";
import { orderLetter } from "./mail.fixture.ts";
import { createMessageJob } from "./send-messages.job.ts";

const busy = { kind: "busy", error: "421 come back later" } as const;
let service: TestService;
let here: Id<"str">;
let subjectId: Id<"ord">;

before(async () => {
  service = await startService({ routes: () => [] });
  here = await createLocation(service.database, { messaging: true, order_messages: "email_and_sms" });
  await service.database.transaction((tx) =>
    tx.rows("INSERT INTO message_settings (sender, mail_sender) VALUES ('outbox', 'smtp')"),
  );
});
after(() => service.stop());
beforeEach(async () => {
  subjectId = newId("ord");
  await service.database.transaction(async (tx) => {
    await tx.rows("DELETE FROM messages");
    chooseChannel(tx, { locationId: here, subjectId }, { channel: "email", sentence: "By …." });
    await tellGuest(tx, {
      locationId: here,
      kind: "order_ready",
      subjectId,
      occasion: "1",
      contact: { phone: "+33611110078", email: "ada@example.org" },
      language: "en",
      letter: orderLetter,
      sendWithinSeconds: 1_800,
    });
  });
});

const withdraw = () => service.database.transaction(async (tx) => withdrawMessages(tx, subjectId, ["order_ready"]));

/** A round of the worker; answers how many e-mails the carrier was given. */
async function round(result: CarryResult, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  let carried = 0;
  await service.database.transaction((tx) => tx.rows("UPDATE messages SET due_at = now() WHERE due_at IS NOT NULL"));
  await createMessageJob({
    database: service.database,
    senderOf: () => outboxSender,
    carrier: {
      carry: async (_letter, begin) => {
        carried += 1;
        if (result.kind !== "busy") assert.ok(await begin());
        await meanwhile();
        return result;
      },
    },
    onAttempt: () => undefined,
  }).runOnce();
  return carried;
}

const messages = async () =>
  (
    await service.database.read.rows<{ channel: string; status: string }>(
      "SELECT channel, status FROM messages ORDER BY id",
    )
  ).map(({ channel, status }) => `${channel} ${status}`);

test("one that waits for another attempt is not tried again", async () => {
  assert.equal(await round(busy), 1);
  await withdraw();
  assert.deepEqual(await messages(), ["email suppressed"]);
  assert.equal(await round({ kind: "accepted", providerId: null }), 0);
});

test("one that nobody took while it was withdrawn is not tried again", async () => {
  await round(busy, withdraw);
  assert.equal(await round({ kind: "accepted", providerId: null }), 0);
  assert.deepEqual(await messages(), ["email failed"]);
});

test("one that was taken while it was withdrawn is sent, as it is", async () => {
  await round({ kind: "accepted", providerId: null }, withdraw);
  assert.deepEqual(await messages(), ["email sent"]);
});

for (const result of [
  { kind: "refused", error: "550 no such mailbox", optedOut: false },
  { kind: "unknown", error: "no answer" },
] as const)
  test(`no text takes the place of an e-mail that is ${result.kind} after it was withdrawn`, async () => {
    await round(result, withdraw);
    assert.deepEqual(await messages(), [`email ${result.kind === "refused" ? "failed" : "unconfirmed"}`]);
  });

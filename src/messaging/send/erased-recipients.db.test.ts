/** A guest who is erased while a message to them is on its way (rules/messages-and-privacy 3.1, 3.4). */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { CarryResult } from "../../mail/carrier.ts";
import { forgetMessagesTo } from "../aftercare/forget-messages.command.ts";
import { takeReply, takeReport } from "../aftercare/take-report.command.ts";
import type { SendResult } from "../message/message-sender.ts";
import { chooseChannel } from "../queue/choose-channel.command.ts";
import { tellGuest } from "../queue/tell-guest.command.ts";
import { orderLetter } from "./mail.fixture.ts";
import { createMessageJob } from "./send-messages.job.ts";

const phone = "+33611110077";
const email = "ottokar@gneis.example";
const saysWho = `${phone} and ${email} are not known here`;

let service: TestService;
let here: Id<"str">;

before(async () => {
  service = await startService({ routes: () => [] });
  here = await createLocation(service.database, { messaging: true, order_messages: "email_and_sms" });
  await service.database.transaction((tx) =>
    tx.rows("INSERT INTO message_settings (sender, mail_sender) VALUES ('twilio', 'smtp')"),
  );
});
after(() => service.stop());
beforeEach(() => service.database.transaction((tx) => tx.rows("DELETE FROM messages")));

const tell = (chosen: "email" | "sms") =>
  service.database.transaction((tx) => {
    const subjectId = newId("ord");
    chooseChannel(tx, { locationId: here, subjectId }, { channel: chosen, sentence: "By …." });
    return tellGuest(tx, {
      locationId: here,
      kind: "order_ready",
      subjectId,
      occasion: "1",
      contact: { phone, email },
      language: "en",
      letter: orderLetter,
      sendWithinSeconds: 1_800,
    });
  });

const erase = () => service.database.transaction(async (tx) => forgetMessagesTo(tx, { phone, email }));

interface Results {
  readonly mail?: CarryResult;
  readonly text?: SendResult;
  /** Happens while the sender is asked for an earlier attempt. */
  readonly whileAsked?: () => Promise<unknown>;
}

/** A round of the worker in which something happens before the carrier or the sender answers; answers how many texts were sent. */
async function send(result: Results, meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  let texts = 0;
  await createMessageJob({
    database: service.database,
    senderOf: () => ({
      name: "twilio",
      find: async () => {
        await result.whileAsked?.();
        return null;
      },
      send: async () => {
        texts += 1;
        assert.ok(result.text !== undefined, "a text was sent");
        await meanwhile();
        return result.text;
      },
    }),
    carrier: {
      carry: async (_letter, begin) => {
        assert.ok((await begin()) && result.mail !== undefined);
        await meanwhile();
        return result.mail;
      },
    },
    onAttempt: () => undefined,
  }).runOnce();
  return texts;
}

const sendAndErase = (result: Results): Promise<number> => send(result, erase);

interface Kept {
  readonly channel: string;
  readonly status: string;
  readonly whole: string;
}

/** The only message, which names nobody. */
async function onlyKept(): Promise<Kept> {
  const kept = await service.database.read.rows<Kept>("SELECT channel, status, m::text AS whole FROM messages m");
  assert.equal(kept.length, 1, kept.map(({ whole }) => whole).join("\n"));
  assert.ok(kept[0] !== undefined);
  assert.doesNotMatch(kept[0].whole, /611110077|gneis/i);
  return kept[0];
}

for (const kind of ["refused", "unknown"] as const)
  test(`no text takes the place of an e-mail that is ${kind} after the erasure`, async () => {
    await tell("email");
    const mail =
      kind === "refused" ? ({ kind, error: saysWho, optedOut: false } as const) : ({ kind, error: saysWho } as const);
    await sendAndErase({ mail });
    assert.equal((await onlyKept()).channel, "email");
  });

test("a refusal of a text after the erasure keeps nothing of what the carrier said", async () => {
  await tell("sms");
  await sendAndErase({ text: { kind: "refused", error: saysWho, optedOut: false } });
  await onlyKept();
});

test("a report that comes after the erasure changes the status and keeps nothing of what the carrier said", async () => {
  await tell("sms");
  await send({ text: { kind: "accepted", providerId: "SM1" } });
  await erase();
  const { id } = await service.database.read.one<{ id: Id<"msg"> }>("SELECT id FROM messages");
  await service.database.transaction((tx) =>
    takeReport(tx, { id, status: "undelivered", providerId: "SM1", error: saysWho }),
  );
  assert.equal((await onlyKept()).status, "undelivered");
});

for (const [what, whileAsked] of [
  ["the guest is erased", () => erase()],
  ["the guest answers STOP", () => service.database.transaction((tx) => takeReply(tx, phone, "STOP"))],
] as const)
  test(`a text is not tried again when ${what} while its first attempt is asked for`, async () => {
    await tell("sms");
    await send({ text: { kind: "unknown", error: "no answer" } });
    await service.database.transaction((tx) => tx.rows("UPDATE messages SET due_at = now()"));
    assert.equal(await send({ whileAsked }), 0);
    const { status } = await service.database.read.one<{ status: string }>("SELECT status FROM messages");
    assert.equal(status, "suppressed");
    await service.database.transaction((tx) => takeReply(tx, phone, "START"));
  });

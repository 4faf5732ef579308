import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { newId, type Id } from "../../kernel/id.ts";
import { verifyWebhook } from "../../../examples/verify-webhook/verify-webhook.ts";
import {
  startDeliveryFixture,
  startReceiver,
  type DeliveryFixture,
  type Receiver,
} from "../delivery/delivery.fixture.ts";
import { resealSecrets } from "./reseal-secrets.job.ts";
import { rotateSecret } from "./rotate-secret.command.ts";
import { sealedSecrets } from "./sealed-secrets.ts";

let fixture: DeliveryFixture;
let receiver: Receiver;
beforeEach(async () => {
  fixture = await startDeliveryFixture();
  receiver = await startReceiver();
});
afterEach(async () => {
  await fixture.close();
  await receiver.close();
});

const [oldKey, newKey] = [Buffer.alloc(32, 7), randomBytes(32)];
const both = sealedSecrets([newKey, oldKey], false);
const onlyNew = sealedSecrets([newKey], false);

async function sealedNow(id: Id<"dws">): Promise<{ sealed_secret: Buffer; previous_sealed_secret: Buffer | null }> {
  return fixture.database.read.one(
    "SELECT sealed_secret, previous_sealed_secret FROM webhook_subscriptions WHERE id = $1",
    [id],
  );
}

test("after the key was replaced, both secrets of a rotation open under the new key alone, and still sign (rules/operating 7.2)", async () => {
  const { id, secret } = await fixture.subscribe(receiver.url);
  const { database, deps, appId } = fixture;
  const rotated = await database.transaction((tx) => rotateSecret(tx, deps.sealing, appId, id, 600));
  assert.ok("signingSecret" in rotated);
  for (let i = 0; i < 120; i++) {
    await database.transaction((tx) =>
      tx.rows(
        `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
          SELECT $2, 'app_other', notification_url, event_types, sealed_secret
          FROM webhook_subscriptions WHERE id = $1`,
        [id, newId("dws")],
      ),
    );
  }

  const { resealed, unreadable } = await resealSecrets(database, both);
  assert.equal(resealed, 1, "the copied rows are sealed for another id and do not open");
  assert.equal(unreadable.length, 120);
  assert.deepEqual((await resealSecrets(database, both)).resealed, 0, "again: nothing to do");

  const row = await sealedNow(id);
  assert.equal(onlyNew.unseal(id, row.sealed_secret), rotated.signingSecret);
  assert.ok(row.previous_sealed_secret !== null);
  assert.equal(onlyNew.unseal(id, row.previous_sealed_secret), secret);

  await fixture.record();
  await fixture.startWorker({ sealing: onlyNew }).idle();
  const [received] = receiver.received;
  assert.ok(received !== undefined);
  for (const each of [secret, rotated.signingSecret]) {
    const verified = verifyWebhook({
      body: Buffer.from(received.body),
      headers: received.headers,
      secret: each,
      subscriptionId: id,
      notificationUrl: receiver.url,
    });
    assert.equal(verified.ok, true);
  }
});

test("a key that is taken out too early: the rows are named and left as they are", async () => {
  const { id, secret } = await fixture.subscribe(receiver.url);
  assert.deepEqual(await resealSecrets(fixture.database, onlyNew), { resealed: 0, unreadable: [id] });
  assert.deepEqual(await resealSecrets(fixture.database, both), { resealed: 1, unreadable: [] });
  assert.equal(onlyNew.unseal(id, (await sealedNow(id)).sealed_secret), secret);
});

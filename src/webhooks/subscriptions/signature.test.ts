import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { signDelivery, type SigningInput } from "./signature.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const older = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const input: SigningInput = {
  eventId: "evt_01h455vb4pex5vsknk084sn02q",
  subscriptionId: "dws_01h455vb4pex5vsknk084sn02q",
  notificationUrl: "https://partner.example/hooks?a=1",
  timestamp: Math.floor(Date.now() / 1000),
  body: Buffer.from('{"event_id":"evt_1","name":"Café ☕"}'),
};

test("the service signature is hex HMAC-SHA256 of timestamp, subscription, url and raw body (rules/webhooks 5.1)", () => {
  const headers = signDelivery([secret], input);
  const text = `${input.timestamp}.${input.subscriptionId}.${input.notificationUrl}.{"event_id":"evt_1","name":"Café ☕"}`;
  const expected = createHmac("sha256", secret).update(text, "utf8").digest("hex");
  assert.equal(headers["x-service-signature"], `t=${input.timestamp},v1=${expected}`);
  assert.equal(headers["x-service-timestamp"], String(input.timestamp));
});

test("the published Standard Webhooks library verifies a delivery unchanged (rules/webhooks 5.3)", () => {
  const headers = { ...signDelivery([secret], input) };
  assert.deepEqual(new Webhook(secret).verify(Buffer.from(input.body), headers), {
    event_id: "evt_1",
    name: "Café ☕",
  });
  assert.throws(() => new Webhook(older).verify(Buffer.from(input.body), headers));
});

test("during a rotation both secrets sign, the current one first (rules/webhooks 1.4)", () => {
  const headers = signDelivery([secret, older], input);
  const alone = [secret, older].map((each) => signDelivery([each], input)["x-service-signature"].split("v1=")[1]);
  assert.equal(headers["x-service-signature"], `t=${input.timestamp},v1=${alone[0]},v1=${alone[1]}`);
  for (const each of [secret, older]) new Webhook(each).verify(Buffer.from(input.body), { ...headers });
});

test("every signed part changes the signature", () => {
  const base = signDelivery([secret], input)["x-service-signature"];
  const changes: readonly Partial<SigningInput>[] = [
    { subscriptionId: "dws_other" },
    { notificationUrl: "https://partner.example/hooks?a=2" },
    { timestamp: input.timestamp + 1 },
    { body: Buffer.from("{}") },
  ];
  for (const change of changes) {
    assert.notEqual(signDelivery([secret], { ...input, ...change })["x-service-signature"], base);
  }
});

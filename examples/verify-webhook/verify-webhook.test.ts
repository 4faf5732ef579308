import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { signDelivery } from "../../src/webhooks/subscriptions/signature.ts";
import { verifyWebhook, type Delivery, type Expected } from "./verify-webhook.ts";

const now = Math.floor(Date.now() / 1000);
const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const older = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
const expected = { secret, subscriptionId: "dws_1", notificationUrl: "https://pos.example/hooks" } as const;
const text = '{"event_id":"evt_1","event_type":"order.notification","data":{"b": 1,"name":"Café ☕"}}';

function deliver(body = text, secrets: readonly string[] = [secret], timestamp = now): Delivery {
  const bytes = Buffer.from(body);
  const { subscriptionId, notificationUrl } = expected;
  return {
    body: bytes,
    headers: {
      ...signDelivery(secrets, { eventId: "evt_1", subscriptionId, notificationUrl, timestamp, body: bytes }),
    },
  };
}

const check = (delivery: Delivery, changes: Partial<Expected> = {}): string => {
  const verified = verifyWebhook({ ...delivery, ...expected, ...changes });
  return verified.ok ? "ok" : verified.reason;
};

test("a delivery signed by the service verifies, with both the helper and the standard library (rules/webhooks 5.1, 5.3)", () => {
  const delivery = deliver();
  const verified = verifyWebhook({ ...delivery, ...expected });
  assert.ok(verified.ok);
  assert.equal(verified.event.event_id, "evt_1");
  new Webhook(secret).verify(Buffer.from(delivery.body), delivery.headers as Record<string, string>);
});

test("whatever the service signs verifies, whatever the case of the headers", () => {
  fc.assert(
    fc.property(fc.json(), fc.webUrl(), (body, notificationUrl) => {
      const bytes = Buffer.from(body);
      const headers = signDelivery([secret], {
        eventId: "evt_1",
        subscriptionId: "dws_1",
        notificationUrl,
        timestamp: now,
        body: bytes,
      });
      const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
      assert.equal(check({ body: bytes, headers: upper }, { notificationUrl }), "ok");
    }),
  );
});

test("during a rotation either secret verifies, on either side (rules/webhooks 1.4)", () => {
  assert.equal(check(deliver(text, [secret, older])), "ok");
  assert.equal(check(deliver(text, [secret, older]), { secret: older }), "ok");
  assert.equal(check(deliver(text, [older]), { secret: [secret, older] }), "ok");
});

test("a mismatch says what is wrong (rules/webhooks 5.4)", () => {
  const delivery = deliver();
  const withHeaders = (headers: Record<string, string | undefined>): Delivery => ({
    ...delivery,
    headers: { ...delivery.headers, ...headers },
  });
  const withBody = (body: string): Delivery => ({ ...delivery, body: Buffer.from(body) });
  const table: readonly (readonly [string, Delivery, Partial<Expected>])[] = [
    ["wrong_secret", delivery, { secret: older }],
    ["wrong_url", delivery, { notificationUrl: "https://pos.example/hooks/" }],
    ["wrong_url", delivery, { notificationUrl: "http://pos.example/hooks" }],
    ["wrong_url", delivery, { subscriptionId: "dws_2" }],
    ["altered_body", withBody(`${text}\n`), {}],
    ["wrong_secret", withBody(text.replace("evt_1", "evt_2")), {}],
    ["altered_timestamp", withHeaders({ "x-service-timestamp": String(now + 1) }), {}],
    ["old_timestamp", deliver(text, [secret], now - 301), { now }],
    ["ok", deliver(text, [secret], now - 299), { now }],
    ["future_timestamp", deliver(text, [secret], now + 301), { now }],
    ["ok", deliver(text, [secret], now - 301), { now, toleranceSeconds: 400 }],
    ["missing_headers", { body: delivery.body, headers: {} }, {}],
    ["missing_headers", withHeaders({ "x-service-signature": "t=1" }), {}],
    ["missing_headers", withHeaders({ "x-service-signature": `t=${now},v1=zz` }), {}],
    ["missing_headers", withHeaders({ "x-service-timestamp": undefined }), {}],
    ["malformed_secret", delivery, { secret: "" }],
    ["malformed_secret", delivery, { secret: [] }],
    ["malformed_secret", delivery, { secret: secret.slice(6) }],
    ["not_json", deliver("not json"), {}],
  ];
  for (const [reason, given, changes] of table) assert.equal(check(given, changes), reason);
});

test("JSON that a framework wrote again is recognised", () => {
  const compact = JSON.stringify(JSON.parse(text));
  const pretty = { ...deliver(compact), body: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) };
  assert.equal(check(pretty), "altered_body");
});

test("it stands alone: nothing is imported but node:crypto", () => {
  const source = readFileSync(new URL("./verify-webhook.ts", import.meta.url), "utf8");
  assert.deepEqual(
    [...source.matchAll(/from "(.*)"/g)].map((match) => match[1]),
    ["node:crypto"],
  );
});

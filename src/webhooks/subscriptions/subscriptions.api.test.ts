import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createApp } from "../../../test/harness/factories.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { startWebhookApi, type WebhookApi } from "../api/webhook-api.fixture.ts";

let api: WebhookApi;

before(async () => {
  api = await startWebhookApi();
});
after(() => api.stop());
beforeEach(() => api.reset());

test("event types: the canonical list", async () => {
  const { status, body } = await api.call("GET", "/v1/webhook_event_types");
  assert.equal(status, 200);
  assert.equal(body.object, "list");
  assert.equal(body.data.length, 25);
  assert.deepEqual(Object.keys(body.data[0]), ["object", "type", "description"]);
});

test("create, read, list, change, delete (rules/webhooks 1.2, 1.3)", async () => {
  const created = await api.subscribe({
    event_types: ["orders.notification", "order.notification", "menu.sync_failed"],
  });
  assert.equal(created.object, "webhook_subscription.created");
  assert.match(created.signing_secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const { subscription } = created;
  assert.deepEqual(subscription.event_types, ["order.notification", "menu.sync_failed"]);
  assert.equal(subscription.environment, "test");
  assert.equal(subscription.status, "enabled");
  const path = `/v1/webhook_subscriptions/${subscription.id}`;
  assert.deepEqual((await api.call("GET", path)).body, subscription);

  const second = (await api.subscribe()).subscription;
  const list = (await api.call("GET", "/v1/webhook_subscriptions")).body;
  assert.deepEqual(list.data, [second, subscription]);

  const changed = (await api.call("PATCH", path, { notification_url: "https://pos.example/x", status: "disabled" }))
    .body;
  assert.equal(changed.notification_url, "https://pos.example/x");
  assert.deepEqual([changed.status, changed.disabled_reason], ["disabled", "by_hand"]);
  assert.deepEqual(changed.event_types, subscription.event_types);
  assert.equal(
    (await api.call("PATCH", path, { event_types: ["orders.paid"], status: "enabled" })).body.disabled_reason,
    null,
  );

  const deleted = await api.call("DELETE", path);
  assert.deepEqual(
    [deleted.status, deleted.body],
    [200, { object: "webhook_subscription.deleted", id: subscription.id, deleted: true }],
  );
  for (const [method, body] of [["GET"], ["DELETE"], ["PATCH", {}]] as const)
    assert.equal((await api.call(method, path, body)).status, 404);
  assert.deepEqual((await api.call("GET", "/v1/webhook_subscriptions")).body.data, [second]);
});

test("the signing secret is never stored in the clear, and a replayed answer does not show it again (rules/webhooks 1.2; rules/http 5.9)", async () => {
  const options = {
    key: api.app.key,
    body: { notification_url: api.receiver.url, event_types: ["order.paid"] },
    headers: { "idempotency-key": "k1" },
  };
  const first = await api.service.call("POST", "/v1/webhook_subscriptions", options);
  const again = await api.service.call("POST", "/v1/webhook_subscriptions", options);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.deepEqual(again.body, { ...first.body, signing_secret: null, secret_shown: true });
  const rows = await api.service.database.read.rows<{ text: string }>(
    `SELECT s::text AS text FROM webhook_subscriptions s UNION ALL SELECT k::text FROM idempotency_keys k
      UNION ALL SELECT a.body FROM idempotency_answers a
      UNION ALL SELECT encode(sealed_secret, 'escape') FROM webhook_subscriptions`,
  );
  const secret: string = first.body.signing_secret;
  assert.equal(
    rows.some(({ text }) => text.includes(secret) || text.includes(secret.slice(6, 30))),
    false,
  );
});

test("bad fields are 400 with the field named, and nothing is stored", async () => {
  const good = { notification_url: "https://pos.example/hooks", event_types: ["order.paid"] };
  const bodies: readonly (readonly [unknown, RegExp])[] = [
    [{ ...good, notification_url: "ftp://pos.example" }, /body\.notification_url/],
    [{ ...good, notification_url: "https://a:b@pos.example" }, /credentials/],
    [{ ...good, notification_url: "https://pos.example/#x" }, /fragment/],
    [{ ...good, notification_url: `https://pos.example/${"a".repeat(2048)}` }, /body\.notification_url/],
    [{ ...good, notification_url: "" }, /body\.notification_url/],
    [{ ...good, notification_url: 7 }, /body\.notification_url/],
    [{ event_types: ["order.paid"] }, /body\.notification_url/],
    [{ ...good, event_types: [] }, /body\.event_types/],
    [{ ...good, event_types: "order.paid" }, /body\.event_types/],
    [{ ...good, event_types: ["order.paid", "nope.nope", "also.not"] }, /"nope\.nope", "also\.not"/],
    [{ ...good, event_types: ["webhook.test"] }, /test call/],
    [{ ...good, event_types: ["__proto__"] }, /body\.event_types/],
    [[], /body/],
    [null, /body/],
  ];
  for (const [body, message] of bodies) {
    const answer = await api.call("POST", "/v1/webhook_subscriptions", body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.body.code, "invalid_request");
    assert.match(answer.body.message, message);
  }
  assert.deepEqual((await api.call("GET", "/v1/webhook_subscriptions")).body.data, []);
  const { id } = (await api.subscribe()).subscription;
  const changes = [
    { status: "paused" },
    { event_types: [] },
    { event_types: ["x"] },
    { notification_url: "x" },
    { status: null },
  ];
  for (const change of changes) {
    assert.equal(
      (await api.call("PATCH", `/v1/webhook_subscriptions/${id}`, change)).status,
      400,
      JSON.stringify(change),
    );
  }
});

test("the 21st subscription is refused, also when two come at once; a deleted one makes room (rules/webhooks 1.1)", async () => {
  for (let i = 0; i < 19; i++) await api.subscribe();
  const body = { notification_url: api.receiver.url, event_types: ["order.paid"] };
  const answers = await Promise.all([1, 2, 3].map(() => api.call("POST", "/v1/webhook_subscriptions", body)));
  assert.deepEqual(answers.filter(({ status }) => status === 201).length, 1);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(refused?.body.code, "subscription_limit");
  const [newest] = (await api.call("GET", "/v1/webhook_subscriptions")).body.data;
  await api.call("DELETE", `/v1/webhook_subscriptions/${newest.id}`);
  await api.subscribe();
});

test("another app's subscriptions and events are not found", async () => {
  const { id } = (await api.subscribe()).subscription;
  const eventId = await api.record();
  const other = await createApp(api.service.database);
  for (const [method, path, body] of [
    ["GET", `/v1/webhook_subscriptions/${id}`],
    ["PATCH", `/v1/webhook_subscriptions/${id}`, { status: "disabled" }],
    ["DELETE", `/v1/webhook_subscriptions/${id}`],
    ["POST", `/v1/webhook_subscriptions/${id}/test`],
    ["GET", `/v1/webhook_events/${eventId}`],
    ["GET", `/v1/webhook_events/${eventId}/attempts`],
  ] as const) {
    const answer = await api.call(method, path, body, other.key);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.body.code, "not_found");
  }
  assert.deepEqual((await api.call("GET", "/v1/webhook_subscriptions", undefined, other.key)).body.data, []);
  assert.deepEqual((await api.call("GET", "/v1/webhook_events", undefined, other.key)).body.data, []);
});

test("live: only https and public addresses; a test id there is the wrong environment (rules/webhooks 2.3)", async () => {
  assert.ok(api.service.live !== null);
  const liveApp = await createApp(api.service.live);
  const create = (url: string): Promise<CallAnswer> =>
    api.call("POST", "/v1/webhook_subscriptions", { notification_url: url, event_types: ["order.paid"] }, liveApp.key);
  for (const url of [
    "http://pos.example/",
    "https://127.0.0.1/",
    "https://[::ffff:10.0.0.1]/",
    "https://localhost/",
    "https://0x7f.1/",
  ]) {
    assert.equal((await create(url)).status, 400, url);
  }
  assert.equal((await create("https://pos.example/")).body.subscription.environment, "live");
  const { id } = (await api.subscribe()).subscription;
  const wrong = await api.call("GET", `/v1/webhook_subscriptions/${id}`, undefined, liveApp.key);
  assert.deepEqual([wrong.status, wrong.body.code], [403, "wrong_environment"]);
});

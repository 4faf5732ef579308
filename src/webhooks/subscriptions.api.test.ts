import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { createApp } from "../../test/factories.ts";
import type { CallAnswer } from "../../test/service.ts";
import { answering } from "./delivery.fixture.ts";
import { startWebhookApi, type WebhookApi } from "./webhook-api.fixture.ts";

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
  assert.equal(body.data.length, 24);
  assert.deepEqual(Object.keys(body.data[0]), ["object", "type", "description"]);
});

test("create, read, list, change, delete", async () => {
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

test("the signing secret is never stored in the clear, and a replayed answer does not show it again", async () => {
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

test("the 21st subscription is refused, also when two come at once; a deleted one makes room", async () => {
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

test("live: only https and public addresses; a test id there is the wrong environment", async () => {
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

test("the test call sends a signed webhook.test at once and records it", async () => {
  const { subscription, signing_secret: secret } = await api.subscribe();
  const { status, body } = await api.call("POST", `/v1/webhook_subscriptions/${subscription.id}/test`);
  assert.equal(status, 200);
  const [received] = api.receiver.received;
  assert.ok(received !== undefined);
  assert.deepEqual(body, {
    object: "webhook_test_result",
    event_id: received.event.event_id,
    delivered: true,
    response_status: 200,
  });
  assert.deepEqual(JSON.parse(received.body), {
    event_id: body.event_id,
    event_type: "webhook.test",
    location_id: null,
    resource_id: subscription.id,
    resource_type: "webhook_subscription",
    resource_href: `http://maple.test/v1/webhook_subscriptions/${subscription.id}`,
    idempotency_key: `webhook_subscription:${subscription.id}:test:1`,
    created: JSON.parse(received.body).created,
    livemode: false,
    sequence: 1,
    data: null,
  });
  new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
  const timestamp = received.headers["x-service-timestamp"];
  const signed = `${timestamp as string}.${subscription.id}.${api.receiver.url}.${received.body}`;
  const expected = createHmac("sha256", secret).update(signed).digest("hex");
  assert.equal(received.headers["x-service-signature"], `t=${timestamp as string},v1=${expected}`);
  const event = (await api.call("GET", `/v1/webhook_events/${body.event_id}`)).body;
  assert.deepEqual(
    [event.event_type, event.deliveries[0].status, event.deliveries[0].attempts],
    ["webhook.test", "delivered", 1],
  );
});

test("the test call answers also for a receiver that fails, is gone, is silent, or whose subscription is disabled", async () => {
  const { id } = (await api.subscribe()).subscription;
  const send = async (): Promise<unknown[]> => {
    const { status, body } = await api.call("POST", `/v1/webhook_subscriptions/${id}/test`);
    return [status, body.delivered, body.response_status];
  };
  api.receiver.answer = answering(500);
  assert.deepEqual(await send(), [200, false, 500]);
  api.receiver.answer = answering(302, { location: "/x" });
  assert.deepEqual(await send(), [200, false, 302]);
  api.receiver.answer = () => {};
  assert.deepEqual(await send(), [200, false, 0]);
  api.receiver.answer = answering(410);
  assert.deepEqual(await send(), [200, false, 410]);
  const events = (await api.call("GET", "/v1/webhook_events?status=failed")).body.data;
  assert.equal(events.length, 4);
  assert.deepEqual(
    events.map((event: { sequence: number }) => event.sequence),
    [4, 3, 2, 1],
  );
  await api.call("PATCH", `/v1/webhook_subscriptions/${id}`, { status: "disabled" });
  api.receiver.answer = answering(200);
  assert.deepEqual(await send(), [200, true, 200]);
  const row = (await api.call("GET", `/v1/webhook_subscriptions/${id}`)).body;
  assert.deepEqual([row.status, row.disabled_reason], ["disabled", "by_hand"], "a test counts for nothing");
});

test("rotating shows a new secret; both sign until the grace ends, then the new one alone", async () => {
  const { subscription, signing_secret: first } = await api.subscribe();
  const path = `/v1/webhook_subscriptions/${subscription.id}`;
  const verifies = async (...secrets: readonly string[]): Promise<readonly boolean[]> => {
    await api.call("POST", `${path}/test`);
    const received = api.receiver.received.at(-1);
    assert.ok(received !== undefined);
    return secrets.map((secret) => {
      try {
        new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
  };
  const rotated = await api.call("POST", `${path}/rotate_secret`, { grace_seconds: 60 });
  assert.equal(rotated.status, 200, rotated.text);
  const second: string = rotated.body.signing_secret;
  assert.notEqual(second, first);
  assert.deepEqual(
    [rotated.body.subscription.id, rotated.body.subscription.notification_url],
    [subscription.id, api.receiver.url],
  );
  assert.ok(Math.abs(Date.parse(rotated.body.previous_secret_until) - Date.now() - 60_000) < 5_000);
  assert.deepEqual(await verifies(first, second), [true, true]);
  assert.equal(api.receiver.received.at(-1)?.headers["x-service-signature"]?.toString().match(/v1=/g)?.length, 2);

  await api.service.database.transaction((tx) =>
    tx.rows("UPDATE webhook_subscriptions SET previous_secret_until = now() WHERE id = $1", [subscription.id]),
  );
  assert.deepEqual(await verifies(first, second), [false, true]);

  const third = (await api.call("POST", `${path}/rotate_secret`, { grace_seconds: 0 })).body;
  assert.equal(third.previous_secret_until, null);
  assert.deepEqual(await verifies(second, third.signing_secret), [false, true]);
  assert.equal((await api.call("POST", `${path}/rotate_secret`)).status, 200, "the grace is a day without a body");
  for (const grace of [-1, 604_801, 1.5, "60"]) {
    assert.equal(
      (await api.call("POST", `${path}/rotate_secret`, { grace_seconds: grace })).status,
      400,
      String(grace),
    );
  }
  const other = await createApp(api.service.database);
  assert.equal((await api.call("POST", `${path}/rotate_secret`, {}, other.key)).status, 404);
});

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { createApp } from "../../../test/harness/factories.ts";
import { answering } from "../delivery/delivery.fixture.ts";
import { startWebhookApi, type WebhookApi } from "./webhook-api.fixture.ts";

let api: WebhookApi;

before(async () => {
  api = await startWebhookApi();
});
after(() => api.stop());
beforeEach(() => api.reset());

test("the test call sends a signed webhook.test at once and records it (rules/webhooks 1.5)", async () => {
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

test("the test call answers also for a receiver that fails, is gone, is silent, or whose subscription is disabled (rules/webhooks 1.5)", async () => {
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
  api.patient = false;
  assert.deepEqual(await send(), [200, false, 0]);
  api.patient = true;
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

test("rotateWebhookSecret: rotating shows a new secret; both sign until the grace ends, then the new one alone (rules/webhooks 1.4)", async () => {
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
  const before = Date.now();
  const rotated = await api.call("POST", `${path}/rotate_secret`, { grace_seconds: 60 });
  assert.equal(rotated.status, 200, rotated.text);
  const second: string = rotated.body.signing_secret;
  assert.notEqual(second, first);
  assert.deepEqual(
    [rotated.body.subscription.id, rotated.body.subscription.notification_url],
    [subscription.id, api.receiver.url],
  );
  const grace = Date.parse(rotated.body.previous_secret_until) - before;
  assert.ok(grace > 59_000 && grace < Date.now() - before + 61_000, `${grace} ms`);
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
  for (const wrong of [-1, 604_801, 1.5, "60"]) {
    assert.equal(
      (await api.call("POST", `${path}/rotate_secret`, { grace_seconds: wrong })).status,
      400,
      String(wrong),
    );
  }
  const other = await createApp(api.service.database);
  assert.equal((await api.call("POST", `${path}/rotate_secret`, {}, other.key)).status, 404);
});

describe("an answer that is cut after its status (rules/webhooks 6.1)", () => {
  for (const status of [202, 503]) {
    test(`counts by its status ${status}`, async () => {
      const { id } = (await api.subscribe()).subscription;
      api.receiver.answer = (_received, response) => {
        response.writeHead(status, { "content-length": "100" }).write("at work", () => response.destroy());
      };
      const { body } = await api.call("POST", `/v1/webhook_subscriptions/${id}/test`);
      assert.deepEqual([body.delivered, body.response_status], [status < 300, status]);
      const { data } = (await api.call("GET", `/v1/webhook_events/${body.event_id}/attempts`)).body;
      assert.deepEqual([data[0].response_status, data[0].response_body], [status, "at work"]);
      assert.match(String(data[0].error), status < 300 ? /^null$/ : /^http_503: /);
    });
  }
});

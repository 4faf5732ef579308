import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createApp, createLocation } from "../../../test/harness/factories.ts";
import type { CallAnswer } from "../../../test/harness/service.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";
import { newId } from "../../kernel/id.ts";
import { startWebhookApi, type WebhookApi } from "./webhook-api.fixture.ts";

let api: WebhookApi;

before(async () => {
  api = await startWebhookApi();
});
after(() => api.stop());
beforeEach(() => api.reset());

const replay = (eventId: string, body?: unknown): Promise<CallAnswer> =>
  api.call("POST", `/v1/webhook_events/${eventId}/replay`, body);
const replayMany = (body: unknown): Promise<CallAnswer> => api.call("POST", "/v1/webhook_events/replay", body);
const counts = ({ status, body, text }: CallAnswer): unknown[] => {
  assert.equal(status, 200, text);
  return [body.queued, body.skipped];
};

async function deliveriesOf(eventId: string): Promise<{ readonly status: string; readonly attempts: number }[]> {
  return (await api.call("GET", `/v1/webhook_events/${eventId}`)).body.deliveries;
}

/** Puts every delivery of the app in a state, as an outcome would. */
async function finishAll(state: "delivered" | "failed"): Promise<void> {
  await api.service.database.transaction((tx) => {
    tx.send(actByHand);
    return tx.rows(
      `UPDATE deliveries d SET state = $2, next_at = NULL, attempts = 10,
          delivered_at = CASE WHEN $2 = 'delivered' THEN now() END
        FROM events e WHERE e.id = d.event_id AND e.app_id = $1`,
      [api.app.id, state],
    );
  });
}

test("an event goes again to subscriptions that have not received it, those made since included (rules/webhooks 9.1)", async () => {
  const eventId = await api.record();
  assert.deepEqual(counts(await replay(eventId)), [0, 0]);
  await api.subscribe();
  const answer = await replay(eventId);
  assert.deepEqual(answer.body, {
    object: "webhook_replay",
    event_ids: [eventId],
    queued: 1,
    skipped: 0,
    listeners: 0,
    has_more: false,
  });
  await finishAll("failed");
  assert.deepEqual(counts(await replay(eventId)), [1, 0]);
  assert.deepEqual(
    (await deliveriesOf(eventId)).map(({ status, attempts }) => [status, attempts]),
    [["pending", 10]],
  );
  await finishAll("delivered");
  assert.deepEqual(counts(await replay(eventId)), [0, 1]);
  assert.deepEqual(counts(await replay(eventId, { force: true })), [1, 0]);
  assert.equal((await deliveriesOf(eventId)).length, 1, "one row per event and subscription");
});

test("a subscription that is named gets it alone; a type it does not want is no hindrance; a disabled one gets nothing", async () => {
  const { id: first } = (await api.subscribe()).subscription;
  const { id: second } = (await api.subscribe({ event_types: ["menu.sync_failed"] })).subscription;
  const eventId = await api.record();
  await finishAll("failed");
  assert.deepEqual(counts(await replay(eventId, { subscription_id: second })), [1, 0]);
  assert.deepEqual((await deliveriesOf(eventId)).map(({ status }) => status).toSorted(), ["failed", "pending"]);
  await api.call("PATCH", `/v1/webhook_subscriptions/${first}`, { status: "disabled" });
  assert.deepEqual(counts(await replay(eventId, { subscription_id: first })), [0, 1]);
});

test("another app's event or subscription is not found (rules/webhooks 9.1)", async () => {
  const eventId = await api.record();
  const { id } = (await api.subscribe()).subscription;
  const other = await createApp(api.service.database);
  assert.equal((await api.call("POST", `/v1/webhook_events/${eventId}/replay`, {}, other.key)).status, 404);
  const foreign = await api.record({ appId: other.id });
  assert.equal((await replay(foreign)).status, 404);
  assert.equal(
    (await api.call("POST", `/v1/webhook_events/${foreign}/replay`, { subscription_id: id }, other.key)).status,
    404,
  );
  assert.equal((await replay(eventId, { subscription_id: newId("dws") })).status, 404);
  assert.equal((await replay(newId("evt"))).status, 404);
  for (const body of [{ force: "yes" }, { subscription_id: "dws_1" }, []])
    assert.equal((await replay(eventId, body)).status, 400);
});

/** Milliseconds since the epoch, some seconds after noon of that day. */
function at(seconds: number): number {
  return Date.parse("2026-03-01T12:00:00Z") + seconds * 1000;
}

test("in bulk: by time, type, location and status; a dry run only counts (rules/webhooks 9.2, 9.3)", async () => {
  await api.subscribe({ event_types: ["order.notification", "order.paid"] });
  const locationId = await createLocation(api.service.database);
  const from = at(0) / 1000;
  await api.record({ created: at(-1) });
  const ids = [
    await api.record({ created: at(0), locationId }),
    await api.record({ created: at(10.9), eventType: "order.paid" }),
    await api.record({ created: at(20) }),
  ];
  await finishAll("failed");
  const selected = async (body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const answer = await replayMany({ since: from, dry_run: true, ...body });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.queued, answer.body.event_ids.length);
    return answer.body.event_ids;
  };
  assert.deepEqual(await selected({}), ids);
  assert.deepEqual(await selected({ until: from + 10 }), ids.slice(0, 2));
  assert.deepEqual(await selected({ event_types: ["orders.paid"] }), [ids[1]]);
  assert.deepEqual(await selected({ location_id: locationId }), [ids[0]]);
  assert.deepEqual(await selected({ status: "failed" }), ids);
  assert.deepEqual(await selected({ status: "delivered" }), []);
  assert.equal((await deliveriesOf(ids[0] ?? ""))[0]?.status, "failed", "nothing was written");

  assert.deepEqual(counts(await replayMany({ since: from })), [3, 0]);
  const due = await api.service.database.read.rows<{ event_id: string }>(
    "SELECT event_id FROM deliveries WHERE state = 'pending' AND event_id = ANY ($1) ORDER BY next_at",
    [ids],
  );
  assert.deepEqual(
    due.map(({ event_id: id }) => id),
    ids,
    "oldest first",
  );
  await finishAll("delivered");
  assert.deepEqual(counts(await replayMany({ since: from })), [0, 3]);
  assert.deepEqual(counts(await replayMany({ since: from, status: "delivered" })), [3, 0]);
});

test("bad bulk fields are 400 with the field named", async () => {
  const since = 1_772_366_400;
  for (const [body, field] of [
    [{}, "since"],
    [{ since: "yesterday" }, "since"],
    [{ since: -1 }, "since"],
    [{ since, until: since - 1 }, "until"],
    [{ since, event_types: ["nope"] }, "event_types"],
    [{ since, event_types: [] }, "event_types"],
    [{ since, status: "lost" }, "status"],
    [{ since, location_id: "str_1" }, "location_id"],
    [{ since, dry_run: 1 }, "dry_run"],
  ] as const) {
    const answer = await replayMany(body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.message, new RegExp(`body\\.${field}`));
  }
  assert.equal((await replayMany({ since, location_id: newId("ord") })).status, 404);
});

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createApp, createLocation } from "../../../test/harness/factories.ts";
import { newId } from "../../kernel/id.ts";
import { startWebhookApi, type WebhookApi } from "./webhook-api.fixture.ts";

let api: WebhookApi;

before(async () => {
  api = await startWebhookApi();
});
after(() => api.stop());
beforeEach(() => api.reset());

test("the ledger: newest first, filters, before, limit (rules/webhooks 8.1)", async () => {
  const { id: subscriptionId } = (await api.subscribe()).subscription;
  const locationId = await createLocation(api.service.database);
  const ids = [await api.record(), await api.record({ locationId }), await api.record()];
  const other = await createApp(api.service.database);
  await api.record({ appId: other.id });
  const list = async (query = ""): Promise<string[]> => {
    const { status, body, text } = await api.call("GET", `/v1/webhook_events${query}`);
    assert.equal(status, 200, text);
    return body.data.map((event: { event_id: string }) => event.event_id);
  };
  const newestFirst = ids.toReversed();
  assert.deepEqual(await list(), newestFirst);
  assert.deepEqual(await list("?limit=2"), newestFirst.slice(0, 2));
  assert.deepEqual(await list(`?before=${newestFirst[0]}`), newestFirst.slice(1));
  assert.deepEqual(await list(`?location_id=${locationId}`), [ids[1]]);
  assert.deepEqual(await list("?event_type=orders.notification"), newestFirst);
  assert.deepEqual(await list("?event_type=order.paid"), []);
  assert.deepEqual(await list("?status=pending"), newestFirst);
  assert.deepEqual(await list("?status=delivered"), []);

  const [event] = (await api.call("GET", "/v1/webhook_events?limit=1")).body.data;
  assert.deepEqual(event, (await api.call("GET", `/v1/webhook_events/${event.event_id}`)).body);
  assert.deepEqual(event.data, { zulu: 1, alpha: "☕" });
  assert.equal(event.created, 1_772_366_400);
  assert.equal(event.deliveries[0].subscription_id, subscriptionId);
  assert.deepEqual((await api.call("GET", `/v1/webhook_events/${event.event_id}/attempts`)).body, {
    object: "list",
    data: [],
    has_more: false,
    next_cursor: null,
  });

  const bad = [
    "?limit=0",
    "?limit=51",
    "?limit=x",
    "?status=lost",
    "?event_type=nope",
    "?before=evt_1",
    "?location_id=x",
  ];
  for (const query of bad) assert.equal((await api.call("GET", `/v1/webhook_events${query}`)).status, 400, query);
  for (const name of ["before", "starting_after"]) {
    const { status, body } = await api.call("GET", `/v1/webhook_events?${name}=${locationId}`);
    assert.deepEqual([status, body.code], [400, "invalid_request"]);
    assert.match(body.message, new RegExp(`^query\\.${name} must be the next_cursor`));
  }
  const both = `?before=${newestFirst[0]}&starting_after=${newestFirst[0]}`;
  assert.equal((await api.call("GET", `/v1/webhook_events${both}`)).status, 400);
});

test("pages in a row hold every event once, also while events are recorded (rules/http 7.6)", async () => {
  const ids: string[] = [];
  for (let made = 0; made < 5; made++) ids.push(await api.record());
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const after: string = cursor === "" ? "" : `&starting_after=${cursor}`;
    const { body } = await api.call("GET", `/v1/webhook_events?limit=2${after}`);
    seen.push(...body.data.map((event: { event_id: string }) => event.event_id));
    assert.equal(body.has_more, body.next_cursor !== null);
    cursor = body.next_cursor;
    await api.record();
  }
  assert.deepEqual(seen, ids.toReversed());
});

test("events are recorded for an app without a subscription (rules/webhooks 4.9)", async () => {
  const eventId = await api.record();
  assert.deepEqual((await api.call("GET", `/v1/webhook_events/${eventId}`)).body.deliveries, []);
});

test("attempts show time, duration, status, error and the start of the answer (rules/webhooks 8.2)", async () => {
  const { id } = (await api.subscribe()).subscription;
  api.receiver.answer = (_received, response) => response.writeHead(500).end("é".repeat(5_000));
  const sent = (await api.call("POST", `/v1/webhook_subscriptions/${id}/test`)).body;
  const { data } = (await api.call("GET", `/v1/webhook_events/${sent.event_id}/attempts`)).body;
  assert.equal(data.length, 1);
  const [attempt] = data;
  assert.equal(attempt.object, "delivery_attempt");
  assert.equal(attempt.attempt, 1);
  assert.equal(attempt.response_status, 500);
  assert.match(attempt.error, /^http_500: /);
  assert.equal(attempt.response_body, "é".repeat(2_048));
  assert.ok(Date.parse(attempt.started_at) <= Date.now());
});

test("after its grant is gone an app reads ids and status of a location's events (rules/webhooks 8.4)", async () => {
  const locationId = await createLocation(api.service.database);
  const grant = (text: string) =>
    api.service.database.transaction((tx) => tx.rows(text, [api.app.id, locationId]).then(() => ({ kind: "done" })));
  await grant("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)");
  const guest = { first_name: "Ada", phone: "+33142600143" };
  const data = { object: "booking", id: newId("bkg"), status: "confirmed", version: 2, guest, notes: "A corner" };
  const id = await api.record({ locationId, eventType: "booking.created", data });
  const gone = await api.record({ locationId, eventType: "store.deprovisioned", data: null });
  const read = async (of: string) => (await api.call("GET", `/v1/webhook_events/${of}`)).body.data;
  assert.deepEqual(await read(id), data);
  await grant("DELETE FROM grants WHERE app_id = $1 AND location_id = $2");
  const left = { object: "booking", id: data.id, status: "confirmed", version: 2 };
  assert.deepEqual(await read(id), left);
  const [listed] = (await api.call("GET", "/v1/webhook_events?event_type=booking.created")).body.data;
  assert.deepEqual(listed.data, left);
  assert.equal(await read(gone), null);
  await grant("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)");
  assert.deepEqual(await read(id), data, "granted again");
});

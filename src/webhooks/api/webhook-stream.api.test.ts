import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { verifyWebhook } from "../../../examples/verify-webhook/verify-webhook.ts";
import { createApp } from "../../../test/harness/factories.ts";
import { wrongTexts } from "../../../test/models/wrong-texts.ts";
import { startService } from "../../../test/harness/service.ts";
import { newId } from "../../kernel/id.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import { forwardTo, openStream, startWebhookApi, type WebhookApi } from "./webhook-api.fixture.ts";
import { webhookStreamRoutes } from "./webhook-stream.routes.ts";
import { recordEvent } from "../ledger/record-event.command.ts";
import { sealedSecrets } from "../subscriptions/sealed-secrets.ts";

let api: WebhookApi;
let open: AbortController;
before(async () => {
  api = await startWebhookApi();
});
after(() => api.stop());
beforeEach(async () => {
  await api.reset();
  open = new AbortController();
});
afterEach(() => open.abort());

const listen = (query = "", url = api.service.url, key = api.app.key) =>
  openStream({ url, key, query, signal: open.signal });

test("an event is heard as it is recorded, signed like a delivery, without any subscription (rules/webhooks 10.1, 10.3)", async () => {
  const stream = await listen();
  const hello = await stream.next();
  assert.deepEqual([hello.object, hello.notification_url, hello.missed_some], ["listening", forwardTo, false]);
  const id = await api.record();
  const line = await stream.next();
  assert.deepEqual([line.event_id, line.event_type, line.replayed], [id, "order.notification", false]);
  const verified = verifyWebhook({
    body: Buffer.from(line.body),
    headers: line.headers,
    secret: hello.signing_secret,
    subscriptionId: hello.subscription_id,
    notificationUrl: forwardTo,
  });
  assert.equal(verified.ok && verified.event.event_id, id);
  const again = await (await listen()).next();
  assert.equal(again.signing_secret, hello.signing_secret, "the same every time");
});

for (const [what, sql] of [
  ["the key is revoked", "UPDATE api_keys SET revoked_at = now() WHERE app_id = $1"],
  ["the key expires", "UPDATE api_keys SET expires_at = now() WHERE app_id = $1"],
  ["the app is disabled", "UPDATE apps SET status = 'disabled' WHERE id = $1"],
  ["the app loses its scope", "UPDATE apps SET scopes = array_remove(scopes, 'webhooks:read') WHERE id = $1"],
] as const)
  test(`an open stream tells no event once ${what}, and ends (rules/webhooks 10.1)`, async () => {
    const stream = await listen();
    await stream.next();
    await api.record();
    assert.equal((await stream.next()).object, "heard_event");
    await api.service.database.transaction((tx) => tx.rows(sql, [api.app.id]));
    await api.record();
    assert.equal((await stream.next()).object, "reconnect");
    assert.equal(await stream.ended(), true);
  });

test("a replay is heard, of one event and in bulk; a dry run and a replay to one subscription are not", async () => {
  const old = await api.record();
  const stream = await listen();
  await stream.next();
  const { subscription } = await api.subscribe();
  const replay = (path: string, body: object) => api.call("POST", `/v1/webhook_events/${path}`, body);
  const since = Date.parse("2026-03-01T00:00:00Z") / 1000;
  assert.equal((await replay("replay", { since, dry_run: true })).status, 200);
  assert.equal((await replay(`${old}/replay`, { subscription_id: subscription.id })).status, 200);
  assert.equal((await replay(`${old}/replay`, {})).status, 200);
  assert.equal((await replay("replay", { since })).status, 200);
  const fresh = await api.record();
  const heard = [await stream.next(), await stream.next(), await stream.next()];
  assert.deepEqual(heard.map(({ event_id: id, replayed }) => [id, replayed]).toSorted(), [
    [old, true],
    [old, true],
    [fresh, false],
  ]);
});

test("who comes back with a cursor misses nothing of the last hour; without one, the past is no news (rules/webhooks 10.2)", async () => {
  const stream = await listen();
  const { cursor } = await stream.next();
  open.abort();
  open = new AbortController();
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await api.record());
  const back = await listen(`&cursor=${cursor}`);
  assert.equal((await back.next()).object, "listening");
  for (const id of ids) assert.equal((await back.next()).event_id, id);
  const late = await listen(`&cursor=${cursor - 3_700_000}`);
  assert.equal((await late.next()).missed_some, true);
  const fresh = await listen();
  await fresh.next();
  const next = await api.record();
  assert.equal((await fresh.next()).event_id, next);
});

test("an event whose transaction commits after that of a later event is heard too", async () => {
  const stream = await listen();
  await stream.next();
  let later: string | undefined;
  const earlier = await api.service.database.transaction(async (tx) => {
    const resourceId = newId("ord");
    const id = await recordEvent(tx, {
      appId: api.app.id,
      eventType: "order.updated",
      locationId: null,
      resourceType: "order",
      resourceId,
      resourcePath: `/v1/orders/${resourceId}`,
      idempotencyKey: "order:x:updated:1",
      sequence: 1,
      data: null,
      created: Date.now(),
    });
    later = await api.record();
    assert.equal((await stream.next()).event_id, later);
    return id;
  });
  assert.ok(later !== undefined && earlier < later);
  assert.equal((await stream.next()).event_id, earlier);
});

test("only the app's own events, and only the types asked for", async () => {
  const stream = await listen("&event_types=orders.cancelled,menu.sync_failed");
  await stream.next();
  const stranger = await createApp(api.service.database);
  await api.record({ appId: stranger.id, eventType: "order.cancelled" });
  await api.record({ eventType: "order.notification" });
  const wanted = await api.record({ eventType: "order.cancelled" });
  assert.equal((await stream.next()).event_id, wanted);
});

test("what is asked for is checked, and an app has at most five listeners (rules/webhooks 10.1)", async () => {
  const refused = async (query: string): Promise<readonly [number, string]> => {
    const answer = await api.call("GET", `/v1/webhook_events/stream${query}`);
    return [answer.status, answer.body.message];
  };
  assert.match((await refused("")).join(" "), /^400 query\.forward_to/);
  assert.match((await refused("?forward_to=ftp://x")).join(" "), /^400 query\.forward_to/);
  assert.match((await refused(`?forward_to=${forwardTo}&event_types=order.eaten`)).join(" "), /^400 .*order\.eaten/);
  for (const [how, wrong] of wrongTexts) {
    for (const [field, query] of [
      ["forward_to", `?forward_to=${wrong}`],
      ["event_types", `?forward_to=${forwardTo}&event_types=${wrong}`],
      ["cursor", `?forward_to=${forwardTo}&cursor=${wrong}`],
    ] as const) {
      // Whole numbers are instants in the past: legal cursors, with which the stream is opened.
      if (field === "cursor" && /^\d{1,12}$/.test(wrong)) continue;
      assert.match((await refused(query)).join(" "), new RegExp(`^400 query\\.${field}`), `${field} ${how}`);
    }
  }
  for (let i = 0; i < 5; i++) await (await listen()).next();
  assert.match((await refused(`?forward_to=${forwardTo}`)).join(" "), /^429 /);
  open.abort();
  open = new AbortController();
  // The server learns of the closed connections a moment later.
  let reopened = false;
  for (let i = 0; i < 200 && !reopened; i++)
    reopened = await listen().then(
      () => true,
      () => false,
    );
  assert.ok(reopened);
});

test("heartbeats come, the stream ends by itself with a cursor, and at once when the server stops", async () => {
  const outgoing = createOutgoingHttp({ allowPrivate: true });
  const deps = {
    outgoing,
    sealing: sealedSecrets([Buffer.alloc(32, 7)], false),
    source: () => ({ baseUrl: "http://maple.test", livemode: false }),
    now: Date.now,
    rules: { allowPrivate: true },
  };
  const serve = (lifetime: number) =>
    startService({
      routes: ({ wakeups }) => webhookStreamRoutes(deps, wakeups, { heartbeat: 20, poll: 10, lifetime }),
    });
  const short = await serve(400);
  const stream = await listen("", short.url, (await createApp(short.database)).key);
  const objects = new Set<string>();
  for (let line = await stream.next(); ; line = await stream.next()) {
    objects.add(line.object);
    if (line.object === "reconnect") break;
  }
  assert.deepEqual(objects, new Set(["listening", "heartbeat", "reconnect"]));
  assert.equal(await stream.ended(), true);
  await short.stop();
  // A stop that waited for the stream would outlast the test.
  const long = await serve(3_600_000);
  const last = await listen("", long.url, (await createApp(long.database)).key);
  await last.next();
  await long.stop();
  await outgoing.close();
});

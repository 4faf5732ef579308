import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { createApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createOutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import { streamEvents } from "../delivery/stream-events.query.ts";
import { forgetOldLedger } from "../ledger/keep-ledger.job.ts";
import { admitListener } from "../ledger/admit-listener.command.ts";
import { sealedSecrets } from "../subscriptions/sealed-secrets.ts";
import {
  forwardTo,
  openStream,
  startWebhookApi,
  type OpenStream,
  type StreamLine,
  type WebhookApi,
} from "./webhook-api.fixture.ts";
import { webhookStreamRoutes } from "./webhook-stream.routes.ts";

const since = Date.parse("2026-03-01T00:00:00Z") / 1000;
const outgoing = createOutgoingHttp({ allowPrivate: true });
const deps = {
  outgoing,
  sealing: sealedSecrets([Buffer.alloc(32, 7)], false),
  source: () => ({ baseUrl: "http://maple.test", livemode: false }),
  now: Date.now,
  rules: { allowPrivate: true },
};

let api: WebhookApi;
/** Another process on the same database, whose streams are renewed and end soon. */
let other: TestService;
let open: AbortController;
before(async () => {
  api = await startWebhookApi();
  other = await startService({
    beside: api.service,
    routes: ({ wakeups }) =>
      webhookStreamRoutes(deps, wakeups, { heartbeat: 20, poll: 10, renewal: 50, lifetime: 3_600_000 }),
  });
});
after(async () => {
  await other.stop();
  await api.stop();
  await outgoing.close();
});
beforeEach(async () => {
  await api.reset();
  open = new AbortController();
});
afterEach(async () => {
  open.abort();
  await waitUntilTrue(async () => (await rows()).length === 0);
  unread.length = 0;
});

const rows = () =>
  api.service.database.read.rows<{ readonly left: number; readonly event_types: string[] | null }>(
    `SELECT event_types, extract(epoch FROM counts_until - clock_timestamp())::float8 AS left FROM webhook_listeners
      WHERE app_id = $1`,
    [api.app.id],
  );
/** Moves the end of the app's listeners to so many seconds from now. */
const moveEnds = (seconds: number) =>
  api.service.database.transaction((tx) =>
    tx.rows(
      "UPDATE webhook_listeners SET counts_until = clock_timestamp() + make_interval(secs => $2) WHERE app_id = $1",
      [api.app.id, seconds],
    ),
  );
/** Opens a stream and reads its first line. */
async function listen(at: TestService = api.service, query = ""): Promise<OpenStream> {
  const stream = await openStream({ url: at.url, key: api.app.key, query, signal: open.signal });
  assert.equal((await stream.next()).object, "listening");
  return stream;
}
/** Reads on to the next line of this kind. */
async function readTo(stream: OpenStream, object: string): Promise<StreamLine> {
  for (;;) {
    const line = await stream.next();
    if (line.object === object) return line;
  }
}
const untilReconnect = (stream: OpenStream): Promise<StreamLine> => readTo(stream, "reconnect");
const replay = (path: string, body: object = {}) => api.call("POST", `/v1/webhook_events/${path}replay`, body);
const listenersOf = async (eventId: string): Promise<number> =>
  (await api.call("GET", `/v1/webhook_events/${eventId}`)).body.listeners;
/** Streams that nobody reads: one that the garbage collector takes would be closed, and would free its place. */
const unread: Response[] = [];
/** The status of a call that opens a stream, and what it says when it is refused. */
async function tryToListen(at: TestService): Promise<string> {
  const response = await fetch(`${at.url}/v1/webhook_events/stream?forward_to=${encodeURIComponent(forwardTo)}`, {
    headers: { authorization: `Bearer ${api.app.key}` },
    signal: open.signal,
  });
  const { status } = response;
  unread.push(response);
  return status === 200 ? "200" : `${status} ${((await response.json()) as { message: string }).message}`;
}

test("a replay counts the listeners of all processes that hear the events (rules/webhooks 9.3, 10.4)", async () => {
  const [paid, cancelled] = [
    await api.record({ eventType: "order.paid" }),
    await api.record({ eventType: "order.cancelled" }),
  ];
  const counted = async (path: string, body?: object): Promise<number> => {
    const { status, body: answer, text } = await replay(path, body);
    assert.equal(status, 200, text);
    return answer.listeners;
  };
  assert.equal(await counted(`${paid}/`), 0);
  await listen();
  await listen(other);
  const ofCancelled = await listen(other, "&event_types=orders.cancelled");
  assert.equal(await counted(`${paid}/`), 2);
  assert.equal(await counted(`${cancelled}/`), 3);
  assert.equal(await counted("", { since }), 3);
  assert.equal(await counted("", { since, event_types: ["order.paid"], dry_run: true }), 2);
  assert.equal(await counted("", { since, event_types: ["order.updated"] }), 0, "no event fits");
  const { id } = (await api.subscribe()).subscription;
  assert.equal(await counted(`${paid}/`, { subscription_id: id }), 0, "a replay to one subscription is not heard");
  const stranger = await createApp(api.service.database);
  const foreign = await api.record({ appId: stranger.id });
  const answer = await api.call("POST", `/v1/webhook_events/${foreign}/replay`, {}, stranger.key);
  assert.equal(answer.body.listeners, 0);
  assert.equal((await readTo(ofCancelled, "heard_event")).event_id, cancelled, "who is counted hears it");
});

test("an event says how many open listeners hear its type, in the list and by itself (rules/webhooks 8.2)", async () => {
  const [paid, cancelled] = [
    await api.record({ eventType: "order.paid" }),
    await api.record({ eventType: "order.cancelled" }),
  ];
  assert.deepEqual([await listenersOf(paid), await listenersOf(cancelled)], [0, 0]);
  await listen();
  await listen(other, "&event_types=order.cancelled,menu.sync_failed");
  assert.deepEqual([await listenersOf(paid), await listenersOf(cancelled)], [1, 2]);
  const { data } = (await api.call("GET", "/v1/webhook_events")).body;
  assert.deepEqual(
    data.map(({ event_id: id, listeners }: { event_id: string; listeners: number }) => [id, listeners]),
    [
      [cancelled, 2],
      [paid, 1],
    ],
  );
});

test("of ten listeners that come at once to two processes, five are let in (rules/webhooks 10.1)", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => tryToListen(i % 2 === 0 ? api.service : other)),
  );
  const refusal = "429 an app has at most 5 listeners at once";
  assert.deepEqual(answers.toSorted(), [...Array(5).fill("200"), ...Array(5).fill(refusal)]);
  const eventId = await api.record();
  assert.equal(await listenersOf(eventId), 5);
  assert.equal(await tryToListen(api.service), refusal);
  assert.equal(await tryToListen(other), refusal);
  open.abort();
  open = new AbortController();
  await waitUntilTrue(async () => (await listenersOf(eventId)) === 0);
  assert.equal(await tryToListen(other), "200");
});

test("a listener of a killed process counts for at most 70 seconds, by the clock of the database, and is swept (rules/webhooks 10.4)", async () => {
  const { database } = api.service;
  const eventId = await api.record();
  // Nobody closes or renews these, as after a kill.
  for (let i = 0; i < 5; i++) assert.ok(!isRefusal(await admitListener(database, api.app.id, null)));
  const left = (await rows()).map((row) => row.left);
  assert.ok(Math.max(...left) <= 70 && Math.min(...left) > 0, String(left));
  assert.equal(await listenersOf(eventId), 5);
  assert.match(await tryToListen(other), /^429/);
  await moveEnds(-0.001);
  assert.equal(await listenersOf(eventId), 0);
  assert.equal((await replay(`${eventId}/`)).body.listeners, 0);
  await listen();
  assert.equal(await listenersOf(eventId), 1);
  await forgetOldLedger(database);
  assert.equal((await rows()).length, 1, "the dead are forgotten, the living are not");
});

test("an open stream is renewed; one that no longer counts ends, and who reads its last line is not counted (rules/webhooks 10.4)", async () => {
  const stream = await listen(other);
  await moveEnds(30);
  await waitUntilTrue(async () => (await rows()).every(({ left }) => left > 40));
  await moveEnds(-1);
  await untilReconnect(stream);
  assert.deepEqual(await rows(), []);
  assert.equal(await stream.ended(), true);
});

const shortPace = { heartbeat: 20, poll: 10, renewal: 60, lifetime: 120 };

test("a stream that ends by itself is not counted behind its last line", async () => {
  const short = await startService({
    beside: api.service,
    routes: ({ wakeups }) => webhookStreamRoutes(deps, wakeups, shortPace),
  });
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen(short)));
  await Promise.all(streams.map(untilReconnect));
  assert.deepEqual(await rows(), []);
  for (let i = 0; i < 5; i++) await listen();
  await short.stop();
});

test("a stream renews its presence at most once in its life", async () => {
  let renewals = 0;
  const presence = { renew: async () => (renewals += 1) > 0, end: async () => {} };
  const wakeups = { onWake: () => () => {} };
  const whom = { appId: api.app.id, forwardTo, eventTypes: null, cursor: undefined, signal: open.signal };
  const listener = { ...whom, presence, mayHear: async () => true };
  const streamDeps = { ...deps, db: api.service.database.read, wakeups, pace: shortPace };
  let last = "";
  for await (const { object } of streamEvents(listener, streamDeps)) last = object;
  assert.equal(last, "reconnect");
  assert.ok(renewals <= 1, `${renewals} renewals`);
});

test("a process that stops in order leaves no listener behind", async () => {
  const leaving = await startService({
    beside: api.service,
    routes: ({ wakeups }) => webhookStreamRoutes(deps, wakeups),
  });
  await listen(leaving);
  assert.equal((await rows()).length, 1);
  await leaving.stop();
  assert.deepEqual(await rows(), []);
});

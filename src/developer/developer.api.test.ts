/** The calls and pages of an app's developers, with a receiver that the test controls (rules/people 9). */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import type { Id } from "../kernel/id.ts";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { createPerson, ownOrigin, type TestPerson } from "../../test/harness/people.ts";
import { sendRaw } from "../../test/harness/raw-http.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { smallMenu } from "../../test/harness/small-menu.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";

let service: TestService;
let receiver: Server;
let status = 200;
let app: TestApp;
let here: Id<"str">;
let dana: TestPerson;
let subscriptionId: string;

before(async () => {
  receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(status).end("the till is closed"));
  });
  await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
  const baseUrls = { test: "http://127.0.0.1", live: "https://live.example" };
  service = await startService({ live: true, workers: true, settings: { baseUrls } });
  app = await createApp(service.database);
  here = await createLocation(service.database);
  await connect(service.database, app, here);
  dana = await createPerson(service.database, [{ role: "developer", app: app.id }], { name: "Dana" });
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const body = { notification_url: address, event_types: ["menu.sync_completed", "order.notification"] };
  const made = await service.call("POST", "/v1/webhook_subscriptions", { key: app.key, body });
  subscriptionId = made.body.subscription.id;
});
after(async () => {
  await service.stop();
  receiver.closeAllConnections();
  await new Promise((resolve) => void receiver.close(resolve));
});

const call = (method: string, path: string, body?: unknown, key = dana.token) =>
  service.call(method, `/console/v1${path}`, { key, ...(body === undefined ? {} : { body }) });

/** As a browser without script. */
async function open(path: string, form?: Readonly<Record<string, string>> | FormData, token = dana.token) {
  const answer = await fetch(`${service.url}/developer/${app.id}${path}`, {
    redirect: "manual",
    headers: { ...ownOrigin, cookie: `maple_session=${token}` },
    ...(form === undefined
      ? {}
      : { method: "POST", body: form instanceof FormData ? form : new URLSearchParams(form) }),
  });
  return { status: answer.status, to: answer.headers.get("location") ?? "", text: await answer.text() };
}

/** A document as a browser sends the file. */
function formOf(document: string): FormData {
  const form = new FormData();
  form.append("location", here);
  form.append("document", new File([document], "menu.json"));
  return form;
}

/** Publishes a menu, and the event of it once its first attempt is over. */
async function publish(menu: object = smallMenu): Promise<string> {
  await service.call("POST", `/v1/locations/${here}/menu`, { key: app.key, body: menu });
  const [newest] = (await call("GET", `/apps/${app.id}/events?limit=1`)).body.data;
  await waitUntilTrue(
    async () => (await call("GET", `/apps/${app.id}/events/${newest.event_id}/attempts`)).body.data.length > 0,
  );
  return newest.event_id;
}

describe("why a webhook did not arrive", () => {
  test("a failing endpoint stands first with its error, and the event with every answer", async () => {
    status = 503;
    const eventId = await publish();
    const { data } = (await call("GET", `/apps/${app.id}/failing_endpoints`)).body;
    assert.equal(data.length, 1);
    assert.deepEqual([data[0].subscription_id, data[0].last_response_status], [subscriptionId, 503]);
    assert.match(data[0].last_error, /^http_503: /);
    assert.equal(data[0].last_event_id, eventId);
    assert.ok(data[0].next_attempt_at !== null);
    const overview = await open("");
    assert.equal(overview.status, 200);
    assert.match(overview.text, /Fails since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC: 1 attempt\./);
    assert.match(overview.text, /http_503/);
    const page = await open(`/events/${eventId}`);
    assert.match(page.text, /the till is closed/);
    assert.match(page.text, /<h3>[^]*http:\/\/127\.0\.0\.1:\d+\/hook[^]*<b>Attempt 1<\/b>/);
    assert.match(page.text, new RegExp(`href="/developer/${app.id}/events/${eventId}">Look again`));
    assert.match(page.text, /&quot;event_type&quot;: &quot;menu.sync_completed&quot;/);
    const [attempt] = (await call("GET", `/apps/${app.id}/events/${eventId}/attempts`)).body.data;
    assert.deepEqual([attempt.response_status, attempt.response_body], [503, "the till is closed"]);
  });

  test("sent again it arrives, and the endpoint is said to receive again", async () => {
    status = 200;
    const [event] = (await call("GET", `/apps/${app.id}/events?status=pending`)).body.data;
    const replayed = await open(`/events/${event.event_id}/replay`, {});
    assert.match(replayed.to, /\?queued=1&skipped=0&listeners=0$/);
    await waitUntilTrue(async () => {
      const seen = await call("GET", `/apps/${app.id}/events/${event.event_id}`);
      return seen.body.deliveries[0].status === "delivered";
    });
    assert.doesNotMatch((await open(`/events/${event.event_id}`)).text, /Look again/);
    const first = await open("");
    assert.match(first.text, /Receives again\. 1 attempt failed in 24 hours/);
    assert.match(first.text, /<span class="badge good">Receives<\/span>/, "the badge says the same");
    const forced = await call("POST", `/apps/${app.id}/events/${event.event_id}/replay`, { force: true });
    assert.deepEqual([forced.status, forced.body.queued], [200, 1], forced.text);
  });

  test("an event that no endpoint wants says so", async () => {
    await service.call("POST", `/v1/locations/${here}/menu`, { key: app.key, body: { nonsense: true } });
    assert.match((await open("/events")).text, /No endpoint wants this type/);
  });

  test("a test event says what came of it", async () => {
    assert.equal((await open(`/endpoints/${subscriptionId}/test`)).to, `/developer/${app.id}`);
    status = 404;
    assert.match((await open(`/endpoints/${subscriptionId}/test`, {})).text, /did not take the test event: status 404/);
    status = 200;
    const sent = await call("POST", `/apps/${app.id}/webhook_subscriptions/${subscriptionId}/test`, {});
    assert.deepEqual([sent.body.delivered, sent.body.response_status], [true, 200]);
  });
});

test("a new signing secret is shown once, needs a fresh sign-in and is audited (rules/people 9.4)", async () => {
  const { text } = await open("");
  const read = /name="read" value="(\d+)"/.exec(text)?.[1] ?? "";
  const shown = await open(`/endpoints/${subscriptionId}/secret`, { read });
  assert.match(shown.text, /whsec_[\w+/=]+/);
  // A browser that loads the answer anew sends the same form once more.
  for (const again of [read, ""]) {
    const kept = await open(`/endpoints/${subscriptionId}/secret`, { read: again });
    assert.match(kept.text, /No new signing secret was made/);
    assert.doesNotMatch(kept.text, /whsec_/);
  }
  assert.doesNotMatch((await open("")).text, /whsec_/);
  const rotated = await call("POST", `/apps/${app.id}/webhook_subscriptions/${subscriptionId}/rotate_secret`, {
    grace_seconds: 0,
  });
  assert.match(rotated.body.signing_secret, /^whsec_/);
  const audit = await service.database.read.rows<{ subject: string }>(
    "SELECT subject FROM audit_log WHERE action = 'subscription.secret_rotated'",
  );
  assert.deepEqual(
    audit.map(({ subject }) => subject),
    [subscriptionId, subscriptionId],
  );
  const old = await createPerson(service.database, [{ role: "developer", app: app.id }]);
  await service.database.transaction((tx) =>
    tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '16 minutes' WHERE id = $1", [old.sessionId]),
  );
  const path = `/apps/${app.id}/webhook_subscriptions/${subscriptionId}/rotate_secret`;
  assert.equal((await call("POST", path, {}, old.token)).body.code, "fresh_sign_in_required");
  assert.match((await open(`/endpoints/${subscriptionId}/secret`, {}, old.token)).to, /^\/sign-in\?to=/);
});

test("the request log tells how each request ended, with its bodies and by the id of its answer (rules/people 9.3)", async () => {
  const refused = await service.call("GET", "/v1/orders/ord_01m7zfmt64eads0t9pbhwrr3ek", {
    key: app.key,
  });
  const id = refused.headers.get("x-request-id") ?? "";
  await waitUntilTrue(async () => {
    const { data } = (await call("GET", `/apps/${app.id}/requests?limit=10`)).body;
    return data.some((row: { id: string }) => row.id === id);
  });
  assert.equal((await open(`/requests?id=${id}`)).to, `/developer/${app.id}/requests/${id}`);
  const page = await open(`/requests/${id}`);
  assert.match(page.text, /GET \/v1\/orders\/ord_01m7zfmt64eads0t9pbhwrr3ek/);
  assert.match(page.text, /DeveloperApiNotFound/);
  assert.match((await open("/requests?status=404&operation=getOrder")).text, new RegExp(id));
  assert.match((await open("/requests?status=2xx&operation=getOrder")).text, /No request of the last 7 days fits/);
  const { status, text } = await open("/requests?status=4x&method=GET");
  assert.ok(status === 400 && !text.includes("No request of the last 7 days fits"));
  assert.match(text, /value="4x"\s+aria-invalid="true"[^]*“4x” is no status: write a number[^]*<option selected>GET/);
  const whole = await call("GET", `/apps/${app.id}/requests/${id}`);
  assert.equal(whole.body.response_body.code, "not_found");
  const made = await service.call("POST", `/v1/webhook_subscriptions/${subscriptionId}/test`, {
    key: app.key,
    body: {},
  });
  await service.call("GET", "/v1/requests", { key: app.key });
  const origin = await open(`/events/${made.body.event_id}`);
  assert.match(origin.text, new RegExp(`/requests/${made.headers.get("x-request-id")}"`));
  const other = await createApp(service.database);
  const stranger = await createPerson(service.database, [{ role: "developer", app: other.id }]);
  const theirs = await service.call("GET", `/console/v1/apps/${other.id}/requests`, {
    key: stranger.token,
  });
  assert.deepEqual(theirs.body.data, []);
  assert.match((await open("/requests?id=req_01m7zfmt64eads0t9pbhwrr3ek")).text, /made no such request/);
});

describe("trying things", () => {
  test("a simulated diner orders, the order is notified anew, and the clock moves", async () => {
    await publish();
    const ordered = await open("/sandbox/order", { location: here, kind: "pickup" });
    const orderId = /ordered=(ord_\w+)$/.exec(ordered.to)?.[1] ?? "";
    assert.notEqual(orderId, "", ordered.text);
    const resent = await call("POST", `/apps/${app.id}/orders/${orderId}/resend`, {});
    assert.equal(resent.status, 200, resent.text);
    const page = await open(`/events/${resent.body.event_id}/resend`, { order: orderId });
    assert.match(page.to, /\/events\/evt_/);
    const before = (await call("GET", `/apps/${app.id}/sandbox/locations/${here}/clock`)).body.offset_seconds;
    assert.equal((await open("/sandbox/clock", { location: here, seconds: "600" })).status, 303);
    assert.equal(
      (await call("GET", `/apps/${app.id}/sandbox/locations/${here}/clock`)).body.offset_seconds,
      before + 600,
    );
    const late = await call("POST", `/apps/${app.id}/orders/${orderId}/resend`, {});
    assert.equal(late.body.code, "order_terminal", "six minutes without a decision have ended it");
  });

  test("faults are switched on and off, and the request shows what it met (rules/ordering 15.6)", async () => {
    assert.equal((await open("/sandbox/faults", { kind: "api_unavailable", times: "1" })).status, 303);
    const on = await open("/sandbox");
    assert.match(on.text, /<code>api_unavailable<\/code>\s*<span class="soft">\s*acted 0 of 1 time\b/);
    const met = await service.call("GET", "/v1/me", { key: app.key });
    assert.equal(met.status, 503);
    await service.call("GET", "/v1/requests", { key: app.key });
    assert.match((await open(`/requests/${met.headers.get("x-request-id")}`)).text, /api_unavailable/);
    assert.match((await open("/sandbox")).text, /acted 1 of 1 time\b/);
    assert.equal((await open("/sandbox/faults", { off: "yes" })).status, 303);
    assert.match((await open("/sandbox")).text, /No faults are on/);
  });

  test("a dry run names every change and publishes nothing", async () => {
    await publish();
    const changed = {
      ...smallMenu,
      categories: smallMenu.categories.map((one, at) => (at === 0 ? { ...one, name: "Altered" } : one)),
    };
    const answer = await call("POST", `/apps/${app.id}/locations/${here}/menu_dry_run`, changed);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.changes.updated, 1);
    const page = await open("/menu", formOf(JSON.stringify(changed)));
    assert.match(
      page.text,
      new RegExp(`${JSON.stringify(changed).length.toLocaleString("en")} bytes, compared with the menu of `),
    );
    assert.match(page.text, /New: 0\. Changed: 1\. Removed: 0\./);
    const live = await service.call("GET", `/v1/locations/${here}/menu`, { key: app.key });
    assert.doesNotMatch(live.text, /Altered/);
    const wrong = await open("/menu", formOf("{"));
    assert.equal(wrong.status, 422);
  });
});

test("support reads, sends an event again, and does nothing else; a stranger finds no app; another app's event is none (rules/people 9.1)", async () => {
  const support = await createPerson(service.database, [{ role: "operator_support" }]);
  const seen = await open("", undefined, support.token);
  assert.equal(seen.status, 200);
  assert.doesNotMatch(seen.text, /Send a test event/);
  assert.equal((await open(`/endpoints/${subscriptionId}/test`, {}, support.token)).status, 404);
  const [sent] = (await call("GET", `/apps/${app.id}/events?limit=1`)).body.data;
  assert.match((await open(`/events/${sent.event_id}`, undefined, support.token)).text, /\/replay"/);
  const again = await call("POST", `/apps/${app.id}/events/${sent.event_id}/replay`, {}, support.token);
  assert.equal(again.status, 200, again.text);
  const nobody = await createPerson(service.database, []);
  for (const path of ["", "/events", "/requests", "/sandbox", "/menu"])
    assert.equal((await open(path, undefined, nobody.token)).status, 404, path);
  const other = await createApp(service.database);
  const [event] = (await call("GET", `/apps/${app.id}/events?limit=1`)).body.data;
  const theirs = await createPerson(service.database, [{ role: "developer", app: other.id }]);
  const path = `/console/v1/apps/${other.id}/events/${event.event_id}`;
  assert.equal((await service.call("GET", path, { key: theirs.token })).status, 404);
});

test("live has no outbox, for operators neither (rules/messages-and-privacy 1.7)", async () => {
  const statuses = [service.live, service.database].map(async (database, index) => {
    assert.ok(database !== null);
    const { token } = await createPerson(database, [{ role: "operator_support" }]);
    const cookie = `Cookie: maple_session=${token}; __Host-maple=${token}`;
    const host = index === 0 ? "live.example" : "127.0.0.1";
    const head = `GET /outbox HTTP/1.1\r\nHost: ${host}\r\n${cookie}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`;
    return (await sendRaw(service.url, head)).status;
  });
  assert.deepEqual(await Promise.all(statuses), [404, 200]);
});

test("live has no sandbox (rules/people 9.5)", async () => {
  assert.ok(service.live !== null);
  const own = await createApp(service.live);
  const dev = await createPerson(service.live, [{ role: "developer", app: own.id }]);
  const head = `Host: live.example\r\nAuthorization: Bearer ${dev.token}\r\nContent-Type: application/json\r\n`;
  const body = JSON.stringify({ location_id: here });
  const path = `/console/v1/apps/${own.id}/sandbox/orders`;
  const length = `Content-Length: ${body.length}\r\n\r\n`;
  const answer = await sendRaw(service.url, `POST ${path} HTTP/1.1\r\n${head}${length}${body}`);
  assert.equal(answer.status, 404);
  assert.match(answer.text, /for test only/);
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { smallMenu, simulatedOrder } from "../../test/harness/small-menu.ts";
import { startService, type CallAnswer, type TestService } from "../../test/harness/service.ts";
import { newId, type Id } from "../kernel/id.ts";

describe("the request log", () => {
  let service: TestService;
  let app: TestApp;
  let locationId: Id<"str">;

  before(async () => {
    service = await startService({ live: true });
    app = await createApp(service.database);
    locationId = await createLocation(service.database);
    await connect(service.database, app, locationId);
    const menu = await service.call("POST", `/v1/locations/${locationId}/menu`, { key: app.key, body: smallMenu });
    assert.ok(menu.status < 300, menu.text);
  });
  after(() => service.stop());

  const idOf = ({ headers }: CallAnswer): string => headers.get("x-request-id") ?? "";
  const read = (id: string, key = app.key) => service.call("GET", `/v1/requests/${id}`, { key });
  const list = (query: string, key = app.key) => service.call("GET", `/v1/requests?${query}`, { key });
  const idsOf = ({ body }: CallAnswer): string[] => body.data.map((one: { readonly id: string }) => one.id);

  test("a request is read with its bodies, its events and its key, without the diner (rules/http 13.1, 13.2, 13.4)", async () => {
    const body = {
      ...simulatedOrder(locationId),
      customer: { name: "Ada Byron", phone: "+12175550143" },
      notes: "for Ada",
      colour: "red",
    };
    const placed = await service.call("POST", "/v1/sandbox/orders?x=ada@example.com", {
      key: app.key,
      body,
      headers: { "idempotency-key": "log-1", "user-agent": "pos/2.1" },
    });
    assert.equal(placed.status, 400, "an unknown query field");
    const again = await service.call("POST", "/v1/sandbox/orders", {
      key: app.key,
      body,
      headers: { "idempotency-key": "log-1", "user-agent": "pos/2.1" },
    });
    assert.equal(again.status, 201, again.text);
    const { body: first } = await read(idOf(placed));
    assert.deepEqual([first.status, first.code, first.query], [400, "invalid_request", { x: "[redacted]" }]);
    assert.doesNotMatch(JSON.stringify(first), /ada@example|Ada|0143/);
    const { body: one, text } = await read(idOf(again));
    assert.doesNotMatch(text, /Ada|2175550143|0143/);
    assert.equal(one.object, "request");
    assert.deepEqual(
      [one.method, one.path, one.operation, one.status, one.code, one.resource_id],
      ["POST", "/v1/sandbox/orders", "placeSandboxOrder", 201, null, again.body.id],
    );
    assert.deepEqual(
      [one.key_last_four, one.user_agent, one.idempotency_key, one.replayed, one.fault],
      [app.key.slice(-4), "pos/2.1", "log-1", false, null],
    );
    assert.deepEqual(one.request_body.customer, { name: "[redacted]", phone: "[redacted]" });
    assert.equal(one.request_body.colour, "[redacted]");
    assert.equal(one.response_body.id, again.body.id);
    const events = await service.call("GET", "/v1/webhook_events", { key: app.key });
    const made = events.body.data.filter((event: { resource_id: string }) => event.resource_id === again.body.id);
    assert.deepEqual(one.event_ids.toSorted(), made.map((event: { event_id: string }) => event.event_id).toSorted());
    assert.ok(one.event_ids.length >= 2);
  });

  test("a repetition says that it was answered before, and made nothing (rules/http 13.2)", async () => {
    const request = {
      key: app.key,
      body: simulatedOrder(locationId),
      headers: { "idempotency-key": "log-2" },
    };
    await service.call("POST", "/v1/sandbox/orders", request);
    const { body: one } = await read(idOf(await service.call("POST", "/v1/sandbox/orders", request)));
    assert.deepEqual([one.replayed, one.event_ids, one.status], [true, [], 201]);
  });

  test("filters narrow the list, and pages hold each request once (rules/http 13.3, 7.5)", async () => {
    const own = await createApp(service.database);
    const wrong = idOf(await service.call("GET", `/v1/orders/${newId("ord")}`, { key: own.key }));
    const me: string[] = [];
    for (let n = 0; n < 3; n++) me.push(idOf(await service.call("GET", "/v1/me", { key: own.key })));
    const rotated = await service.call("POST", "/v1/feedback", { key: own.key, body: { kind: "bug" } });
    const all = idsOf(await list("", own.key)).filter((id) => ![...me, wrong, idOf(rotated)].includes(id));
    assert.deepEqual(all, [], "nothing else was asked");
    assert.deepEqual(idsOf(await list("status=404", own.key)), [wrong]);
    assert.deepEqual(idsOf(await list("status=4xx&method=POST", own.key)), [idOf(rotated)]);
    assert.deepEqual(idsOf(await list("code=not_found", own.key)), [wrong]);
    assert.deepEqual(idsOf(await list("operation=getMe", own.key)), me.toReversed());
    const first = await list("operation=getMe&limit=2", own.key);
    assert.deepEqual([idsOf(first), first.body.has_more], [me.slice(1).toReversed(), true]);
    const second = await list(`operation=getMe&limit=2&starting_after=${first.body.next_cursor}`, own.key);
    assert.deepEqual([idsOf(second), second.body.has_more], [me.slice(0, 1), false]);
    assert.deepEqual(idsOf(await list("operation=getMe&until=1", own.key)), []);
    assert.equal(idsOf(await list("operation=getMe&since=1", own.key)).length, 3);
    const bad = await list("status=4x", own.key);
    assert.deepEqual([bad.status, bad.body.code], [400, "invalid_request"]);
  });

  test("an order's requests are found by its id (rules/http 13.3)", async () => {
    const placed = await service.call("POST", "/v1/sandbox/orders", { key: app.key, body: simulatedOrder(locationId) });
    const { id } = placed.body;
    const accepted = await service.call("POST", `/v1/orders/${id}/accept`, { key: app.key, body: {} });
    const found = await list(`resource_id=${id}`);
    assert.deepEqual(idsOf(found), [idOf(accepted), idOf(placed)]);
    assert.equal(found.body.data[0].path, `/v1/orders/${id}/accept`);
    assert.ok(!("request_body" in found.body.data[0]));
  });

  test("another app's request is 404, and so is one that nobody made (rules/http 3.9, 13.1)", async () => {
    const other = await createApp(service.database, []);
    const mine = idOf(await service.call("GET", "/v1/me", { key: app.key }));
    assert.equal((await read(mine)).status, 200);
    for (const id of [mine, newId("req")]) assert.equal((await read(id, other.key)).status, 404);
    assert.equal((await service.call("GET", "/v1/requests")).status, 401);
  });

  test("in live bodies are kept of refused requests only (rules/http 13.4)", async () => {
    assert.ok(service.live);
    const live = await createApp(service.live);
    const good = idOf(await service.call("GET", "/v1/me", { key: live.key }));
    const body = { kind: "bug", summary: 5, extra: "Ada" };
    const bad = idOf(await service.call("POST", "/v1/feedback", { key: live.key, body }));
    const { body: of } = await read(good, live.key);
    assert.deepEqual([of.status, of.request_body, of.response_body], [200, null, null]);
    const { body: refused } = await read(bad, live.key);
    assert.deepEqual(refused.request_body, { kind: "bug", summary: "[redacted]", extra: "[redacted]" });
    assert.equal(refused.response_body.code, "invalid_request");
  });

  test("a large body is told by its length, and odd ones cost no other request its row (rules/http 13.4)", async () => {
    const summary = "x".repeat(70_000);
    const large = idOf(await service.call("POST", "/v1/feedback", { key: app.key, body: { kind: "bug", summary } }));
    const odd = idOf(await service.call("POST", "/v1/feedback", { key: app.key, raw: '{"a":"\\u0000","kind":' }));
    const path = idOf(await service.call("GET", "/v1/orders/%00%ff", { key: app.key }));
    assert.match((await read(large)).body.request_body, /^\[70\d\d\d bytes, not kept\]$/);
    assert.equal((await read(odd)).body.request_body, null);
    const nowhere = `/v1/webhook_subscriptions/${newId("dws")}/test`;
    const surplus = idOf(await service.call("POST", nowhere, { key: app.key, body: { forever: 5 } }));
    assert.deepEqual((await read(surplus)).body.request_body, { forever: "[redacted]" });
    assert.ok([200, 404].includes((await read(path)).status));
  });
});

/** Endpoints made, changed, switched and deleted on the page of their app (rules/people 9.6). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp, type TestApp } from "../../test/harness/factories.ts";
import { createPerson, ownOrigin, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";

let service: TestService;
let app: TestApp;
let dana: TestPerson;
let support: TestPerson;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
  dana = await createPerson(service.database, [{ role: "developer", app: app.id }]);
  support = await createPerson(service.database, [{ role: "operator_support" }]);
});
after(() => service.stop());

/** As a browser without script. */
async function open(path: string, form?: readonly (readonly [string, string])[], token = dana.token) {
  const answer = await fetch(`${service.url}/developer/${app.id}${path}`, {
    redirect: "manual",
    headers: { ...ownOrigin, cookie: `maple_session=${token}` },
    ...(form === undefined
      ? {}
      : { method: "POST", body: new URLSearchParams(form.map(([name, value]) => [name, value])) }),
  });
  return { status: answer.status, to: answer.headers.get("location") ?? "", text: await answer.text() };
}

const fields = (url: string, ...types: readonly string[]) =>
  [["url", url], ...types.map((type) => ["type", type] as const)] as const;

const list = async () => (await service.call("GET", "/v1/webhook_subscriptions", { key: app.key })).body.data;

const url = "https://till.example.com/maple";

test("the first one is made with its types; its secret is shown once, and the form that is sent again makes no second", async () => {
  const empty = await open("");
  assert.match(empty.text, /There is no endpoint yet/);
  assert.match(empty.text, /<details class="card" open>\s*<summary>New endpoint/);
  assert.match(empty.text, /value="order.notification" checked/);
  assert.match(
    empty.text,
    /value="order.validation_requested"\s*\/>/,
    "orders would wait for an answer that nobody gives",
  );
  const made = await open("/endpoints", fields(url, "order.notification", "order.cancelled"));
  assert.equal(made.status, 200);
  assert.match(made.text, /The endpoint is made[^]*whsec_[\w+/=]+/);
  assert.deepEqual(
    (await list()).map((one: Record<string, unknown>) => [one.notification_url, one.event_types, one.status]),
    [[url, ["order.notification", "order.cancelled"], "enabled"]],
  );
  assert.doesNotMatch((await open("")).text, /whsec_/);
  const again = await open("/endpoints", fields(url, "order.notification"));
  assert.deepEqual([again.status, (await list()).length], [422, 1]);
  assert.match(again.text, /has an endpoint with this address already/);
});

test("an address that cannot be one is told at its field, and what was typed stays", async () => {
  for (const [bad, words] of [
    ["ftp://till.example.com", /Does not begin with https:\/\/ or http:\/\/\./],
    ["https://[", /class="mistake"/],
    ["https://user:secret@till.example.com", /class="mistake"/],
  ] as const) {
    const answer = await open("/endpoints", fields(bad, "menu.sync_failed"));
    assert.equal(answer.status, 422, bad);
    assert.match(answer.text, words);
    assert.match(answer.text, /id="new-mistake"/);
    assert.match(answer.text, new RegExp(`value="${RegExp.escape(bad)}"`));
    assert.match(answer.text, /value="menu.sync_failed" checked/);
    assert.doesNotMatch(answer.text, /value="booking.created" checked/);
  }
  assert.equal((await list()).length, 1);
});

test("an address that is too long is refused and shown again whole, and not cut to one that nobody typed", async () => {
  const before = await list();
  const long = `https://till.example.com/${"a".repeat(2_100)}`;
  const refused = await open("/endpoints", fields(long, "order.notification"));
  assert.match(refused.text, /Is longer than 2048 characters\./);
  assert.ok(refused.text.includes(`value="${long}"`));
  assert.deepEqual(await list(), before);
  const longest = Number(/id="new-url"[^>]*maxlength="(\d+)"/.exec(refused.text)?.[1]);
  assert.ok(longest > 2_048, "a browser does not cut it either");
});

test("an endpoint without a type is told at the types", async () => {
  const none = "https://till.example.com/none";
  const made = await open("/endpoints", fields(none));
  assert.equal(made.status, 422, made.text);
  assert.match(made.text, /id="new-mistake"[^>]*>\s*Choose at least one event\./);
  assert.match(made.text, new RegExp(`value="${none}"`));
  const [{ id }] = await list();
  const changed = await open(`/endpoints/${id}`, fields(url));
  assert.equal(changed.status, 422);
  assert.match(changed.text, new RegExp(`id="${id}-mistake"[^>]*>\\s*Choose at least one event`));
  assert.deepEqual((await list()).length, 1);
});

test("a form that was read before another developer's change overwrites nothing, and shows the endpoint as it is", async () => {
  const [{ id }] = await list();
  const read = /name="read" value="(\d+)"/.exec((await open("")).text)?.[1] ?? "";
  const theirs = "https://till.example.com/theirs";
  await service.call("PATCH", `/v1/webhook_subscriptions/${id}`, {
    key: app.key,
    body: { notification_url: theirs, event_types: ["menu.sync_failed"] },
  });
  const stale = await open(`/endpoints/${id}`, [...fields(url, "order.notification"), ["read", read]]);
  assert.equal(stale.status, 409);
  assert.match(stale.text, /Nothing was saved: the endpoint was changed after you opened this page/);
  assert.equal((await list())[0].notification_url, theirs);
  assert.match(stale.text, new RegExp(`id="${id}-url"[^>]*value="${theirs}"`));
  const now = /name="read" value="(\d+)"/.exec(stale.text)?.[1] ?? "";
  const saved = await open(`/endpoints/${id}`, [...fields(url, "order.notification"), ["read", now]]);
  assert.equal(saved.status, 303);
  assert.equal((await list())[0].notification_url, url);
});

test("one is changed, disabled, enabled and deleted, each in the developer's own name", async () => {
  const [{ id }] = await list();
  const own = `/endpoints/${id}`;
  const elsewhere = "https://till.example.com/two";
  const wrong = await open(own, fields("https://", "order.updated"));
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, new RegExp(`id="${id}-mistake"`));
  assert.equal((await open(own, fields(elsewhere, "order.updated"))).to, `/developer/${app.id}?done=changed`);
  assert.equal((await open(`${own}/status`, [["status", "disabled"]])).to, `/developer/${app.id}?done=disabled`);
  assert.deepEqual(
    (await list()).map((one: Record<string, unknown>) => [one.notification_url, one.event_types, one.status]),
    [[elsewhere, ["order.updated"], "disabled"]],
  );
  assert.match((await open("?done=disabled")).text, /The endpoint is disabled\. Its events are kept\./);
  await open(`${own}/status`, [["status", "enabled"]]);
  assert.equal((await list())[0].status, "enabled");
  assert.equal((await open(`${own}/delete`, [])).to, `/developer/${app.id}?done=deleted`);
  assert.deepEqual(await list(), []);
  for (const path of [own, `${own}/status`, `${own}/delete`, `${own}/test`, `${own}/secret`])
    assert.equal((await open(path, fields(url))).status, 404, path);
  const audit = await service.database.read.rows<{ action: string; actor_id: string }>(
    "SELECT action, actor_id FROM audit_log WHERE action LIKE 'subscription.%' ORDER BY sequence",
  );
  assert.deepEqual(
    audit.map(({ action, actor_id: actor }) => [action, actor]),
    ["created", "changed", "changed", "changed", "changed", "deleted"].map((what) => [`subscription.${what}`, dana.id]),
  );
});

test("support sees no form; an old sign-in enables, and asks anew before it says where events go", async () => {
  await open("/endpoints", fields(url, "order.notification"));
  const [{ id }] = await list();
  assert.doesNotMatch((await open("", undefined, support.token)).text, /New endpoint|Enable|Disable/);
  assert.equal((await open("/endpoints", fields(url), support.token)).status, 404);
  await service.database.transaction((tx) =>
    tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '1 hour' WHERE id = $1", [dana.sessionId]),
  );
  for (const path of ["/endpoints", `/endpoints/${id}`, `/endpoints/${id}/delete`])
    assert.match((await open(path, fields("https://other.example.com"))).to, /^\/sign-in\?to=/, path);
  assert.match((await open(`/endpoints/${id}/status`, [["status", "disabled"]])).to, /done=disabled/);
  assert.deepEqual(
    (await list()).map((one: Record<string, unknown>) => one.notification_url),
    [url],
  );
});

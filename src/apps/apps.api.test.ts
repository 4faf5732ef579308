import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp, freshKey } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { leaveOrdersToStaff } from "../orders/decide/leave-orders.command.ts";
import { locationRoutes } from "../locations/api/locations.routes.ts";
import { appRoutes } from "./apps.routes.ts";
import { issueKey, revokeKey } from "./change-key.command.ts";
import { updateApp } from "./change-app.command.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { Id } from "../kernel/id.ts";

const by = { actor: "operator", requestId: null };
let service: TestService;

before(async () => {
  service = await startService({
    routes: ({ settings }) => [
      ...appRoutes({ version: settings.version, notices: () => [] }),
      ...locationRoutes({ onDisconnected: leaveOrdersToStaff }),
    ],
    live: true,
  });
});
after(() => service.stop());

async function issue(appId: Id<"app">) {
  const issued = await service.database.transaction((tx) => issueKey(tx, { appId, expiresAt: null }, by));
  assert.ok(!isRefusal(issued));
  return { key: issued.key, id: issued.apiKey.id };
}

async function me(key: string): Promise<number> {
  return (await service.call("GET", "/v1/me", { key })).status;
}

test("ping answers anybody with the version (rules/http 1.5)", async () => {
  const answer = await service.call("GET", "/v1/ping");
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    object: "developer_api_status",
    status: "ok",
    version: "0.0.0-test",
    notices: [],
  });
  assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
});

test("ping refuses a query field by name, as every call of partners does (rules/http 4.6)", async () => {
  const answer = await service.call("GET", "/v1/ping?x=1");
  assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"]);
  assert.match(answer.body.message, /^query\.x /);
});

test("me answers exactly the app, the environment and the scopes of the key (rules/http 1.2)", async () => {
  const app = await createApp(service.database, ["orders:read", "locations:read"]);
  const answer = await service.call("GET", "/v1/me", { key: app.key });
  assert.deepEqual(answer.body, {
    object: "developer_app",
    id: app.id,
    name: "Test POS",
    environment: "test",
    scopes: ["orders:read", "locations:read"],
  });
  assert.ok(service.live !== null);
  const liveApp = await createApp(service.live);
  assert.equal((await service.call("GET", "/v1/me", { key: liveApp.key })).body.environment, "live");
});

function mistyped(key: string): string {
  return key.slice(0, 12) + (key[12] === "a" ? "b" : "a") + key.slice(13);
}

const headers: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["no header", {}],
  ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }],
  ["no key", { authorization: "Bearer " }],
  ["a malformed key", { authorization: "Bearer mpk_test_short" }],
  ["a key of no environment", { authorization: `Bearer mpk_prod_${"a".repeat(38)}` }],
  ["a key with a sign too few", { authorization: `Bearer ${freshKey(false).slice(0, -1)}` }],
  ["a key with a typo", { authorization: `Bearer ${mistyped(freshKey(false))}` }],
  ["an unknown test key", { authorization: `Bearer ${freshKey(false)}` }],
  ["an unknown live key", { authorization: `Bearer ${freshKey(true)}` }],
];

for (const [name, given] of headers) {
  test(`${name}: 401 with the error body (rules/http 2.1, 2.5 and 6.3)`, async () => {
    const answer = await service.call("GET", "/v1/me", { headers: given });
    assert.equal(answer.status, 401);
    assert.partialDeepStrictEqual(answer.body, { _tag: "DeveloperApiUnauthorized", code: "unauthorized" });
    assert.ok(answer.body.message.length > 0 && answer.body.feedback.includes("/v1/feedback"));
  });
}

test("a revoked key ends with the next request, the app's other key goes on (rules/http 2.4)", async () => {
  const app = await createApp(service.database);
  const second = await issue(app.id);
  assert.equal(await me(second.key), 200);
  await service.database.transaction((tx) => revokeKey(tx, second.id, by));
  assert.equal(await me(second.key), 401);
  assert.equal(await me(app.key), 200);
});

test("a key is good until its expiry and not at it", async () => {
  const app = await createApp(service.database);
  const { key, id } = await issue(app.id);
  const expire = (when: string) =>
    service.database.transaction((tx) => tx.rows(`UPDATE api_keys SET expires_at = ${when} WHERE id = $1`, [id]));
  await expire("now() + interval '1 hour'");
  assert.equal(await me(key), 200);
  await expire("now()");
  assert.equal(await me(key), 401);
});

test("disabling an app ends its keys with the next request, enabling brings them back", async () => {
  const app = await createApp(service.database);
  await service.database.transaction((tx) => updateApp(tx, app.id, { status: "disabled" }, by));
  assert.equal(await me(app.key), 401);
  await service.database.transaction((tx) => updateApp(tx, app.id, { status: "enabled" }, by));
  assert.equal(await me(app.key), 200);
});

test("narrowed scopes act on the next request (rules/http 2.4)", async () => {
  const app = await createApp(service.database);
  assert.equal((await service.call("GET", "/v1/locations", { key: app.key })).status, 200);
  await service.database.transaction((tx) => updateApp(tx, app.id, { scopes: ["orders:read"] }, by));
  const refused = await service.call("GET", "/v1/locations", { key: app.key });
  assert.equal(refused.status, 403);
  assert.partialDeepStrictEqual(refused.body, { _tag: "DeveloperApiForbidden", code: "insufficient_scope" });
  assert.deepEqual((await service.call("GET", "/v1/me", { key: app.key })).body.scopes, ["orders:read"]);
});

test("where live is not configured, a live key is 401 (rules/http 1.4)", async () => {
  const alone = await startService({ routes: () => appRoutes({ version: "1", notices: () => [] }) });
  try {
    assert.equal((await alone.call("GET", "/v1/me", { key: freshKey(true) })).status, 401);
  } finally {
    await alone.stop();
  }
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startOperatorService, type OperatorService } from "../../test/harness/operator-service.ts";

let service: OperatorService;

before(async () => {
  service = await startOperatorService();
});
after(() => service.stop());

test("an app is made, listed, changed; every change is in the audit log with who, before and after (rules/operating 8.1)", async () => {
  const made = await service.operate("POST", "/test/apps", { name: "Till", scopes: ["orders:write", "orders:read"] });
  const { id, created_at, updated_at } = made.body;
  const app = {
    object: "app",
    id,
    name: "Till",
    status: "enabled",
    scopes: ["orders:read", "orders:write"],
    created_at,
    updated_at,
  };
  assert.deepEqual([made.status, made.body], [201, app]);
  assert.deepEqual((await service.operate("GET", "/test/apps")).body.data[0], app);
  const changed = await service.operate("PATCH", `/test/apps/${id}`, { name: "Till 2", status: "disabled" });
  assert.deepEqual([changed.status, changed.body.name, changed.body.status], [200, "Till 2", "disabled"]);
  await service.operate("PATCH", `/test/apps/${id}`, { name: "Till 2" });
  await service.operate("PATCH", `/test/apps/${id}`, {});
  const scopes = ["orders:read", "orders:write"];
  const entries = await service.audited(id);
  assert.deepEqual(
    entries.map(({ actor, action, before, after }) => ({ actor, action, before, after })),
    [
      { actor: "operator", action: "app.created", before: null, after: { name: "Till", status: "enabled", scopes } },
      {
        actor: "operator",
        action: "app.updated",
        before: { name: "Till", status: "enabled", scopes },
        after: { name: "Till 2", status: "disabled", scopes },
      },
    ],
  );
  assert.equal(entries[1]?.request_id, changed.headers.get("x-request-id"));
});

test("a key works at once, is shown once, and is nowhere in the database (rules/http 2.2; rules/operating 8.3)", async () => {
  const appId = await service.makeApp();
  const headers = { "idempotency-key": `issue-${appId}` };
  const issued = await service.operate(
    "POST",
    `/test/apps/${appId}/keys`,
    { expires_at: "2999-01-01T00:00:00+01:00" },
    { headers },
  );
  assert.equal(issued.status, 201);
  const { key, id, created_at } = issued.body;
  assert.match(key, /^mpk_test_[0-9A-Za-z]{38}$/);
  const fields = {
    object: "api_key",
    id,
    app_id: appId,
    last_four: key.slice(-4),
    created_at,
    expires_at: "2998-12-31T23:00:00.000Z",
  };
  assert.deepEqual(issued.body, { ...fields, key });
  assert.deepEqual((await service.call("GET", "/v1/me", { key })).body.id, appId);
  const replayed = await service.operate(
    "POST",
    `/test/apps/${appId}/keys`,
    { expires_at: "2999-01-01T00:00:00+01:00" },
    { headers },
  );
  assert.deepEqual([replayed.status, replayed.body], [201, { ...fields, key: null, secret_shown: true }]);
  const listed = await service.operate("GET", `/test/apps/${appId}/keys`);
  assert.deepEqual(listed.body.data, [{ ...fields, revoked_at: null }]);
  const tables = await service.database.read.rows<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  for (const { name } of tables) {
    const found = await service.database.read.rows(`SELECT 1 FROM ${name} t WHERE position($1 in t::text) > 0`, [
      key.slice(9),
    ]);
    assert.equal(found.length, 0, name);
  }
});

test("a key needs no body; live issues live keys", async () => {
  const appId = await service.makeApp();
  const issued = await service.operate("POST", `/test/apps/${appId}/keys`);
  assert.deepEqual([issued.status, issued.body.expires_at], [201, null]);
  const live = await service.operate("POST", "/live/apps", { name: "Live POS", scopes: [] });
  const liveKey = await service.operate("POST", `/live/apps/${live.body.id}/keys`, {});
  assert.match(liveKey.body.key, /^mpk_live_/);
  assert.equal((await service.call("GET", "/v1/me", { key: liveKey.body.key })).body.environment, "live");
  assert.equal((await service.operate("GET", `/test/apps/${live.body.id}/keys`)).status, 404);
});

test("a revoked key ends at once; a repeat is the same answer and one entry", async () => {
  const appId = await service.makeApp();
  const { key, id } = (await service.operate("POST", `/test/apps/${appId}/keys`)).body;
  for (let i = 0; i < 2; i++) {
    const revoked = await service.operate("DELETE", `/test/keys/${id}`);
    assert.deepEqual([revoked.status, revoked.body], [200, { object: "api_key.deleted", id, deleted: true }]);
  }
  assert.equal((await service.call("GET", "/v1/me", { key })).status, 401);
  assert.deepEqual(
    (await service.audited(id)).map((entry) => entry.action),
    ["key.issued", "key.revoked"],
  );
});

const badApps: readonly (readonly [string, unknown, RegExp])[] = [
  ["no name", { scopes: [] }, /body\.name/],
  ["an empty name", { name: "", scopes: [] }, /body\.name/],
  ["a null name", { name: null, scopes: [] }, /body\.name/],
  ["an unknown scope", { name: "x", scopes: ["orders:eat"] }, /body\.scopes\[0\]/],
  ["a scope twice", { name: "x", scopes: ["orders:read", "orders:read"] }, /body\.scopes/],
  ["an unknown field", { name: "x", scopes: [], colour: "red" }, /body\.colour/],
  ["no body", undefined, /body/],
];

test("bad apps are 400 and name the field, nothing is stored", async () => {
  const count = (await service.operate("GET", "/test/apps")).body.data.length;
  for (const [name, body, field] of badApps) {
    const answer = await service.operate("POST", "/test/apps", body);
    assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"], name);
    assert.match(answer.body.message, field, name);
  }
  assert.equal((await service.operate("GET", "/test/apps")).body.data.length, count);
});

for (const expires_at of ["2020-01-01T00:00:00Z", "tomorrow", "2999-01-01", "", "+275760-09-13T00:00:00Z", 5]) {
  test(`a key cannot expire at ${JSON.stringify(expires_at)}`, async () => {
    const appId = await service.makeApp();
    const answer = await service.operate("POST", `/test/apps/${appId}/keys`, { expires_at });
    assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"]);
    assert.match(answer.body.message, /body\.expires_at/);
    assert.deepEqual((await service.operate("GET", `/test/apps/${appId}/keys`)).body.data, []);
  });
}

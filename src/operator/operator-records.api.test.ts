import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp } from "../../test/harness/factories.ts";
import { startOperatorService, type OperatorService } from "../../test/harness/operator-service.ts";
import { operatorToken } from "../../test/harness/service.ts";
import { actByHand } from "../../test/harness/state-guard.ts";
import { verifyAuditChain } from "../audit/verify-audit-chain.query.ts";
import { newId } from "../kernel/id.ts";

let service: OperatorService;

before(async () => {
  service = await startOperatorService();
});
after(() => service.stop());

const app = `/test/apps/${newId("app")}`;

const location = `/test/locations/${newId("str")}`;

const unknown: readonly (readonly [string, string, unknown?])[] = [
  ["PATCH", app, {}],
  ["POST", `${app}/keys`],
  ["GET", `${app}/keys`],
  ["DELETE", `/test/keys/${newId("key")}`],
  ["GET", location],
  ["PATCH", location, {}],
  ["PUT", `${app}/grants/${newId("str")}`],
  ["DELETE", `${app}/grants/${newId("str")}`],
  ["GET", `/test/operations/${newId("opn")}`],
  ["GET", "/staging/apps"],
  ["GET", location.replace("str_", "app_")],
];

for (const [method, path, body] of unknown) {
  test(`${method} ${path.replaceAll(/_\w{26}/g, "_…")}: 404`, async () => {
    const answer = await service.operate(method, path, body);
    assert.deepEqual([answer.status, answer.body.code], [404, "not_found"]);
  });
}

test("feedback of every app is listed newest first, page by page", async () => {
  const partner = await createApp(service.database);
  for (const summary of ["one", "two", "three"]) {
    const description = summary === "three" ? "more" : undefined;
    await service.call("POST", "/v1/feedback", { key: partner.key, body: { kind: "other", summary, description } });
  }
  const page = (await service.operate("GET", "/test/feedback?limit=2")).body;
  assert.equal(page.has_more, true);
  const newest = page.data;
  assert.deepEqual(
    newest.map((entry: { summary: string }) => entry.summary),
    ["three", "two"],
  );
  assert.deepEqual([newest[0].app_id, newest[0].description, newest[1].description], [partner.id, "more", null]);
  const older = (await service.operate("GET", `/test/feedback?starting_after=${page.next_cursor}`)).body.data;
  assert.equal(older[0].summary, "one");
});

test("feedback is answered by the operator's call, and found by its state (rules/people 10.7)", async () => {
  const partner = await createApp(service.database);
  const body = { kind: "bug", summary: "four" };
  const { id } = (await service.call("POST", "/v1/feedback", { key: partner.key, body })).body;
  const path = `/test/feedback/${id}`;
  const answered = await service.operate("PATCH", path, { status: "answered", note: "Mended" });
  assert.deepEqual([answered.status, answered.body.status, answered.body.note], [200, "answered", "Mended"]);
  const again = await service.operate("PATCH", path, { status: "answered" });
  assert.equal(again.body.handled_at, answered.body.handled_at, "nothing is written without a difference");
  const ids = async (status: string): Promise<string[]> =>
    (await service.operate("GET", `/test/feedback?status=${status}`)).body.data.map((one: { id: string }) => one.id);
  assert.deepEqual([(await ids("answered")).includes(id), (await ids("new")).includes(id)], [true, false]);
  assert.equal((await service.operate("PATCH", path, { status: "lost" })).status, 400);
  assert.equal((await service.operate("PATCH", `/test/feedback/${newId("fbk")}`, { note: null })).status, 404);
  assert.deepEqual(
    (await service.audited(id)).map(({ action }) => action),
    ["feedback.updated"],
  );
});

test("the audit log goes back from an entry; the chain of all this verifies", async () => {
  await service.makeApp();
  await service.makeApp();
  const newest = (await service.operate("GET", "/test/audit_log?limit=1")).body.data;
  const older = (await service.operate("GET", `/test/audit_log?limit=1&before=${newest[0].id}`)).body.data;
  assert.equal(older[0].sequence, newest[0].sequence - 1);
  for (const query of ["limit=0", "limit=101", "limit=x", "before=x", `before=${newId("aud")}`]) {
    assert.equal((await service.operate("GET", `/test/audit_log?${query}`)).status, 400, query);
  }
  assert.equal((await verifyAuditChain(service.database.read)).sound, true);
});

test("an operation is found by the id of its key, and expires with its answer", async () => {
  const headers = { "idempotency-key": "op-1" };
  await service.operate("POST", "/test/locations", { name: "Keyed" }, { headers });
  const { operation_id } = await service.database.read.one<{ operation_id: string }>(
    "SELECT operation_id FROM idempotency_keys WHERE key = 'op-1'",
  );
  const found = await service.operate("GET", `/test/operations/${operation_id}`);
  const { created_at } = found.body;
  const operation = {
    object: "operation",
    id: operation_id,
    method: "POST",
    path: "/operator/v1/test/locations",
    status: 201,
    created_at,
    at_provider: null,
  };
  assert.deepEqual(found.body, { ...operation, state: "answered" });
  await service.database.transaction((tx) => tx.rows("DELETE FROM idempotency_answers"));
  assert.equal((await service.operate("GET", `/test/operations/${operation_id}`)).body.state, "expired");
});

test("an API key does not open the operator interface, nor the operator token the partners' (rules/http 10.1)", async () => {
  const partner = await createApp(service.database);
  assert.equal((await service.operate("GET", "/test/apps", undefined, { key: partner.key })).status, 401);
  assert.equal((await service.call("GET", "/v1/me", { key: operatorToken })).status, 401);
  assert.equal((await service.call("GET", "/operator/v1/test/apps")).status, 401);
});

test("wrong tokens: 401 ten times a minute, then 429 with Retry-After; the right one goes on (rules/http 10.2)", async () => {
  const statuses = [];
  for (let i = 0; i < 14; i++)
    statuses.push((await service.operate("GET", "/test/apps", undefined, { key: "wrong-token" })).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429]);
  const limited = await service.operate("GET", "/test/apps", undefined, { key: "wrong-token" });
  assert.partialDeepStrictEqual(limited.body, { _tag: "DeveloperApiRateLimited", code: "rate_limited" });
  assert.equal(limited.headers.get("retry-after"), String(limited.body.retry_after));
  assert.equal((await service.operate("GET", "/test/apps")).status, 200);
});

test("verify says that the data is sound, and names what is not (rules/operating 9.1)", async () => {
  const sound = await service.operate("GET", "/test/verify");
  assert.deepEqual([sound.status, sound.body.sound], [200, true], sound.text);
  assert.ok(sound.body.checks.some(({ invariant }: { invariant: string }) => invariant === "I11"));
  await service.database.transaction((tx) => {
    tx.send(actByHand);
    return tx.rows(
      `INSERT INTO deliveries (id, event_id, subscription_id, resource_type, resource_id, sequence, state, ordered_until)
        VALUES ('dlv_lost', 'evt_none', 'dws_none', 'order', 'ord_none', 1, 'skipped', now())`,
    );
  });
  const { body } = await service.operate("GET", "/test/verify");
  assert.equal(body.sound, false);
  const found = body.checks.filter(({ violations }: { violations: number }) => violations > 0);
  assert.deepEqual(
    found.map(({ name, violations, examples }: Record<string, unknown>) => [name, violations, examples]),
    [["delivery_without_event", 1, ["dlv_lost"]]],
  );
});

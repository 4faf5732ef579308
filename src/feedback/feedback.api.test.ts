import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp } from "../../test/harness/factories.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { newId, type Id } from "../kernel/id.ts";
import { feedbackRoutes } from "./feedback.routes.ts";
import { createRequestLog, type RequestLog } from "../requests/request-log.cache.ts";

let service: TestService;
let memory: RequestLog;
const failTest = (error: unknown) => assert.fail(String(error));

before(async () => {
  service = await startService({
    routes: ({ database }) => {
      memory = createRequestLog(database, { onError: failTest, everyMs: 3_600_000 });
      return feedbackRoutes(memory);
    },
  });
});
after(() => service.stop());

function answered(appId: Id<"app">): Id<"req"> {
  const requestId = newId("req");
  memory.remember({
    requestId,
    appId,
    environment: "test",
    route: "GET /v1/me",
    status: 200,
    code: null,
    durationMs: 1,
    answeredAt: performance.now(),
    exchange: null,
  });
  return requestId;
}

test("feedback is kept and answered, ids as sent, those of the app's own requests matched (rules/http 11.2)", async () => {
  const app = await createApp(service.database);
  const other = await createApp(service.database);
  const written = answered(app.id);
  const foreign = answered(other.id);
  await memory.flush();
  const waiting = answered(app.id);
  const foreignWaiting = answered(other.id);
  const request_ids = ["not an id", waiting, foreign, written, foreignWaiting, written];
  const body = {
    kind: "unclear_error",
    summary: "  which field? ",
    description: "It says no.",
    request_ids,
    added_later: 1,
  };
  const answer = await service.call("POST", "/v1/feedback", { key: app.key, body });
  assert.equal(answer.status, 201);
  const { id, created } = answer.body;
  assert.match(id, /^fbk_/);
  assert.ok(Number.isInteger(created) && Math.abs(created - Date.now() / 1000) < 60);
  assert.deepEqual(answer.body, {
    object: "feedback",
    id,
    created,
    kind: "unclear_error",
    summary: "  which field? ",
    request_ids,
    matched_request_ids: [waiting, written],
  });
});

test("kind and summary suffice; no scope is needed (rules/http 3.8, 11.1)", async () => {
  const app = await createApp(service.database, []);
  const answer = await service.call("POST", "/v1/feedback", { key: app.key, body: { kind: "bug", summary: "x" } });
  assert.equal(answer.status, 201);
  assert.deepEqual([answer.body.request_ids, answer.body.matched_request_ids], [[], []]);
});

const bad: readonly (readonly [string, unknown, RegExp])[] = [
  ["no kind", { summary: "x" }, /body\.kind/],
  ["unknown kind", { kind: "praise", summary: "x" }, /body\.kind/],
  ["no summary", { kind: "bug" }, /body\.summary/],
  ["empty summary", { kind: "bug", summary: "" }, /body\.summary/],
  ["null summary", { kind: "bug", summary: null }, /body\.summary/],
  ["long summary", { kind: "bug", summary: "x".repeat(501) }, /body\.summary/],
  ["a number for text", { kind: "bug", summary: 5 }, /body\.summary/],
  ["U+0000", { kind: "bug", summary: "a\u0000b" }, /U\+0000/],
  ["empty description", { kind: "bug", summary: "x", description: "" }, /body\.description/],
  ["ids that are no list", { kind: "bug", summary: "x", request_ids: "req_1" }, /body\.request_ids/],
  ["a number among the ids", { kind: "bug", summary: "x", request_ids: ["a", 1] }, /body\.request_ids\[1\]/],
  ["21 ids", { kind: "bug", summary: "x", request_ids: Array.from({ length: 21 }, String) }, /body\.request_ids/],
  ["a list", [], /body/],
];

for (const [name, body, field] of bad) {
  test(`${name}: 400 that names the field`, async () => {
    const app = await createApp(service.database);
    const answer = await service.call("POST", "/v1/feedback", { key: app.key, body });
    assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"]);
    assert.match(answer.body.message, field);
    const rows = await service.database.read.rows("SELECT 1 FROM feedback WHERE app_id = $1", [app.id]);
    assert.equal(rows.length, 0);
  });
}

test("without a key: 401", async () => {
  assert.equal((await service.call("POST", "/v1/feedback", { body: { kind: "bug", summary: "x" } })).status, 401);
});

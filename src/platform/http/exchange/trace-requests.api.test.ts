/** The spans of calls while a listener takes them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApp, type TestApp } from "../../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../../test/harness/wait-until.ts";
import { endedSpans, newTraces, type EndedSpan, type TraceQuestion } from "../../tracing/span.ts";

let service: TestService;
let app: TestApp;
const spans: EndedSpan[] = [];
const keep = (question: unknown): void => void ((question as TraceQuestion).isKept = true);
const take = (span: unknown): void => void spans.push(span as EndedSpan);

before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
after(async () => {
  newTraces.unsubscribe(keep);
  endedSpans.unsubscribe(take);
  await service.stop();
});

test("a call is one trace: its wait for a slot, its transaction, its statements by name; no value of it is told (rules/operating 4.5)", async () => {
  newTraces.subscribe(keep);
  endedSpans.subscribe(take);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const body = { notification_url: "https://receiver.example/hook-of-the-test", event_types: ["order.created"] };
  const answers = await Promise.all([
    service.call("POST", "/v1/webhook_subscriptions", {
      key: app.key,
      body,
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-00`, "idempotency-key": "key-of-the-test" },
    }),
    service.call("GET", "/v1/webhook_subscriptions", { key: app.key }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 200],
  );
  const rootsOf = () => spans.filter(({ kind }) => kind === "server");
  await waitUntilTrue(async () => rootsOf().length === 2);
  const root = rootsOf().find((span) => span.traceId === traceId);
  assert.ok(root !== undefined, "the caller's trace goes on");
  assert.equal(root.name, "POST /v1/webhook_subscriptions");
  assert.equal(root.parentId, "b7ad6b7169203331");
  assert.equal(root.facts["http.response.status_code"], 201);
  const own = spans.filter((span) => span.traceId === traceId);
  const transaction = own.find(({ name }) => name === "transaction");
  assert.equal(transaction?.parentId, root.spanId);
  assert.equal(own.find(({ name }) => name === "queue")?.parentId, root.spanId);
  const statements = own.filter(({ kind, parentId }) => kind === "client" && parentId === transaction?.spanId);
  assert.ok(statements.some(({ name }) => name === "COMMIT"));
  assert.ok(
    statements.some(({ name }) => /^insert/i.test(name)),
    statements.map(({ name }) => name).join(),
  );
  const told = JSON.stringify(spans);
  for (const secret of [app.key, "hook-of-the-test", "key-of-the-test"]) assert.ok(!told.includes(secret), secret);
  const other = rootsOf().find((span) => span.traceId !== traceId);
  assert.equal(other?.name, "GET /v1/webhook_subscriptions");
});

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startService, type TestService } from "../../test/service.ts";
import { newId } from "../kernel/id.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import { forgetIdempotencyKeys } from "../platform/http/forget-idempotency-keys.job.ts";
import type { Database } from "../platform/postgres/database.ts";
import { forgetRequests } from "./forget-requests.job.ts";
import { createRequestMemory } from "./remember-requests.job.ts";

const dayMs = 24 * 3600 * 1000;
const failTest = (error: unknown) => assert.fail(String(error));
let service: TestService;
let database: Database;

before(async () => {
  service = await startService({ routes: () => [] });
  database = service.database;
});
after(() => service.stop());

function request(fields: Partial<AnsweredRequest> = {}): AnsweredRequest {
  return {
    requestId: newId("req"),
    appId: newId("app"),
    environment: "test",
    route: "GET /v1/me",
    status: 200,
    durationMs: 1,
    at: Date.now(),
    ...fields,
  };
}

async function count(table: string): Promise<number> {
  return (await database.read.one<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)).count;
}

test("what was answered is written as it was, once, and requests without an app are passed over", async () => {
  const memory = createRequestMemory({ test: database }, { onError: failTest });
  const kept = request({ status: 404, at: Date.UTC(2026, 0, 2, 3, 4, 5, 678) });
  for (const each of [kept, kept, request({ appId: null }), request({ environment: "live" })]) memory.remember(each);
  await memory.flush();
  const rows = await database.read.rows("SELECT id, app_id, route, status, at FROM requests");
  assert.deepEqual(rows, [{ id: kept.requestId, app_id: kept.appId, route: "GET /v1/me", status: 404, at: kept.at }]);
});

test("flushes that overlap lose and double nothing, and a stop writes the rest", async () => {
  const before = await count("requests");
  const memory = createRequestMemory({ test: database }, { onError: failTest });
  const flushes = [];
  for (let i = 0; i < 200; i++) {
    memory.remember(request());
    if (i % 7 === 0) flushes.push(memory.flush());
    if (i % 50 === 0) await Promise.all(flushes);
  }
  await memory.stop();
  memory.remember(request());
  await memory.flush();
  assert.equal(await count("requests"), before + 200);
});

test("the buffer is bounded, and a failed write is reported and costs its batch only", async () => {
  const before = await count("requests");
  const errors: unknown[] = [];
  const memory = createRequestMemory({ test: database }, { onError: (error) => errors.push(error), maxWaiting: 3 });
  for (let i = 0; i < 10; i++) memory.remember(request());
  await memory.flush();
  assert.equal(await count("requests"), before + 3);
  memory.remember(request({ status: 2 ** 40 }));
  await memory.flush();
  assert.equal(errors.length, 1);
  memory.remember(request());
  await memory.flush();
  assert.equal(await count("requests"), before + 4);
});

test("requests are forgotten when they are older than seven days, and only then", async () => {
  await database.transaction((tx) => tx.rows("DELETE FROM requests"));
  const now = Date.UTC(2026, 5, 1);
  const memory = createRequestMemory({ test: database }, { onError: failTest });
  for (const at of [now - 8 * dayMs, now - 7 * dayMs - 1]) memory.remember(request({ at }));
  const kept = [request({ at: now - 7 * dayMs }), request({ at: now })];
  for (const each of kept) memory.remember(each);
  await memory.flush();
  assert.equal(await forgetRequests(database, now), false);
  const rows = await database.read.rows<{ id: string }>("SELECT id FROM requests ORDER BY at");
  assert.deepEqual(
    rows.map((row) => row.id),
    kept.map((each) => each.requestId),
  );
});

test("a backlog is forgotten batch by batch", async () => {
  await database.transaction(async (tx) => {
    await tx.rows("DELETE FROM requests");
    await tx.rows(
      "INSERT INTO requests (id, route, status, at) SELECT 'r' || n, 'x', 200, '2020-01-01' FROM generate_series(1, 5001) n",
    );
  });
  assert.equal(await forgetRequests(database, Date.now()), true);
  assert.equal(await forgetRequests(database, Date.now()), false);
  assert.equal(await count("requests"), 0);
});

test("idempotency keys lose their answer after 24 hours and are gone after 30 days", async () => {
  const now = Date.UTC(2026, 5, 1);
  const ages = { fresh: dayMs, day: dayMs + 1, month: 30 * dayMs, old: 30 * dayMs + 1 };
  await database.transaction(async (tx) => {
    for (const [key, age] of Object.entries(ages)) {
      await tx.rows(
        `INSERT INTO idempotency_keys (scope, key, operation_id, fingerprint, method, path, status, body, created_at)
        VALUES ('s', $1, $2, '', 'POST', '/', 201, '{}', $3)`,
        [key, newId("opn"), new Date(now - age)],
      );
    }
  });
  assert.equal(await forgetIdempotencyKeys(database, now), false);
  assert.equal(await forgetIdempotencyKeys(database, now), false);
  const rows = await database.read.rows("SELECT key, body FROM idempotency_keys ORDER BY created_at");
  assert.deepEqual(rows, [
    { key: "month", body: null },
    { key: "day", body: null },
    { key: "fresh", body: "{}" },
  ]);
});

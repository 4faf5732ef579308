import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startService, type TestService } from "../../test/harness/service.ts";
import { newId } from "../kernel/id.ts";
import type { Exchange, KeptBody } from "../platform/http/exchange/exchange.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import { forgetIdempotencyKeys, makeAnswerDays } from "../platform/http/idempotency/forget-idempotency-keys.job.ts";
import type { TextDatabase, TextTx } from "../platform/postgres/database.ts";
import { forgetRequests, makeRequestDays } from "./keep-requests.job.ts";
import { createRequestLog } from "./request-log.cache.ts";

const failTest = (error: unknown) => assert.fail(String(error));
let service: TestService;
let database: TextDatabase;

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
    code: null,
    durationMs: 1,
    answeredAt: performance.now(),
    exchange: null,
    ...fields,
  };
}

function exchangeOf(sent: KeptBody): Exchange {
  const said = {
    tag: "Orders",
    summary: "Places an order",
    access: { kind: "app", scope: null },
    success: {},
    refusals: [],
  } as const;
  const nothing = { userAgent: null, idempotencyKey: null, fault: null, resourceId: null, answered: null } as const;
  const route = { method: "POST", path: "/v1/orders", operationId: "placeOrder", ...said } as const;
  return { ...nothing, route, params: {}, query: {}, keyLastFour: "abcd", replayed: false, eventIds: [], sent };
}

async function count(table: string): Promise<number> {
  return (await database.read.one<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)).count;
}

test("what was answered is written as it was, once, and requests without an app are passed over", async () => {
  const memory = createRequestLog(database, { onError: failTest });
  const hour = 3_600_000;
  const kept = request({ status: 404, answeredAt: performance.now() - hour });
  for (const each of [kept, kept, request({ appId: null })]) memory.remember(each);
  await memory.flush();
  const rows = await database.read.rows<{ ago: number }>(
    "SELECT id, app_id, route, status, extract(epoch FROM clock_timestamp() - at)::float8 * 1000 AS ago FROM requests",
  );
  const [{ ago } = { ago: 0 }] = rows;
  assert.ok(ago >= hour && ago < hour + 60_000, `${ago} ms ago by the database`);
  assert.deepEqual(rows, [{ id: kept.requestId, app_id: kept.appId, route: "GET /v1/me", status: 404, ago }]);
});

test("flushes that overlap lose and double nothing, and a stop writes the rest", async () => {
  const before = await count("requests");
  const memory = createRequestLog(database, { onError: failTest });
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

test("other work comes between large bodies", async () => {
  const memory = createRequestLog(database, { onError: failTest });
  let turn = 0;
  let ticking = setImmediate(function tick() {
    turn++;
    ticking = setImmediate(tick);
  });
  const turns = new Set<number>();
  const value = Object.defineProperty({}, "note", { enumerable: true, get: () => turns.add(turn).size });
  for (let i = 0; i < 10; i++)
    memory.remember(request({ status: 400, exchange: exchangeOf({ length: 64_000, value }) }));
  await memory.stop();
  clearImmediate(ticking);
  assert.ok(turns.size >= 5, `ten bodies of 64 KB were read in ${turns.size} turns of the event loop`);
});

test("above its share a success is counted, not written, and an error is written always", async () => {
  const before = await count("requests");
  let dropped = 0;
  const bounds = {
    bodies: { ofApp: 1, ofAll: 1, most: 1, bytes: 1_000 },
    rows: { ofApp: 2, ofAll: 2, most: 2 },
  };
  const memory = createRequestLog(database, { onError: failTest, onDropped: () => dropped++, bounds });
  const [appId, answeredAt] = [newId("app"), performance.now()];
  for (let i = 0; i < 5; i++) memory.remember(request({ appId, answeredAt }));
  for (let i = 0; i < 5; i++) memory.remember(request({ appId, answeredAt, status: 409 }));
  await memory.stop();
  assert.deepEqual([await count("requests"), dropped], [before + 2 + 5, 3]);
});

test("the buffer is bounded, and a failed write is reported and costs its batch only", async () => {
  const before = await count("requests");
  const errors: unknown[] = [];
  const memory = createRequestLog(database, { onError: (error) => errors.push(error), maxWaiting: 3 });
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

test("requests are forgotten when they are older than seven days, and only then (rules/messages-and-privacy 3.5)", async () => {
  await database.transaction((tx) => tx.rows("DELETE FROM requests"));
  const ages = ["8 days", "7 days 1 minute", "6 days 23 hours 59 minutes", "0"];
  await database.transaction((tx) =>
    tx.rows(
      "INSERT INTO requests (id, route, status, at) SELECT age, 'x', 200, now() - age::interval FROM unnest($1::text[]) AS age",
      [ages],
    ),
  );
  assert.equal(await forgetRequests(database), false);
  const rows = await database.read.rows<{ id: string }>("SELECT id FROM requests ORDER BY at");
  assert.deepEqual(
    rows.map((row) => row.id),
    ages.slice(2),
  );
});

test("days are made ahead, what came without one is sorted, and a day goes once all of it is seven days old (rules/operating 6.1)", async () => {
  await database.transaction(async (tx) => {
    for (const { name } of await tx.rows<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'requests'::regclass AND inhrelid::regclass::text ~ '\\d{8}$'",
    ))
      await tx.rows(`DROP TABLE ${name}`);
    await tx.rows("DELETE FROM requests");
    await tx.rows(
      `INSERT INTO requests (id, route, status, at)
        SELECT request_id_at(now() - age::interval) || 'x', age, 200, now() - came::interval
        FROM (VALUES ('0', '0'), ('3 days', '3 days'), ('9 days', '9 days'), ('10 days', '1 day')) AS made (age, came)`,
    );
    // As if a day of long ago had been made while it was today.
    await tx.rows("SELECT make_request_day((now() AT TIME ZONE 'UTC')::date - n) FROM unnest(ARRAY[9, 10]) AS n");
  });
  await makeRequestDays(database);
  await makeRequestDays(database);
  assert.equal(await count("requests_default"), 0);
  const ahead = "to_regclass('requests_' || to_char((now() AT TIME ZONE 'UTC')::date + 1, 'YYYYMMDD'))";
  assert.deepEqual(await database.read.rows(`SELECT ${ahead} IS NOT NULL AS made`), [{ made: true }]);
  assert.equal(await forgetRequests(database), false);
  const rows = await database.read.rows<{ route: string }>("SELECT route FROM requests ORDER BY at");
  assert.deepEqual(
    rows.map(({ route }) => route),
    ["3 days", "10 days", "0"],
    "the day of ten days ago holds a request that was answered yesterday",
  );
});

test("a backlog is forgotten batch by batch", async () => {
  await database.transaction(async (tx) => {
    await tx.rows("DELETE FROM requests");
    await tx.rows(
      "INSERT INTO requests (id, route, status, at) SELECT 'r' || n, 'x', 200, '2020-01-01' FROM generate_series(1, 5001) n",
    );
  });
  assert.equal(await forgetRequests(database), true);
  assert.equal(await forgetRequests(database), false);
  assert.equal(await count("requests"), 0);
});

test("idempotency keys are gone after 30 days, answers in them, of the release before, after 24 hours (rules/operating 6.2)", async () => {
  const minute = "1 minute";
  const ages = {
    fresh: `24 hours -${minute}`,
    day: `24 hours ${minute}`,
    month: `30 days -${minute}`,
    old: `30 days ${minute}`,
  };
  await database.transaction(async (tx) => {
    for (const [key, age] of Object.entries(ages)) {
      await tx.rows(
        `INSERT INTO idempotency_keys (scope, key, operation_id, fingerprint, method, path, status, body, created_at)
        VALUES ('s', $1, $2, '', 'POST', '/', 201, '{}', now() - $3::interval)`,
        [key, newId("opn"), age],
      );
    }
  });
  assert.equal(await forgetIdempotencyKeys(database), false);
  assert.equal(await forgetIdempotencyKeys(database), false);
  const rows = await database.read.rows("SELECT key, body FROM idempotency_keys ORDER BY created_at");
  assert.deepEqual(rows, [
    { key: "month", body: null },
    { key: "day", body: null },
    { key: "fresh", body: "{}" },
  ]);
});

test("answers lie in days of their own, and a day goes when all of it is 24 hours old (rules/operating 6.2)", async () => {
  const today = async (): Promise<number> =>
    (await database.read.one<{ n: number }>("SELECT (now() AT TIME ZONE 'UTC')::date - date '2000-01-01' AS n")).n;
  const keep = (tx: TextTx, ...days: readonly number[]) =>
    tx.rows(
      "INSERT INTO idempotency_answers (day, id, body) SELECT date '2000-01-01' + n, n, '{}' FROM unnest($1::int[]) AS n",
      [days],
    );
  const nameOf = async (day: number): Promise<string> =>
    (
      await database.read.one<{ name: string }>(
        "SELECT 'idempotency_answers_' || to_char(date '2000-01-01' + $1::int, 'YYYYMMDD') AS name",
        [day],
      )
    ).name;
  const began = await today();
  await database.transaction(async (tx) => {
    for (const { name } of await database.read.rows<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relname ~ '^idempotency_answers_\\d{8}$'",
    ))
      await tx.rows(`DROP TABLE ${name}`);
    // As if days of before yesterday had been made while they were to come.
    for (const ago of [1, 2, 3]) await tx.rows("SELECT make_answer_day(date '2000-01-01' + $1::int)", [began - ago]);
    await keep(tx, began - 9, began - 3, began - 2, began - 1, began, began + 1);
  });
  await makeAnswerDays(database);
  await makeAnswerDays(database);
  assert.equal(
    (
      await database.read.one<{ n: number }>("SELECT count(*) AS n FROM idempotency_answers_default WHERE id >= $1", [
        began,
      ])
    ).n,
    0,
    "what came without a day is sorted",
  );
  assert.equal(await forgetIdempotencyKeys(database), false);
  // Midnight may pass meanwhile, and then the next day may go as well.
  const ended = await today();
  const left = await database.read.rows<{ id: number }>("SELECT id FROM idempotency_answers ORDER BY id");
  const days = left.map(({ id }) => id);
  for (const gone of [began - 9, began - 3, began - 2]) assert.ok(!days.includes(gone), `${began - gone} days ago`);
  for (let kept = ended - 1; kept <= began + 1; kept++) assert.ok(days.includes(kept), `${began - kept} days ago`);
  const standing = async (day: number): Promise<boolean> =>
    (await database.read.one<{ is: boolean }>("SELECT to_regclass($1) IS NOT NULL AS is", [await nameOf(day)])).is;
  assert.deepEqual([await standing(began - 2), await standing(ended), await standing(ended + 1)], [false, true, true]);
});

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { CallFailed, serviceAt } from "./service.ts";

/** A service that gives these answers, the last one for ever; and what it was asked and how long the caller waited. */
function answering(t: TestContext, ...answers: readonly (() => Response)[]) {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  t.mock.method(globalThis, "fetch", async (_: unknown, sent: RequestInit) => {
    const answer = answers[Math.min(keys.length, answers.length - 1)];
    keys.push(new Headers(sent.headers).get("idempotency-key"));
    assert.ok(answer !== undefined);
    return answer();
  });
  const access = { url: "http://127.0.0.1:1", token: "key", name: "API key" } as const;
  return { keys, waits, service: serviceAt(access, async (ms) => void waits.push(ms)) };
}

const unavailable = (retryAfter?: string) => () =>
  new Response("{}", { status: 503, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } });
const done = () => Response.json({ id: "one" });

test("a 503 that names a wait is tried again after it, with the same key", async (t) => {
  const { keys, waits, service } = answering(t, unavailable("2"), unavailable("5"), done);
  assert.deepEqual(await service.call("POST", "/v1/sandbox/orders", {}), { id: "one" });
  assert.deepEqual(waits, [2000, 5000]);
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 1);
  await service.call("POST", "/v1/sandbox/orders", {});
  assert.notEqual(keys[3], keys[0], "another call has another key");
});

test("a first call that is still running is asked for again, with the same key", async (t) => {
  const running = () =>
    Response.json({ code: "operation_in_progress" }, { status: 409, headers: { "retry-after": "1" } });
  const { keys, waits, service } = answering(t, unavailable("1"), running, done);
  assert.deepEqual(await service.call("POST", "/v1/sandbox/orders", {}), { id: "one" });
  assert.deepEqual([waits, new Set(keys).size], [[1000, 1000], 1]);
});

test("a proxy whose service does not answer is asked again, four times in all, and then nothing is reached", async (t) => {
  const proxy = () => new Response("<html>502 Bad Gateway</html>", { status: 502 });
  const { keys, service } = answering(t, proxy, done);
  assert.deepEqual(await service.call("POST", "/v1/sandbox/orders", {}), { id: "one" });
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
  t.mock.restoreAll();
  const down = answering(t, proxy);
  await assert.rejects(down.service.call("GET", "/v1/ping"), (error) => error instanceof CallFailed && error.isFinal);
  assert.equal(down.keys.length, 4);
});

test("waits of more than 30 seconds together are the failure", async (t) => {
  const { keys, waits, service } = answering(t, unavailable("8"));
  await assert.rejects(service.call("GET", "/v1/ping"), CallFailed);
  assert.deepEqual([keys.length, waits], [4, [8000, 8000, 8000]]);
  t.mock.restoreAll();
  const hasty = answering(t, unavailable("0"));
  await assert.rejects(hasty.service.call("GET", "/v1/ping"), CallFailed);
  assert.equal(hasty.keys.length, 31);
});

const late = () => {
  throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
};
const broken = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
};

test("a call without an answer is tried again with the same key, four times in all", async (t) => {
  const { keys, waits, service } = answering(t, late, broken, done);
  assert.deepEqual(await service.call("POST", "/v1/sandbox/orders", {}), { id: "one" });
  assert.deepEqual([waits, new Set(keys).size], [[1000, 1000], 1]);
  t.mock.restoreAll();
  const never = answering(t, late);
  await assert.rejects(never.service.call("GET", "/v1/ping"), {
    message: "http://127.0.0.1:1 did not answer within 30 seconds",
    isFinal: true,
  });
  assert.equal(never.keys.length, 4);
});

test("a service that is not there is not waited for", async (t) => {
  const { keys, service } = answering(t, () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
  });
  await assert.rejects(service.call("GET", "/v1/ping"), { message: /^no service answers at/, isFinal: true });
  assert.equal(keys.length, 1);
});

test("nothing else is tried again, and no wait of more than 30 seconds", async (t) => {
  const others = [unavailable(), unavailable("31"), unavailable("soon"), unavailable("-1")];
  for (const status of [429, 500, 409]) {
    others.push(() => new Response("{}", { status, headers: { "retry-after": "1" } }));
  }
  for (const other of others) {
    const { keys, waits, service } = answering(t, other);
    await assert.rejects(service.call("POST", "/v1/sandbox/orders", {}), CallFailed);
    assert.deepEqual([keys.length, waits], [1, []]);
    t.mock.restoreAll();
  }
});

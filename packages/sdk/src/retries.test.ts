import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import {
  cutBefore,
  cutWithin,
  json,
  refusal,
  silence,
  startFaultyServer,
  type FaultyServer,
} from "./faulty-server.fixture.ts";
import { isMapleConnectionError, isMapleError, Maple, MapleTimeoutError, type MapleOptions } from "./sdk.ts";
import { waitBeforeRetry } from "./retry.ts";

let server: FaultyServer;
before(async () => {
  server = await startFaultyServer();
});
after(() => server.stop());

const decision = { object: "order_decision", order_id: "ord_1", decision: "accept", status: "received" };
const accept = (options = {}) => server.maple.orders.accept("ord_1", { pos_ticket_id: "T-1" }, options);
const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail("the call succeeded"),
    (error: unknown) => error,
  );

describe("what may pass is tried again, twice, with the same key (rules/packages 1.2)", () => {
  for (const [name, fault] of [
    ["429", refusal(429, "rate_limited")],
    ["500", refusal(500, "internal")],
    ["502 of a proxy", json(502, "bad gateway")],
    ["503", refusal(503, "unavailable")],
    ["504 of a proxy", json(504, "late")],
    ["409 operation_in_progress", refusal(409, "operation_in_progress", { reason: "in_flight" })],
    ["a connection cut before the answer", cutBefore],
    ["a connection cut within the answer", cutWithin],
  ] as const) {
    test(name, async () => {
      server.play(fault, fault, json(200, decision));
      const answer = await accept();
      assert.equal(answer.decision, "accept");
      assert.equal(server.requests.length, 3);
      const keys = new Set(server.requests.map(({ headers }) => headers["idempotency-key"]));
      assert.equal(keys.size, 1);
      assert.match([...keys][0]?.toString() ?? "", /^[0-9a-f-]{36}$/);
      assert.ok(server.requests.every(({ body }) => body === '{"pos_ticket_id":"T-1"}'));
      assert.equal(server.waits.length, 2);

      server.play(fault);
      await failure(accept());
      assert.equal(server.requests.length, 3);
    });
  }
});

test("a redirect is not followed, and told with its place; every runtime knows the word for that (rules/packages 1.1)", async () => {
  server.play(json(308, "moved", { location: `${server.maple.version}/elsewhere` }));
  const error = await failure(accept());
  assert.ok(isMapleConnectionError(error));
  assert.match(error.message, /redirects to \S+\/elsewhere, and the key does not follow: correct baseUrl/);
  const modes = new Set<string | undefined>();
  const hidden = Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" });
  const fetch: MapleOptions["fetch"] = async (_, init) => {
    modes.add(init?.redirect);
    return hidden;
  };
  const closed = await failure(server.client({ fetch }).orders.get("ord_1"));
  assert.ok(isMapleConnectionError(closed) && /redirects, and/.test(closed.message));
  assert.deepEqual([...modes], ["manual"]);
});

describe("what will not pass is told at once (rules/packages 1.2)", () => {
  for (const [status, code, details] of [
    [400, "invalid_request", { issues: [] }],
    [401, "unauthorized", undefined],
    [404, "not_found", undefined],
    [409, "illegal_transition", { from_status: "READY", decision: "accept" }],
    [409, "operation_in_progress", { reason: "replay_window_expired", operation_id: "op_1", retry_after: 60 }],
    [422, "date_blocked", undefined],
  ] as const) {
    test(`${status} ${code}`, async () => {
      server.play(refusal(status, code, details));
      const error = await failure(accept());
      assert.equal(server.requests.length, 1);
      assert.ok(isMapleError(error));
      assert.deepEqual(
        [error.status, error.code, error.tag, error.requestId, error.docUrl, error.details],
        [status, code, "DeveloperApiConflict", "req_1", `http://x/docs/errors/${code}`, details ?? {}],
      );
      assert.match(error.message, /it says why \(request req_1\)/);
    });
  }
});

test("a program's own key is sent, and another attempt count is obeyed", async () => {
  server.play(refusal(503, "unavailable"));
  await failure(accept({ idempotencyKey: "accept:ord_1", maxRetries: 4 }));
  assert.equal(server.requests.length, 5);
  assert.ok(server.requests.every(({ headers }) => headers["idempotency-key"] === "accept:ord_1"));
});

test("a read has no key, and an id is a part of the path whatever it holds", async () => {
  server.play(json(200, { object: "order", id: "ord_1" }));
  await server.maple.orders.get("a/b?c");
  assert.equal(server.requests[0]?.path, "/v1/orders/a%2Fb%3Fc");
  assert.equal(server.requests[0]?.headers["idempotency-key"], undefined);
  assert.equal(server.requests[0]?.headers.authorization, "Bearer key_1");
  for (const id of ["", "..", undefined])
    assert.throws(() => void server.maple.orders.get(id as string), /has to be an id/);
});

test("an attempt without an answer ends after timeoutMs, and the next one may succeed (rules/packages 1.4)", async () => {
  server.play(silence, json(200, decision));
  const accepted = accept();
  await waitUntilTrue(() => server.requests.length === 1);
  server.expire();
  assert.equal((await accepted).decision, "accept");
  assert.equal(server.requests[0]?.headers["idempotency-key"], server.requests[1]?.headers["idempotency-key"]);

  server.play(silence);
  const lost = failure(accept({ maxRetries: 0 }));
  await waitUntilTrue(() => server.requests.length === 1);
  server.expire();
  const error = await lost;
  assert.ok(error instanceof MapleTimeoutError && isMapleConnectionError(error));
  assert.match(error.message, /POST \/v1\/orders\/ord_1\/accept within 30000 ms/);
});

test("a stream without a head, or without a whole line, for timeoutMs is ended; a line under way is not (rules/packages 1.4)", async () => {
  const open = () => server.maple.webhookEvents.stream({ forward_to: "http://127.0.0.1:9/" })[Symbol.asyncIterator]();
  server.play(silence);
  const never = failure(open().next());
  await waitUntilTrue(() => server.requests.length === 1);
  server.expire();
  assert.ok((await never) instanceof MapleTimeoutError);

  server.play((response) => response.writeHead(503).write("{"));
  const refused = failure(open().next());
  await waitUntilTrue(() => server.requests.length === 1);
  server.expire();
  assert.ok((await refused) instanceof MapleTimeoutError);

  server.play((response) => {
    response.writeHead(200).write('{"object":"heartbeat"}\n{"object":"heartbeat"}\n');
    setImmediate(() => response.write('{"obj'));
  });
  const stream = open();
  for (let line = 0; line < 2; line++) {
    assert.deepEqual((await stream.next()).value, { object: "heartbeat" });
    // Whoever works on a line for long loses nothing.
    server.expire();
  }
  const stands = failure(stream.next());
  setImmediate(() => server.expire());
  const error = await stands;
  assert.ok(error instanceof MapleTimeoutError, String(error));
});

test("a signal ends the call, and nothing is sent after it", async () => {
  const control = new AbortController();
  server.play(silence);
  const aborted = failure(accept({ signal: control.signal }));
  await waitUntilTrue(() => server.requests.length === 1);
  const reason = new Error("the shop closes");
  control.abort(reason);
  assert.equal(await aborted, reason);
  assert.equal(await failure(accept({ signal: control.signal })), reason);
  assert.equal(server.requests.length, 1);
});

test("an answer that is not JSON, and an address where nobody listens, are connection errors", async () => {
  server.play((response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"));
  const foreign = await failure(accept({ maxRetries: 0 }));
  assert.ok(isMapleConnectionError(foreign));
  assert.match(foreign.message, /is baseUrl right/);
  const nowhere = await failure(server.client({ baseUrl: "http://127.0.0.1:1", maxRetries: 0 }).app.ping());
  assert.ok(isMapleConnectionError(nowhere));
  assert.match(nowhere.message, /127\.0\.0\.1:1 was not reached/);
});

test("the pause is Retry-After up to 60 s, else doubles from 0.5 to 8 s with jitter (rules/packages 1.3)", async () => {
  server.play(refusal(429, "rate_limited", undefined, { "retry-after": "7" }), json(200, decision));
  await accept();
  assert.deepEqual(server.waits, [7_000]);
  server.play(refusal(503, "unavailable", undefined, { "retry-after": "61" }));
  const error = await failure(accept());
  assert.ok(isMapleError(error));
  assert.deepEqual([server.requests.length, error.retryAfter], [1, 61]);

  const busy = await (async () => {
    server.play(refusal(503, "unavailable"));
    return failure(accept({ maxRetries: 0 }));
  })();
  const pauses = (random: number): unknown[] =>
    [0, 1, 2, 3, 4, 5, 20].map((retry) => waitBeforeRetry(busy, retry, () => random));
  assert.deepEqual(pauses(1), [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  assert.deepEqual(pauses(0), [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test("a list goes on while there is more, and stops when the cursor stands still (rules/packages 1.5)", async () => {
  const page = (ids: readonly string[], next: string | null) =>
    json(200, { object: "list", data: ids.map((id) => ({ id })), has_more: next !== null, next_cursor: next });
  const idsOf = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of server.maple.orders.list({ since: 5, limit: 2 })) ids.push(id);
    return ids;
  };
  server.play(page(["a", "b"], "b"), page(["c"], null));
  assert.deepEqual(await idsOf(), ["a", "b", "c"]);
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ["/v1/orders?since=5&limit=2", "/v1/orders?since=5&starting_after=b&limit=2"],
  );
  server.play(page(["a"], "a"));
  assert.deepEqual(await idsOf(), ["a", "a"]);
  server.play(page(["a", "b"], "b"));
  const one = await server.maple.orders.list().page();
  assert.deepEqual([one.data.length, server.requests.length], [2, 1]);
});

test("an answer carries its response, which JSON leaves out", async () => {
  const headers = {
    "x-request-id": "req_7",
    "ratelimit-policy": '"bookings";q=300;w=60',
    ratelimit: '"bookings";r=41;t=22',
  };
  server.play(json(200, { object: "order", id: "ord_1" }, headers));
  const order = await server.maple.orders.get("ord_1");
  const { requestId, status, rateLimit } = order.lastResponse;
  assert.deepEqual([requestId, status], ["req_7", 200]);
  assert.deepEqual(rateLimit, { name: "bookings", limit: 300, windowSeconds: 60, remaining: 41, resetSeconds: 22 });
  assert.equal(JSON.stringify(order), '{"object":"order","id":"ord_1"}');
});

test("a proxy that answers instead of the service is told to be one", async () => {
  for (const [status, words] of [
    [502, /a proxy answers, and the service behind it does not/],
    [413, /a proxy before the service takes no body of this length/],
    [404, /not one of Maple; is baseUrl right/],
  ] as const) {
    server.play((response) => response.writeHead(status, { "content-type": "text/html" }).end("<h1>nginx</h1>"));
    const error = await failure(accept());
    assert.ok(isMapleError(error));
    assert.deepEqual([error.status, error.code], [status, `http_${status}`]);
    assert.match(error.message, words);
  }
});

test("options of a call that cannot work are refused before anything is sent (rules/packages 1.4)", () => {
  server.play(json(200, decision));
  for (const wrong of [
    { timeoutMs: Infinity },
    { timeoutMs: NaN },
    { maxRetries: -1 },
    { idempotencyKey: "" },
    { idempotencyKey: "accept:заказ" },
    { idempotencyKey: "k".repeat(256) },
  ]) {
    assert.throws(() => void accept(wrong), TypeError, JSON.stringify(wrong));
  }
  assert.equal(server.requests.length, 0);
});

test("options that cannot work, and a browser, are refused by the constructor", () => {
  const access = { apiKey: "key_1", baseUrl: "https://maple.example/" };
  assert.ok(new Maple(access).version);
  for (const wrong of [
    { apiKey: "" },
    { apiKey: "key 1\n" },
    { baseUrl: "maple.example" },
    { baseUrl: "https://key@maple.example" },
    { baseUrl: "https://maple.example/?x=1" },
    { maxRetries: -1 },
    { timeoutMs: 0 },
  ]) {
    assert.throws(() => new Maple({ ...access, ...wrong }), TypeError);
  }
  Object.assign(globalThis, { window: {}, document: {} });
  try {
    assert.throws(() => new Maple(access), /not from a browser/);
  } finally {
    Reflect.deleteProperty(globalThis, "window");
    Reflect.deleteProperty(globalThis, "document");
  }
});

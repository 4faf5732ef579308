import assert from "node:assert/strict";
import { connect as connectSocket } from "node:net";
import { after, before, describe, test } from "node:test";
import Type from "typebox";
import { refuse } from "../../kernel/refusal.ts";
import { createApp, type TestApp } from "../../../test/factories.ts";
import { startService, type TestService } from "../../../test/service.ts";
import { bindRead, bindStaged, bindWrite, defineRoute, type BoundRoute } from "./route.ts";
import { idField, nullable, textField } from "./fields.ts";
import { reply } from "./reply.ts";

const thing = Type.Object({ object: Type.Literal("thing"), count: Type.Integer() });
const body = Type.Object({
  name: textField(20),
  size: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  fail: Type.Optional(Type.String()),
});

const readThing = defineRoute({
  method: "GET",
  path: "/v1/things/{thingId}",
  operationId: "readThing",
  tag: "Test",
  summary: "Reads",
  access: { kind: "app", scope: "orders:read" },
  params: { thingId: idField("ord") },
  query: { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
  success: { 200: thing },
  refusals: ["not_found"],
});

const writeThing = defineRoute({
  method: "POST",
  path: "/v1/things",
  operationId: "writeThing",
  tag: "Test",
  summary: "Writes",
  access: { kind: "app", scope: "orders:write" },
  body,
  success: { 201: Type.Object({ object: Type.Literal("thing"), count: Type.Integer(), secret: Type.String() }) },
  refusals: ["order_terminal"],
});

const stageThing = defineRoute({
  method: "POST",
  path: "/v1/staged_things",
  operationId: "stageThing",
  tag: "Test",
  summary: "Works in several steps",
  access: { kind: "app", scope: "orders:write" },
  body,
  success: { 200: thing },
  refusals: ["order_terminal"],
});

let staged = 0;
let release = (): void => {};
let entered = (): void => {};

function routes(): BoundRoute[] {
  return [
    bindRead(readThing, async (call) => reply(200, { object: "thing", count: call.query.limit ?? 0 })),
    bindWrite(writeThing, async (call, tx) => {
      const { feedback } = await tx.one<{ feedback: string }>(
        `INSERT INTO feedback (id, app_id, kind, summary, request_ids, matched_request_ids)
         VALUES ($1, $2, 'bug', $3, '{}', '{}') RETURNING id AS feedback`,
        [call.requestId, call.app.id, call.body.name],
      );
      if (call.body.fail === "wait") await new Promise<void>((resolve) => ((release = resolve), entered()));
      if (call.body.fail === "refuse") return refuse("order_terminal", "it is over");
      if (call.body.fail === "throw") throw new Error("broken on purpose");
      return reply(201, { object: "thing", count: feedback.length, secret: "s3cret" }, { secretFields: ["secret"] });
    }),
    bindStaged(stageThing, async (call) => {
      staged++;
      if (call.body.fail === "wait") await new Promise<void>((resolve) => ((release = resolve), entered()));
      if (call.body.fail === "throw") throw new Error("broken on purpose");
      return reply(200, { object: "thing", count: staged });
    }),
  ];
}

describe("the route wrapper", () => {
  let service: TestService;
  let app: TestApp;
  let reader: TestApp;

  before(async () => {
    service = await startService({ routes, live: true });
    app = await createApp(service.database);
    reader = await createApp(service.database, ["orders:read"]);
  });
  after(() => service.stop());

  const count = async (name: string): Promise<number> =>
    (await service.database.read.one<{ n: number }>("SELECT count(*) AS n FROM feedback WHERE summary = $1", [name])).n;
  const thingId = "ord_01k0abcdefghjkmnpqrstvwxyz";

  const unauthorized: readonly (readonly [string, Record<string, string>])[] = [
    ["no header", {}],
    ["no bearer", { authorization: "Basic abc" }],
    ["malformed key", { authorization: "Bearer mpk_test_short" }],
    ["unknown key", { authorization: "Bearer mpk_live_00000000000000000000000000000000000000" }],
  ];
  for (const [name, headers] of unauthorized) {
    test(`401 with ${name}`, async () => {
      const answer = await service.call("GET", `/v1/things/${thingId}`, { headers });
      assert.equal(answer.status, 401);
      assert.equal(answer.body._tag, "DeveloperApiUnauthorized");
      assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
      assert.match(answer.body.feedback, /POST \/v1\/feedback/);
    });
  }

  test("403 names the scope that is missing, before the body is looked at", async () => {
    const answer = await service.call("POST", "/v1/things", { key: reader.key, raw: "{" });
    assert.equal(answer.status, 403);
    assert.equal(answer.body.code, "insufficient_scope");
    assert.deepEqual(answer.body.details, { required_scope: "orders:write" });
  });

  const bad: readonly (readonly [string, string | Uint8Array, number, RegExp])[] = [
    ["malformed JSON", "{", 400, /body: is not valid JSON/],
    ["duplicate key", '{"name":"a","name":"b"}', 400, /the key "name" stands twice/],
    ["duplicate key, escaped", '{"name":"a","n\\u0061me":"b"}', 400, /stands twice/],
    ["proto key", '{"name":"a","__proto__":{}}', 400, /__proto__/],
    ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, /UTF-8/],
    ["U+0000", '{"name":"a\\u0000"}', 400, /U\+0000/],
    ["lone surrogate", '{"name":"\\ud800"}', 400, /surrogate/],
    ["too deep", `{"name":"a","x":${"[".repeat(70)}${"]".repeat(70)}}`, 400, /64 levels/],
    ["hostile depth", "[".repeat(900_000), 400, /64 levels/],
    ["absent field", "{}", 400, /body\.name is required/],
    ["wrong type", '{"name":5}', 400, /body\.name must be a string, not a number/],
    ["null", '{"name":null}', 400, /body\.name must be a string, not null/],
    ["empty", '{"name":""}', 400, /body\.name must not be empty/],
    ["too long", `{"name":"${"x".repeat(21)}"}`, 400, /body\.name must have at most 20 characters/],
    ["fraction", '{"name":"a","size":1.5}', 400, /body\.size/],
    ["text for a number", '{"name":"a","size":"1"}', 400, /body\.size/],
    ["an array", "[]", 400, /body must be an object, not an array/],
    ["no body", "", 400, /body is required/],
    ["too large", `{"name":"${"x".repeat(1_100_000)}"}`, 413, /larger/],
  ];
  for (const [name, raw, status, message] of bad) {
    test(`${status} for ${name}`, async () => {
      const answer = await service.call("POST", "/v1/things", { key: app.key, raw });
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.body._tag, "DeveloperApiBadRequest");
      assert.match(answer.body.message, message);
    });
  }

  test("415 for another content type, 406 when JSON is not accepted", async () => {
    const form = await service.call("POST", "/v1/things", {
      key: app.key,
      raw: "a=1",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    assert.equal(form.status, 415);
    const xml = await service.call("GET", `/v1/things/${thingId}`, {
      key: app.key,
      headers: { accept: "application/xml" },
    });
    assert.equal(xml.status, 406);
  });

  test("path ids: malformed is 400, another kind is 404", async () => {
    assert.equal((await service.call("GET", "/v1/things/nonsense", { key: app.key })).status, 400);
    assert.equal((await service.call("GET", `/v1/things/${thingId.toUpperCase()}`, { key: app.key })).status, 400);
    assert.equal(
      (await service.call("GET", `/v1/things/${thingId.replace("ord", "str")}`, { key: app.key })).status,
      404,
    );
    assert.equal((await service.call("GET", "/v1/things/%zz", { key: app.key })).status, 400);
    assert.equal((await service.call("GET", "/v1/things/a%00b", { key: app.key })).status, 400);
  });

  test("query values are read by their type and named when wrong", async () => {
    assert.equal((await service.call("GET", `/v1/things/${thingId}?limit=7`, { key: app.key })).body.count, 7);
    for (const limit of ["0", "101", "1.5", "ten", "", "1&limit=2", "99999999999999999999"]) {
      const answer = await service.call("GET", `/v1/things/${thingId}?limit=${limit}`, { key: app.key });
      assert.equal(answer.status, 400, limit);
      assert.match(answer.body.message, /query\.limit/);
    }
  });

  test("404 for unknown paths, 405 with Allow", async () => {
    const unknown = await service.call("GET", "/v1/nothing", { key: app.key });
    assert.equal(unknown.status, 404);
    assert.equal(unknown.body._tag, "DeveloperApiNotFound");
    const method = await service.call("PUT", "/v1/things", { key: app.key, body: {} });
    assert.equal(method.status, 405);
    assert.equal(method.headers.get("allow"), "POST");
  });

  test("bytes that are not HTTP get a 400 and the service lives", async () => {
    const { port } = new URL(service.url);
    const text = await new Promise<string>((resolve) => {
      let received = "";
      const socket = connectSocket(Number(port), "127.0.0.1", () => socket.write("NONSENSE\r\n\r\n"));
      socket.on("data", (chunk) => (received += chunk.toString())).on("close", () => resolve(received));
    });
    assert.match(text, /^HTTP\/1\.1 400/);
    assert.match(text, /DeveloperApiBadRequest/);
  });

  test("a gigabyte of body is cut off at the limit", async () => {
    const { port } = new URL(service.url);
    const head = `POST /v1/things HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.key}\r\ncontent-type: application/json\r\n`;
    for (const framing of ["content-length: 1073741824", "transfer-encoding: chunked"]) {
      const answered = await new Promise<string>((resolve) => {
        let received = "";
        const chunk = framing.startsWith("t") ? `10000\r\n${"x".repeat(65_536)}\r\n` : "x".repeat(65_536);
        const socket = connectSocket(Number(port), "127.0.0.1", () => {
          socket.write(`${head}${framing}\r\n\r\n`);
          const more = (): void => {
            while (!socket.destroyed && socket.writable && socket.write(chunk));
          };
          socket.on("drain", more);
          more();
        });
        socket.on("data", (data) => (received += data.toString()));
        socket.on("error", () => {}).on("close", () => resolve(received));
      });
      assert.match(answered, /^HTTP\/1\.1 413/);
      assert.match(answered, /DeveloperApiBadRequest/);
    }
    assert.equal((await service.call("GET", `/v1/things/${thingId}`, { key: app.key })).status, 200);
  });

  test("an answer that never arrived is given again by the same key", async () => {
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const gone = new AbortController();
    const body = JSON.stringify({ name: "lost", fail: "wait" });
    const headers = {
      authorization: `Bearer ${app.key}`,
      "content-type": "application/json",
      "idempotency-key": "lost",
    };
    const first = fetch(`${service.url}/v1/things`, { method: "POST", headers, body, signal: gone.signal });
    await inside;
    gone.abort();
    await assert.rejects(first);
    release();
    const request = { key: app.key, raw: body, headers: { "idempotency-key": "lost" } };
    let again = await service.call("POST", "/v1/things", request);
    while (again.body.code === "operation_in_progress") again = await service.call("POST", "/v1/things", request);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(await count("lost"), 1);
  });

  test("a fault is a 500 that stores nothing", async () => {
    const answer = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "thrown", fail: "throw" },
      headers: { "idempotency-key": "t1" },
    });
    assert.equal(answer.status, 500);
    assert.equal(await count("thrown"), 0);
    const again = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "thrown" },
      headers: { "idempotency-key": "t1" },
    });
    assert.equal(again.status, 201);
  });

  test("the same key and request: one effect, the same bytes again, the secret not", async () => {
    const request = { key: app.key, body: { name: "once" }, headers: { "idempotency-key": "k1" } };
    const first = await service.call("POST", "/v1/things", request);
    assert.equal(first.status, 201);
    assert.equal(first.body.secret, "s3cret");
    const second = await service.call("POST", "/v1/things", request);
    assert.equal(second.status, 201);
    assert.equal(second.headers.get("idempotent-replayed"), "true");
    assert.deepEqual(second.body, { ...first.body, secret: null, secret_shown: true });
    assert.equal(second.text, (await service.call("POST", "/v1/things", request)).text);
    assert.equal(await count("once"), 1);
  });

  test("the same key for another body is 409, another app's key is its own", async () => {
    await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "mine" },
      headers: { "idempotency-key": "k2" },
    });
    const reused = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "other" },
      headers: { "idempotency-key": "k2" },
    });
    assert.equal(reused.status, 409);
    assert.equal(reused.body.code, "idempotency_key_reused");
    const other = await createApp(service.database);
    const answer = await service.call("POST", "/v1/things", {
      key: other.key,
      body: { name: "theirs" },
      headers: { "idempotency-key": "k2" },
    });
    assert.equal(answer.status, 201);
  });

  test("a refusal of the operation is kept and leaves no effect", async () => {
    const request = { key: app.key, body: { name: "refused", fail: "refuse" }, headers: { "idempotency-key": "k3" } };
    assert.equal((await service.call("POST", "/v1/things", request)).status, 409);
    const replay = await service.call("POST", "/v1/things", request);
    assert.equal(replay.status, 409);
    assert.equal(replay.headers.get("idempotent-replayed"), "true");
    assert.equal(await count("refused"), 0);
  });

  test("a parallel duplicate is told operation_in_progress, then gets the first answer", async () => {
    const request = { key: app.key, body: { name: "parallel", fail: "wait" }, headers: { "idempotency-key": "k4" } };
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const first = service.call("POST", "/v1/things", request);
    await inside;
    const second = await service.call("POST", "/v1/things", request);
    assert.equal(second.status, 409);
    assert.equal(second.body.code, "operation_in_progress");
    assert.equal(second.body.details.reason, "in_flight");
    assert.match(second.body.details.operation_id, /^opn_[0-7][0-9a-z]{25}$/);
    assert.ok(Number(second.headers.get("retry-after")) >= 1);
    release();
    assert.equal((await first).status, 201);
    assert.equal((await service.call("POST", "/v1/things", request)).headers.get("idempotent-replayed"), "true");
    assert.equal(await count("parallel"), 1);
  });

  test("work of several steps runs once for parallel calls with one key, and its answer is replayed", async () => {
    const request = { key: app.key, body: { name: "steps", fail: "wait" }, headers: { "idempotency-key": "s1" } };
    const before = staged;
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const first = service.call("POST", "/v1/staged_things", request);
    await inside;
    const others = await Promise.all([1, 2, 3].map(() => service.call("POST", "/v1/staged_things", request)));
    for (const other of others) assert.equal(other.body.details.reason, "in_flight");
    release();
    const { text } = await first;
    const replay = await service.call("POST", "/v1/staged_things", request);
    assert.equal(replay.text, text);
    assert.equal(replay.headers.get("idempotent-replayed"), "true");
    assert.equal(staged, before + 1);
  });

  test("work of several steps that failed, or whose process died, can be run again", async () => {
    const failing = { key: app.key, body: { name: "steps", fail: "throw" }, headers: { "idempotency-key": "s2" } };
    assert.equal((await service.call("POST", "/v1/staged_things", failing)).status, 500);
    assert.equal((await service.call("POST", "/v1/staged_things", failing)).status, 500);
    const request = { key: app.key, body: { name: "steps" }, headers: { "idempotency-key": "s3" } };
    await service.call("POST", "/v1/staged_things", request);
    await service.database.transaction((tx) =>
      tx.rows(
        `UPDATE idempotency_keys SET status = NULL, body = NULL, leased_until = now() - interval '1 second' WHERE key = 's3'`,
      ),
    );
    assert.equal((await service.call("POST", "/v1/staged_things", request)).headers.get("idempotent-replayed"), null);
  });

  test("fifty parallel duplicates have one effect", async () => {
    const request = { key: app.key, body: { name: "fifty" }, headers: { "idempotency-key": "k5" } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.call("POST", "/v1/things", request)));
    assert.ok(answers.every((answer) => answer.status === 201 || answer.body.code === "operation_in_progress"));
    assert.equal(await count("fifty"), 1);
  });

  test("after 24 hours the key answers replay_window_expired", async () => {
    const request = { key: app.key, body: { name: "old" }, headers: { "idempotency-key": "k6" } };
    await service.call("POST", "/v1/things", request);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE key = 'k6'"),
    );
    const answer = await service.call("POST", "/v1/things", request);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.details.reason, "replay_window_expired");
  });

  for (const key of ["", "x".repeat(256), "has space"]) {
    test(`400 for the Idempotency-Key ${JSON.stringify(key.slice(0, 10))}`, async () => {
      const answer = await service.call("POST", "/v1/things", {
        key: app.key,
        body: { name: "a" },
        headers: { "idempotency-key": key },
      });
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /idempotency-key/);
    });
  }

  test("revoking the key and narrowing the scopes act on the next request", async () => {
    const other = await createApp(service.database);
    const ask = async (): Promise<number> =>
      (await service.call("GET", `/v1/things/${thingId}`, { key: other.key })).status;
    assert.equal(await ask(), 200);
    await service.database.transaction((tx) => tx.rows("UPDATE apps SET scopes = '{}' WHERE id = $1", [other.id]));
    assert.equal(await ask(), 403);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE api_keys SET revoked_at = now() WHERE app_id = $1", [other.id]),
    );
    assert.equal(await ask(), 401);
  });
});

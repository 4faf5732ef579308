import assert from "node:assert/strict";
import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { after, before, describe, test } from "node:test";
import { createApp, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { thingRoutes } from "./things.fixture.ts";

describe("the route wrapper", () => {
  let service: TestService;
  let app: TestApp;
  let reader: TestApp;

  before(async () => {
    service = await startService({ routes: thingRoutes, live: true });
    app = await createApp(service.database);
    reader = await createApp(service.database, ["orders:read"]);
  });
  after(() => service.stop());

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

  test("403 names the scope that is missing, before the body is looked at (rules/http 2.6, 3.1)", async () => {
    const answer = await service.call("POST", "/v1/things", { key: reader.key, raw: "{" });
    assert.equal(answer.status, 403);
    assert.equal(answer.body.code, "insufficient_scope");
    assert.deepEqual(answer.body.details, { required_scope: "orders:write" });
  });

  const bad: readonly (readonly [string, string | Uint8Array, number, RegExp])[] = [
    ["malformed JSON", "{", 400, /body is not valid JSON/],
    ["duplicate key", '{"name":"a","name":"b"}', 400, /the key "name" stands twice/],
    ["duplicate key, escaped", '{"name":"a","n\\u0061me":"b"}', 400, /stands twice/],
    ["proto key", '{"name":"a","__proto__":{}}', 400, /__proto__/],
    ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, /UTF-8/],
    ["U+0000", '{"name":"a\\u0000"}', 400, /^body\.name may not contain U\+0000/],
    ["U+0000 deeper", '{"name":"a","x":[{"y":"\\u0000"}]}', 400, /^body\.x\[0\]\.y may not contain U\+0000/],
    ["U+0000 in a name", '{"name":"a","x":{"y\\u0000":1}}', 400, /^body\.x has a field whose name contains U\+0000/],
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
    test(`${status} for ${name} (rules/http 4.2 to 4.4, 4.8)`, async () => {
      const answer = await service.call("POST", "/v1/things", { key: app.key, raw });
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.body._tag, "DeveloperApiBadRequest");
      assert.match(answer.body.message, message);
      const issues: readonly { readonly path: string; readonly message: string }[] = answer.body.details?.issues ?? [];
      if (status !== 400) return;
      assert.equal(issues.map((issue) => `${issue.path} ${issue.message}`).join("; "), answer.body.message);
    });
  }

  test("415 for another content type, 406 when JSON is not accepted (rules/http 4.1)", async () => {
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

  test("path ids: malformed is 400, another kind is 404 (rules/http 4.7)", async () => {
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
      assert.match(answer.body.message, /^query\.limit must be /);
      assert.doesNotMatch(answer.body.message, /string|integer|array/);
    }
  });

  test("404 for unknown paths, 405 with Allow (rules/http 6.5)", async () => {
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

  test("a gigabyte of body is cut off at the limit (rules/http 4.2)", async () => {
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

  for (const [refused, headers, status] of [
    ["too large", {}, 413],
    ["of an unknown key", { authorization: "Bearer mpk_test_short", connection: "close" }, 401],
  ] as const)
    test(`who sends all before reading learns that the call is ${refused} (rules/http 4.2)`, async () => {
      const bytes = 16 * 1024 * 1024;
      const head = {
        host: "x",
        authorization: `Bearer ${app.key}`,
        "content-type": "application/json",
        "content-length": String(bytes),
        ...headers,
      };
      const lines = Object.entries(head).map((pair) => pair.join(": "));
      const socket = connectSocket(Number(new URL(service.url).port), "127.0.0.1");
      await once(socket, "connect");
      socket.write(`POST /v1/things HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      const part = Buffer.alloc(65_536, "x");
      for (let sent = 0; sent < bytes; sent += part.length) if (!socket.write(part)) await once(socket, "drain");
      let received = "";
      for await (const data of socket) received += String(data);
      assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `));
    });

  test("revoking the key and narrowing the scopes act on the next request (rules/http 2.4)", async () => {
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

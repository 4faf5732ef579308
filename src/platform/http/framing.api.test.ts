import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createApp, type TestApp } from "../../../test/harness/factories.ts";
import { sendRaw, type RawAnswer } from "../../../test/harness/raw-http.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { createLog } from "../log.ts";
import { compileCheck } from "./reading/validate.ts";
import { errorSchema } from "./openapi/openapi-answers.ts";

describe("HTTP as it comes over the wire", () => {
  let service: TestService;
  let app: TestApp;
  let logged = "";

  before(async () => {
    const log = createLog("info", { write: (line: string) => void (logged += line) });
    service = await startService({ log });
    app = await createApp(service.database);
  });
  after(() => service.stop());

  const isError = compileCheck("answer", errorSchema);
  const judge = (answer: RawAnswer, status: number, code: string): void => {
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
    const body: unknown = JSON.parse(answer.text);
    assert.deepEqual(isError(body), []);
    assert.equal((body as { readonly code: string }).code, code);
  };
  const auth = (): string => `authorization: Bearer ${app.key}\r\n`;

  const heads: readonly (readonly [string, () => string, number, string])[] = [
    ["no Host", () => `GET /v1/me HTTP/1.1\r\n${auth()}\r\n`, 400, "invalid_request"],
    ["two Hosts", () => `GET /v1/me HTTP/1.1\r\nhost: a\r\nhost: a\r\n${auth()}\r\n`, 400, "invalid_request"],
    ["a bad Expect", () => "POST /v1/feedback HTTP/1.1\r\nhost: a\r\nexpect: cake\r\n\r\n", 417, "expectation_failed"],
    [
      "headers over 16 KiB",
      () => `GET /v1/me HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(17_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "headers over 32 KiB",
      () => `GET /v1/me HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(40_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["150 headers", () => `GET /v1/me HTTP/1.1\r\nhost: a\r\n${"x: y\r\n".repeat(150)}\r\n`, 431, "headers_too_large"],
    [
      "an address over 8 KiB",
      () => `GET /v1/me?x=${"y".repeat(9_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
      414,
      "address_too_long",
    ],
    [
      "a part of 9 KiB",
      () => `GET /v1/orders/${"y".repeat(9_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
      414,
      "address_too_long",
    ],
    ["an address of 40 KB", () => `GET /${"y".repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 414, "address_too_long"],
    ["a method that does not exist", () => "BREW /v1/orders HTTP/1.1\r\nhost: a\r\n\r\n", 405, "method_not_allowed"],
    ["a method of others", () => "PROPFIND /v1/orders HTTP/1.1\r\nhost: a\r\n\r\n", 405, "method_not_allowed"],
    ["CONNECT to a path", () => "CONNECT /v1/orders HTTP/1.1\r\nhost: a\r\n\r\n", 405, "method_not_allowed"],
    ["an unknown method of nothing", () => "BREW /v1/nothing HTTP/1.1\r\nhost: a\r\n\r\n", 404, "not_found"],
    ["garbage", () => "NONSENSE\r\n\r\n", 400, "invalid_request"],
  ];
  for (const [name, text, status, code] of heads) {
    test(`${name}: ${status} with the error body and a request id (rules/http 4.13)`, async () => {
      const answer = await sendRaw(service.url, text());
      judge(answer, status, code);
      if (status === 405) assert.equal(answer.headers.get("allow"), "GET, HEAD");
    });
  }

  test("two credentials are 401, whichever comes first, and the message says to send one (rules/http 2.8)", async () => {
    const right = `Bearer ${app.key}`;
    const send = async (path: string, values: readonly string[]): Promise<RawAnswer> => {
      const lines = values.map((value, at) => `${at === 0 ? "authorization" : "Authorization"}: ${value}\r\n`).join("");
      return sendRaw(service.url, `GET ${path} HTTP/1.1\r\nhost: a\r\n${lines}\r\n`);
    };
    assert.equal((await send("/v1/me", [right])).status, 200);
    const wrong = "Bearer mpk_test_wrong";
    for (const values of [
      [right, wrong],
      [wrong, right],
      [right, right],
    ])
      for (const path of ["/v1/me", "/operator/v1/test/apps", "/console/v1/me", "/reserve/v3/HealthCheck"]) {
        const answer = await send(path, values);
        judge(answer, 401, "unauthorized");
        assert.match(answer.text, /Authorization must be there once/, path);
      }
    assert.equal((await send("/v1/ping", [right, wrong])).status, 200, "it reads none");
  });

  const bodies: readonly (readonly [string, Record<string, string>])[] = [
    ["gzip", { "content-encoding": "gzip" }],
    ["another charset", { "content-type": "application/json; charset=iso-8859-1" }],
  ];
  for (const [name, headers] of bodies) {
    test(`415 for a body in ${name}, before the body is read; a page says so by a page (rules/http 4.1)`, async () => {
      const answer = await service.call("POST", "/v1/feedback", { key: app.key, headers, raw: "{" });
      judge(answer, 415, "unsupported_media_type");
      const page = await service.call("POST", "/book/str_01k0abcdefghjkmnpqrstvwxyz", {
        headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-16", ...headers },
        raw: "a=1",
      });
      assert.equal(page.status, 415);
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    });
  }

  test("identity and utf-8 pass", async () => {
    const headers = { "content-encoding": "identity", "content-type": "application/json; charset=utf-8" };
    const answer = await service.call("POST", "/v1/feedback", { key: app.key, headers, body: {} });
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, "invalid_request");
  });

  test("405 of pages and documents names what works there, HEAD included where it does", async () => {
    const allowed: readonly (readonly [string, string])[] = [
      ["/docs", "GET, HEAD"],
      ["/openapi.json", "GET, HEAD"],
      ["/healthz", "GET, HEAD"],
      ["/v1/locations", "GET, HEAD"],
      ["/store/v1/orders/x/events", "GET"],
      ["/v1/feedback", "POST"],
      ["/store/photos/str_01k0abcdefghjkmnpqrstvwxyz/x", "GET, HEAD"],
    ];
    for (const [path, allow] of allowed) {
      const answer = await service.call("PUT", path, { key: app.key, body: {} });
      judge(answer, 405, "method_not_allowed");
      assert.deepEqual(new Set((answer.headers.get("allow") ?? "").split(", ")), new Set(allow.split(", ")), path);
    }
    assert.equal((await service.call("HEAD", "/healthz")).status, 200);
  });

  const unread: readonly (readonly [string, Record<string, string>, string])[] = [
    ["broken JSON", { "content-type": "application/json" }, "{"],
    ["no content type that anybody knows", { "content-type": "nonsense" }, "{}"],
    ["a field that stands twice", { "content-type": "application/json" }, '{"a":1,"a":2}'],
    ["more than 1 MiB", { "content-type": "application/json" }, `"${"x".repeat(1_100_000)}"`],
  ];
  for (const [name, headers, raw] of unread) {
    test(`where nothing is, a body of ${name} is not judged: 405 with Allow, and 404 (rules/http 6.5)`, async () => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const wrong = await service.call(method, "/v1/orders", { key: app.key, headers, raw });
        judge(wrong, 405, "method_not_allowed");
        assert.equal(wrong.headers.get("allow"), "GET, HEAD");
        judge(await service.call(method, "/v1/nothing", { headers, raw }), 404, "not_found");
      }
    });
  }

  test("QUERY without a content type is a method that is not offered (rules/http 6.5)", async () => {
    const head = (path: string): string => `QUERY ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`;
    const wrong = await sendRaw(service.url, head("/v1/orders"));
    judge(wrong, 405, "method_not_allowed");
    assert.equal(wrong.headers.get("allow"), "GET, HEAD");
    judge(await sendRaw(service.url, head("/v1/nothing")), 404, "not_found");
  });

  test("a caller's request id is in the log when it is plain, and nowhere when it is not (rules/http 6.1)", async () => {
    logged = "";
    const plain = await service.call("GET", "/v1/me", { key: app.key, headers: { "x-request-id": "till-7.a_b" } });
    const strange = await service.call("GET", "/v1/me", {
      key: app.key,
      headers: { "x-request-id": 'phone "+49 151"' },
    });
    for (const answer of [plain, strange])
      assert.match(logged, new RegExp(answer.headers.get("x-request-id") ?? "none"));
    assert.match(logged, /"inboundRequestId":"till-7\.a_b"/);
    assert.doesNotMatch(logged, /49 151/);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { done, isRefusal } from "../../kernel/refusal.ts";
import { checkFraming, largestAddress, largestHeaders, loggableRequestId } from "./framing.ts";
import { errorAnswer } from "./refusals/error-body.ts";

const host = ["Host", "example.com"];
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => [`x-${at}`, "1"]).flat();

const cases: readonly (readonly [string, readonly string[], number | undefined, string?])[] = [
  ["one host", host, undefined],
  ["an empty host", ["Host", ""], undefined],
  ["no host", [], 400],
  ["two hosts", [...host, "HOST", "example.com"], 400],
  ["identity", [...host, "Content-Encoding", "Identity"], undefined],
  ["gzip", [...host, "Content-Encoding", "gzip"], 415],
  ["two codings", [...host, "content-encoding", "identity, gzip"], 415],
  ["the second coding", [...host, "content-encoding", "identity", "content-encoding", "br"], 415],
  ["utf-8", [...host, "Content-Type", 'application/json; Charset="UTF-8"'], undefined],
  ["latin1", [...host, "Content-Type", "application/json;charset=iso-8859-1"], 415],
  ["utf-16 after a boundary", [...host, "content-type", "text/plain; boundary=x; charset=utf-16"], 415],
  ["no charset", [...host, "content-type", "application/json; profile=charset"], undefined],
  ["100 headers", [...host, ...many(99)], undefined],
  ["101 headers", [...host, ...many(100)], 431],
  ["headers at the limit", [...host, "x", "y".repeat(largestHeaders - 24)], undefined],
  ["headers over the limit", [...host, "x", "y".repeat(largestHeaders - 23)], 431],
  ["an address at the limit", host, undefined, "/".repeat(largestAddress)],
  ["an address over the limit", host, 414, "/".repeat(largestAddress + 1)],
];

describe("the head of a request", () => {
  for (const [name, rawHeaders, status, url = "/"] of cases) {
    test(`${name}: ${status ?? "passes"}`, () => {
      const refused = checkFraming({ url, httpVersion: "1.1", rawHeaders });
      assert.equal(isRefusal(refused) ? errorAnswer(refused).status : undefined, status);
    });
  }

  test("HTTP/1.0 needs no host", () => {
    assert.equal(checkFraming({ url: "/", httpVersion: "1.0", rawHeaders: [] }), done);
  });

  test("a caller's request id is logged only when it is short and plain", () => {
    for (const good of ["a", "A-1_b.c", "x".repeat(128)]) assert.equal(loggableRequestId(good), good);
    for (const bad of ["", "x".repeat(129), "a b", "a\nb", "ä", '{"a":1}', ["a"], undefined])
      assert.equal(loggableRequestId(bad), undefined);
  });
});

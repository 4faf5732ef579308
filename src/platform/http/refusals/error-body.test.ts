import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse } from "../../../kernel/refusal.ts";
import { errorAnswer, withDocUrl } from "./error-body.ts";

const longestMessage = 10_000;

const sentOf = (message: string): string => errorAnswer(refuse("invalid_request", message)).body.message;

test("a message of thousands of faults ends after the last that has room (rules/http 6.3)", () => {
  for (const between of ["; ", "\n"]) {
    const faults = Array.from({ length: 3_000 }, (_, index) => `body.days[${index}] must be an integer`);
    const sent = sentOf(faults.join(between));
    assert.ok(sent.length <= longestMessage, `${sent.length} characters`);
    assert.ok(sent.length > longestMessage - 100, `${sent.length} characters`);
    assert.match(sent, /must be an integer … and more$/);
    assert.ok(faults.join(between).startsWith(sent.replace(" … and more", "")));
  }
  assert.equal(sentOf("🍁".repeat(longestMessage)).isWellFormed(), true);
  assert.equal(sentOf("x".repeat(longestMessage)), "x".repeat(longestMessage));
});

test("of a menu every fault is named (rules/menus 4.2)", () => {
  const message = Array.from({ length: 3_000 }, (_, index) => `/categories/${index}/name must not be empty`).join("\n");
  assert.equal(errorAnswer(refuse("invalid_menu", message)).body.message, message);
});

test("the page of the code is named, whatever the message says (rules/http 6.14)", () => {
  for (const message of ["plain", '","code":"other","', '\\","code":"other"', ""]) {
    const { body } = errorAnswer(refuse("invalid_request", message, { code: "third" }));
    const sent = JSON.parse(withDocUrl(JSON.stringify(body), "https://maple.example/docs")) as object;
    assert.deepEqual(sent, { ...body, doc_url: "https://maple.example/docs/errors/invalid_request" });
  }
  for (const other of ["", "[]", '{"error":{"code":"x"}}']) assert.equal(withDocUrl(other, "/docs"), other);
});

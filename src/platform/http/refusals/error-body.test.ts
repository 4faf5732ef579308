import assert from "node:assert/strict";
import { test } from "node:test";
import { refuse } from "../../../kernel/refusal.ts";
import { errorAnswer, longestMessage } from "./error-body.ts";

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

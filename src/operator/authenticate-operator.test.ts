import assert from "node:assert/strict";
import { test } from "node:test";
import { done, isRefusal, type Refusal } from "../kernel/refusal.ts";
import { createOperatorAuthenticator } from "./authenticate-operator.cache.ts";

const token = "right-token-0123456789abcdef";

function judgeAt() {
  let at = 5_000_000;
  const judge = createOperatorAuthenticator(token, () => at);
  const why = (given: string, address: string): Refusal => {
    const judged = judge(given, address);
    assert.ok(isRefusal(judged), `${given} was let in`);
    return judged;
  };
  return { judge, why, pass: (ms: number) => void (at += ms) };
}

test("only the very token is let in", () => {
  const { judge, why } = judgeAt();
  assert.equal(judge(token, "10.0.0.1"), done);
  for (const wrong of ["", token.slice(0, -1), `${token}x`, token.toUpperCase(), "nothing alike"]) {
    assert.equal(why(wrong, "10.0.0.1").code, "unauthorized", wrong);
  }
});

test("a service without a token lets nobody in", () => {
  const judge = createOperatorAuthenticator(null, () => 5_000_000);
  for (const given of ["", "null", token]) assert.equal((judge(given, "10.0.0.1") as Refusal).code, "unauthorized");
});

test("the eleventh wrong token of an address within a minute is told to wait, and for how long (rules/http 10.2)", () => {
  const { why, pass } = judgeAt();
  for (let i = 0; i < 10; i++) assert.equal(why("wrong", "10.0.0.1").code, "unauthorized");
  pass(15_000);
  const refused = why("wrong", "10.0.0.1");
  assert.equal(refused.code, "rate_limited");
  assert.equal(refused.retryAfter, 45);
  assert.equal(why("wrong", "10.0.0.2").code, "unauthorized");
  pass(45_000);
  assert.equal(why("wrong", "10.0.0.1").code, "unauthorized");
});

test("all addresses of one IPv6 network of 64 bits count together (rules/http 8.3)", () => {
  const { why } = judgeAt();
  for (let i = 1; i <= 10; i++) assert.equal(why("wrong", `2001:db8:0:1::${i}`).code, "unauthorized");
  assert.equal(why("wrong", "2001:db8:0:1:ffff::b").code, "rate_limited");
  assert.equal(why("wrong", "2001:db8:0:2::1").code, "unauthorized");
});

test("a valid token is never limited, not even from an address that guesses (rules/http 10.2)", () => {
  const { judge } = judgeAt();
  for (let i = 0; i < 50; i++) judge("wrong", "10.0.0.1");
  for (let i = 0; i < 50; i++) assert.equal(judge(token, "10.0.0.1"), done);
});

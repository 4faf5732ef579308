import assert from "node:assert/strict";
import { test } from "node:test";
import { createRateLimit } from "./rate-limit.ts";

function limitAt(options: { limit: number; windowMs: number; maxKeys?: number }) {
  let at = 1_000_000;
  const limit = createRateLimit({ ...options, now: () => at });
  return { limit, pass: (ms: number) => void (at += ms) };
}

test("the limit itself passes, the one after it waits until the window of the key ends", () => {
  const { limit, pass } = limitAt({ limit: 2, windowMs: 60_000 });
  assert.equal(limit.count("a"), undefined);
  pass(10_000);
  assert.equal(limit.count("a"), undefined);
  assert.equal(limit.count("a"), 50);
  pass(49_999);
  assert.equal(limit.count("a"), 1);
  pass(1);
  assert.equal(limit.count("a"), undefined);
});

test("keys are counted apart", () => {
  const { limit } = limitAt({ limit: 1, windowMs: 1_000 });
  assert.equal(limit.count("a"), undefined);
  assert.equal(limit.count("b"), undefined);
  assert.equal(limit.count("a"), 1);
});

test("past the number of keys the oldest window is forgotten, not the newest refused", () => {
  const { limit } = limitAt({ limit: 1, windowMs: 60_000, maxKeys: 2 });
  limit.count("a");
  limit.count("b");
  assert.equal(limit.count("c"), undefined);
  assert.equal(limit.count("b"), 60);
  assert.equal(limit.count("a"), undefined);
});

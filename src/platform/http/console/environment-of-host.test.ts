import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentOfHost } from "./environment-of-host.ts";

for (const [test_, live, host, hasLive, wanted] of [
  ["sandbox.example", "maple.example", "maple.example", true, "live"],
  ["sandbox.example", "maple.example", "MAPLE.example:8443", true, "live"],
  ["sandbox.example", "maple.example", "sandbox.example", true, "test"],
  ["sandbox.example", "maple.example", "10.0.0.7:8080", true, "test"],
  ["sandbox.example", "maple.example", undefined, true, "test"],
  ["maple.example", "maple.example", "anything.example", true, "live"],
  ["maple.example:8080", "maple.example", "maple.example", true, "live"],
  ["127.0.0.1", undefined, "127.0.0.1", true, "live"],
  ["127.0.0.1", undefined, "127.0.0.1", false, "test"],
] as const) {
  test(`screens at ${host}, with test at ${test_} and live at ${hasLive ? live : "no address"}: ${wanted} (rules/people 5.2)`, () => {
    assert.equal(environmentOfHost({ test: test_, live }, host, hasLive), wanted);
  });
}

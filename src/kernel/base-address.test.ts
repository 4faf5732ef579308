import assert from "node:assert/strict";
import { test } from "node:test";
import { hostInAddress, withoutEndSlashes } from "./base-address.ts";

test("a host of IPv6 stands in brackets, every other one as it is", () => {
  for (const host of ["::1", "::", "2001:db8::7", "127.0.0.1", "localhost", "maple.example"])
    assert.equal(new URL(`http://${hostInAddress(host)}:8080`).port, "8080", host);
  assert.equal(hostInAddress("::1"), "[::1]");
  assert.equal(hostInAddress("127.0.0.1"), "127.0.0.1");
});

test("slashes at the end go, and those within stay", () => {
  assert.equal(withoutEndSlashes("https://maple.example/base//"), "https://maple.example/base");
  assert.equal(withoutEndSlashes(""), "");
});

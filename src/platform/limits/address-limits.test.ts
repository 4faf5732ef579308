import assert from "node:assert/strict";
import { test } from "node:test";
import { createAddressLimits, networkOf } from "./address-limits.ts";

test("an IPv4 address is itself, also written as IPv6; an IPv6 address counts with its network (rules/http 8.3)", () => {
  assert.equal(networkOf("203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("::ffff:203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:DB8:1:2::9"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:0db8:0001:0002::9"), "2001:db8:1:2::/64");
  assert.equal(networkOf("::FFFF:cb00:7107"), "203.0.113.7");
  assert.equal(networkOf("0:0:0:0:0:ffff:203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("unix socket"), "unix socket");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
});

test("addresses of one network share a count, names do not", () => {
  const limits = createAddressLimits({ diner_reads: 2, diner_writes: 1, photos: 1 }, () => 0);
  assert.equal(limits.count("diner_reads", "2001:db8::1"), undefined);
  assert.equal(limits.count("diner_reads", "2001:db8::2"), undefined);
  assert.equal(limits.count("diner_reads", "2001:db8::3"), 60);
  assert.equal(limits.count("diner_writes", "2001:db8::3"), undefined);
  assert.equal(limits.count("diner_reads", "2001:db8:0:1::3"), undefined);
});

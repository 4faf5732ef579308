import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FastifyRequest } from "fastify";
import type { Environment } from "../../kernel/environment.ts";
import { createCallEnvironment } from "./call-environment.ts";
import { createFlowNames } from "./flow-names.ts";

interface Asked {
  readonly authorization?: string;
  readonly host?: string;
  readonly params?: Readonly<Record<string, string>>;
}

const request = ({ authorization, host = "api.example.com", params = {} }: Asked): FastifyRequest =>
  ({ headers: { authorization, host }, params, ip: "192.0.2.1" }) as FastifyRequest;

const places: Readonly<Record<string, Environment>> = { str_test: "test", str_live: "live" };

describe("in which environment a call waits", () => {
  const hosts = { test: "sandbox.example.com", live: "api.example.com" };
  const guess = createCallEnvironment({ hasLive: true, hosts, ofLocation: (id) => places[id] });
  const cases: readonly (readonly [string, Asked, Environment])[] = [
    ["a test key", { authorization: "Bearer mpk_test_abc" }, "test"],
    ["a live key, at the other host", { authorization: "Bearer mpk_live_abc", host: hosts.test }, "live"],
    ["an operator's path", { authorization: "Bearer token", params: { environment: "test" } }, "test"],
    ["a known location", { params: { locationId: "str_test" } }, "test"],
    ["an unknown location at the test host", { params: { locationId: "str_x" }, host: "Sandbox.example.com" }, "test"],
    ["an unknown location at the live host", { params: { locationId: "str_x" } }, "live"],
    ["nothing", {}, "live"],
  ];
  for (const [name, asked, expected] of cases)
    test(`${name}: ${expected}`, () => assert.equal(guess(request(asked)), expected));

  test("test, where there is no live", () => {
    const alone = createCallEnvironment({ hasLive: false, hosts, ofLocation: () => undefined });
    assert.equal(alone(request({ authorization: "Bearer mpk_live_abc" })), "test");
  });
});

describe("whose call shares a turn with whose", () => {
  test("a key counts for its address until it has opened something, then for its app, until another app has it", () => {
    const flows = createFlowNames((id) => id in places);
    const asked = request({ authorization: "Bearer key", params: { locationId: "str_test" } });
    assert.equal(flows.of(asked), "address 192.0.2.1");
    flows.learn("Bearer key", "app_1");
    assert.equal(flows.of(asked), "app_1");
    assert.equal(flows.of(request({ authorization: "Bearer other" })), "address 192.0.2.1");
    flows.learn("Bearer key", "app_2");
    assert.equal(flows.of(asked), "app_2");
  });

  test("without a key a location that exists counts, and a made-up one does not", () => {
    const flows = createFlowNames((id) => id in places);
    assert.equal(flows.of(request({ params: { locationId: "str_live" } })), "str_live");
    assert.equal(flows.of(request({ params: { locationId: "str_made_up" } })), "address 192.0.2.1");
    assert.equal(flows.of(request({})), "address 192.0.2.1");
  });
});

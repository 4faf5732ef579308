import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { done, isRefusal, refuse } from "../../kernel/refusal.ts";
import { createDatabaseClock } from "../clock/database-clock.ts";
import type { Db } from "../postgres/database.ts";
import { createMemories } from "../postgres/memories.ts";
import { createAddressLimits } from "../limits/address-limits.ts";
import type { Environment } from "../../kernel/environment.ts";
import { authorize, type AuthorizeInput } from "./authorize.ts";
import type { HttpPorts, HttpService, HttpServices } from "./ports.ts";

const ports: HttpPorts = {
  environmentOfKey: (key) => (key === "lkey" ? "live" : "test"),
  environmentOfChannel: () => "test",
  authenticateOperator: (token) => (token === "operator" ? done : refuse("unauthorized", "not the token")),
  onAnswered: () => {},
  countAddress: () => undefined,
};
const nothing: Db = {
  livemode: false,
  url: "",
  memories: createMemories(),
  rows: async () => [],
  one: () => Promise.reject(new Error("unused")),
  maybe: async () => undefined,
  within: () => nothing,
};
const service = (environment: Environment): HttpService => ({
  environment,
  database: {
    livemode: environment === "live",
    clock: createDatabaseClock(),
    read: nothing,
    transaction: () => Promise.reject(new Error("unused")),
    snapshot: () => Promise.reject(new Error("unused")),
    aside: { read: nothing, snapshot: () => Promise.reject(new Error("unused")) },
    pool: () => ({ open: 0, taken: 0, waiting: 0, size: 1 }),
    close: async () => {},
  },
  routes: [],
  keepsBodies: true,
  authenticateKey: async (key) => {
    if (key !== "tkey" && key !== "lkey") return refuse("unauthorized", "unknown");
    const livemode = environment === "live";
    return { id: newId("app"), name: "App", livemode, scopes: ["orders:read"], keyId: newId("key") };
  },
  authenticateConsole: async (_tokens, site) => ({ person: null, session: null, device: null, roles: [], site }),
  isSecure: () => environment === "live",
  authenticateChannel: async () => refuse("unauthorized", "there is no such channel"),
  idExists: async () => false,
  takeBudget: async () => ({ limit: 1, remaining: 1, endsInSeconds: 60, isUsedUp: false }),
  remember: () => {},
});
const both = { test: service("test"), live: service("live") };
const hosts = { test: "sandbox.example.com", live: "api.example.com" };

async function outcome(
  input: Partial<AuthorizeInput>,
  services: HttpServices = both,
  served = hosts as { test: string; live: string | undefined },
): Promise<string> {
  const authorized = await authorize(
    {
      access: { kind: "app", scope: "orders:read" },
      authorization: "Bearer tkey",
      host: "sandbox.example.com",
      address: "127.0.0.1",
      pathEnvironment: undefined,
      method: "GET",
      headers: {},
      ...input,
    },
    ports,
    services,
    served,
  );
  return isRefusal(authorized) ? authorized.code : (authorized.service?.environment ?? "either");
}

describe("who is calling", () => {
  const cases: readonly (readonly [string, Partial<AuthorizeInput>, string])[] = [
    ["a test key at the sandbox's host", {}, "test"],
    ["a live key at the live host", { authorization: "Bearer lkey", host: "api.example.com" }, "live"],
    ["a test key at the live host", { host: "api.example.com" }, "wrong_environment"],
    ["a test key at the live host, in other letters", { host: "API.Example.com" }, "wrong_environment"],
    ["a live key at the sandbox's host", { authorization: "Bearer lkey" }, "wrong_environment"],
    ["a test key at a host of neither", { host: "10.0.0.7:8080" }, "test"],
    ["no header", { authorization: undefined }, "unauthorized"],
    ["another scheme", { authorization: "Basic tkey" }, "unauthorized"],
    ["an empty token", { authorization: "Bearer " }, "unauthorized"],
    ["an unknown key", { authorization: "Bearer other" }, "unauthorized"],
    ["a scope that is missing", { access: { kind: "app", scope: "orders:write" } }, "insufficient_scope"],
    ["any key where none is asked for", { access: { kind: "app", scope: null } }, "test"],
    [
      "a live key in the sandbox",
      { access: { kind: "sandbox" }, authorization: "Bearer lkey", host: "api.example.com" },
      "wrong_environment",
    ],
    ["anybody at a public route", { access: { kind: "public" }, authorization: undefined }, "either"],
    [
      "the operator",
      { access: { kind: "operator" }, authorization: "Bearer operator", pathEnvironment: "live" },
      "live",
    ],
    [
      "the operator in an environment that is none",
      { access: { kind: "operator" }, authorization: "Bearer operator", pathEnvironment: "prod" },
      "not_found",
    ],
    [
      "an API key as operator",
      { access: { kind: "operator" }, authorization: "Bearer tkey", pathEnvironment: "test" },
      "unauthorized",
    ],
  ];
  for (const [name, input, expected] of cases) {
    test(`${name}: ${expected}`, async () => assert.equal(await outcome(input), expected));
  }

  test("with one host for both environments the key alone decides (rules/http 1.3)", async () => {
    assert.equal(
      await outcome({ authorization: "Bearer lkey" }, both, { test: "sandbox.example.com", live: undefined }),
      "live",
    );
  });

  test("the sixty-first wrong key of a network within a minute waits; right keys and missing ones do not count (rules/http 2.7)", async () => {
    let at = 5_000_000;
    const limits = createAddressLimits({}, () => at);
    const bare = { method: "GET", headers: {} };
    const countAddress: HttpPorts["countAddress"] = (name, from) => limits.count(name, from);
    const counting = { ...ports, countAddress };
    const call = async (authorization: string | undefined, address = "2001:db8::1") => {
      const access = { kind: "app", scope: null } as const;
      const input = { access, authorization, host: undefined, address, pathEnvironment: undefined, ...bare };
      const answer = await authorize(input, counting, both, hosts);
      return isRefusal(answer) ? `${answer.code} ${answer.retryAfter ?? ""}`.trim() : "in";
    };
    for (let i = 0; i < 60; i++) {
      assert.equal(await call("Bearer guess", `2001:db8::${i}`), "unauthorized");
      assert.equal(await call("Bearer tkey"), "in");
      assert.equal(await call(undefined), "unauthorized");
    }
    at += 20_000;
    assert.equal(await call("Bearer guess"), "rate_limited 40");
    assert.equal(await call("Bearer tkey"), "in", "a right key is not refused for what others guess");
    assert.equal(await call(undefined), "unauthorized");
    assert.equal(await call("Bearer guess", "2001:db8:0:1::1"), "unauthorized");
    at += 40_000;
    assert.equal(await call("Bearer guess"), "unauthorized");
  });

  test("the operator's live is not found where live is not configured", async () => {
    const input = { access: { kind: "operator" }, authorization: "Bearer operator", pathEnvironment: "live" } as const;
    assert.equal(await outcome(input, { test: service("test") }), "not_found");
  });
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newId } from "../../src/kernel/id.ts";
import { compileCheck } from "../../src/platform/http/reading/validate.ts";
import { errorSchema } from "../../src/platform/http/openapi/openapi-answers.ts";
import { isWrite } from "../../src/platform/http/openapi/openapi-refusals.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import { scopes } from "../../src/platform/http/scopes.ts";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { createApp, freshKey } from "../harness/factories.ts";
import { addressOf, addressOfNothing, idParams, credentialFor, legalBody, neededHeaders } from "./known-calls.ts";
import { copyRow, makeKnownResources, type KnownResources } from "./known-resources.ts";
import { readSourceFiles } from "./source-files.ts";
import {
  operatorToken,
  startService,
  type CallAnswer,
  type CallOptions,
  type TestService,
} from "../harness/service.ts";

const routes = servedRoutes();
const isError = compileCheck("answer", errorSchema);

let service: TestService;
let known: KnownResources;
let liveKey: string;
/** Ids in live that are copies, by the id that was copied. */
const copies = new Map<string, string>();

before(async () => {
  // Screens are live only where both environments have one name.
  const baseUrls = { test: "http://127.0.0.1", live: "https://live.example" };
  service = await startService({ live: true, settings: { baseUrls } });
  known = await makeKnownResources(service);
  assert.ok(service.live !== null);
  liveKey = (await createApp(service.live)).key;
});
after(() => service.stop());

/** Sends a call that must be refused, and checks the form of every refusal. */
async function refused(route: RouteValue, status: number, path: string, options: CallOptions): Promise<CallAnswer> {
  const answer = await service.call(route.method, path, options);
  assert.equal(answer.status, status, `${route.method} ${path}: ${answer.text.slice(0, 500)}`);
  assert.deepEqual(isError(answer.body), [], answer.text);
  assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
  return answer;
}

const legal = (route: RouteValue): CallOptions => {
  const key = credentialFor(known, route);
  return {
    ...neededHeaders(route),
    ...(key === undefined ? {} : { key }),
    ...(route.body === undefined ? {} : { body: legalBody(known, route) }),
  };
};
const nameOf = (route: RouteValue): string => `${route.method} ${route.path}`;
const without = (options: CallOptions): CallOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name !== "key"));

describe("who may call", () => {
  for (const route of routes.filter(needsCredential)) {
    test(`${nameOf(route)}: 401 without a key, with a malformed and with an unknown one (rules/http 2.5)`, async () => {
      const path = addressOf(known, route);
      await refused(route, 401, path, without(legal(route)));
      // Bad operator tokens are limited to ten a minute from one address.
      if (route.access.kind === "operator") return;
      await refused(route, 401, path, { ...legal(route), key: "mpk_test_short" });
      await refused(route, 401, path, { ...legal(route), key: freshKey(false) });
      await refused(route, 401, path, { ...legal(route), key: operatorToken });
    });
  }

  test("the operator's calls take no API key, and bad tokens are limited", async () => {
    const route = routes.find((one) => one.access.kind === "operator" && one.method === "GET");
    assert.ok(route !== undefined);
    for (let i = 0; i < 10; i++) await refused(route, 401, addressOf(known, route), { key: known.app.key });
    await refused(route, 429, addressOf(known, route), { key: known.app.key });
    assert.equal((await service.call("GET", addressOf(known, route), { key: operatorToken })).status, 200);
  });

  for (const route of routes) {
    const { access } = route;
    if (access.kind !== "app" || access.scope === null) continue;
    test(`${nameOf(route)}: 403 without ${access.scope}, whatever the rest (rules/http 3.1)`, async () => {
      const lacking = await createApp(
        service.database,
        scopes.filter((scope) => scope !== access.scope),
      );
      const answer = await refused(route, 403, addressOf(known, route), {
        key: lacking.key,
        ...(isWrite(route) ? { raw: "{" } : {}),
      });
      assert.equal(answer.body.code, "insufficient_scope");
      assert.deepEqual(answer.body.details, { required_scope: access.scope });
    });
  }

  for (const route of routes.filter((one) => one.access.kind === "sandbox")) {
    test(`${nameOf(route)}: 403 wrong_environment with a live key (rules/ordering 15.1)`, async () => {
      const answer = await refused(route, 403, addressOf(known, route), { ...legal(route), key: liveKey });
      assert.equal(answer.body.code, "wrong_environment");
    });
  }
});

describe("ids in paths", () => {
  for (const route of routes) {
    for (const [name, prefix] of idParams(route)) {
      test(`${nameOf(route)}: ${name} malformed is 400, of another kind or unknown 404 (rules/http 4.7)`, async () => {
        const other = prefix === "rfd" ? "pay" : "rfd";
        for (const malformed of [
          "nonsense",
          `${prefix}_`,
          newId(prefix).toUpperCase(),
          `${newId(prefix)}x`,
          "%00",
          "%F0%9F%8D%81",
        ]) {
          const answer = await refused(route, 400, addressOf(known, route, { [name]: malformed }), legal(route));
          assert.match(answer.body.message, new RegExp(`path\\.${name}`));
        }
        await refused(route, 404, addressOf(known, route, { [name]: newId(other) }), legal(route));
        await refused(route, 404, addressOf(known, route, { [name]: newId(prefix) }), legal(route));
      });

      if (route.access.kind !== "app") continue;
      test(`${nameOf(route)}: ${name} that exists only in live is 403 wrong_environment (rules/http 1.3)`, async () => {
        const own = known.params[name];
        assert.ok(own !== undefined && service.live !== null);
        const elsewhere = copies.get(own) ?? (await copyRow(service.database, service.live, own));
        copies.set(own, elsewhere);
        const answer = await refused(route, 403, addressOf(known, route, { [name]: elsewhere }), legal(route));
        assert.equal(answer.body.code, "wrong_environment");
      });

      test(`${nameOf(route)}: ${name} of another app is 404 (rules/http 3.9)`, async () => {
        const stranger = await createApp(service.database);
        await refused(route, 404, addressOf(known, route), { ...legal(route), key: stranger.key });
      });
    }
  }

  for (const route of routes.filter((one) => one.access.kind === "operator")) {
    test(`${nameOf(route)}: an unknown environment is 404`, async () => {
      await refused(route, 404, addressOf(known, route, { environment: "staging" }), legal(route));
    });
  }
});

describe("bodies and headers", () => {
  for (const route of routes.filter((one) => isWrite(one))) {
    test(`${nameOf(route)}: an empty, long or strange Idempotency-Key is 400 (rules/http 5.1)`, async () => {
      for (const key of ["", "x".repeat(256), "two words"]) {
        const options = { ...legal(route), headers: { "idempotency-key": key } };
        const answer = await refused(route, 400, addressOf(known, route), options);
        assert.match(answer.body.message, /idempotency-key/);
      }
    });
  }

  for (const route of routes.filter((one) => one.body !== undefined)) {
    test(`${nameOf(route)}: another content type is 415, malformed JSON 400, JSON of another kind 400 (rules/http 4.1, 4.3)`, async () => {
      const { key } = legal(route);
      const raw = JSON.stringify(legalBody(known, route));
      const send = (status: number, options: CallOptions) =>
        refused(route, status, addressOf(known, route), { ...(key === undefined ? {} : { key }), ...options });
      await send(415, { raw, headers: { "content-type": "text/plain" } });
      await send(415, { raw, headers: { "content-type": "application/x-www-form-urlencoded" } });
      for (const malformed of ["{", "nonsense", '{"a":1,"a":2}', '{"__proto__":1}', "[".repeat(100)]) {
        await send(400, { raw: malformed });
      }
      for (const otherKind of ["5", '"text"', "true", "null"]) {
        assert.match((await send(400, { raw: otherKind })).body.message, /body|document/);
      }
    });
  }

  test("bookings, the waitlist, zones and the operator's calls know their fields, and say so (rules/waitlist 2.8)", () => {
    const lenient = routes.filter((route) => isWrite(route) && isStrict(route) && !closed(route));
    assert.deepEqual(lenient.map(nameOf), []);
  });

  for (const route of routes.filter((one) => one.body !== undefined || one.bodyEmpty === true)) {
    test(`${nameOf(route)}: an unknown field is ${closed(route) ? "refused by name" : "ignored"} (rules/http 4.5)`, async () => {
      const body = legalBody(known, route);
      if (Array.isArray(body)) return;
      const options = { ...legal(route), body: { ...(body as object), unknown_field: 1 } };
      // A body that its feature reads is read only for those who may write.
      const address =
        route.bodyRaw === true && closed(route) ? addressOf(known, route) : addressOfNothing(known, route);
      const answer = await service.call(route.method, address, options);
      if (!closed(route)) return assert.notEqual(answer.status, 400, answer.text);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, /body\.unknown_field/);
    });
  }
});

/** Whether somebody without a credential is refused. */
function needsCredential({ access }: RouteValue): boolean {
  return access.kind !== "public" && !(access.kind === "console" && access.needs === "nobody");
}

/** Calls that change bookings refuse unknown fields (rules/http 4.5); zones and the operator's calls follow. */
function isStrict({ access, path }: RouteValue): boolean {
  return access.kind === "operator" || /^\/(store\/)?v1\/.*(booking|waitlist|walk_ins|delivery_zones)/.test(path);
}

function closed(route: RouteValue): boolean {
  if (route.bodyEmpty === true) return true;
  return route.body !== undefined && "additionalProperties" in route.body && route.body.additionalProperties === false;
}

describe("every call is exercised by a test of its own", () => {
  const files = readSourceFiles();
  const tests = files.filter(({ path }) => path.endsWith(".api.test.ts") && !/\/bad-[a-z]+\.api\.test\.ts$/.test(path));
  // What a test calls through a file beside this one counts as its own.
  const calls = files.filter(({ path }) => tests.some(({ imports }) => imports.some(({ target }) => target === path)));
  const texts = [
    ...tests,
    ...calls.filter(({ path }) => path.startsWith("test/") && path !== "test/house/known-resources.ts"),
  ];

  for (const route of routes) {
    test(`${nameOf(route)} (${route.operationId})`, () => {
      assert.ok(
        texts.some(({ text }) => text.includes(route.operationId) || namesPath(text, route)),
        `no *.api.test.ts names ${route.operationId} or ${route.path}`,
      );
    });
  }
});

/** Whether the text has the path, with anything but a slash where a parameter stands, and nothing more after it. */
function namesPath(text: string, { path, access }: RouteValue): boolean {
  // Tests of the operator's and of the console's calls leave the prefix to their harness.
  const prefix = access.kind === "operator" ? "/operator/v1" : access.kind === "console" ? "/console/v1" : "";
  const written = path.replace(prefix, "");
  const parts = written.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`${parts.join("(?:\\$\\{[^}]+\\}|[^/\"'`\\s]+)")}(?:["'\`?]|$)`, "m").test(text);
}

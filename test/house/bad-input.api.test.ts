import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { describeApi } from "../../src/docs-pages/api-description.ts";
import { dereference, type JsonSchema, type Operation } from "../../src/platform/http/openapi/openapi-document.ts";
import { newId } from "../../src/kernel/id.ts";
import type { RouteValue } from "../../src/platform/http/route.ts";
import { compileCheck, type Check } from "../../src/platform/http/reading/validate.ts";
import { addressOf, addressOfNothing, credentialFor, legalBody, withQuery } from "./known-calls.ts";
import { makeKnownResources, type KnownResources } from "./known-resources.ts";
import { mutationsOf, wrongTexts } from "./mutations.ts";
import { startService, type CallAnswer, type CallOptions, type TestService } from "../harness/service.ts";

const routes = await servedRoutes();
const document = describeApi(routes, "/");
const resolve = (schema: JsonSchema): JsonSchema => dereference<JsonSchema>(document, schema);
const checks = new Map<JsonSchema, Check>();

let service: TestService;
let known: KnownResources;

before(async () => {
  service = await startService();
  known = await makeKnownResources(service);
});
after(() => service.stop());

function operationOf(route: RouteValue): Operation {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  assert.ok(operation !== undefined);
  return operation;
}

/** What the OpenAPI document has against the answer: nothing, when all is well. */
function outsideDocument(route: RouteValue, answer: CallAnswer): string | undefined {
  const declared = operationOf(route).responses[String(answer.status)];
  if (declared === undefined) return `the status ${answer.status} is not declared`;
  const response = dereference(document, declared);
  const { media } = route;
  if (media !== undefined && answer.status < 300) {
    return answer.headers.get("content-type") === media ? undefined : `not ${media}`;
  }
  const schema = response.content?.["application/json"]?.schema;
  if (schema === undefined) return answer.text === "" ? undefined : "a body where none is declared";
  const issues = checkOf(schema)(answer.body);
  return issues.length === 0 ? undefined : JSON.stringify(issues);
}

function checkOf(schema: JsonSchema): Check {
  const known = checks.get(schema);
  if (known !== undefined) return known;
  const check = compileCheck("answer", { ...schema, components: { schemas: document.components.schemas } });
  checks.set(schema, check);
  return check;
}

function keyOf(route: RouteValue): CallOptions {
  const key = credentialFor(known, route);
  return key === undefined ? {} : { key };
}

/**
 * Whether a complaint names the field. A value that its own schema admits may be wrong only beside another field (a
 * reference to nothing): then the issues must name that one.
 */
function names(answer: CallAnswer, field: string | null, illegal: boolean): boolean {
  if (field === null || answer.text.includes(field)) return true;
  return !illegal && answer.body.details?.issues?.length > 0;
}

/** Words of JSON Schema and regular expressions, which say nothing to somebody who reads the documentation only. */
const jargon = /must match|has none of|\b(anyOf|oneOf|minLength|uniqueItems)\b|format "|[<>]= |\\[dSsxw]|\[\^|\(\?/;

function isUnclear({ status, body }: CallAnswer): boolean {
  return status === 400 && jargon.test(body.message);
}

test("an answer outside of the document would be found", () => {
  const route = routes.find((one) => one.operationId === "getMe");
  assert.ok(route !== undefined);
  const answer = (status: number, body: unknown) =>
    outsideDocument(route, { status, headers: new Headers(), text: JSON.stringify(body), body });
  const app = { object: "developer_app", id: newId("app"), name: "A", environment: "test", scopes: [] };
  assert.equal(answer(200, app), undefined);
  assert.match(answer(418, app) ?? "", /status 418/);
  assert.match(answer(200, { ...app, name: 5 }) ?? "", /name/);
  assert.match(
    answer(401, { _tag: "DeveloperApiUnauthorized", code: "not_found", message: "", feedback: "" }) ?? "",
    /code/,
  );
});

describe("every field of every body, bent", () => {
  for (const route of routes.filter((one) => one.body !== undefined)) {
    test(`${route.method} ${route.path}`, async () => {
      const media = operationOf(route).requestBody?.content["application/json"];
      const schema = media?.schema ?? {};
      const ownCheck = route.bodyUnchecked === true || route.bodyRaw === true;
      const admits = ownCheck ? undefined : compileCheck("body", route.body ?? {});
      const faults: string[] = [];
      const mutations = mutationsOf(legalBody(known, route), schema, resolve);
      for (const { name, field, raw } of mutations) {
        const answer = await service.call(route.method, addressOf(known, route), { ...keyOf(route), raw });
        const illegal = admits === undefined ? false : admits(JSON.parse(raw)).length > 0;
        const fault =
          answer.status >= 500
            ? "a fault of the service"
            : answer.status === 400 && !names(answer, field, illegal)
              ? `the message does not name ${field}`
              : isUnclear(answer)
                ? "the message is not for people"
                : illegal && answer.status !== 400
                  ? "the schema forbids it, the service takes it"
                  : outsideDocument(route, answer);
        if (fault !== undefined) faults.push(`${name}: ${answer.status} ${fault}: ${answer.text.slice(0, 300)}`);
      }
      assert.ok(mutations.length > 20, `${mutations.length} mutations only`);
      assert.deepEqual(faults, []);
    });
  }
});

describe("every value of every path, query and header, bent", () => {
  // A stream that is opened does not end: its own test bends its values in the same ways.
  for (const route of routes.filter(({ media }) => media === undefined || media === "image/svg+xml")) {
    const fields = [
      ...Object.keys(route.params ?? {}).map((name) => ["path", name] as const),
      ...Object.keys(route.query ?? {}).map((name) => ["query", name] as const),
      ...Object.keys(route.headers ?? {}).map((name) => ["header", name] as const),
      ["query", "unknown_field"] as const,
    ];
    test(`${route.method} ${route.path}`, async () => {
      const body = route.body === undefined ? {} : { body: legalBody(known, route) };
      const faults: string[] = [];
      for (const [where, name] of fields) {
        for (const [how, text] of wrongTexts) {
          // A call that deletes is aimed at nothing: the other calls still need what it would delete.
          const whole = route.method === "DELETE" ? addressOfNothing(known, route) : addressOf(known, route);
          const path = where === "path" ? addressOf(known, route, { [name]: text }) : whole;
          const address = where === "query" ? withQuery(path, name, text) : path;
          const headers = where === "header" ? { headers: { [name]: text } } : {};
          const answer = await service.call(route.method, address, { ...keyOf(route), ...body, ...headers });
          // Without a value the path is another one, which need not exist.
          if (where === "path" && text === "" && answer.status === 404) continue;
          const fault =
            answer.status >= 500
              ? "a fault of the service"
              : name === "unknown_field" && takesKnownFieldsOnly(route) && answer.status !== 400
                ? "it is taken"
                : answer.status === 400 &&
                    (name !== "unknown_field" || takesKnownFieldsOnly(route)) &&
                    !namesText(answer, name)
                  ? "the message does not name it"
                  : isUnclear(answer)
                    ? "the message is not for people"
                    : outsideDocument(route, answer);
          if (fault !== undefined)
            faults.push(`${where} ${name} ${how}: ${answer.status} ${fault}: ${answer.text.slice(0, 300)}`);
        }
      }
      assert.deepEqual(faults, []);
    });
  }
});

/** The callers of these are programs; the addresses of pages and of what stands in messages get decorated on their way. */
function takesKnownFieldsOnly({ access }: RouteValue): boolean {
  return access.kind === "app" || access.kind === "operator" || access.kind === "sandbox";
}

describe("every name of every query, misspelled", () => {
  for (const route of routes.filter(takesKnownFieldsOnly)) {
    test(`${route.method} ${route.path}`, async () => {
      for (const name of ["__proto__", "constructor", ...Object.keys(route.query ?? {}).flatMap(misspellings)]) {
        const address = withQuery(addressOfNothing(known, route), name, "1");
        const body = route.body === undefined ? {} : { body: legalBody(known, route) };
        const answer = await service.call(route.method, address, { ...keyOf(route), ...body });
        assert.deepEqual([answer.status, answer.body.code], [400, "invalid_request"], `${name}: ${answer.text}`);
        const issues: readonly { readonly path: string }[] = answer.body.details.issues;
        assert.ok(
          issues.some(({ path }) => path === `query.${name}`),
          answer.text,
        );
        assert.equal(outsideDocument(route, answer), undefined);
      }
    });
  }

  test("a list that is always whole ignores a limit", async () => {
    const answer = await service.call("GET", "/v1/locations?limit=1", { key: known.app.key });
    assert.deepEqual([answer.status, answer.body.data.length], [200, 2]);
  });
});

/** Of "area_id": "Area_id", "areaId" and "area_ids". */
function misspellings(name: string): readonly string[] {
  const camel = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [name.charAt(0).toUpperCase() + name.slice(1), `${name}s`, ...(camel === name ? [] : [camel])];
}

/** Text that is no address at all is complained of before there are fields. */
function namesText(answer: CallAnswer, name: string): boolean {
  return answer.text.includes(name) || /not a valid url component/i.test(answer.body.message);
}

describe("hostile bodies", () => {
  for (const route of routes.filter((one) => one.body !== undefined)) {
    test(`${route.method} ${route.path}: deep, wide and large bodies are refused`, async () => {
      const send = (raw: string): Promise<CallAnswer> =>
        service.call(route.method, addressOf(known, route), { ...keyOf(route), raw });
      assert.equal((await send("[".repeat(500_000))).status, 400);
      assert.equal((await send(`{"a":`.repeat(5_000))).status, 400);
      assert.equal((await send(`[${"{},".repeat(200_000)}{}]`)).status, 400);
      const limit = route.bodyLimit ?? 1024 * 1024;
      const tooLarge = await send(`"${"x".repeat(limit)}"`);
      assert.equal(tooLarge.status, 413);
      assert.equal(outsideDocument(route, tooLarge), undefined);
    });
  }

  test("a part of an address that is far too long is refused without repeating it", async () => {
    const answer = await service.call("GET", `/v1/orders/${"x".repeat(4_000)}`, { key: known.app.key });
    assert.equal(answer.status, 400);
    assert.match(answer.body.message, /^path\b/);
    assert.ok(answer.text.length < 1_000, `${answer.text.length} characters`);
  });

  test("the service still answers after all of it", async () => {
    assert.equal((await service.call("GET", "/v1/ping")).status, 200);
    const orders = await service.call("GET", "/v1/orders", { key: known.app.key });
    assert.equal(orders.status, 200);
  });
});

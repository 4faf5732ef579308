import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { TSchema } from "typebox";
import { compileGuard } from "../../src/platform/http/reading/validate.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import type { CallAnswer } from "../harness/service.ts";
import { isUnclear, outsideDocument, routes, startBentCalls, type BentCalls } from "./bent-calls.ts";
import { addressOf, addressOfNothing, legalBody, withQuery } from "./known-calls.ts";
import { wrongTexts } from "../models/wrong-texts.ts";

let calls: BentCalls;
before(async () => {
  calls = await startBentCalls();
});
beforeEach(() => calls.readClock());
after(() => calls.service.stop());

/** Of a field with a check that was bent before, every tenth text counts as new: another one each time. */
const everyLater = 10;
const bentBefore = new Map<string, number>();

/** What a field is bent to: every text the first time, later what its check lets through and some of the others. */
function textsFor(where: string, name: string, schema: TSchema | undefined): typeof wrongTexts {
  const check = `${where} ${name} ${JSON.stringify(schema)}`;
  const times = bentBefore.get(check) ?? 0;
  bentBefore.set(check, times + 1);
  const admits = schema === undefined ? () => false : compileGuard(schema);
  return wrongTexts.filter(
    ([, text], way) => times === 0 || way % everyLater === times % everyLater || admits(text) || admits(Number(text)),
  );
}

describe("every value of every path, query and header, bent (rules/http 4.3)", () => {
  // A stream that is opened does not end: its own test bends its values in the same ways.
  for (const route of routes.filter(({ media }) => media === undefined || media === "image/svg+xml")) {
    const fields = [
      ...Object.entries(route.params ?? {}).map(([name, schema]) => ["path", name, schema] as const),
      ...Object.entries(route.query ?? {}).map(([name, schema]) => ["query", name, schema] as const),
      ...Object.entries(route.headers ?? {}).map(([name, schema]) => ["header", name, schema] as const),
      ["query", "unknown_field", undefined] as const,
    ];
    test(`${route.method} ${route.path}`, async () => {
      const body = route.body === undefined ? {} : { body: legalBody(calls.known, route) };
      const faults: string[] = [];
      for (const [where, name, schema] of fields) {
        for (const [how, text] of textsFor(where, name, schema)) {
          // A call that deletes is aimed at nothing: the other calls still need what it would delete.
          const whole =
            route.method === "DELETE" ? addressOfNothing(calls.known, route) : addressOf(calls.known, route);
          const path = where === "path" ? addressOf(calls.known, route, { [name]: text }) : whole;
          const address = where === "query" ? withQuery(path, name, text) : path;
          const headers = where === "header" ? { headers: { [name]: text } } : {};
          const answer = await calls.service.call(route.method, address, {
            ...calls.keyOf(route),
            ...body,
            ...headers,
          });
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

describe("every name of every query, misspelled (rules/http 4.6)", () => {
  for (const route of routes.filter(takesKnownFieldsOnly)) {
    test(`${route.method} ${route.path}`, async () => {
      for (const name of ["__proto__", "constructor", ...Object.keys(route.query ?? {}).flatMap(misspellings)]) {
        const address = withQuery(addressOfNothing(calls.known, route), name, "1");
        const body = route.body === undefined ? {} : { body: legalBody(calls.known, route) };
        const answer = await calls.service.call(route.method, address, { ...calls.keyOf(route), ...body });
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

  test("a list that is always whole ignores a limit (rules/http 7.2)", async () => {
    const answer = await calls.service.call("GET", "/v1/locations?limit=1", { key: calls.known.app.key });
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

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { newId } from "../../src/kernel/id.ts";
import { refuse } from "../../src/kernel/refusal.ts";
import { toAnswer } from "../../src/platform/http/idempotency/idempotency.ts";
import { invalidRequest } from "../../src/platform/http/reading/invalid-request.ts";
import { parseStrictJson } from "../../src/platform/http/reading/strict-json.ts";
import { compileCheck, compileGuard, type Check } from "../../src/platform/http/reading/validate.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import type { CallAnswer } from "../harness/service.ts";
import {
  isUnclear,
  operationOf,
  outsideDocument,
  resolve,
  routes,
  startBentCalls,
  type BentCalls,
} from "./bent-calls.ts";
import { addressOf, legalBody } from "./known-calls.ts";
import { mutationsOf, type BentBefore, type Mutation } from "./mutations.ts";

let calls: BentCalls;
before(async () => {
  calls = await startBentCalls();
});
beforeEach(() => calls.readClock());
after(() => calls.service.stop());

/**
 * Whether a complaint names the field. A value that its own schema admits may be wrong only beside another field (a
 * reference to nothing): then the issues must name that one.
 */
function names(answer: CallAnswer, field: string | null, illegal: boolean): boolean {
  if (field === null || answer.text.includes(field)) return true;
  return !illegal && answer.body.details?.issues?.length > 0;
}

test("an answer outside of the document would be found (rules/http 6.9)", () => {
  const route = routes.find((one) => one.operationId === "getMe");
  assert.ok(route !== undefined);
  const answer = (status: number, body: unknown) =>
    outsideDocument(route, { status, headers: new Headers(), text: JSON.stringify(body), body });
  const app = { object: "developer_app", id: newId("app"), name: "A", environment: "test", scopes: [] };
  assert.equal(answer(200, app), undefined);
  assert.match(answer(418, app) ?? "", /status 418/);
  assert.match(answer(200, { ...app, name: 5 }) ?? "", /name/);
  assert.match(
    answer(401, {
      _tag: "DeveloperApiUnauthorized",
      code: "not_found",
      message: "",
      feedback: "",
      doc_url: "https://maple.test/errors/x",
    }) ?? "",
    /code/,
  );
});

/** The body itself and a field of it, both bent before in other bodies. */
const leastBent = 5;

/** Bent bodies of one route on their way at once: waiting for one another would be most of the time. */
const atOnce = 6;

/** One of so many bodies that the schema refuses is sent; of the others the refusal is made here as the service makes it. */
const oneSentOf = 6;

/** The refusal of a body that its schema does not admit: parsed, checked and put into words by the code of the service. */
function refusalOf(raw: string, admits: Check): CallAnswer {
  const parsed = parseStrictJson(new TextEncoder().encode(raw));
  const refused = parsed.ok
    ? invalidRequest(admits(parsed.value))
    : refuse("invalid_request", parsed.message, { issues: parsed.issues });
  const { status, body: text } = toAnswer(refused);
  const body: unknown = JSON.parse(text);
  return { status, headers: new Headers(), text, body: { ...Object(body), doc_url: "https://maple.test/errors/x" } };
}

/** What is wrong with the answer to a bent body: undefined, when all is well. */
function faultOf(route: RouteValue, answer: CallAnswer, field: string | null, illegal: boolean): string | undefined {
  if (answer.status >= 500) return "a fault of the service";
  if (answer.status === 400 && !names(answer, field, illegal)) return `the message does not name ${field}`;
  if (isUnclear(answer)) return "the message is not for people";
  if (illegal && answer.status !== 400) return "the schema forbids it, the service takes it";
  return outsideDocument(route, answer);
}

describe("every field of every body, bent (rules/http 4.3, 4.8)", () => {
  const before: BentBefore = new Map();
  for (const route of routes.filter((one) => one.body !== undefined)) {
    test(`${route.method} ${route.path}`, async () => {
      const media = operationOf(route).requestBody?.content["application/json"];
      const schema = media?.schema ?? {};
      const ownCheck = route.bodyUnchecked === true || route.bodyRaw === true;
      const admits = ownCheck ? undefined : compileCheck("body", route.body ?? {});
      // The guard says the same as the check, without words: it is asked far more often.
      const isOfSchema = compileGuard(route.body ?? {});
      const address = addressOf(calls.known, route);
      const faults: string[] = [];
      let refused = 0;
      const send = async ({ name, field, raw }: Mutation): Promise<void> => {
        const illegal = admits !== undefined && !isOfSchema(JSON.parse(raw));
        const answer =
          illegal && refused++ % oneSentOf > 0
            ? refusalOf(raw, admits)
            : await calls.service.call(route.method, address, { ...calls.keyOf(route), raw });
        const fault = faultOf(route, answer, field, illegal);
        if (fault !== undefined) faults.push(`${name}: ${answer.status} ${fault}: ${answer.text.slice(0, 300)}`);
      };
      const parser = ownCheck ? JSON.stringify(resolve(schema)["properties"] ?? schema) : "the schema";
      // What a check has refused elsewhere is refused here; what it lets through meets the work of this route.
      const mutations = mutationsOf(legalBody(calls.known, route), schema, resolve, { before, parser }).filter(
        ({ isRepeated, raw }) => !isRepeated || (!ownCheck && isOfSchema(JSON.parse(raw))),
      );
      for (let first = 0; first < mutations.length; first += atOnce) {
        await Promise.all(mutations.slice(first, first + atOnce).map(send));
      }
      assert.ok(mutations.length >= leastBent, `${mutations.length} mutations only`);
      assert.deepEqual(faults, []);
    });
  }
});

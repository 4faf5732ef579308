import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newId } from "../../src/kernel/id.ts";
import { compileCheck } from "../../src/platform/http/reading/validate.ts";
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
import { mutationsOf } from "./mutations.ts";

let calls: BentCalls;
before(async () => {
  calls = await startBentCalls();
});
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
    answer(401, { _tag: "DeveloperApiUnauthorized", code: "not_found", message: "", feedback: "" }) ?? "",
    /code/,
  );
});

describe("every field of every body, bent (rules/http 4.3, 4.8)", () => {
  for (const route of routes.filter((one) => one.body !== undefined)) {
    test(`${route.method} ${route.path}`, async () => {
      const media = operationOf(route).requestBody?.content["application/json"];
      const schema = media?.schema ?? {};
      const ownCheck = route.bodyUnchecked === true || route.bodyRaw === true;
      const admits = ownCheck ? undefined : compileCheck("body", route.body ?? {});
      const faults: string[] = [];
      const mutations = mutationsOf(legalBody(calls.known, route), schema, resolve);
      for (const { name, field, raw } of mutations) {
        const answer = await calls.service.call(route.method, addressOf(calls.known, route), {
          ...calls.keyOf(route),
          raw,
        });
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

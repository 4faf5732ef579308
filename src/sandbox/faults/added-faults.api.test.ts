/** Faults that are added to those that are on: by one program after another, and by several at once (rules/ordering 15.6). */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createApp, type TestApp } from "../../../test/harness/factories.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let app: TestApp;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
after(() => service.stop());
beforeEach(async () => {
  assert.equal((await call("DELETE")).status, 200);
});

const path = "/v1/sandbox/faults";

function call(method: string, body?: unknown): Promise<CallAnswer> {
  return service.call(method, path, { key: app.key, ...(body === undefined ? {} : { body }) });
}

const ruleOf = (id: string) => ({ id, kind: "api_unavailable", match: { operations: ["getMe"] }, times: 2 });

const add = (id: string, more: object = {}) => call("PUT", { rules: [ruleOf(id)], keep_others: true, ...more });

/** The rules that are on, and how often each acted. */
async function acted(): Promise<Readonly<Record<string, number>>> {
  const { rules } = (await call("GET")).body;
  return Object.fromEntries(rules.map((rule: { id: string; acted: number }) => [rule.id, rule.acted]));
}

const meet = async () => (await service.call("GET", "/v1/me", { key: app.key })).status;

describe("a fault that is added", () => {
  test("leaves the others on, with what they count and with their seed", async () => {
    await call("PUT", { rules: [ruleOf("first")], seed: 7 });
    assert.equal(await meet(), 503);
    const added = await add("second");
    assert.deepEqual([added.status, added.body.seed], [200, 7], added.text);
    assert.deepEqual(await acted(), { first: 1, second: 0 });
    for (const status of [503, 503, 503, 200]) assert.equal(await meet(), status);
    assert.deepEqual(await acted(), { first: 2, second: 2 });
  });

  test("begins anew in the place of one of the same id", async () => {
    await call("PUT", { rules: [ruleOf("first"), ruleOf("second")] });
    assert.equal(await meet(), 503);
    assert.equal((await add("first")).status, 200);
    assert.deepEqual(await acted(), { second: 0, first: 0 });
  });

  test("is alone where those before have ended", async () => {
    await call("PUT", { rules: [ruleOf("first")], seed: 7 });
    await service.database.transaction((tx) =>
      tx.rows("UPDATE sandbox_faults SET expires_at = now() - interval '1 second' WHERE app_id = $1", [app.id]),
    );
    assert.equal((await add("second")).status, 200);
    assert.deepEqual(await acted(), { second: 0 });
  });

  test("does not let the others end sooner, unless it says so", async () => {
    const long = await call("PUT", { rules: [ruleOf("first")], expires_in_seconds: 86_400 });
    const added = await add("second");
    assert.equal(added.body.expires_at, long.body.expires_at);
    const short = await add("third", { expires_in_seconds: 60 });
    assert.ok(short.body.expires_at < long.body.expires_at, short.text);
    await call("DELETE");
    await call("PUT", { rules: [ruleOf("first")], expires_in_seconds: 60 });
    const later = await add("second");
    assert.ok(later.body.expires_at > short.body.expires_at, later.text);
    assert.equal(await meet(), 503);
  });

  test("is lost to nobody who adds one at the same moment", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `of-${index}`);
    const answers = await Promise.all(ids.map((id) => add(id)));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.deepEqual(Object.keys(await acted()).toSorted(), ids.toSorted());
  });

  test("is refused where there would be more than twenty, and changes nothing", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `of-${index}`);
    await call("PUT", { rules: ids.map(ruleOf) });
    const refused = await add("one-more");
    assert.deepEqual([refused.status, refused.body.details.issues[0].path], [400, "body.rules"], refused.text);
    assert.match(refused.body.message, /21 rules .* at most 20/);
    assert.equal((await add("of-3")).status, 200, "in the place of one that is there");
    assert.equal(Object.keys(await acted()).length, 20);
  });

  test("takes the place of all where it does not say that they stay", async () => {
    await call("PUT", { rules: [ruleOf("first")] });
    await call("PUT", { rules: [ruleOf("second")] });
    await call("PUT", { rules: [ruleOf("third")], keep_others: false });
    assert.deepEqual(await acted(), { third: 0 });
  });
});

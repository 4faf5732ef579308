/** Faults that a developer switches on with the page of the sandbox, beside those of a program (rules/ordering 15.6). */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { createApp, type TestApp } from "../../test/harness/factories.ts";
import { createPerson, ownOrigin, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";

let service: TestService;
let app: TestApp;
let dana: TestPerson;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
  dana = await createPerson(service.database, [{ role: "developer", app: app.id }]);
});
after(() => service.stop());
beforeEach(() => faults("DELETE"));

const faults = (method: string, body?: unknown) =>
  service.call(method, "/v1/sandbox/faults", { key: app.key, ...(body === undefined ? {} : { body }) });

async function switchOn(kind: string, times = "3") {
  const answer = await fetch(`${service.url}/developer/${app.id}/sandbox/faults`, {
    redirect: "manual",
    method: "POST",
    headers: { ...ownOrigin, cookie: `maple_session=${dana.token}` },
    body: new URLSearchParams({ kind, times }),
  });
  return { status: answer.status, text: await answer.text() };
}

test("a second fault leaves the first on, with how often it acted", async () => {
  assert.equal((await switchOn("api_unavailable")).status, 303);
  assert.equal((await service.call("GET", "/v1/me", { key: app.key })).status, 503);
  assert.equal((await switchOn("webhook_late")).status, 303);
  const { rules } = (await faults("GET")).body;
  assert.deepEqual(
    rules.map(({ id, acted }: { id: string; acted: number }) => [id, acted]),
    [
      ["api_unavailable", 1],
      ["webhook_late", 0],
    ],
  );
});

test("two developers who switch one on at the same moment lose none", async () => {
  const kinds = ["api_unavailable", "api_slow", "api_error", "webhook_late", "webhook_dropped", "webhook_duplicate"];
  const answers = await Promise.all(kinds.map((kind) => switchOn(kind)));
  assert.ok(answers.every(({ status }) => status === 303));
  const { rules } = (await faults("GET")).body;
  assert.deepEqual(rules.map(({ kind }: { kind: string }) => kind).toSorted(), kinds.toSorted());
});

test("beside twenty of a program there is no room, and the page says so", async () => {
  const rules = Array.from({ length: 20 }, (_, index) => ({ id: `of-${index}`, kind: "api_slow" }));
  await faults("PUT", { rules: rules.map((rule) => ({ ...rule, match: { operations: ["getMe"] } })) });
  const refused = await switchOn("webhook_late");
  assert.equal(refused.status, 422);
  assert.match(refused.text, /There are at most 20 faults at once\./);
  assert.equal((await faults("GET")).body.rules.length, 20);
});

/** Who may open and send what below `/operator`: each role at each address that the router has. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { waitForDocumentation } from "../../test/harness/documentation.ts";
import { createApp, createLocation } from "../../test/harness/factories.ts";
import { formBrowser } from "../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { registered } from "../../test/harness/registered-paths.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { operatorMenu } from "./shell/operator-menu.ts";

let service: TestService;
let admin: TestPerson;
let support: TestPerson;
const strangers = new Map<string, TestPerson>();

before(async () => {
  service = await startService();
  await waitForDocumentation(service);
  const { database } = service;
  const [app, at] = [await createApp(database), await createLocation(database)];
  admin = await createPerson(database, [{ role: "operator_admin" }], { name: "Ada <Admin>" });
  support = await createPerson(database, [{ role: "operator_support" }]);
  for (const role of ["manager", "host", "staff", "accountant"] as const)
    strangers.set(role, await createPerson(database, [{ role, at }]));
  strangers.set("developer", await createPerson(database, [{ role: "developer", app: app.id }]));
  strangers.set("without a role", await createPerson(database, []));
});
after(() => service.stop());

/** Pages that have nothing to read. */
const ofAdmin: readonly string[] = ["/operator/apps/new"];

/** Forms that support may send too. */
const ofSupport: readonly string[] = [
  "/operator/find",
  "/operator/feedback",
  "/operator/people/find",
  "/operator/audit/check",
];

function addresses(method: "GET" | "POST"): readonly string[] {
  const all = registered(service.service.server).filter(
    ({ method: one, path }) => one === method && /^\/operator(\/|$)/.test(path) && !/^\/operator\/(v1|\*)/.test(path),
  );
  return [...new Set(all.map(({ path }) => path.replaceAll(/:\w+/g, "unknown")))];
}

describe("who may what at each address (rules/people 10.1)", () => {
  test("pages: both roles of the operator, nobody else", async () => {
    assert.ok(addresses("GET").length >= operatorMenu.length);
    for (const path of addresses("GET")) {
      const stranger = await formBrowser(service).send(path);
      assert.match(stranger.to ?? "", /^\/(sign-in\?to=|operator)/, `nobody at ${path}`);
      for (const [role, person] of strangers) {
        const answer = await formBrowser(service, person).send(path);
        assert.ok(answer.status === 404 || answer.to?.startsWith("/operator"), `${role} at ${path}: ${answer.status}`);
      }
      for (const person of [admin, support]) {
        const answer = await formBrowser(service, person).send(path);
        const isClosed = person === support && ofAdmin.includes(path);
        assert.ok((isClosed ? [403] : [200, 303, 404]).includes(answer.status), `${path}: ${answer.status}`);
        assert.doesNotMatch(answer.to ?? "", /^\/sign-in/, path);
      }
    }
    for (const { path, title } of operatorMenu)
      for (const person of [admin, support]) {
        const { status, text } = await formBrowser(service, person).send(path);
        assert.equal(status, 200, `${path}: ${text}`);
        assert.match(text, new RegExp(`aria-current="page"[^>]*>${title}<`));
      }
  });

  test("forms: operator_admin, and support where it is said", async () => {
    for (const path of addresses("POST")) {
      assert.match((await formBrowser(service).send(path, {})).to ?? "", /^\/sign-in\?to=/, `nobody at ${path}`);
      for (const [role, person] of strangers)
        assert.equal((await formBrowser(service, person).send(path, {})).status, 404, `${role} at ${path}`);
      const read = await formBrowser(service, support).send(path, {});
      assert.equal(read.status === 403, !ofSupport.includes(path), `support at ${path}: ${read.status}`);
      const done = await formBrowser(service, admin).send(path, {});
      assert.ok([200, 303, 404, 409, 422].includes(done.status), `operator_admin at ${path}: ${done.status}`);
      const foreign = await formBrowser(service, admin).send(path, {}, { "sec-fetch-site": "cross-site" });
      assert.equal(foreign.status, 403, path);
    }
  });
});

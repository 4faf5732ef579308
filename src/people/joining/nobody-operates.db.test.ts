import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { nobodyOperates } from "./nobody-operates.query.ts";

let service: TestService;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());

test("without OPERATOR_TOKEN an environment needs an operator_admin who is not disabled (rules/operating 7.3)", async () => {
  const { database } = service;
  const problem = async () => (await nobodyOperates(database.read, "test")) ?? "";
  await createPerson(database, [{ role: "operator_support" }]);
  assert.match(await problem(), /^OPERATOR_TOKEN is required until test has an operator_admin: .* --env test$/);
  const ada = await createPerson(database, [{ role: "operator_admin" }]);
  assert.equal(await problem(), "");
  await database.transaction((tx) => tx.rows("UPDATE persons SET disabled_at = now() WHERE id = $1", [ada.id]));
  assert.match(await problem(), /^OPERATOR_TOKEN/);
});

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { verifyAuditChain } from "../../audit/verify-audit-chain.query.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { operatorToken, startService, type TestService } from "../../../test/harness/service.ts";

const password = "right horse battery staple";
let service: TestService;
let here: Id<"str">;
let there: Id<"str">;

before(async () => {
  service = await startService();
  here = await createLocation(service.database);
  there = await createLocation(service.database);
});
after(() => service.stop());

const call = (method: string, path: string, key?: string, body?: unknown) =>
  service.call(method, `/console/v1${path}`, {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  });
const invite = async (key: string, role: string, at = here) => {
  const answer = await call("POST", `/locations/${at}/invitations`, key, { role });
  return { ...answer, token: String(answer.body.url ?? "").split("/invite/")[1] ?? "", id: answer.body.id };
};
const accept = (token: string, email: string) =>
  call("POST", `/invitations/${token}/accept`, undefined, { name: "New Colleague", email, password });

describe("invitations (rules/people 3)", () => {
  test("a manager invites, somebody new accepts and is in; the link is good once", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const invited = await invite(boss.token, "host");
    assert.equal(invited.status, 201, invited.text);
    assert.match(invited.body.qr_svg, /^<svg /);
    const seen = await call("GET", `/invitations/${invited.token}`);
    assert.deepEqual([seen.body.role, seen.body.location.id], ["host", here]);
    const joined = await accept(invited.token, "Once@Example.com");
    assert.equal(joined.status, 201, joined.text);
    assert.match(joined.headers.get("set-cookie") ?? "", /^maple_session=/);
    const { body } = await call("GET", "/me", joined.body.token);
    assert.deepEqual([body.person.email, body.roles[0].role], ["once@example.com", "host"]);
    assert.equal((await accept(invited.token, "twice@example.com")).status, 404);
    assert.equal((await call("GET", `/invitations/${invited.token}`)).status, 404);
    const people = await call("GET", `/locations/${here}/people`, boss.token);
    assert.ok(people.body.colleagues.some((one: { name: string }) => one.name === "New Colleague"));
    assert.deepEqual(people.body.invitations, []);
  });

  test("of two acceptances at once one wins", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const { token } = await invite(boss.token, "staff");
    const answers = await Promise.all([accept(token, "race1@example.com"), accept(token, "race2@example.com")]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 404]);
    const made = await service.database.read.rows("SELECT id FROM persons WHERE email LIKE 'race%'");
    assert.equal(made.length, 1);
  });

  test("the link never opens an account: its owner signs in and joins (rules/people 3.2)", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const kim = await createPerson(service.database, [{ role: "staff", at: there }]);
    const { token } = await invite(boss.token, "host");
    const taken = await accept(token, kim.email);
    assert.deepEqual([taken.status, taken.body.code], [409, "email_taken"]);
    const joined = await call("POST", `/invitations/${token}/join`, kim.token, {});
    assert.deepEqual([joined.status, joined.body.role], [200, "host"]);
    assert.equal((await call("GET", "/me", kim.token)).body.roles.length, 2);
  });

  test("one that is over, withdrawn or made up is 404; a withdrawal may be repeated", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const [over, withdrawn] = [await invite(boss.token, "staff"), await invite(boss.token, "staff")];
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_invitations SET expires_at = now() WHERE id = $1", [over.id]),
    );
    for (let i = 0; i < 2; i++)
      assert.equal((await call("DELETE", `/invitations/${withdrawn.id}`, boss.token)).status, 200);
    for (const token of [over.token, withdrawn.token, "made-up", "A".repeat(43)]) {
      assert.equal((await accept(token, "late@example.com")).status, 404);
    }
  });

  test("a weak password leaves the invitation open", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const { token } = await invite(boss.token, "staff");
    const body = { name: "Sam", email: "weak@example.com", password: "password1234" };
    assert.equal((await call("POST", `/invitations/${token}/accept`, undefined, body)).status, 400);
    assert.equal((await accept(token, "weak@example.com")).status, 201);
  });

  test("nobody gives themselves a role (rules/people 2.3)", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const { token } = await invite(boss.token, "accountant");
    const answer = await call("POST", `/invitations/${token}/join`, boss.token, {});
    assert.deepEqual([answer.status, answer.body.code], [403, "own_role"]);
  });
});

describe("who gives roles (rules/people 2.2)", () => {
  for (const [who, at, status] of [
    ["manager", "here", 201],
    ["manager", "there", 404],
    ["host", "here", 403],
    ["staff", "here", 403],
    ["accountant", "here", 403],
    ["operator_admin", "", 201],
    ["operator_support", "", 404],
  ] as const) {
    test(`a ${who} ${at} inviting here: ${status}`, async () => {
      const wanted = at === "" ? { role: who } : { role: who, at: at === "here" ? here : there };
      const person = await createPerson(service.database, [wanted]);
      const answer = await invite(person.token, "staff");
      assert.equal(answer.status, status, answer.text);
      if (status === 403) assert.deepEqual(answer.body.details, { roles: ["manager", "operator_admin"] });
    });
  }

  test("a manager's links give no role of the operator", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    assert.equal((await invite(boss.token, "operator_admin")).status, 400);
    assert.equal((await invite(boss.token, "developer")).status, 400);
  });

  test("inviting needs a sign-in within 15 minutes (rules/people 5.5)", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '1 hour' WHERE id = $1", [boss.sessionId]),
    );
    assert.equal((await invite(boss.token, "staff")).body.code, "fresh_sign_in_required");
  });

  test("the operator's token invites the first operator_admin, who gets in by the link", async () => {
    const path = "/operator/v1/test/invitations";
    const made = await service.call("POST", path, { key: operatorToken, body: { role: "operator_admin" } });
    assert.equal(made.status, 201, made.text);
    const token = made.body.url.split("/invite/")[1];
    const joined = await accept(token, "first@example.com");
    assert.equal((await call("GET", "/me", joined.body.token)).body.roles[0].role, "operator_admin");
    for (const body of [{ role: "manager" }, { role: "operator_admin", location_id: here }, { role: "developer" }]) {
      assert.equal((await service.call("POST", path, { key: operatorToken, body })).status, 400);
    }
    const nowhere = { role: "manager", location_id: here.replace(/.$/, (last) => (last === "0" ? "1" : "0")) };
    assert.equal((await service.call("POST", path, { key: operatorToken, body: nowhere })).status, 404);
  });
});

describe("taking roles away (rules/people 2)", () => {
  const roleOf = async (personId: string): Promise<string> => {
    const sql = "SELECT id FROM person_roles WHERE person_id = $1 AND ended_at IS NULL";
    return (await service.database.read.one<{ id: string }>(sql, [personId])).id;
  };
  const end = (key: string, roleId: string) => call("DELETE", `/roles/${roleId}`, key);

  test("acts on the next request, which still shows one's own account (rules/people 1.1), and is in the audit log without a name", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const sam = await createPerson(service.database, [{ role: "staff", at: here }]);
    const roleId = await roleOf(sam.id);
    assert.equal((await end(boss.token, roleId)).status, 200);
    assert.deepEqual((await call("GET", "/me", sam.token)).body.roles, []);
    for (const path of ["people", "devices"])
      assert.equal((await call("GET", `/locations/${here}/${path}`, sam.token)).body.code, "not_found");
    assert.equal((await end(boss.token, roleId)).status, 404);
    const entry = await service.database.read.one<object>(
      "SELECT actor_kind, actor_id, role, before::text LIKE '%Pat%' AS named FROM audit_log WHERE subject = $1",
      [roleId],
    );
    assert.deepEqual(entry, { actor_kind: "person", actor_id: boss.id, role: "manager", named: false });
    assert.equal((await verifyAuditChain(service.database.read)).sound, true);
  });

  test("not one's own, not the last manager's, not of another location, not the operator's", async () => {
    const place = await createLocation(service.database);
    const one = await createPerson(service.database, [{ role: "manager", at: place }]);
    const operator = await createPerson(service.database, [{ role: "operator_admin" }]);
    const codeOf = async (key: string, id: string) => (await end(key, await roleOf(id))).body.code;
    assert.equal(await codeOf(one.token, one.id), "own_role");
    assert.equal(await codeOf(operator.token, one.id), "last_of_role");
    assert.equal(await codeOf(one.token, operator.id), "not_found");
    const elsewhere = await createPerson(service.database, [{ role: "manager", at: there }]);
    assert.equal(await codeOf(elsewhere.token, one.id), "not_found");
  });

  test("two managers who end each other at once: one stays (rules/people 2.4)", async () => {
    const place = await createLocation(service.database);
    const [one, two] = [
      await createPerson(service.database, [{ role: "manager", at: place }]),
      await createPerson(service.database, [{ role: "manager", at: place }]),
    ];
    const [ofOne, ofTwo] = [await roleOf(one.id), await roleOf(two.id)];
    const answers = await Promise.all([end(one.token, ofTwo), end(two.token, ofOne)]);
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, answers.map(({ text }) => text).join());
    const left = await service.database.read.rows(
      "SELECT id FROM person_roles WHERE location_id = $1 AND ended_at IS NULL",
      [place],
    );
    assert.equal(left.length, 1);
  });
});

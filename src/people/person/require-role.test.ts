import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { ConsoleCaller, HeldRole, RoleName } from "../../platform/http/console/console-caller.ts";
import { locationsOf, requireOperator, requireRoleAt, requireRoleFor } from "./require-role.ts";

const [here, there] = [newId("str"), newId("str")];
const [ours, theirs] = [newId("app"), newId("app")];
const site = { host: "127.0.0.1", isSecure: false, userAgent: undefined };
const person = { id: newId("per"), name: "Pat", email: "pat@example.com", language: "en" } as const;
const device = {
  id: newId("pdv"),
  locationId: here,
  name: "Kitchen",
  screen: "board",
  language: "en",
  requirePin: false,
  pinMinutes: 30,
  autoPrint: false,
} as const;

const at = (role: RoleName, locationId = here): HeldRole => ({ role, locationId, appId: null });
const caller = (...roles: readonly HeldRole[]): ConsoleCaller => ({ person, session: null, device: null, roles, site });
const outcome = (answer: ReturnType<typeof requireRoleAt>): string => (isRefusal(answer) ? answer.code : answer.role);
const operator: HeldRole = { role: "operator_admin", locationId: null, appId: null };

describe("a role at a location (rules/people 2.6)", () => {
  const cases: readonly (readonly [string, ConsoleCaller, readonly RoleName[], string])[] = [
    ["staff where staff may", caller(at("staff")), ["staff", "host", "manager"], "staff"],
    ["the role that may most", caller(at("staff"), at("manager")), ["staff", "host", "manager"], "manager"],
    ["staff where a manager is needed", caller(at("staff")), ["manager"], "role_required"],
    ["a manager of another location", caller(at("manager", there)), ["manager"], "not_found"],
    ["a manager elsewhere who is staff here", caller(at("manager", there), at("staff")), ["manager"], "role_required"],
    ["nobody's role", caller(), ["staff"], "not_found"],
    ["the operator where only the restaurant may", caller(operator), ["manager"], "not_found"],
    ["the operator where the operator may", caller(operator), ["manager", "operator_admin"], "operator_admin"],
    ["a developer", caller({ role: "developer", locationId: null, appId: ours }), ["manager"], "not_found"],
  ];
  for (const [what, who, roles, wanted] of cases) {
    test(`${what}: ${wanted}`, () => assert.equal(outcome(requireRoleAt(who, here, roles)), wanted));
  }

  test("the refusal names the roles", () => {
    const answer = requireRoleAt(caller(at("staff")), here, ["manager", "host"]);
    assert.ok(isRefusal(answer));
    assert.deepEqual(answer.details, { roles: ["manager", "host"] });
  });

  test("what is done is done in the name of the person, and on the device", () => {
    const answer = requireRoleAt({ ...caller(at("host")), device }, here, ["host"]);
    assert.deepEqual(answer, {
      actor: { kind: "person", id: person.id },
      name: "Pat",
      role: "host",
      deviceId: device.id,
    });
  });

  test("a device that acts as itself is the actor (rules/people 6.6)", () => {
    const answer = requireRoleAt({ person: null, session: null, device, roles: [at("staff")], site }, here, ["staff"]);
    assert.deepEqual(answer, {
      actor: { kind: "device", id: device.id },
      name: "Kitchen",
      role: "staff",
      deviceId: device.id,
    });
  });

  test("the locations of a caller, each once", () => {
    assert.deepEqual(locationsOf(caller(at("staff"), at("manager"), at("host", there)), ["staff", "manager"]), [here]);
  });
});

test("the operator's part is 404 for everybody else, and 403 for support where an admin is needed", () => {
  const support: HeldRole = { role: "operator_support", locationId: null, appId: null };
  assert.equal(outcome(requireOperator(caller(at("manager")), ["operator_admin"])), "not_found");
  assert.equal(outcome(requireOperator(caller(support), ["operator_admin"])), "role_required");
  assert.equal(outcome(requireOperator(caller(support), ["operator_admin", "operator_support"])), "operator_support");
});

test("an app is 404 for developers of others", () => {
  const developer = (appId: typeof ours): HeldRole => ({ role: "developer", locationId: null, appId });
  const roles = ["developer", "operator_admin"] as const;
  assert.equal(outcome(requireRoleFor(caller(developer(ours)), ours, roles)), "developer");
  assert.equal(outcome(requireRoleFor(caller(developer(theirs)), ours, roles)), "not_found");
  assert.equal(outcome(requireRoleFor(caller(operator), ours, roles)), "operator_admin");
  assert.equal(outcome(requireRoleFor(caller(at("manager")), ours, roles)), "not_found");
  const support: HeldRole = { role: "operator_support", locationId: null, appId: null };
  assert.equal(outcome(requireRoleFor(caller(support), ours, roles)), "role_required");
});

/** Each role against each call of the console: the service does what the route says (rules/people 2.6). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { newId } from "../../src/kernel/id.ts";
import { roleNames, type RoleName } from "../../src/platform/http/console/console-caller.ts";
import { sessionDoor } from "../../src/platform/http/console/operator-session.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import { createApp, createLocation } from "../harness/factories.ts";
import { createDevice, createPerson, ownOrigin, type TestDevice } from "../harness/people.ts";
import { operatorToken, startService, type CallOptions, type TestService } from "../harness/service.ts";
import { addressOf, legalBody, neededHeaders } from "./known-calls.ts";
import { makeKnownResources, type KnownResources } from "./known-resources.ts";

const routes = servedRoutes().filter(({ access }) => access.kind === "console");
/** Those of an app, and those of a location, by the id in the path. */
const ofApp = routes.filter(({ path }) => path.includes("{appId}"));
const ofLocation = routes.filter(({ path }) => path.includes("{locationId}") && !path.includes("{appId}"));
/** Those of a thing that is found by its own id: an order, a booking, a party in line, a person's role. */
const ofThing = routes.filter(
  (route) =>
    /\{\w+Id\}/.test(route.path) &&
    !ofApp.includes(route) &&
    !ofLocation.includes(route) &&
    rolesOf(route) !== undefined,
);

let service: TestService;
let known: KnownResources;
let elsewhere: string;
/** A developer of another app. */
let stranger: string;
const here = new Map<RoleName, string>();
let tablet: TestDevice;

before(async () => {
  service = await startService();
  known = await makeKnownResources(service);
  const there = await createLocation(service.database);
  for (const role of roleNames) {
    const isOperator = role === "operator_admin" || role === "operator_support";
    const place = isOperator ? {} : role === "developer" ? { app: known.app.id } : { at: known.locationId };
    here.set(role, (await createPerson(service.database, [{ role, ...place }])).token);
  }
  elsewhere = (await createPerson(service.database, [{ role: "manager", at: there }])).token;
  const another = await createApp(service.database);
  stranger = (await createPerson(service.database, [{ role: "developer", app: another.id }])).token;
  tablet = await createDevice(service.database, known.locationId);
});
after(() => service.stop());

/** What a call is refused with before it reads a body: nothing is changed by these calls. */
async function statusOf(route: RouteValue, options: CallOptions): Promise<number> {
  const body = route.body === undefined ? undefined : legalBody(known, route);
  const answer = await service.call(route.method, addressOf(known, route), {
    ...neededHeaders(route),
    ...(body === undefined ? {} : { body }),
    ...options,
  });
  return answer.status;
}

function rolesOf({ access }: RouteValue): readonly RoleName[] | undefined {
  return access.kind === "console" ? access.roles : undefined;
}
const isStream = ({ media }: RouteValue): boolean => media === "text/event-stream";

describe("a call of a location", () => {
  for (const route of ofLocation) {
    const allowed = rolesOf(route);
    test(`${route.method} ${route.path} names its roles`, () => assert.ok(allowed !== undefined && allowed.length > 0));

    for (const role of roleNames.filter((one) => allowed?.includes(one) === false)) {
      const isThere = ["manager", "host", "staff", "accountant"].includes(role);
      test(`${route.method} ${route.path} as ${role}: ${isThere ? 403 : 404}`, async () => {
        assert.equal(await statusOf(route, { key: here.get(role) ?? "" }), isThere ? 403 : 404);
      });
    }

    test(`${route.method} ${route.path} as a manager of another location: 404`, async () => {
      assert.equal(await statusOf(route, { key: elsewhere }), 404);
    });
  }

  for (const route of ofLocation.filter((one) => one.method === "GET" && !isStream(one))) {
    for (const role of (rolesOf(route) ?? []).filter((one) => one !== "operator_admin" && one !== "operator_support")) {
      test(`${route.method} ${route.path} as ${role} is not refused`, async () => {
        const status = await statusOf(route, { key: here.get(role) ?? "" });
        assert.ok(![401, 403, 404].includes(status), String(status));
      });
    }
  }
});

describe("a call of a thing of a location", () => {
  test("there are such calls", () => assert.ok(ofThing.length >= 25, ofThing.map(({ path }) => path).join("\n")));

  for (const route of ofThing) {
    for (const role of roleNames.filter((one) => rolesOf(route)?.includes(one) === false)) {
      // Who manages nobody finds no people either.
      const isThere = ["manager", "host", "staff", "accountant"].includes(role) && !route.path.includes("{personId}");
      test(`${route.method} ${route.path} as ${role}: ${isThere ? 403 : 404}`, async () => {
        assert.equal(await statusOf(route, { key: here.get(role) ?? "" }), isThere ? 403 : 404);
      });
    }

    test(`${route.method} ${route.path} as a manager of another location: 404`, async () => {
      assert.equal(await statusOf(route, { key: elsewhere }), 404);
    });
  }
});

describe("a call of an app", () => {
  for (const route of ofApp) {
    const allowed = rolesOf(route);
    test(`${route.method} ${route.path} names its roles`, () => assert.ok(allowed !== undefined && allowed.length > 0));

    for (const role of roleNames.filter((one) => allowed?.includes(one) === false)) {
      const wanted = role.startsWith("operator_") ? 403 : 404;
      test(`${route.method} ${route.path} as ${role}: ${wanted}`, async () => {
        assert.equal(await statusOf(route, { key: here.get(role) ?? "" }), wanted);
      });
    }

    test(`${route.method} ${route.path} as a developer of another app: 404`, async () => {
      assert.equal(await statusOf(route, { key: stranger }), 404);
    });
  }

  for (const route of ofApp.filter(({ method }) => method === "GET")) {
    for (const role of rolesOf(route) ?? []) {
      test(`${route.method} ${route.path} as ${role} is not refused`, async () => {
        assert.equal(await statusOf(route, { key: here.get(role) ?? "" }), 200);
      });
    }
  }
});

describe("a call of the operator by session (rules/people 10.8)", () => {
  const doors = servedRoutes().flatMap((route) => {
    const door = sessionDoor(route);
    return door === undefined ? [] : [{ ...route, path: door.path, door }];
  });
  type Door = (typeof doors)[number];
  const answerOf = (route: Door, key?: string) =>
    service.call(route.method, addressOf(known, route), {
      ...neededHeaders(route),
      ...(route.body === undefined ? {} : { body: legalBody(known, route) }),
      ...(key === undefined ? {} : { key }),
    });
  const codesOf = (key?: string): Promise<readonly (readonly [string, number, string | undefined])[]> =>
    Promise.all(
      doors.map(async (route) => {
        const { status, body } = await answerOf(route, key);
        return [route.operationId, status, body?.code] as const;
      }),
    );
  const isEach = (found: readonly (readonly [string, number, unknown])[], status: number, code: string) =>
    assert.deepEqual(
      found.filter((one) => one[1] !== status || one[2] !== code),
      [],
    );

  test("every call of the token has one", () => {
    const ofToken = servedRoutes().filter(({ access }) => access.kind === "operator");
    assert.ok(ofToken.length > 30 && ofToken.length === doors.length);
    assert.equal(new Set(doors.map(({ method, path }) => `${method} ${path}`)).size, doors.length);
  });

  test("nobody, and who is no operator, finds nothing", async () => {
    isEach(await codesOf(), 401, "unauthorized");
    for (const role of ["manager", "accountant", "developer"] as const)
      isEach(await codesOf(here.get(role)), 404, "not_found");
  });

  test("support reads and searches, and changes feedback alone", async () => {
    const found = await codesOf(here.get("operator_support"));
    const closed = found.filter(([id]) => !doors.some((one) => one.operationId === id && maySupport(one)));
    isEach(closed, 403, "role_required");
    const open = found.filter(([id]) => doors.some((one) => one.operationId === id && maySupport(one)));
    assert.deepEqual(
      open.filter(([, status]) => status !== 200),
      [],
    );
    assert.ok(
      doors
        .filter((one) => maySupport(one) && one.method !== "GET")
        .map((one) => one.operationId)
        .toSorted()
        .join() === "operatorSearch,operatorUpdateFeedback",
    );
  });

  test("an admin reads what the token reads; what gives power wants a fresh sign-in", async () => {
    const admin = await createPerson(service.database, [{ role: "operator_admin" }]);
    // The figures of health are others at each look.
    for (const route of doors.filter(
      ({ method, operationId }) => method === "GET" && operationId !== "operatorGetHealth",
    )) {
      const path = addressOf(known, {
        ...route,
        path: `/operator/v1/test${route.path.slice("/console/v1/operator".length)}`,
      });
      const [own, token] = [
        await answerOf(route, admin.token),
        await service.call("GET", path, { key: operatorToken }),
      ];
      assert.deepEqual([own.status, own.text.length], [200, token.text.length], route.operationId);
    }
    for (const id of ["operatorUpdateApp", "operatorAcceptOrder"]) {
      const route = doors.find(({ operationId }) => operationId === id);
      assert.ok(route !== undefined);
      assert.equal((await answerOf(route, admin.token)).status, 200, id);
      const [entry] = (await service.call("GET", "/console/v1/operator/audit_log?limit=1", { key: admin.token })).body
        .data;
      assert.deepEqual([entry.actor_id, entry.role], [admin.id, "operator_admin"], id);
    }
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = signed_in_at - interval '20 minutes' WHERE id = $1", [
        admin.sessionId,
      ]),
    );
    const guarded = doors.filter(({ door }) => door.access.fresh === true);
    assert.equal(guarded.length, 10);
    for (const route of guarded)
      assert.equal((await answerOf(route, admin.token)).body.code, "fresh_sign_in_required", route.operationId);
  });

  const maySupport = ({ door }: Door): boolean => door.access.roles?.includes("operator_support") === true;
});

describe("a shared device alone (rules/people 6.3)", () => {
  for (const route of routes.filter(({ access }) => access.kind === "console" && access.needs !== "nobody")) {
    const mayRead = route.access.kind === "console" && route.access.needs === "screen";
    if (mayRead) continue;
    test(`${route.method} ${route.path}: 401 person_required`, async () => {
      const answer = await service.call(route.method, addressOf(known, route), {
        ...(route.body === undefined ? {} : { body: legalBody(known, route) }),
        headers: { ...neededHeaders(route).headers, ...tablet.headers, ...ownOrigin },
      });
      assert.deepEqual([answer.status, answer.body.code], [401, "person_required"]);
    });
  }
});

test("what a caller without any role asks of a location that does not exist has the same answer as of one that does", async () => {
  const nobody = await createPerson(service.database, []);
  const route = ofLocation.find(({ method }) => method === "GET");
  assert.ok(route !== undefined);
  const [real, unreal] = [
    await service.call("GET", addressOf(known, route), { key: nobody.token }),
    await service.call("GET", addressOf(known, route, { locationId: newId("str") }), { key: nobody.token }),
  ];
  assert.deepEqual([real.status, real.body.code], [unreal.status, unreal.body.code]);
});

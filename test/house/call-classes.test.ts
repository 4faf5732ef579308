import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import type { CallClass } from "../../src/platform/admission/call-class.ts";
import { classOfPage, classOfRoute, isList } from "../../src/platform/http/class-of-route.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";

const routes = servedRoutes();

/** What the rule of overload says of a route, read from its path, apart from what the route says of itself. */
const expected: readonly (readonly [string, (route: RouteValue) => boolean, CallClass])[] = [
  ["health checks of channels", ({ path }) => path.endsWith("/HealthCheck"), 0],
  ["the sandbox", ({ access }) => access.kind === "sandbox", 4],
  ["developers", ({ path }) => path.startsWith("/console/v1/apps/"), 4],
  ["cancellations", ({ path }) => /[/_]cancel$/.test(path), 1],
  [
    "decisions on orders",
    ({ method, path }) =>
      method === "POST" &&
      /\/orders\/\{\w+\}\/(accept|deny|ready|ready_time|out_for_delivery|complete|status|validation_result|unavailable_items|changes\/\{\w+\})$/.test(
        path,
      ),
    1,
  ],
  ["operators", ({ access }) => access.kind === "operator", 4],
  ["one order", ({ method, path }) => method === "GET" && /\/orders\/\{\w+\}$/.test(path), 2],
  ["availability", ({ path }) => /availability|booking_days|BatchAvailabilityLookup|zones\/check$/i.test(path), 3],
  ["the ledger and what it is set up with", ({ path }) => path.startsWith("/v1/webhook_"), 4],
  ["lists", (route) => (route.method === "GET" && isList(route)) || route.path.endsWith("/ListBookings"), 4],
  [
    "publishes",
    ({ method, path }) =>
      method !== "GET" &&
      /\/(menu|booking_configuration|booking_blackouts|delivery_zones(\/\{zoneId\}|\/import)?)$/.test(path),
    4,
  ],
  ["reports", ({ path }) => path.includes("/reports/"), 4],
  ["what can wait", ({ path }) => /\/(feedback|resend)$/.test(path), 4],
  ["other reads", ({ method, path }) => method === "GET" || path.endsWith("/GetBookingStatus"), 3],
  ["other writes", () => true, 2],
];

describe("the classes of calls", () => {
  for (const route of routes) {
    const [why, , wanted] = expected.find(([, is]) => is(route)) ?? ["", undefined, undefined];
    test(`${route.method} ${route.path} is of class ${wanted}: ${why}`, () => {
      assert.equal(classOfRoute(route), wanted);
    });
  }

  test("each class has calls", () => {
    const found = new Set(routes.map(classOfRoute));
    assert.deepEqual([...found].toSorted(), [0, 1, 2, 3, 4]);
  });

  test("only lists of what has been may be read from a replica, never drains or what is asked for by its id (rules/operating 1.20)", () => {
    const old = routes.filter(({ mayBeOld }) => mayBeOld === true);
    assert.ok(old.length > 10);
    for (const route of old) {
      assert.equal(`${route.method} ${classOfRoute(route)}`, "GET 4", route.operationId);
      const isReport = /\/reports\/|\/wait_score$/.test(route.path);
      assert.ok(isList(route) || isReport, route.operationId);
      if (route.access.kind === "app") assert.equal(route.path, "/v1/webhook_events");
    }
  });

  test("pages: what is read is 3, what is sent 2, what is cancelled 1", () => {
    assert.equal(classOfPage("GET", "/booking/{token}/cancel"), 3);
    assert.equal(classOfPage("POST", "/booking/{token}/cancel"), 1);
    assert.equal(classOfPage("POST", "/book/{locationId}"), 2);
  });
});

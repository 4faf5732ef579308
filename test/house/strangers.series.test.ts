/**
 * Two businesses side by side, each with an app, people and one of everything. Whoever belongs to the one sees no byte of
 * the other's: through every call with every id of the other, in the path and in the body, and on every page
 * (rules/http 3.9, rules/people 2.6). New routes and pages are in these walks by themselves.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { newId, type IdPrefix } from "../../src/kernel/id.ts";
import type { RoleName } from "../../src/platform/http/console/console-caller.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import { createApp } from "../harness/factories.ts";
import { createDevice, createPerson, ownOrigin } from "../harness/people.ts";
import { registered } from "../harness/registered-paths.ts";
import { startService, type CallOptions, type TestService } from "../harness/service.ts";
import { addressOf, legalBody, neededHeaders, withQuery } from "./known-calls.ts";
import { makeKnownResources, type KnownResources } from "./known-resources.ts";

let service: TestService;
let mine: KnownResources;
let theirs: KnownResources;
/** Sessions of people of my business, by role. */
const people = new Map<RoleName, string>();
let tablet: string;

before(async () => {
  service = await startService();
  mine = await makeKnownResources(service);
  theirs = await makeKnownResources(service);
  for (const role of ["manager", "host", "staff", "accountant"] as const)
    people.set(role, (await createPerson(service.database, [{ role, at: mine.locationId }])).token);
  people.set("developer", (await createPerson(service.database, [{ role: "developer", app: mine.app.id }])).token);
  tablet = (await createDevice(service.database, mine.locationId)).headers.cookie;
});
after(() => service.stop());

const nameOf = (route: RouteValue): string => `${route.method} ${route.path}`;
const isBusinesses = ({ access }: RouteValue): boolean =>
  access.kind === "app" || access.kind === "sandbox" || access.kind === "console";
const routes = servedRoutes().filter(isBusinesses);

/** Who of my business may make the call, if it were about a thing of mine; undefined where nobody signs in for it. */
function myCredential({ access }: RouteValue): string | undefined {
  if (access.kind !== "console") return mine.app.key;
  if (access.needs === "nobody") return undefined;
  const role = access.roles?.find((one) => people.has(one)) ?? "manager";
  return people.get(role);
}

/** Every id and token of the other business. */
function theirMarks(): readonly string[] {
  const own = new Set(Object.values(mine.params));
  const values = [theirs.app.id, theirs.locationId, ...Object.values(theirs.params)];
  return values.filter((value) => value.length >= 20 && !own.has(value));
}

function assertSilent(text: string, sent: string, said: string): void {
  const told = theirMarks().filter((mark) => text.includes(mark) && !sent.includes(mark));
  assert.deepEqual(told, [], `${said} tells of the other business: ${text.slice(0, 300)}`);
}

/** The call as I make it, with other values in its path or body. */
async function ask(
  route: RouteValue,
  given: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  },
) {
  const body = given.body ?? (route.body === undefined ? undefined : legalBody(mine, route));
  const key = myCredential(route);
  const options: CallOptions = {
    ...neededHeaders(route),
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  };
  const known = addressOf(mine, route, given.params);
  const address = Object.entries(given.query ?? {}).reduce((to, [name, text]) => withQuery(to, name, text), known);
  return { answer: await service.call(route.method, address, options), sent: address + JSON.stringify(body ?? null) };
}

// Before anything else is asked: the request log tells of what was asked for.
describe("what is listed", () => {
  for (const route of routes.filter(({ method, media }) => method === "GET" && media !== "text/event-stream"))
    test(`${nameOf(route)} has mine alone`, async () => {
      const { answer, sent } = await ask(route, {});
      assertSilent(answer.text, sent, nameOf(route));
    });
});

/** Whether the value is no name of a thing but opens it: whoever has it is meant. */
const isToken = ({ params = {} }: RouteValue, name: string): boolean =>
  name === "invitation" || (params[name] as { readonly "x-secret"?: boolean })["x-secret"] === true;

/** What the paths of the calls name: ids, tokens and other names that the two businesses do not share. */
const namedIn = (route: RouteValue): readonly string[] =>
  Object.keys(route.params ?? {}).filter((name) => mine.params[name] !== theirs.params[name]);

describe("an id of the other business in the path", () => {
  for (const route of routes)
    for (const name of Object.keys(route.params ?? {}))
      test(`${nameOf(route)}: ${name}`, async (context) => {
        const its = { ...theirs.params, ...theirs.ownParams[route.operationId] }[name];
        const own = { ...mine.params, ...mine.ownParams[route.operationId] }[name];
        if (its === undefined || its === own) return context.skip("the two share it");
        if (isToken(route, name)) return context.skip("who has the token may");
        // With the other ids mine, and with all of them theirs.
        for (const params of [
          { [name]: its },
          Object.fromEntries(namedIn(route).map((one) => [one, theirs.params[one] ?? ""])),
        ]) {
          const { answer, sent } = await ask(route, { params });
          if (answer.body.code === "app_owns_menu") continue; // said before any version is looked for
          assert.equal(answer.status, 404, `${sent}: ${answer.text.slice(0, 300)}`);
          assertSilent(answer.text, sent, nameOf(route));
        }
      });
});

describe("an id of the other business in the query", () => {
  for (const route of routes)
    for (const [name, schema] of Object.entries(route.query ?? {})) {
      const { "x-id-prefix": prefix } = schema as Schema;
      if (prefix === undefined || route.media === "text/event-stream") continue;
      test(`${nameOf(route)}: ${name}`, async () => {
        const { answer, sent } = await ask(route, { query: { [name]: theirOwn(prefix) } });
        assertSilent(answer.text, sent, nameOf(route));
        const isCursor = name === "starting_after" || name === "before";
        assert.ok(answer.status < 500, answer.text);
        assert.ok(isCursor || (answer.body?.data ?? []).length === 0, answer.text.slice(0, 300));
      });
    }
});

/** The places of a body whose values are ids or tokens of a business, with the other's value there. */
function* exchanged(own: unknown, its: unknown): Generator {
  if (typeof own === "string" && typeof its === "string") {
    if (own !== its && own.length >= 20) yield its;
    return;
  }
  if (typeof own !== "object" || typeof its !== "object" || own === null || its === null) return;
  for (const [name, value] of Object.entries(own))
    for (const other of exchanged(value, (its as Readonly<Record<string, unknown>>)[name]))
      yield Array.isArray(own) ? own.with(Number(name), other) : { ...own, [name]: other };
}

type Schema = Readonly<Record<string, unknown>> & { readonly "x-id-prefix"?: IdPrefix };

/** The body with one more field each that may name a thing: a thing of the other business. */
function* added(own: unknown, { body }: RouteValue): Generator {
  const fields = ((body as Schema | undefined)?.["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  for (const [name, { "x-id-prefix": prefix }] of Object.entries(fields))
    if (prefix !== undefined && !Object.hasOwn(own as object, name))
      yield { ...(own as object), [name]: theirOwn(prefix) };
}

/** A thing of theirs, of a kind. */
function theirOwn(prefix: IdPrefix): string {
  const values = [theirs.app.id, theirs.locationId, ...Object.values(theirs.params)];
  return values.find((value) => value.startsWith(`${prefix}_`)) ?? newId(prefix);
}

/** What takes a name of another business, with the reason. */
const takesAnything: Readonly<Record<string, string>> = {
  replayWebhookEvents: "a location filters the caller's own events, and theirs are none of them",
  createFeedback: "ids of requests are kept as sent, and matched with the caller's own alone",
};

describe("an id of the other business in the body", () => {
  for (const route of routes.filter(({ body }) => body !== undefined))
    test(nameOf(route), async () => {
      const own = legalBody(mine, route);
      const bodies = [...exchanged(own, legalBody(theirs, route)), ...added(own, route)];
      for (const body of bodies) {
        const { answer, sent } = await ask(route, { body });
        assertSilent(answer.text, sent, nameOf(route));
        if (takesAnything[route.operationId] !== undefined) continue;
        assert.ok(
          answer.status >= 400 && answer.status < 500,
          `${sent}: ${answer.status} ${answer.text.slice(0, 300)}`,
        );
      }
    });
});

describe("a key that has ended", () => {
  const ends = {
    revoked: "UPDATE api_keys SET revoked_at = now() WHERE app_id = $1",
    expired: "UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE app_id = $1",
    "of a disabled app": "UPDATE apps SET status = 'disabled' WHERE id = $1",
  };
  for (const [how, sql] of Object.entries(ends))
    test(`${how} opens no call, and its refusal names nothing`, async () => {
      const { id, key } = await createApp(service.database);
      await service.database.transaction((tx) => tx.rows(sql, [id]));
      for (const route of routes.filter(({ access }) => access.kind === "app" || access.kind === "sandbox")) {
        const address = addressOf(theirs, route);
        const body = route.body === undefined ? {} : { body: legalBody(theirs, route) };
        const answer = await service.call(route.method, address, { ...neededHeaders(route), ...body, key });
        assert.deepEqual([answer.status, answer.body.code], [401, "unauthorized"], nameOf(route));
        assertSilent(answer.text, address, nameOf(route));
      }
    });
});

/** Pages for people of one business, by the beginning of their addresses. */
const ofBusinesses = /^\/(console|board|stand|developer|operator)\/(?!v1\/)/;
/** What everybody may read there, with the reason. */
const isOpen: Readonly<Record<string, string>> = {
  "/board/:locationId/app.webmanifest": "what a browser installs: it names no restaurant",
  "/console/:locationId/language": "one's own language, which is nothing of a restaurant",
  "/stand/:locationId/app.webmanifest": "what a browser installs: it names no restaurant",
};

describe("pages of the other business", () => {
  test("are not there for anybody of mine, and lead those who are nobody to the sign-in", async () => {
    const pages = registered(service.service.server).filter(
      ({ method, path }) => method !== "HEAD" && ofBusinesses.test(path) && path.includes(":"),
    );
    assert.ok(pages.length > 100, `${pages.length} pages`);
    const ids: Readonly<Record<string, string>> = {
      ...theirs.params,
      id: theirs.params["orderId"] ?? "",
      kind: "areas",
    };
    const cookies = [...[...people.values()].map((token) => `maple_session=${token}`), tablet, ""];
    for (const { method, path } of pages) {
      const address = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? assert.fail(`${path}: ${name}`));
      for (const cookie of cookies) {
        const headers = { ...ownOrigin, origin: service.url, cookie };
        const body = method === "POST" ? { body: new URLSearchParams() } : {};
        const answer = await fetch(service.url + address, { method, headers, redirect: "manual", ...body });
        const text = await answer.text();
        const to = answer.headers.get("location") ?? "";
        // The address of a form leads to its page, which is walked itself.
        const isFormElsewhere = method === "GET" && to !== "" && address.startsWith(to);
        const said = `${method} ${path} with ${cookie.slice(0, 13)}: ${answer.status}`;
        assert.ok(
          [401, 403, 404].includes(answer.status) || to.startsWith("/sign-in") || isFormElsewhere || path in isOpen,
          `${said} ${to}`,
        );
        assertSilent(text, address, said);
      }
    }
  });
});

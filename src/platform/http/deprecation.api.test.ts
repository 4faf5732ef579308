import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Type from "typebox";
import { createApp } from "../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { appRoutes } from "../../apps/apps.routes.ts";
import { noticesOf } from "./deprecation.ts";
import { openApiDocument } from "./openapi/openapi.ts";
import { reply } from "./reply.ts";
import { bindRead, defineRoute } from "./route.ts";

const ending = defineRoute({
  method: "GET",
  path: "/v1/old_things",
  operationId: "listOldThings",
  tag: "Things",
  summary: "List old things",
  access: { kind: "app", scope: "orders:read" },
  deprecated: { since: "2026-12-01", sunset: "2027-12-01", instead: "Use GET /v1/things." },
  success: { 200: Type.Object({ object: Type.Literal("old_things") }) },
  refusals: [],
});

let service: TestService;

before(async () => {
  const things = bindRead(ending, async () => reply(200, { object: "old_things" as const }));
  service = await startService({
    routes: ({ settings }) => [
      things,
      ...appRoutes({ version: "1", notices: () => noticesOf([things], `${settings.baseUrls.test}/docs`) }),
    ],
  });
});
after(() => service.stop());

test("each answer of a call that ends says so, a refusal too (rules/http 12.5)", async () => {
  const { key } = await createApp(service.database, ["orders:read"]);
  for (const [options, status] of [
    [{ key }, 200],
    [{}, 401],
    [{ key, headers: { accept: "text/html" } }, 406],
  ] as const) {
    const answer = await service.call("GET", "/v1/old_things", options);
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get("deprecation"), `@${Date.UTC(2026, 11, 1) / 1000}`);
    assert.equal(answer.headers.get("sunset"), "Wed, 01 Dec 2027 00:00:00 GMT");
    const link = /^<http:\/\/127\.0\.0\.1[^>]*\/docs\/api\/listOldThings>; rel="deprecation"; type="text\/html"$/;
    assert.match(answer.headers.get("link") ?? "", link);
  }
});

test("other calls say nothing of it, and ping lists what ends", async () => {
  const answer = await service.call("GET", "/v1/ping");
  for (const name of ["deprecation", "sunset", "link"]) assert.equal(answer.headers.get(name), null);
  const [notice, ...more] = answer.body.notices;
  assert.deepEqual(more, []);
  assert.deepEqual(
    [notice.date, notice.text],
    ["2027-12-01", "GET /v1/old_things ends on 2027-12-01. Use GET /v1/things."],
  );
  assert.match(notice.doc_url, /\/docs\/api\/listOldThings$/);
});

test("the contract says that the call is deprecated, when it ends and what to do", () => {
  const document = openApiDocument([ending], {
    title: "T",
    summary: "S",
    description: "D",
    version: "1",
    serverUrl: "/",
    serverDescription: "here",
    tags: [{ name: "Things", description: "Things." }],
    webhooks: [],
  });
  const operation = document.paths["/v1/old_things"]?.["get"];
  assert.equal(operation?.deprecated, true);
  assert.equal(operation["x-sunset"], "2027-12-01");
  assert.match(operation.description ?? "", /Use GET \/v1\/things/);
  const headers = Object.keys(document.components.headers);
  for (const name of ["Deprecation", "DeprecationLink", "Sunset"]) assert.ok(headers.includes(name), name);
});

/** No cache stores an answer, and no browser guesses its type, except at the addresses named here (rules/http 6.7). */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { servedRoutes } from "../../scripts/served-routes.ts";
import { addressOf, credentialFor, legalBody } from "./known-calls.ts";
import { makeKnownResources, type KnownResources } from "./known-resources.ts";
import { waitForDocumentation } from "../harness/documentation.ts";
import { registered } from "../harness/registered-paths.ts";
import { startService, type TestService } from "../harness/service.ts";

function keptDescription(path: string): readonly [string, RegExp] {
  return [`GET ${path}`, /^no-cache$/];
}

/** What may be kept: documentation, pictures of the menu and the files that pages load. */
const kept: ReadonlyMap<string, RegExp> = new Map([
  ...["/docs", "/docs/diner", "/docs/operator", "/docs/channel", "/console/docs"].map(keptDescription),
  ...["/openapi.json", "/console/openapi.json"].map(keptDescription),
  ...["partner", "diner", "operator", "channel", "console"].map((name) => keptDescription(`/openapi/${name}.json`)),
  ...["/docs.md", "/docs/changelog.atom", "/llms.txt", "/llms-full.txt"].map(keptDescription),
  ["GET /docs*", /^(no-store|no-cache)$/],
  ["GET /docs/files/:name", /^(no-store|public, max-age=31536000, immutable)$/],
  ["GET /docs/downloads/:name", /^(no-store|no-cache)$/],
  ["GET /docs/images/:name", /^(no-store|public, max-age=86400)$/],
  ["GET /board/keep-files.js", /^no-cache$/],
  ["GET /stand/keep-files.js", /^no-cache$/],
  ["GET /store/photos/:locationId/:name", /^(no-store|public, max-age=86400)$/],
  ["GET /assets/:name", /^(no-store|public, max-age=31536000, immutable)$/],
]);

let service: TestService;
let known: KnownResources;
const routes = servedRoutes();

before(async () => {
  const twilio = { accountSid: "AC1", authToken: "a-token", from: "+15005550006" };
  const stripe = { secretKey: "sk_test_unused", webhookSecrets: ["whsec_unused"], apiUrl: null };
  service = await startService({ settings: { twilio: { test: twilio }, stripe: { test: stripe } } });
  known = await makeKnownResources(service);
  await waitForDocumentation(service);
});
after(() => service.stop());

function assertUnkept(headers: Headers, said: string, expected = /^no-store$/): void {
  assert.match(headers.get("cache-control") ?? "absent", expected, said);
  assert.equal(headers.get("x-content-type-options"), "nosniff", said);
}

describe("answers that are kept by nobody", () => {
  test("of every address that is served: routes, pages, webhooks, probes (rules/http 6.7)", async () => {
    const served = registered(service.service.server);
    assert.ok(served.length > routes.length, `${served.length} addresses`);
    for (const { path, method } of routes) {
      const written = path.replaceAll(/\{(\w+)\}/g, ":$1");
      assert.ok(
        served.some((each) => each.path === written && each.method === method),
        `${method} ${written}`,
      );
    }
    for (const { method, path } of served) {
      const address = path
        .replaceAll(/:\w+/g, "unknown")
        .replace(/^(?=\*)/, "/")
        .replace("*", "nothing");
      const answer = await fetch(service.url + address, { method });
      await answer.arrayBuffer();
      const said = `${method} ${path}: ${answer.status}`;
      assertUnkept(answer.headers, said, kept.get(`${method === "HEAD" ? "GET" : method} ${path}`));
    }
    for (const name of kept.keys()) {
      assert.ok(
        served.some(({ method, path }) => `${method} ${path}` === name),
        `${name} is served`,
      );
    }
  });

  for (const route of routes.filter(({ method, media }) => method === "GET" && media !== "text/event-stream")) {
    test(`${route.method} ${route.path} when it succeeds`, async () => {
      if (route.media === "application/x-ndjson") return;
      const key = credentialFor(known, route);
      const answer = await service.call("GET", addressOf(known, route), key === undefined ? {} : { key });
      assertUnkept(answer.headers, `${route.path}: ${answer.status}`);
    });
  }

  test("a new key, also when its answer is repeated (rules/http 6.7)", async () => {
    const route = routes.find(({ operationId }) => operationId === "operatorIssueKey");
    assert.ok(route !== undefined);
    const key = credentialFor(known, route) ?? "";
    const headers = { "idempotency-key": "one-key" };
    for (const replayed of [null, "true"]) {
      const body = legalBody(known, route);
      const answer = await service.call("POST", addressOf(known, route), {
        key,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.headers.get("idempotent-replayed"), replayed);
      assertUnkept(answer.headers, "a new key");
    }
  });

  test("what is found nowhere, not offered, not acceptable, not readable, or no HTTP at all", async () => {
    for (const [method, path, headers] of [
      ["GET", "/v1/nothing", {}],
      ["DELETE", "/v1/me", {}],
      ["GET", "/v1/me", { accept: "text/csv" }],
      ["GET", "/v1/%ff", {}],
      ["GET", `/v1/orders/${"x".repeat(700)}`, {}],
    ] as const) {
      const answer = await service.call(method, path, { headers });
      assert.ok(answer.status >= 400 && answer.status < 500, `${path.slice(0, 40)}: ${answer.status}`);
      assertUnkept(answer.headers, path.slice(0, 40));
    }
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk)));
    socket.end("NONSENSE\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    assert.match(text, /^HTTP\/1\.1 400 /);
    for (const header of ["cache-control: no-store", "x-content-type-options: nosniff"])
      assert.ok(text.includes(`\r\n${header}\r\n`), text);
  });
});

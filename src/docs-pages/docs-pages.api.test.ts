import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { waitForDocumentation } from "../../test/harness/documentation.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { describeApi } from "./api-description.ts";
import { shareExamples } from "./share-examples.ts";
import { audienceOf, audiences } from "./audience.ts";

describe("the served pages", () => {
  let service: TestService;

  before(async () => {
    service = await startService();
    await waitForDocumentation(service, "/openapi.json");
  });
  after(() => service.stop());

  test("/openapi.json describes every call of partners, at the address that is asked", async () => {
    const answer = await service.call("GET", "/openapi.json");
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
    assert.equal(answer.body.info.version, "0.0.1");
    assert.equal(answer.body.servers[0].url, service.url);
    const routes = service.service.routes.map(({ route }) => route);
    assert.deepEqual(answer.body, JSON.parse(JSON.stringify(shareExamples(describeApi(routes, service.url)))));
  });

  test("/docs/operator is HTML that may load and run nothing, with its own style admitted", async () => {
    const answer = await service.call("GET", "/docs/operator");
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    const policy = answer.headers.get("content-security-policy") ?? "";
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'; /);
    const style = /<style>([\s\S]*?)<\/style>/.exec(answer.text)?.[1] ?? "";
    assert.ok(policy.includes(createHash("sha256").update(style).digest("base64")));
    assert.equal(/ style="| on\w+="/.test(answer.text), false);
    assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
  });

  test("each call of a reference has a page, which a section leads to; what is not there says so", async () => {
    const calls = service.service.routes.filter(({ route }) => audienceOf(route) === "operator");
    const { text } = await service.call("GET", "/docs/operator");
    const sections = [...text.matchAll(/href="(\/docs\/operator\/api\/[\w-]+)"/g)].map(([, address]) => address ?? "");
    const pages = await Promise.all([...new Set(sections)].map((address) => service.call("GET", address)));
    const listed = pages.map((page) => page.text).join("\n");
    for (const { route } of calls)
      assert.match(listed, new RegExp(`href="/docs/operator/api/[\\w-]+/${route.operationId}"`));
    const one = /href="([^"]+\/operatorListApps)"/.exec(listed)?.[1] ?? "";
    const call = await service.call("GET", `${one}/`);
    assert.deepEqual([call.status, call.headers.get("x-robots-tag")], [200, "noindex"], one);
    const lost = await service.call("GET", "/docs/operator/api/no-such-page");
    assert.deepEqual([lost.status, lost.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
    assert.match(lost.text, /There is no page here/);
  });

  test("each audience has a description and a page of its own; a path stands in one only (rules/http 6.13)", async () => {
    const seen = new Map<string, string>();
    for (const audience of audiences) {
      const { status, body } = await service.call("GET", `/openapi/${audience}.json`);
      assert.equal(status, 200, audience);
      for (const path of Object.keys(body.paths)) {
        assert.equal(seen.get(path), undefined, path);
        seen.set(path, audience);
      }
    }
    assert.equal(seen.size, new Set(service.service.routes.map(({ route }) => route.path)).size);
    for (const path of ["/docs/diner", "/docs/operator", "/docs/channel", "/console/docs"]) {
      const page = await service.call("GET", path);
      assert.equal(page.status, 200, path);
      assert.equal(page.headers.get("x-robots-tag"), "noindex", path);
    }
  });

  for (const path of ["/docs/operator", "/openapi.json"]) {
    test(`${path} is not sent again while it is the same`, async () => {
      const etag = (await service.call("GET", path)).headers.get("etag") ?? "";
      const again = await service.call("GET", path, { headers: { "if-none-match": etag } });
      assert.equal(again.status, 304);
      assert.equal(again.text, "");
      assert.equal((await service.call("GET", path, { headers: { "if-none-match": '"x"' } })).status, 200);
      assert.equal((await service.call("HEAD", path)).status, 200);
    });
  }
});

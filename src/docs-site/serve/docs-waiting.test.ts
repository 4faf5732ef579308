import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { createLog } from "../../platform/log.ts";
import { Overloaded } from "../../platform/postgres/faults.ts";
import { docsSitePlugin } from "./docs-site.plugin.ts";
import type { Documentation } from "./docs-threads.worker.ts";

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

/** A site whose thread takes nothing more, or is broken. */
function siteThat(fails: Error): Documentation {
  const fail = () => Promise.reject(fails);
  return {
    at: fail,
    movedTo: fail,
    whole: fail,
    reference: fail,
    hits: fail,
    searchPage: fail,
    missingPage: fail,
    close: () => Promise.resolve(),
  };
}

async function asked(fails: Error, url: string, headers: Record<string, string>) {
  const server = Fastify();
  server.decorateReply("refusalCode", null);
  await server.register(async (scope) => docsSitePlugin(siteThat(fails), createLog("silent"))(scope));
  const answer = await server.inject({ url, headers });
  await server.close();
  return answer;
}

test("pages that are not written yet: a browser gets a page that asks again, a program the error (rules/http 6.5)", async () => {
  const busy = new Overloaded("too much is waiting to be computed");
  for (const url of ["/docs", "/docs/quickstart", "/docs/search?q=a"]) {
    const page = await asked(busy, url, browser);
    assert.deepEqual([page.statusCode, page.headers["content-type"]], [503, "text/html; charset=utf-8"], url);
    const seconds = String(page.headers["retry-after"]);
    assert.match(page.body, new RegExp(`<meta http-equiv="refresh" content="${seconds}" />`));
    assert.equal(page.headers["cache-control"], "no-store");
  }
  const called = await asked(busy, "/docs/quickstart", { accept: "*/*" });
  assert.equal(called.statusCode, 503);
  assert.equal(called.json<{ code: string }>().code, "unavailable");
});

test("a fault that stays is told as one, and no page asks again for it", async () => {
  const broken = await asked(new Error("a mistake"), "/docs", browser);
  assert.equal(broken.statusCode, 500);
  assert.equal(broken.headers["retry-after"], undefined);
  assert.equal(broken.body.includes("refresh"), false);
});

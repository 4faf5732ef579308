import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { CallAnswer } from "../harness/service.ts";
import { outsideDocument, routes, startBentCalls, type BentCalls } from "./bent-calls.ts";
import { addressOf } from "./known-calls.ts";

let calls: BentCalls;
before(async () => {
  calls = await startBentCalls();
});
beforeEach(() => calls.readClock());
after(() => calls.service.stop());

describe("hostile bodies (rules/http 4.2, 4.3)", () => {
  const parsers = new Set<string>();
  for (const route of routes.filter((one) => one.body !== undefined)) {
    test(`${route.method} ${route.path}: deep, wide and large bodies are refused`, async () => {
      const send = (raw: string): Promise<CallAnswer> =>
        calls.service.call(route.method, addressOf(calls.known, route), { ...calls.keyOf(route), raw });
      // One parser reads the bodies of most routes: the first of them meets the largest bodies, as those with their own do.
      const parser = route.bodyRaw === true || route.bodyUnchecked === true ? route.path : "the parser of most routes";
      const size = parsers.has(parser) ? 10_000 : 200_000;
      parsers.add(parser);
      assert.equal((await send("[".repeat(size * 2.5))).status, 400);
      assert.equal((await send(`{"a":`.repeat(size / 4))).status, 400);
      assert.equal((await send(`[${"{},".repeat(size)}{}]`)).status, 400);
      const limit = route.bodyLimit ?? 1024 * 1024;
      const tooLarge = await send(`"${"x".repeat(limit)}"`);
      assert.equal(tooLarge.status, 413);
      assert.equal(outsideDocument(route, tooLarge), undefined);
    });
  }

  test("a part of an address that is far too long is refused without repeating it", async () => {
    const answer = await calls.service.call("GET", `/v1/orders/${"x".repeat(4_000)}`, { key: calls.known.app.key });
    assert.equal(answer.status, 400);
    assert.match(answer.body.message, /^path\b/);
    assert.ok(answer.text.length < 1_000, `${answer.text.length} characters`);
  });

  test("the service still answers after all of it (rules/http 4.3)", async () => {
    assert.equal((await calls.service.call("GET", "/v1/ping")).status, 200);
    const orders = await calls.service.call("GET", "/v1/orders", { key: calls.known.app.key });
    assert.equal(orders.status, 200);
  });
});

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { createLog } from "../../platform/log.ts";

let service: TestService;
let venue: OrderingLocation;
const lines = new PassThrough();
let log = "";
lines.on("data", (chunk: Buffer) => (log += chunk.toString()));
let keys = 0;

before(async () => {
  service = await startService({
    log: createLog("trace", lines),
    settings: { addressLimits: { diner_reads: 40, diner_writes: 12, photos: 5 }, trustedProxies: 1 },
  });
  venue = await createOrderingLocation(service);
});
after(() => service.stop());

/** Calls from an address that our own proxy vouches for. */
function from(address: string, method: string, path: string, body?: unknown) {
  const headers = { "x-forwarded-for": address, "idempotency-key": `limits-${++keys}` };
  return service.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}
const basket = {
  items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
  customer: { name: "Dana Diner", phone: "+12175550142" },
};

describe("limits per address", () => {
  test("an address over its limit waits; others do not; what it claims beyond our proxy does not count (rules/http 8.3)", async () => {
    const path = `/store/v1/locations/${venue.locationId}`;
    for (let count = 0; count < 40; count++) {
      const invented = `198.51.100.${count}, 203.0.113.1`;
      assert.equal((await from(invented, "GET", path)).status, 200);
    }
    const over = await from("203.0.113.1", "GET", path);
    assert.deepEqual([over.status, over.body.code], [429, "rate_limited"]);
    assert.ok(Number(over.headers.get("retry-after")) >= 1);
    assert.equal((await from("203.0.113.2", "GET", path)).status, 200);
  });

  test("placing has a limit of its own, counted before any work", async () => {
    const path = `/store/v1/locations/${venue.locationId}/orders`;
    for (let count = 0; count < 12; count++) await from("203.0.113.9", "POST", path, {});
    assert.equal((await from("203.0.113.9", "POST", path, basket)).status, 429);
    assert.equal((await from("203.0.113.9", "GET", `/store/v1/locations/${venue.locationId}`)).status, 200);
  });
});

/** The data of the events of a stream, until enough have come. */
async function listen(path: string, count: number, between: () => Promise<unknown>) {
  const stop = new AbortController();
  const answer = await fetch(service.url + path, { headers: { accept: "text/event-stream" }, signal: stop.signal });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const seen: { readonly status: string; readonly sequence: number }[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of answer.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const events = rest.split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (!event.startsWith("data: ")) continue;
      seen.push(JSON.parse(event.slice("data: ".length)));
      if (seen.length === 1) await between();
    }
    if (seen.length >= count) break;
  }
  stop.abort();
  return seen;
}

describe("following live", () => {
  test("the order comes first, then each change as it happens, in order", async () => {
    const placed = await from("203.0.113.20", "POST", `/store/v1/locations/${venue.locationId}/orders`, {
      ...basket,
      payment: "pay_in_store",
    });
    assert.equal(placed.status, 201, placed.text);
    const { token, order } = placed.body;
    let accepted = 0;
    const seen = await listen(`/store/v1/orders/${token}/events`, 2, async () => {
      await venue.call("POST", `/v1/orders/${order.id}/accept`, {});
      accepted = performance.now();
    });
    assert.ok(performance.now() - accepted < 4_000, "a wake-up, not the poll, brought it");
    assert.deepEqual([seen[0]?.status, seen.at(-1)?.status], ["PENDING", "ACCEPTED"]);
    assert.ok((seen.at(-1)?.sequence ?? 0) > (seen[0]?.sequence ?? 0));
  });

  test("an unknown token opens no stream; an address opens only so many (rules/http 8.4)", async () => {
    assert.equal((await from("203.0.113.30", "GET", `/store/v1/orders/${"x".repeat(32)}/events`)).status, 404);
    const path = `/store/v1/locations/${venue.locationId}/orders`;
    const { token } = (await from("203.0.113.31", "POST", path, basket)).body;
    const stop = new AbortController();
    const open = () =>
      fetch(`${service.url}/store/v1/orders/${token}/events`, {
        headers: { "x-forwarded-for": "203.0.113.32", accept: "text/event-stream" },
        signal: stop.signal,
      });
    const statuses = (await Promise.all(Array.from({ length: 21 }, open))).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 20);
    assert.equal(statuses.filter((status) => status === 429).length, 1);
    stop.abort();
  });
});

test("no log line and no stored path has a token, whatever was asked with it (rules/ordering 14.2; rules/messages-and-privacy 2.2)", async () => {
  const path = `/store/v1/locations/${venue.locationId}/orders`;
  const { token, order } = (await from("203.0.113.40", "POST", path, basket)).body;
  const link = order.payment_link_url.split("/pay/")[1];
  for (const asked of [
    ["GET", `/store/v1/orders/${token}`],
    ["GET", `/store/v1/orders/${token}?again=${token}`],
    ["POST", `/store/v1/orders/${token}/cancel`],
    ["DELETE", `/store/v1/orders/${token}`],
    ["GET", `/store/v1/orders/${token}/nothing`],
    ["GET", `/order/${token}`],
    ["GET", `/order/${token}/nothing`],
    ["GET", `/pay/${link}`],
  ] as const) {
    const [method, address] = asked;
    await from("203.0.113.41", method, address);
  }
  const malformed = { raw: "{", headers: { "x-forwarded-for": "203.0.113.42" } };
  await service.call("POST", `/store/v1/orders/${token}/cancel`, malformed);
  const kept = await service.database.read.rows<{ row: string }>(
    "SELECT (scope || ' ' || key || ' ' || path) AS row FROM idempotency_keys",
  );
  assert.ok(kept.length > 0);
  assert.match(log, /GET \/store\/v1\/orders\/\{orderToken\}/);
  assert.match(log, /POST \/store\/v1\/orders\/\{orderToken\}\/cancel/);
  for (const secret of [token, link]) {
    assert.ok(!log.includes(secret), "the log has a token");
    assert.ok(!kept.some(({ row }) => row.includes(secret)), "a stored path has a token");
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { cloneDatabase } from "../../../test/harness/database-server.ts";
import { connect, createApp } from "../../../test/harness/factories.ts";
import { startService } from "../../../test/harness/service.ts";
import { createWakeups } from "../jobs/wakeups.ts";
import { connectDatabase } from "../postgres/database.ts";
import { takeBudget } from "./rate-budget.sql.ts";

test("calls over a budget are refused with the wait; budgets, apps and other routes do not touch each other (rules/http 6.6, 8.1, 8.2 and 8.5)", async () => {
  const service = await startService({ settings: { budgets: { availability: 2, bookings: 3 } } });
  try {
    const [app, other] = [await createApp(service.database), await createApp(service.database)];
    const locationId = await createBookableLocation(service.database);
    await connect(service.database, app, locationId);
    const get = (what: string, key = app.key) => service.call("GET", `/v1/locations/${locationId}/${what}`, { key });
    const statuses = async (what: string, times: number) => {
      const found: number[] = [];
      for (let i = 0; i < times; i++) found.push((await get(what)).status);
      return found;
    };
    assert.deepEqual(await statuses("booking_availability", 3), [400, 400, 429]);
    const over = await get("booking_availability");
    assert.deepEqual([over.body.code, over.body._tag], ["rate_limited", "DeveloperApiRateLimited"]);
    assert.equal(over.headers.get("retry-after"), String(over.body.retry_after));
    assert.ok(over.body.retry_after > 50 && over.body.retry_after <= 60, over.text);
    assert.equal(over.headers.get("ratelimit-policy"), '"availability";q=2;w=60');
    assert.match(over.headers.get("ratelimit") ?? "", /^"availability";r=0;t=(?:5\d|60)$/);
    const first = await get("booking_profile");
    assert.equal(first.headers.get("ratelimit-policy"), '"bookings";q=3;w=60');
    assert.match(first.headers.get("ratelimit") ?? "", /^"bookings";r=2;t=(?:5\d|60)$/);
    assert.deepEqual(await statuses("booking_profile", 3), [200, 200, 429]);
    assert.equal((await get("booking_profile", other.key)).status, 404);
    assert.equal((await get("")).status, 404);
    const unlimited = await service.call("GET", "/v1/orders", { key: app.key });
    assert.deepEqual([unlimited.status, unlimited.headers.get("ratelimit")], [200, null]);
    await service.database.transaction((tx) => tx.rows("UPDATE rate_budgets SET ends_at = clock_timestamp()"));
    assert.equal((await get("booking_profile")).status, 200);
  } finally {
    await service.stop();
  }
});

test("a budget holds across pools of several processes that call at once (rules/http 8.1)", async () => {
  const clone = await cloneDatabase();
  const open = () =>
    connectDatabase({
      livemode: false,
      url: clone.url,
      poolSize: 4,
      applicationName: "maple-test",
      wakeups: createWakeups(),
      onIdleError: () => {},
    });
  const pools = [open(), open(), open()];
  try {
    const calls = Array.from({ length: 200 }, (_, index) => pools[index % pools.length]);
    const taken = await Promise.all(
      calls.flatMap((pool) => (pool === undefined ? [] : [takeBudget(pool, "app_x", "availability")])),
    );
    assert.equal(taken.filter(({ isUsedUp }) => !isUsedUp).length, 60);
  } finally {
    for (const pool of pools) await pool.close();
    await clone.drop();
  }
});

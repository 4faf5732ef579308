import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";

let service: TestService;
before(async () => {
  service = await startService({ live: true, probes: true });
});
after(() => service.stop());

const ready = async () => {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { status: string; problems: string[] } };
};

/** Waits until the next probes have found what is expected. */
const untilReady = (expected: (problems: string) => boolean): ReturnType<typeof ready> =>
  waitUntil(ready, ({ body }) => expected(body.problems.join()));

test("alive, ready and measured", async () => {
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  const found = await untilReady((problems) => problems === "");
  assert.deepEqual(found, { status: 200, body: { status: "ready", problems: [] } });
  await service.call("GET", "/v1/ping");
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /maple_http_request_seconds_count\{route="GET \/v1\/ping",status="200"\} 1/);
  assert.match(metrics, /^maple_ready 1$/m);
  assert.match(metrics, /^maple_database_pool\{environment="live",pool="requests",state="size"\} [1-9]/m);
});

test("a probe is no call: a small service's share of refused calls is not that of its probes", async () => {
  for (const path of ["healthz", "readyz", "metrics"]) await (await fetch(`${service.url}/${path}`)).text();
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.equal(/route="GET \/(healthz|readyz|metrics)"/.test(metrics), false);
});

test("missing migrations are named, also when there are none at all, and a database that is newer is ready (rules/operating 4.4)", async () => {
  await service.database.transaction(async (tx) => {
    await tx.rows("INSERT INTO maple_migrations (version, name, checksum) VALUES (9999, '9999-later.sql', 'x')");
    await tx.rows("DELETE FROM maple_migrations WHERE version = 1");
  });
  const one = await untilReady((problems) => problems !== "");
  assert.match(await (await fetch(`${service.url}/metrics`)).text(), /^maple_ready 0$/m);
  assert.equal(one.status, 503);
  assert.equal(one.body.problems.join(), "test: migrations are missing, run maple migrate: 0001-platform.sql");
  await service.live?.transaction((tx) => tx.rows("DROP TABLE maple_migrations"));
  await untilReady((problems) => problems.includes("live: migrations are missing"));
  // An empty database: the tables that a probe asks are missing too.
  await service.live?.transaction((tx) => tx.rows("ALTER TABLE api_keys RENAME TO api_keys_gone"));
  await untilReady((problems) => /live: migrations are missing, [^;]*-menus\.sql and \d+ more$/.test(problems));
  await service.database.transaction((tx) =>
    tx.rows("INSERT INTO maple_migrations (version, name, checksum) VALUES (1, '0001-platform.sql', 'x')"),
  );
  await untilReady((problems) => !problems.includes("test:"));
});

test("a process that is stopping is not ready, answers on, and asks callers to go elsewhere (rules/operating 5.5)", async () => {
  const kept = await service.call("GET", "/v1/ping");
  assert.equal(kept.headers.get("connection"), "keep-alive");
  service.service.readiness.drain();
  service.service.server.letCallersGo();
  assert.match((await ready()).body.problems.join(), /the process is stopping/);
  const last = await service.call("GET", "/v1/ping");
  assert.deepEqual([last.status, last.headers.get("connection")], [kept.status, "close"]);
});

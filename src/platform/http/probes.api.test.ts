import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
before(async () => {
  service = await startService({ live: true });
});
after(() => service.stop());

const ready = async () => {
  const answer = await fetch(`${service.url}/readyz`);
  return { status: answer.status, body: (await answer.json()) as { status: string; problems: string[] } };
};

test("alive, ready and measured", async () => {
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  assert.deepEqual(await ready(), { status: 200, body: { status: "ready", problems: [] } });
  await service.call("GET", "/v1/ping");
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /maple_http_request_seconds_count\{route="GET \/v1\/ping",status="200"\} 1/);
});

test("a database that is newer keeps processes of the release before ready", async () => {
  await service.database.transaction((tx) =>
    tx.rows("INSERT INTO maple_migrations (version, name, checksum) VALUES (9999, '9999-later.sql', 'x')"),
  );
  assert.equal((await ready()).status, 200);
});

test("missing migrations are named, also when there are none at all", async () => {
  await service.database.transaction((tx) => tx.rows("DELETE FROM maple_migrations WHERE version = 1"));
  const one = await ready();
  assert.equal(one.status, 503);
  assert.match(one.body.problems.join(), /^test: migrations are missing, run maple migrate: 0001-platform\.sql$/);
  await service.live?.transaction((tx) => tx.rows("DROP TABLE maple_migrations"));
  assert.match((await ready()).body.problems.join(), /live: migrations are missing/);
});

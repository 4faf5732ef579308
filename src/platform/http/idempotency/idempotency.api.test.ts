import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createApp, type TestApp } from "../../../../test/harness/factories.ts";
import { startService, type TestService } from "../../../../test/harness/service.ts";
import { thingRoutes, waiting } from "../things.fixture.ts";

describe("idempotency", () => {
  let service: TestService;
  let app: TestApp;

  before(async () => {
    service = await startService({ routes: thingRoutes, live: true });
    app = await createApp(service.database);
  });
  after(() => service.stop());

  const count = async (name: string): Promise<number> =>
    (await service.database.read.one<{ n: number }>("SELECT count(*) AS n FROM feedback WHERE summary = $1", [name])).n;

  test("an answer that never arrived is given again by the same key (rules/http 5.11)", async () => {
    const inside = waiting.begun();
    const gone = new AbortController();
    const body = JSON.stringify({ name: "lost", fail: "wait" });
    const headers = {
      authorization: `Bearer ${app.key}`,
      "content-type": "application/json",
      "idempotency-key": "lost",
    };
    const first = fetch(`${service.url}/v1/things`, { method: "POST", headers, body, signal: gone.signal });
    await inside;
    gone.abort();
    await assert.rejects(first);
    waiting.release();
    const request = { key: app.key, raw: body, headers: { "idempotency-key": "lost" } };
    let again = await service.call("POST", "/v1/things", request);
    while (again.body.code === "operation_in_progress") again = await service.call("POST", "/v1/things", request);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(await count("lost"), 1);
  });

  test("a replay is written down, so it waits for a standby as the first answer did (rules/operating 1.19)", async () => {
    const lockedBy = async (): Promise<string> =>
      (
        await service.database.read.one<{ readonly by: string }>(
          "SELECT xmax::text AS by FROM idempotency_keys WHERE key = 'confirmed'",
        )
      ).by;
    const request = { key: app.key, body: { name: "confirmed" }, headers: { "idempotency-key": "confirmed" } };
    assert.equal((await service.call("POST", "/v1/things", request)).status, 201);
    assert.equal(await lockedBy(), "0");
    const again = await service.call("POST", "/v1/things", request);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.notEqual(await lockedBy(), "0");
  });

  test("a fault is a 500 that stores nothing (rules/http 5.7)", async () => {
    const answer = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "thrown", fail: "throw" },
      headers: { "idempotency-key": "t1" },
    });
    assert.equal(answer.status, 500);
    assert.equal(await count("thrown"), 0);
    const again = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "thrown" },
      headers: { "idempotency-key": "t1" },
    });
    assert.equal(again.status, 201);
  });

  test("the same key and request: one effect, the same bytes again, the secret not (rules/http 5.3, 5.9)", async () => {
    const request = { key: app.key, body: { name: "once" }, headers: { "idempotency-key": "k1" } };
    const first = await service.call("POST", "/v1/things", request);
    assert.equal(first.status, 201);
    assert.equal(first.body.secret, "s3cret");
    const second = await service.call("POST", "/v1/things", request);
    assert.equal(second.status, 201);
    assert.equal(second.headers.get("idempotent-replayed"), "true");
    assert.deepEqual(second.body, { ...first.body, secret: null, secret_shown: true });
    assert.equal(second.text, (await service.call("POST", "/v1/things", request)).text);
    assert.equal(await count("once"), 1);
  });

  test("a reused key is complained of where it came from", async () => {
    const body = { name: "own", idempotency_key: "k-own" };
    const headers = { "idempotency-key": "k-of-nobody" };
    assert.equal((await service.call("POST", "/v1/things", { key: app.key, body, headers })).status, 201);
    const reused = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { ...body, name: "own 2" },
      headers,
    });
    assert.deepEqual([reused.status, reused.body.code], [409, "idempotency_key_reused"]);
    assert.match(reused.body.message, /^body\.idempotency_key /);
  });

  test("the same key for another body is 409, another app's key is its own (rules/http 5.2, 5.4)", async () => {
    await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "mine" },
      headers: { "idempotency-key": "k2" },
    });
    const reused = await service.call("POST", "/v1/things", {
      key: app.key,
      body: { name: "other" },
      headers: { "idempotency-key": "k2" },
    });
    assert.equal(reused.status, 409);
    assert.equal(reused.body.code, "idempotency_key_reused");
    assert.match(reused.body.message, /^header\.idempotency-key /);
    const other = await createApp(service.database);
    const answer = await service.call("POST", "/v1/things", {
      key: other.key,
      body: { name: "theirs" },
      headers: { "idempotency-key": "k2" },
    });
    assert.equal(answer.status, 201);
  });

  test("a refusal of the operation is kept and leaves no effect (rules/http 5.7)", async () => {
    const request = { key: app.key, body: { name: "refused", fail: "refuse" }, headers: { "idempotency-key": "k3" } };
    assert.equal((await service.call("POST", "/v1/things", request)).status, 409);
    const replay = await service.call("POST", "/v1/things", request);
    assert.equal(replay.status, 409);
    assert.equal(replay.headers.get("idempotent-replayed"), "true");
    assert.equal(await count("refused"), 0);
  });

  test("a parallel duplicate is told operation_in_progress, then gets the first answer (rules/http 5.5)", async () => {
    const request = { key: app.key, body: { name: "parallel", fail: "wait" }, headers: { "idempotency-key": "k4" } };
    const inside = waiting.begun();
    const first = service.call("POST", "/v1/things", request);
    await inside;
    const second = await service.call("POST", "/v1/things", request);
    assert.equal(second.status, 409);
    assert.equal(second.body.code, "operation_in_progress");
    assert.equal(second.body.details.reason, "in_flight");
    assert.match(second.body.details.operation_id, /^opn_[0-7][0-9a-z]{25}$/);
    assert.ok(Number(second.headers.get("retry-after")) >= 1);
    waiting.release();
    assert.equal((await first).status, 201);
    assert.equal((await service.call("POST", "/v1/things", request)).headers.get("idempotent-replayed"), "true");
    assert.equal(await count("parallel"), 1);
  });

  test("work of several steps runs once for parallel calls with one key, and its answer is replayed", async () => {
    const request = { key: app.key, body: { name: "steps", fail: "wait" }, headers: { "idempotency-key": "s1" } };
    const before = waiting.staged;
    const inside = waiting.begun();
    const first = service.call("POST", "/v1/staged_things", request);
    await inside;
    const others = await Promise.all([1, 2, 3].map(() => service.call("POST", "/v1/staged_things", request)));
    for (const other of others) assert.equal(other.body.details.reason, "in_flight");
    waiting.release();
    const { text } = await first;
    const replay = await service.call("POST", "/v1/staged_things", request);
    assert.equal(replay.text, text);
    assert.equal(replay.headers.get("idempotent-replayed"), "true");
    assert.equal(waiting.staged, before + 1);
  });

  test("work of several steps that failed, or whose process died, can be run again", async () => {
    const failing = { key: app.key, body: { name: "steps", fail: "throw" }, headers: { "idempotency-key": "s2" } };
    assert.equal((await service.call("POST", "/v1/staged_things", failing)).status, 500);
    assert.equal((await service.call("POST", "/v1/staged_things", failing)).status, 500);
    const request = { key: app.key, body: { name: "steps" }, headers: { "idempotency-key": "s3" } };
    await service.call("POST", "/v1/staged_things", request);
    await service.database.transaction((tx) =>
      tx.rows(
        `UPDATE idempotency_keys SET status = NULL, body = NULL, leased_until = now() - interval '1 second' WHERE key = 's3'`,
      ),
    );
    assert.equal((await service.call("POST", "/v1/staged_things", request)).headers.get("idempotent-replayed"), null);
  });

  test("fifty parallel duplicates have one effect", async () => {
    const request = { key: app.key, body: { name: "fifty" }, headers: { "idempotency-key": "k5" } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.call("POST", "/v1/things", request)));
    assert.ok(answers.every((answer) => answer.status === 201 || answer.body.code === "operation_in_progress"));
    assert.equal(await count("fifty"), 1);
  });

  test("after 24 hours the key answers replay_window_expired (rules/http 5.8)", async () => {
    const request = { key: app.key, body: { name: "old" }, headers: { "idempotency-key": "k6" } };
    await service.call("POST", "/v1/things", request);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE key = 'k6'"),
    );
    const answer = await service.call("POST", "/v1/things", request);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.details.reason, "replay_window_expired");
  });

  test("an answer lies in the day of its key, and a key whose day was dropped runs nothing again (rules/http 5.8)", async () => {
    const request = { key: app.key, body: { name: "dropped" }, headers: { "idempotency-key": "k7" } };
    await service.call("POST", "/v1/things", request);
    await service.database.transaction(async (tx) => {
      const { stored } = await tx.one<{ stored: number }>(
        `SELECT count(*) AS stored FROM idempotency_keys k JOIN idempotency_answers a
          ON a.day = (k.created_at AT TIME ZONE 'UTC')::date AND a.id = k.answer_id WHERE k.key = 'k7' AND k.body IS NULL`,
      );
      assert.equal(stored, 1);
      await tx.rows("UPDATE idempotency_keys SET created_at = created_at - interval '29 days' WHERE key = 'k7'");
      await tx.rows(
        "DELETE FROM idempotency_answers a USING idempotency_keys k WHERE a.id = k.answer_id AND k.key = 'k7'",
      );
    });
    const answer = await service.call("POST", "/v1/things", request);
    assert.deepEqual([answer.status, answer.body.details.reason], [409, "replay_window_expired"]);
    const other = await service.call("POST", "/v1/things", { ...request, body: { name: "another" } });
    assert.equal(other.body.code, "idempotency_key_reused");
    assert.equal(await count("dropped"), 1);
  });

  test("an answer that a process of the release before wrote into its key is given again", async () => {
    const request = { key: app.key, body: { name: "older" }, headers: { "idempotency-key": "k8" } };
    const first = await service.call("POST", "/v1/things", request);
    await service.database.transaction((tx) =>
      tx.rows(
        `WITH moved AS (DELETE FROM idempotency_answers a USING idempotency_keys k
            WHERE a.id = k.answer_id AND k.key = 'k8' RETURNING a.body)
          UPDATE idempotency_keys SET body = moved.body, answer_id = NULL FROM moved WHERE key = 'k8'`,
      ),
    );
    const again = await service.call("POST", "/v1/things", request);
    assert.deepEqual([again.status, again.body], [201, { ...first.body, secret: null, secret_shown: true }]);
    assert.equal(again.headers.get("idempotent-replayed"), "true");
  });

  for (const key of ["", "x".repeat(256), "has space"]) {
    test(`400 for the Idempotency-Key ${JSON.stringify(key.slice(0, 10))} (rules/http 5.1)`, async () => {
      const answer = await service.call("POST", "/v1/things", {
        key: app.key,
        body: { name: "a" },
        headers: { "idempotency-key": key },
      });
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /idempotency-key/);
    });
  }
});

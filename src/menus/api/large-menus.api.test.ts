/** Large menus: read and compared in threads, published by the job. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { startMenuPartner, type Json, type MenuPartner } from "../../../test/harness/menu-calls.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createMenuThreads } from "../publish/menu-threads.worker.ts";
import { menuToWire } from "../read/menus.schemas.ts";
import { getPublishedMenu } from "../read/read-menu.query.ts";
import { createMenuSyncJob } from "../publish/run-menu-syncs.job.ts";

let partner: MenuPartner;
const threads = createMenuThreads();
before(async () => {
  partner = await startMenuPartner();
});
after(async () => {
  await threads.close();
  await partner.stop();
});

const large = (seed: number, items = 1_500) => drawMenu(seededRandom(seed), { items });
const job = () => createMenuSyncJob({ database: partner.service.database, compare: threads.compare });
async function runAll(): Promise<void> {
  const runner = job();
  while (await runner.runOnce());
}

test("the same large bytes again change nothing, at once; other bytes of the same menu neither, by the job", async () => {
  const locationId = await partner.connectedLocation();
  const first = await partner.publish(locationId, large(1));
  assert.equal(first.status, 202);
  assert.equal(first.body.status, "pending");
  const meanwhile = await partner.publish(locationId, large(1), "?dry_run=true");
  assert.equal(meanwhile.body.status, "pending", "nothing is live yet");
  await runAll();
  const live = (await partner.readSync(locationId, first.body.id)).body;
  const again = await partner.publish(locationId, large(1));
  assert.equal(again.status, 202);
  assert.equal(again.body.status, "completed");
  assert.equal(again.body.no_op, true);
  assert.equal(again.body.version_id, live.version_id);
  const { created } = live.changes;
  assert.deepEqual(again.body.changes, { created: 0, updated: 0, removed: 0, unchanged: created });
  assert.deepEqual((await partner.readSync(locationId, again.body.id)).body, again.body);
  const dry = await partner.publish(locationId, large(1), "?dry_run=true");
  assert.deepEqual(dry.body.changes, { created: 0, updated: 0, removed: 0, unchanged: created, detail: [] });
  const { currency, ...rest } = large(1);
  const reordered = await partner.publish(locationId, { ...rest, currency });
  assert.equal(reordered.body.status, "pending");
  await runAll();
  const same = (await partner.readSync(locationId, reordered.body.id)).body;
  assert.equal(same.no_op, true);
  assert.deepEqual(same.changes, again.body.changes);
  const events = await partner.eventsOf(locationId);
  assert.deepEqual(
    events.map(({ event_type, resource_id }) => [event_type, resource_id]),
    [first, again, reordered].map(({ body }) => ["menu.sync_completed", body.id]),
  );
});

test("bytes that were live before, but no longer are, are published again", async () => {
  const locationId = await partner.connectedLocation();
  for (const seed of [1, 2, 1]) {
    const { body } = await partner.publish(locationId, large(seed, 5));
    assert.equal(body.no_op, false);
  }
  const waiting = await partner.publish(locationId, large(2, 5), "", { prefer: "respond-async" });
  const newest = await partner.publish(locationId, large(1, 5));
  assert.equal(newest.body.status, "pending", "what is live now is not what will be live");
  await runAll();
  assert.equal((await partner.readSync(locationId, waiting.body.id)).body.failure.code, "superseded");
  assert.equal((await partner.readSync(locationId, newest.body.id)).body.no_op, true);
});

test("10,000 faults: 10,000 issues in document order in one answer, nothing written (rules/menus 4.2)", async () => {
  const locationId = await partner.connectedLocation();
  const items = Array.from({ length: 5_000 }, (_, index) => ({ externalId: `i${index}`, name: "", variations: [] }));
  const broken = { currency: "USD", categories: [{ externalId: "c", name: "C", items }] };
  const refused = await partner.publish(locationId, broken);
  assert.equal(refused.status, 400);
  assert.equal(refused.body.code, "invalid_menu");
  assert.equal(refused.body.details.issues.length, 10_000);
  assert.equal(refused.body.message.split("\n").length, 10_000);
  assert.deepEqual(
    refused.body.details.issues.map(({ path }: { path: string }) => path),
    Array.from({ length: 5_000 }, (_, index) => index).flatMap((index) =>
      ["name", "variations"].map((field) => `/categories/0/items/${index}/${field}`),
    ),
  );
  assert.equal((await partner.read(locationId)).status, 404);
});

test("malformed large bodies are refused as any other", async () => {
  const locationId = await partner.connectedLocation();
  const text = JSON.stringify(large(3));
  const path = `/v1/locations/${locationId}/menu`;
  const post = (raw: string) => partner.service.call("POST", path, { key: partner.app.key, raw: Buffer.from(raw) });
  for (const raw of [text.slice(0, -1), text.replace('"currency"', '"currency":"USD","currency"'), `${text}x`]) {
    const answer = await post(raw);
    assert.equal(answer.status, 400);
    assert.equal(answer.body.code, "invalid_request");
    assert.match(answer.body.message, /^body /);
  }
  assert.equal((await post("")).body.code, "invalid_request");
});

test("a large menu is read back from a thread, the same as a small one would be", async () => {
  const locationId = await partner.connectedLocation();
  const document = large(5);
  await partner.publish(locationId, document);
  await runAll();
  const answer = await partner.read(locationId);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  assert.equal(answer.headers.get("content-type"), "application/json; charset=utf-8");
  const menu = answer.body as Json;
  assert.deepEqual([menu["object"], menu["locationId"]], ["menu", locationId]);
  const read = await getPublishedMenu(partner.service.database.read, locationId);
  assert.ok(!isRefusal(read));
  assert.deepEqual(menu, JSON.parse(JSON.stringify(menuToWire(locationId, read))));
});

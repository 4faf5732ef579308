/** Answers that need several statements, read while another transaction writes their parts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import type { TextTx } from "../postgres/database.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, type TestApp } from "../../../test/harness/factories.ts";
import { idsOf, item, menuOf, type Json } from "../../../test/harness/menu-calls.ts";
import { operatorToken, startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let app: TestApp;
let locationId: Id<"str">;
before(async () => {
  service = await startService();
  app = await createApp(service.database);
  locationId = await createBookableLocation(service.database);
  await connect(service.database, app, locationId);
});
after(() => service.stop());

/** RACES reads so many times as often. */
const reads = 33 * Number(process.env["RACES"] ?? 1);
/** A slow write is waited for. */
const leastWrites = 4;

/** Reads again and again while `write` runs again and again beside it; every answer is judged. */
async function race(
  path: string,
  write: (round: number) => Promise<unknown>,
  judge: (answer: CallAnswer) => void,
): Promise<void> {
  let isDone = false;
  let written = 0;
  const writing = (async () => {
    for (; !isDone; written++) await write(written + 1);
  })();
  // A write that fails ends the reads too.
  writing.catch(() => void (isDone = true));
  try {
    for (let read = 0; !isDone && (read < reads || written < leastWrites); read++)
      judge(await service.call("GET", path, { key: app.key }));
  } finally {
    isDone = true;
    await writing;
  }
}

/** Writes statements in one transaction. */
const together = (...statements: readonly (readonly [string, readonly unknown[]])[]): Promise<void> =>
  service.database.transaction(async (tx: TextTx) => {
    for (const [text, values] of statements) tx.send(text, values);
  });

const dishes = (prefix: string): Json[] => Array.from({ length: 40 }, (_, at) => item(`${prefix}${at}`));

test("a menu that is read while menus are published and restored is one of them whole, under its own tag (rules/menus 5.2; rules/http 6.8)", async () => {
  const path = `/v1/locations/${locationId}/menu`;
  const publish = (menu: Json) => service.call("POST", path, { key: app.key, body: menu });
  const menus = [menuOf(...dishes("a")), menuOf(...dishes("b"))];
  for (const menu of menus) assert.equal((await publish(menu)).status, 200);
  const operator = `/operator/v1/test/locations/${locationId}/menu_versions`;
  const versions = (await service.call("GET", operator, { key: operatorToken })).body.data as { readonly id: string }[];
  const seen = new Set<string>();
  await race(
    path,
    async (round) => {
      if (round % 3 > 0) return publish(menus[round % 2] ?? {});
      const { id } = versions[round % versions.length] ?? { id: "" };
      return service.call("POST", `${operator}/${id}/restore`, { key: operatorToken });
    },
    ({ status, headers, body }) => {
      assert.equal(status, 200);
      assert.equal(headers.get("etag"), `"${body.versionId}-in_stock"`);
      // A category, and for each dish an item and a variation.
      assert.equal(idsOf(body).size, 1 + 2 * 40);
      for (const { stockStatus } of body.categories[0].items) assert.equal(stockStatus, "in_stock");
      seen.add(body.versionId);
    },
  );
  assert.ok(seen.size > 1, "nothing was published meanwhile");
});

test("a booking configuration is read with the revision that it was saved under (rules/http 6.8)", async () => {
  const path = `/v1/locations/${locationId}/booking_configuration`;
  // As another process saves, so that nothing of it is in this one's memory.
  const save = (revision: number) =>
    together([
      `UPDATE booking_configurations SET revision = $2::integer, content_id = gen_random_uuid(),
        configuration = jsonb_set(configuration, '{leadTime,minMinutes}', to_jsonb($2::integer % 600))
       WHERE location_id = $1`,
      [locationId, revision],
    ]);
  await save(1_000);
  let last = 0;
  await race(
    path,
    (round) => save(1_000 + round),
    ({ body }) => {
      last = body.revision;
      assert.equal(body.configuration.leadTime.minMinutes, last % 600);
    },
  );
  assert.ok(last > 1_000, "nothing was saved meanwhile");
});

test("an event of the ledger is read with its deliveries as they were then (rules/http 6.8)", async () => {
  const subscription = { notification_url: "http://127.0.0.1:9/", event_types: ["store.status.changed"] };
  const made = await service.call("POST", "/v1/webhook_subscriptions", { key: app.key, body: subscription });
  assert.equal(made.status, 201);
  const status = { status: "paused" };
  await service.call("PATCH", `/operator/v1/test/locations/${locationId}`, { key: operatorToken, body: status });
  const list = await service.call("GET", "/v1/webhook_events?event_type=store.status.changed", { key: app.key });
  const { event_id: id } = list.body.data[0];
  for (const path of [`/v1/webhook_events/${id}`, "/v1/webhook_events?event_type=store.status.changed"]) {
    const set = (to: number) =>
      together(
        ["UPDATE events SET sequence = $2 WHERE id = $1", [id, to]],
        ["UPDATE deliveries SET attempts = $2 WHERE event_id = $1", [id, to]],
      );
    await set(1);
    await race(
      path,
      (round) => set(1 + (round % 9)),
      ({ body }) => {
        const event = body.object === "list" ? body.data[0] : body;
        assert.equal(event.deliveries[0].attempts, event.sequence);
      },
    );
  }
});

test("a waitlist is read with the parties that stood in it then (rules/http 6.8)", async () => {
  const path = `/v1/locations/${locationId}/waitlist`;
  const body = { guest: { first_name: "Ada" }, party_size: 2, channel: "in_person", idempotency_key: "ada" };
  assert.equal((await service.call("POST", `${path}_entries`, { key: app.key, body })).status, 201);
  const set = (isOpen: boolean) =>
    together(
      ["UPDATE waitlists SET open = $2 WHERE location_id = $1", [locationId, isOpen]],
      ["UPDATE waitlist_entries SET party_size = $2 WHERE location_id = $1", [locationId, isOpen ? 4 : 2]],
    );
  await set(true);
  await race(
    path,
    (round) => set(round % 2 === 0),
    ({ body: waitlist }) => assert.equal(waitlist.entries[0].party_size, waitlist.open ? 4 : 2),
  );
});

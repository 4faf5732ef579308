/** Maple's steps: a publish of a whole menu, a menu of ten dishes, an order whose events are delivered to a receiver. */
import type { ChildProcess } from "node:child_process";
import type { Id } from "../../src/kernel/id.ts";
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../../src/platform/postgres/database.ts";
import { startCrashReceiver } from "../../proofs/rig/receiver.ts";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { Calls, drawLines, type Peer } from "./peer.ts";

const dishes = 60;
const sizesEach = 10;
const pageOf = 10;

interface Parts {
  readonly calls: Calls;
  readonly database: TextDatabase;
  readonly app: TestApp;
}

/** Makes an app with a receiver of its events, publishes the first menus; answers what the bench asks. */
export async function prepareMaple(
  url: string,
  databaseUrl: string,
  processes: readonly ChildProcess[],
): Promise<Peer> {
  const wakeups = createWakeups();
  const settings = { livemode: false, poolSize: 2, applicationName: "bench", wakeups, onIdleError: () => {} };
  const database = connectDatabase({ ...settings, url: databaseUrl });
  const parts: Parts = { calls: new Calls(url), database, app: await createApp(database) };
  const { calls, app } = parts;
  const partner = { authorization: `Bearer ${app.key}` };
  const receiver = await startCrashReceiver();
  const types = ["order.created", "order.paid", "order.updated"];
  await calls.send(
    "/v1/webhook_subscriptions",
    partner,
    JSON.stringify({ notification_url: receiver.url, event_types: types }),
  );
  const small = await publishAt(parts, pageOf);
  const ordering = await publishAt(parts, dishes);
  const variations = Array.from({ length: dishes * sizesEach }, (_, n) =>
    variationOf(Math.floor(n / sizesEach), n % sizesEach),
  );
  let guests = 0;
  return {
    name: "Maple",
    database: "maple",
    processes,
    publish: async () => void (await publishAt(parts, dishes)),
    async readPage() {
      const network = `10.${(++guests >> 16) & 255}.${(guests >> 8) & 255}.${guests & 255}`;
      return (await calls.send(`/store/v1/locations/${small}/menu`, { "x-forwarded-for": network })).text.length;
    },
    async placeOrder() {
      const items = drawLines(variations).map((id) => ({ menu_entity_id: id, quantity: 1, modifiers: [] }));
      const headers = { ...partner, "idempotency-key": crypto.randomUUID() };
      await calls.send(
        "/v1/sandbox/orders",
        headers,
        JSON.stringify({ location_id: ordering, payment: "paid", items }),
      );
    },
    async close() {
      await calls.close();
      await receiver.stop();
      await database.close();
    },
  };
}

/** Publishes a menu at a location of its own and waits until it is live; answers the location. */
async function publishAt({ calls, database, app }: Parts, count: number): Promise<Id<"str">> {
  const location = await createLocation(database, { name: "Bench" });
  await connect(database, app, location);
  const headers = { authorization: `Bearer ${app.key}` };
  const path = `/v1/locations/${location}/menu`;
  const read = (text: string) => JSON.parse(text) as { readonly id: string; readonly status: string };
  let sync = read((await calls.send(path, headers, JSON.stringify(menuOf(count)))).text);
  while (sync.status === "pending" || sync.status === "processing") {
    await new Promise((resolve) => setTimeout(resolve, 20));
    sync = read((await calls.send(`${path}/syncs/${sync.id}`, headers)).text);
  }
  if (sync.status !== "completed") throw new Error(`maple: ${JSON.stringify(sync)}`);
  return location;
}

function variationOf(dish: number, size: number): string {
  return `dish-${dish}-${size}`;
}

function menuOf(count: number): unknown {
  const items = Array.from({ length: count }, (_, dish) => ({
    externalId: `dish-${dish}`,
    name: `Dish ${dish}`,
    description: "A dish of the day",
    variations: Array.from({ length: sizesEach }, (_, size) => ({
      externalId: variationOf(dish, size),
      name: `size ${size}`,
      price: { amount: { amountMinor: 500 + 100 * size, currency: "EUR" } },
      sku: `sku-${dish}-${size}`,
    })),
    taxCategoryId: "food",
  }));
  return {
    currency: "EUR",
    categories: [{ externalId: "all", name: "All", items }],
    taxCategories: [{ externalId: "food", name: "Food" }],
    taxRates: [{ externalId: "standard", name: "Standard", taxCategoryId: "food", percentage: "20" }],
  };
}

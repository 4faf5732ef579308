/** One database of the growth bench with the service on it: rows that the service wrote, and copies of them. */
import pg from "pg";
import { drawMenu, seededRandom } from "../../examples/menus/draw-menu.ts";
import type { BenchProcesses, BenchService } from "../../proofs/rig/processes.ts";
import { connectProofDatabase } from "../../proofs/rig/proof-database.ts";
import type { startEmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { newId } from "../../src/kernel/id.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { createApp } from "../../test/harness/factories.ts";
import { drawBodies, makeLocations, publishMenus, type BenchSandbox } from "../orders-sandbox.ts";
import { RowCopier } from "./copy-rows.ts";
import { fillBookings, makeSearchers, makeVenues, type BookingPlaces } from "./fill-bookings.ts";
import { fillLocations } from "./fill-locations.ts";
import { fillOrders } from "./fill-orders.ts";
import { hotCalls, type HotCall } from "./hot-calls.ts";
import type { Scale } from "./scales.ts";

export interface Side {
  readonly url: string;
  readonly database: TextDatabase;
  /** A connection of the bench's own. */
  readonly client: pg.Client;
  readonly sandbox: BenchSandbox;
  readonly places: BookingPlaces;
  /** Locations beside those of the sandbox. */
  readonly added: readonly string[];
  readonly service: BenchService;
  readonly calls: readonly HotCall[];
  close(): Promise<void>;
}

/** Some seven objects for each. */
const itemsOfMenu = 85;

interface Parts {
  readonly postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  readonly processes: BenchProcesses;
  readonly directory: string;
}

/** Makes the database, fills it and says how long that took. */
export async function openSide({ postgres, processes, directory }: Parts, name: string, scale: Scale): Promise<Side> {
  await postgres.createDatabase(`maple_${name}`);
  const url = postgres.url(`maple_${name}`);
  await migrate(url);
  const database = connectProofDatabase(url);
  const sandbox = await makeLocations(database);
  const service = await processes.startService(url, "serve");
  const menu = JSON.stringify(drawMenu(seededRandom(7), { items: itemsOfMenu }));
  await publishMenus(service.url, sandbox, menu);
  const bodies = await drawBodies(service.url, sandbox);
  const places = await makeVenues(database, service.url, sandbox.partner);
  const subscriptionId = await subscribe(database, sandbox.partner.id);
  const client = new pg.Client({ connectionString: url });
  // When the bench fails, the server ends first, and what failed is still to be told.
  client.on("error", () => {});
  await client.connect();
  const began = performance.now();
  const copier = await RowCopier.create(client, directory);
  const { placingLocations, allLocations, partner, chain } = sandbox;
  const otherApp = await createApp(database);
  const added = await fillLocations(copier, {
    count: scale.locations - allLocations.length,
    like: placingLocations[0] ?? "",
    appId: otherApp.id,
    bare: allLocations.slice(placingLocations.length),
  });
  const locations = [...allLocations, ...added];
  const placing = new Set<string>(placingLocations);
  const ofChain = new Set<string>(allLocations);
  const appOf = (location: string): string =>
    placing.has(location) ? partner.id : ofChain.has(location) ? chain.id : otherApp.id;
  const rows = {
    ...(await fillOrders(client, copier, {
      count: scale.orders,
      locations,
      busy: allLocations,
      appOf,
      subscriptionId,
    })),
    bookings: await fillBookings(copier, places, { count: scale.bookings, others: locations }),
  };
  await client.query("VACUUM (ANALYZE)");
  await client.query("CHECKPOINT");
  const { rows: sizes } = await client.query<{ readonly size: string }>(
    "SELECT pg_size_pretty(pg_database_size(current_database())) AS size",
  );
  const counts = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
  console.log(
    `${name}: ${locations.length} locations with menus, ${counts.join(", ")}: ${sizes[0]?.size} in ${Math.round((performance.now() - began) / 1_000)} s`,
  );
  const searching = await makeSearchers(database, places, 100);
  const calls = await hotCalls(database, sandbox, { places, bodies, searching });
  // The budgets (rules/http 8.1, 8.2) would end a bench within a second: their table is kept empty.
  const forgetting = setInterval(() => {
    database.transaction((tx) => tx.rows("DELETE FROM rate_budgets")).catch(() => {});
  }, 100);
  return {
    url,
    database,
    client,
    sandbox,
    places,
    added,
    service,
    calls,
    async close() {
      clearInterval(forgetting);
      await client.end();
      await database.close();
    },
  };
}

async function subscribe(database: TextDatabase, appId: string): Promise<string> {
  const id = newId("dws");
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO webhook_subscriptions (id, app_id, notification_url, event_types, sealed_secret)
       VALUES ($1, $2, 'https://receiver.example', '{order.created}', '')`,
      [id, appId],
    ),
  );
  return id;
}

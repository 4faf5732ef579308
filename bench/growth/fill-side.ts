/** Fills one database of the growth bench: rows that the service wrote, and copies of them. */
import pg from "pg";
import { drawMenu, seededRandom } from "../../examples/menus/draw-menu.ts";
import type { BenchProcesses } from "../../proofs/rig/processes.ts";
import { connectProofDatabase } from "../../proofs/rig/proof-database.ts";
import type { EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { newId } from "../../src/kernel/id.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { createApp } from "../../test/harness/factories.ts";
import { drawBodies, makeLocations, publishMenus, type BenchSandbox } from "../orders-sandbox.ts";
import { addBookings, makeSearchers, makeVenues, type BookingPlaces } from "./fill-bookings.ts";
import { addMenus, fillLocations } from "./fill-locations.ts";
import { addOrders, makeWeeks } from "./fill-orders.ts";
import { RowMaker } from "./make-rows.ts";
import { withoutIndexes } from "./pause-indexes.ts";
import type { Scale } from "./scales.ts";

/** What is asked for in a filled database. */
export interface FilledSide {
  readonly name: string;
  readonly scale: Scale;
  readonly sandbox: BenchSandbox;
  readonly places: BookingPlaces;
  /** Locations beside those of the sandbox. */
  readonly added: readonly string[];
  /** Orders that can be placed. */
  readonly bodies: readonly string[];
  /** Keys of apps that search. */
  readonly searching: readonly string[];
}

/**
 * Of a server that only fills: whatever happens to the machine, filling begins anew. The connections that build indexes
 * are as many as the streams.
 */
export const fillingSettings: Readonly<Record<string, string>> = {
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h",
  shared_buffers: "1GB",
  maintenance_work_mem: "1GB",
  max_parallel_maintenance_workers: "0",
};

const streams = 2;
/** Some seven objects for each. */
const itemsOfMenu = 85;
const filled = [
  "orders",
  "order_changes",
  "payments",
  "events",
  "deliveries",
  "bookings",
  "claims",
  "menu_objects",
  "menu_versions",
  "menu_catalogs",
];

interface Parts {
  readonly postgres: EmbeddedPostgres;
  readonly processes: BenchProcesses;
}

/** Makes the database, fills it and says how long that took. */
export async function fillSide({ postgres, processes }: Parts, name: string, scale: Scale): Promise<FilledSide> {
  const began = performance.now();
  const url = postgres.url(`maple_${name}`);
  await makeDatabase(postgres, `maple_${name}`);
  const database = connectProofDatabase(url);
  const sandbox = await makeLocations(database);
  const service = await processes.startService(url, "serve");
  await publishMenus(service.url, sandbox, JSON.stringify(drawMenu(seededRandom(7), { items: itemsOfMenu })));
  const bodies = await drawBodies(service.url, sandbox);
  const places = await makeVenues(database, service.url, sandbox.partner);
  const searching = await makeSearchers(database, places, 100);
  const subscriptionId = await subscribe(database, sandbox.partner.id);
  const otherApp = await createApp(database);
  await processes.end(service.child);
  await database.close();
  const maker = await RowMaker.connect(url, streams, (line) =>
    console.log(`  ${name}, ${secondsSince(began)} s: ${line}`),
  );
  const { placingLocations, allLocations, partner, chain } = sandbox;
  const [like = ""] = placingLocations;
  const count = scale.locations - allLocations.length;
  const added = await fillLocations(maker, { count, like, appId: otherApp.id });
  const locations = [...allLocations, ...added];
  const placing = new Set<string>(placingLocations);
  const ofChain = new Set<string>(allLocations);
  const appOf = (location: string): string =>
    placing.has(location) ? partner.id : ofChain.has(location) ? chain.id : otherApp.id;
  await makeWeeks(maker);
  const busy = allLocations.length;
  await addOrders(maker, { count: scale.orders, locations, busy, appOf, subscriptionId });
  await addMenus(maker, like, locations.slice(placingLocations.length));
  await addBookings(maker, places, { count: scale.bookings, others: locations });
  await withoutIndexes(maker, filled, async () => {
    const made = Object.entries(await maker.run()).map(([table, rows]) => `${rows} ${table}`);
    console.log(`${name}: ${locations.length} locations, ${made.join(", ")} in ${secondsSince(began)} s`);
  });
  await finish(maker, name, began);
  return { name, scale, sandbox, places, added, bodies, searching };
}

/** What a side was before is gone. */
async function makeDatabase(postgres: EmbeddedPostgres, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)}`);
  await client.end();
  await postgres.createDatabase(name);
  await migrate(postgres.url(name));
}

async function finish(maker: RowMaker, name: string, began: number): Promise<void> {
  console.log(`  ${name}, ${secondsSince(began)} s: with indexes`);
  await maker.runAll(filled.map((table) => `VACUUM (ANALYZE) ${table}`));
  await maker.ask("VACUUM (ANALYZE)");
  await maker.ask("CHECKPOINT");
  const [{ size } = { size: "" }] = await maker.ask<{ size: string }>(
    "SELECT pg_size_pretty(pg_database_size(current_database())) AS size",
  );
  await maker.end();
  console.log(`${name}: ${size} in ${secondsSince(began)} s`);
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1_000);
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

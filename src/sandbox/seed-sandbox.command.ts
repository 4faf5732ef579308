/**
 * Fills an empty sandbox with a demonstration restaurant and a shop (rules/operating 9.3). The restaurant has an app with
 * all scopes and a key, granted and connected, a published menu and a published booking configuration. The shop has no
 * app; its staff decide orders. One transaction: all of it or nothing.
 */
import { createApp } from "../apps/change-app.command.ts";
import { issueKey } from "../apps/change-key.command.ts";
import { listApps } from "../apps/read-apps.query.ts";
import { parseConfiguration } from "../bookings/venue/parse-configuration.ts";
import type { BookingConfiguration } from "../bookings/venue/configuration.ts";
import { publishConfiguration } from "../bookings/setup/publish-configuration.command.ts";
import { addZones } from "../delivery-zones/zones/change-zone.command.ts";
import type { ZoneFields } from "../delivery-zones/zones/delivery-zone.ts";
import { parseZone } from "../delivery-zones/zones/parse-zone.ts";
import { parseId, type Id } from "../kernel/id.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { connectLocation } from "../locations/grants/change-connection.command.ts";
import { grantLocation } from "../locations/grants/change-grant.command.ts";
import { createLocation } from "../locations/settings/change-location.command.ts";
import { setPicture } from "../locations/storefront/change-picture.command.ts";
import { pictureKinds, type PictureKind } from "../locations/storefront/pictures.ts";
import { getLocationClock } from "../locations/grants/read-locations.query.ts";
import { canonicalMenu } from "../menus/document/menu-fingerprint.ts";
import { parseMenu } from "../menus/document/parse-menu.ts";
import { setItemPhoto } from "../menus/photos/change-photo.command.ts";
import { parsePhoto } from "../menus/photos/parse-photo.ts";
import { publishAtStore } from "../menus/publish/publish-at-store.command.ts";
import { publishMenu } from "../menus/publish/publish-menu.command.ts";
import type { DemoScopes } from "../people/sign-in/demo-people.command.ts";
import { scopes } from "../platform/http/scopes.ts";
import type { Database, Tx } from "../platform/postgres/database.ts";
import { listStock } from "../stock/list-stock.query.ts";
import { guestPageOf } from "../waitlist/line/guest-page.ts";
import { configurationAt } from "./demo-room.ts";
import { giveDemoHours } from "./give-demo-hours.command.ts";
import { restaurant, restaurantOrders, shop, shopOrders } from "./demo-locations.ts";
import { seedPastOrders } from "./past/seed-past-orders.command.ts";
import { seedEvening } from "./seed-evening.command.ts";
import { lockSeed } from "./seed-lock.sql.ts";

export interface SeededSandbox {
  readonly app: { readonly id: Id<"app">; readonly name: string };
  readonly apiKey: string;
  readonly location: SeededLocation;
  /** Without an app: its staff decide. */
  readonly shop: SeededLocation;
}

interface SeededLocation {
  readonly id: Id<"str">;
  readonly name: string;
  readonly timezone: string;
}

/** The logo and the large picture of a place. */
export type LocationPictures = Readonly<Partial<Record<PictureKind, Uint8Array>>>;

/** The menu documents of the two, the photos of their dishes by externalId, and whether somebody is there. */
export interface SeedMenus {
  readonly restaurant: unknown;
  readonly shop: unknown;
  readonly photos?: Readonly<Record<"restaurant" | "shop", ReadonlyMap<string, Uint8Array>>>;
  readonly pictures?: Readonly<Record<"restaurant" | "shop", LocationPictures>>;
  /** What guests reach the service by; with it both have a past, and the restaurant has an evening that goes on. */
  readonly baseUrl?: string;
  /** Adds the people of the sandbox; answers the host, who has done what was done at the stand before anybody came. */
  readonly addPeople?: (tx: Tx, scopes: DemoScopes) => Promise<Id<"per"> | undefined>;
}

const by = { actor: "seed", requestId: null } as const;
/**
 * Seeds the sandbox with the menu documents given, unless there is an app already. `keep` writes down the key, which is
 * shown only here, before the COMMIT: a crash in between leaves a note of nothing, never a sandbox without its key.
 */
export function seedSandbox(
  database: Database,
  menus: SeedMenus,
  keep: (seeded: SeededSandbox) => Promise<void>,
): Promise<void> {
  return database.transaction(async (tx) => {
    await lockSeed(tx);
    if ((await listApps(tx)).length > 0) return;
    await keep(await seed(tx, menus));
  });
}

async function seed(tx: Tx, menus: SeedMenus): Promise<SeededSandbox> {
  const app = await createApp(tx, { name: "Demo POS", scopes }, by);
  const { key } = must(await issueKey(tx, { appId: app.id, expiresAt: null }, by));
  const location = must(await createLocation(tx, restaurant, by));
  await giveDemoHours(tx, location.id);
  must(await grantLocation(tx, app.id, location.id, by));
  must(await connectLocation(tx, app.id, location.id));
  const parsed = mustParse(menus.restaurant);
  must(await addZones(tx, location.id, [deliveryZone(parsed.document.currency)]));
  const { now } = must(await getLocationClock(tx, location.id));
  await publishMenu(tx, { appId: app.id, locationId: location.id, now }, canonicalMenu(parsed), {
    dryRun: false,
    respondAsync: false,
  });
  await seedPhotos(tx, location.id, menus.photos?.restaurant);
  const given = configurationAt(now, restaurant.timezone);
  const configuration = must<BookingConfiguration>(parseConfiguration(given));
  must(await publishConfiguration(tx, { locationId: location.id, configuration }));
  await seedPictures(tx, location.id, menus.pictures?.restaurant);
  const shopPlace = await seedShop(tx, menus);
  const hostId = await menus.addPeople?.(tx, { appId: app.id, locationIds: [location.id, shopPlace.id] });
  if (menus.baseUrl !== undefined) {
    await seedPastOrders(tx, location.id, restaurantOrders);
    const host = { kind: "person", id: hostId ?? null } as const;
    await seedEvening(tx, location.id, { host, linkOf: guestPageOf(menus.baseUrl) });
  }
  return {
    app: { id: app.id, name: app.name },
    apiKey: key,
    location: { id: location.id, name: restaurant.name, timezone: restaurant.timezone },
    shop: shopPlace,
  };
}

async function seedShop(tx: Tx, menus: SeedMenus): Promise<SeededLocation> {
  const { id } = must(await createLocation(tx, shop, by));
  await giveDemoHours(tx, id);
  must(await publishAtStore(tx, id, canonicalMenu(mustParse(menus.shop)), { dryRun: false, by }));
  await seedPhotos(tx, id, menus.photos?.shop);
  await seedPictures(tx, id, menus.pictures?.shop);
  if (menus.baseUrl !== undefined) await seedPastOrders(tx, id, shopOrders);
  return { id, name: shop.name, timezone: shop.timezone };
}

async function seedPhotos(
  tx: Tx,
  locationId: Id<"str">,
  photos: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<void> {
  for (const row of await listStock(tx, locationId)) {
    const bytes = row.kind === "item" ? photos.get(row.external_id) : undefined;
    const item = parseId("item", row.id);
    if (bytes === undefined || item.kind !== "ok") continue;
    must(await setItemPhoto(tx, { locationId, itemId: item.id }, must(parsePhoto(bytes)), by));
  }
}

async function seedPictures(tx: Tx, locationId: Id<"str">, pictures: LocationPictures = {}): Promise<void> {
  for (const kind of pictureKinds) {
    const bytes = pictures[kind];
    if (bytes !== undefined) await setPicture(tx, { locationId, kind }, must(parsePhoto(bytes)), by);
  }
}

function mustParse(menuDocument: unknown) {
  const parsed = parseMenu(menuDocument);
  if (isRefusal(parsed)) throw new Error(`the demonstration menu is invalid: ${JSON.stringify(parsed.issues)}`);
  return parsed;
}

/** Three kilometres around the restaurant, so that delivery can be tried at once. */
function deliveryZone(currency: string): ZoneFields {
  const zone = {
    name: "Around the corner",
    geometry: { type: "Circle", radius_meters: 3000 },
    fee: { amount: 399, currency },
    free_delivery_over: { amount: 6000, currency },
    estimated_minutes: { min: 25, max: 45 },
  };
  const parsed = parseZone(null, zone, restaurant.coordinate);
  if (parsed.kind === "issues") throw new Error(`the demonstration zone is invalid: ${JSON.stringify(parsed.issues)}`);
  return parsed.fields;
}

function must<T>(value: T | Refusal): T {
  if (isRefusal(value)) throw new Error(`seeding was refused: ${value.code} ${value.message}`);
  return value;
}

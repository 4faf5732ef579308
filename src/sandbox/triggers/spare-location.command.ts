/**
 * The extra locations that the sandbox keeps for an app, so that its own do not change: one that is granted and taken
 * away, one where every table asks for a deposit, and one whose book a provider keeps. Each is made when it is first
 * needed, and is known by its slug.
 */
import type { GivenConfiguration } from "../../bookings/venue/configuration.schemas.ts";
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";
import { parseConfiguration } from "../../bookings/venue/parse-configuration.ts";
import { findBookingSetup } from "../../bookings/setup/read-setup.query.ts";
import { publishConfiguration } from "../../bookings/setup/publish-configuration.command.ts";
import type { Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { connectLocation } from "../../locations/grants/change-connection.command.ts";
import { grantLocation, revokeGrant } from "../../locations/grants/change-grant.command.ts";
import { createLocation, updateLocation } from "../../locations/settings/change-location.command.ts";
import { findLocationBySlug } from "../../locations/storefront/directory.query.ts";
import type { Location } from "../../locations/location/location.ts";
import type { LocationInput } from "../../locations/location/parse-location.ts";
import { getGrantedLocation } from "../../locations/grants/read-locations.query.ts";
import { leaveOrdersToStaff } from "../../orders/decide/leave-orders.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { StepRefused, type Recipe, type Scene } from "./recipe.ts";

const slugs = { store: "spare-store-", deposit: "spare-deposit-", provider: "spare-provider-" } as const;

/** Whether the sandbox keeps the location for its own use. */
export function isSpare({ profile }: Pick<Location, "profile">): boolean {
  return Object.values(slugs).some((start) => profile.slug?.startsWith(start) === true);
}

export const storeRecipes: Readonly<Record<string, Recipe>> = {
  "store.provisioned": (scene) =>
    onSpareStore(scene, async (tx, location, by) => {
      if (await isGranted(tx, scene, location))
        must(await revokeGrant(tx, scene.appId, location, by, leaveOrdersToStaff));
      must(await grantLocation(tx, scene.appId, location, by));
    }),
  "store.deprovisioned": (scene) =>
    onSpareStore(scene, async (tx, location, by) => {
      must(await grantLocation(tx, scene.appId, location, by));
      must(await revokeGrant(tx, scene.appId, location, by, leaveOrdersToStaff));
    }),
  "store.status.changed": (scene) =>
    onSpareStore(scene, async (tx, location, by) => {
      must(await grantLocation(tx, scene.appId, location, by));
      const { status } = must(await getGrantedLocation(tx, scene.appId, location));
      must(await updateLocation(tx, location, { status: status === "active" ? "paused" : "active" }, by));
    }),
};

/** The location where every booking waits for a deposit; granted and connected to the app. */
export function depositLocation({
  appId,
  database,
  requestId,
}: Pick<Scene, "appId" | "database" | "requestId">): Promise<Id<"str">> {
  const by = { actor: "sandbox", requestId };
  return database.transaction(async (tx) => {
    const { id } = await createSpare(tx, "deposit", appId, by);
    // One that was made before parties of the line could sit down there has no line yet.
    const setup = await findBookingSetup(tx, id);
    if (!setup?.configuration?.waitlist) {
      const configuration = must<BookingConfiguration>(parseConfiguration(withDeposit));
      must(await publishConfiguration(tx, { locationId: id, configuration }));
    }
    must(await grantLocation(tx, appId, id, by));
    must(await connectLocation(tx, appId, id));
    return id;
  });
}

function onSpareStore(
  { appId, database, requestId }: Scene,
  act: (tx: Tx, location: Id<"str">, by: Author) => Promise<void>,
): Promise<string> {
  const by = { actor: "sandbox", requestId };
  return database.transaction(async (tx) => {
    const id = (await findSpare(tx, "store", appId)) ?? (await makeSpare(tx, "store", appId, by));
    await act(tx, id, by);
    return id;
  });
}

function slugOf(kind: keyof typeof slugs, appId: Id<"app">): string {
  return `${slugs[kind]}${appId.slice("app_".length)}`;
}

/** The spare location of a kind, made when there is none yet. Call it under the lock of what the sandbox makes. */
export async function createSpare(
  tx: Tx,
  kind: keyof typeof slugs,
  appId: Id<"app">,
  by: Author,
): Promise<{ readonly id: Id<"str">; readonly isNew: boolean }> {
  const found = await findSpare(tx, kind, appId);
  return found === undefined ? { id: await makeSpare(tx, kind, appId, by), isNew: true } : { id: found, isNew: false };
}

async function findSpare(tx: Tx, kind: keyof typeof slugs, appId: Id<"app">): Promise<Id<"str"> | undefined> {
  return (await findLocationBySlug(tx, slugOf(kind, appId)))?.id;
}

async function makeSpare(tx: Tx, kind: keyof typeof slugs, appId: Id<"app">, by: Author): Promise<Id<"str">> {
  const input: LocationInput = { ...spareFields, profile: { slug: slugOf(kind, appId) } };
  return must(await createLocation(tx, input, by)).id;
}

async function isGranted(tx: Tx, { appId }: Scene, location: Id<"str">): Promise<boolean> {
  return !isRefusal(await getGrantedLocation(tx, appId, location));
}

function must<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new StepRefused(value.code, value.message);
  return value;
}

const spareFields = {
  name: "Spare location of the sandbox",
  timezone: "Europe/Paris",
  address: { country: "FR" },
  bookings_enabled: true,
} as const;

/** Tables around the clock, so that one is free at any time of the day. */
const withDeposit: GivenConfiguration = {
  slotIntervalMinutes: 30,
  partySize: { min: 1, max: 4 },
  leadTime: { minMinutes: 0, maxDays: 60 },
  holdSeconds: 300,
  waitlist: { enabled: true, maxPartySize: 4 },
  contactRequired: "none",
  cancellation: { guestWindowMinutes: 120 },
  durations: [{ minPartySize: 1, maxPartySize: 4, minutes: 30 }],
  services: [
    {
      serviceId: "day",
      name: "Day",
      days: [0, 1, 2, 3, 4, 5, 6],
      opens: "08:00",
      closes: "22:00",
      lastSeating: "21:00",
    },
  ],
  areas: [
    {
      areaId: "room",
      poolId: 1,
      name: "Room",
      units: Array.from({ length: 20 }, (_, index) => ({
        unitId: `t${index + 1}`,
        name: `Table ${index + 1}`,
        minSeats: 1,
        maxSeats: 4,
        listed: true,
      })),
      combinations: [],
    },
  ],
  experiences: [],
  payments: [
    {
      paymentId: "deposit",
      kind: "deposit",
      amount: { amount: 1_000, currency: "EUR" },
      per: "person",
      minPartySize: 1,
      refundUntilMinutes: 1_440,
      refundPercentAfter: 0,
    },
  ],
};

import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { recordEvent } from "../../webhooks/ledger/record-event.command.ts";
import { locationToWire } from "./locations.schemas.ts";
import type { LocationStatus } from "./location.ts";
import { orderingSettingsToWire } from "./ordering-settings.ts";
import type { ChangedLocation } from "./save-location.sql.ts";

/** What happened to a location, as its events tell it. */
export type LocationNews =
  | { readonly what: "provisioned" }
  | { readonly what: "deprovisioned" }
  | { readonly what: "status_changed"; readonly previousStatus: LocationStatus }
  | { readonly what: "settings_changed"; readonly changed: readonly string[] };

const eventTypes = {
  provisioned: "store.provisioned",
  deprovisioned: "store.deprovisioned",
  status_changed: "store.status.changed",
  settings_changed: "store.settings.changed",
} as const;

/** Tells one app what happened to a location, in the transaction of the change. */
export async function recordLocationEvent(
  tx: Tx,
  appId: Id<"app">,
  location: ChangedLocation,
  news: LocationNews,
): Promise<void> {
  await recordEvent(tx, {
    appId,
    eventType: eventTypes[news.what],
    locationId: location.id,
    resourceType: "location",
    resourceId: location.id,
    resourcePath: `/v1/locations/${location.id}`,
    idempotencyKey: `location:${location.id}:${news.what}:${location.event_sequence}`,
    sequence: location.event_sequence,
    data: dataOf(tx, location, news),
    created: location.now,
  });
}

/** The location as of the event; nothing of it for an app that may no longer read it. */
function dataOf({ livemode }: Tx, location: ChangedLocation, news: LocationNews) {
  switch (news.what) {
    case "provisioned":
      return { location: locationToWire(location) };
    case "deprovisioned":
      return null;
    case "status_changed":
      return { location: locationToWire(location), previous_status: news.previousStatus };
    case "settings_changed":
      return { settings: orderingSettingsToWire(location, livemode), changed: news.changed };
  }
}

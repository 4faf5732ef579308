/** Makes and changes locations; every granted app is told of a change of status, in the same transaction. */
import { isDeepStrictEqual } from "node:util";
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { listGrantedApps } from "../grants/connections.sql.ts";
import { fieldsOf, initialFields, type Location, type LocationUpdater } from "../location/location.ts";
import {
  findLocationForUpdate,
  insertLocation,
  takeEventSequence,
  updateLocation as saveFields,
  type ChangedLocation,
} from "../location/save-location.sql.ts";
import { changedSettings } from "../location/ordering-settings.ts";
import { parseLocation, type LocationInput } from "../location/parse-location.ts";
import { takeSlug } from "../storefront/slugs.sql.ts";
import { recordLocationEvent } from "../location/record-location-event.command.ts";

/** Makes a location that no app is granted; refuses with every issue of the input. */
export async function createLocation(
  tx: Tx,
  input: LocationInput,
  by: Author,
): Promise<Location | Refusal<"invalid_request">> {
  const fields = parseLocation(initialFields, input);
  if (isRefusal(fields)) return fields;
  const created = await insertLocation(tx, newId("str"), fields);
  const named = await giveSlug(tx, created, null);
  if (isRefusal(named)) return named;
  await recordAudit(tx, {
    ...by,
    action: "location.created",
    subject: created.id,
    before: null,
    after: fieldsOf(created),
  });
  return created;
}

/** Changes the fields that are given; refuses an unknown location. Without a difference nothing is written or told. */
export async function updateLocation(
  tx: Tx,
  id: Id<"str">,
  input: LocationInput,
  by: Author,
): Promise<Location | Refusal<"not_found" | "invalid_request">> {
  const before = await findLocationForUpdate(tx, id);
  if (before === undefined) return refuse("not_found", `there is no location ${id}`);
  const fields = parseLocation(fieldsOf(before), input);
  if (isRefusal(fields)) return fields;
  if (isDeepStrictEqual(fields, fieldsOf(before))) return before;
  const after = await saveFields(tx, id, { ...fields, updated_by: updaterOf(by) });
  const named = await giveSlug(tx, after, before.profile.slug);
  if (isRefusal(named)) return named;
  await tellApps(tx, before, after);
  recordLiveChange(tx, id, "settings", id);
  await recordAudit(tx, {
    ...by,
    action: "location.updated",
    subject: id,
    before: fieldsOf(before),
    after: fieldsOf(after),
  });
  return after;
}

/** Tells every granted app of a change of status, and of one of the settings of ordering: two events where both changed. */
async function tellApps(tx: Tx, before: Location, after: ChangedLocation): Promise<void> {
  const changed = changedSettings(before, after);
  const isMoved = after.status !== before.status;
  if (!isMoved && changed.length === 0) return;
  const apps = await listGrantedApps(tx, after.id);
  if (isMoved) {
    const news = { what: "status_changed", previousStatus: before.status } as const;
    for (const appId of apps) await recordLocationEvent(tx, appId, after, news);
  }
  if (changed.length === 0) return;
  const numbered = await takeEventSequence(tx, after.id);
  for (const appId of apps) await recordLocationEvent(tx, appId, numbered, { what: "settings_changed", changed });
}

/** Whose change it is, as apps are told: neither names nor kinds of people. */
function updaterOf({ by, role }: Author): LocationUpdater {
  if (by?.kind === "app") return "partner";
  if (role === "operator_admin") return "service";
  return by?.kind === "person" || by?.kind === "device" ? "store" : "service";
}

/** A new slug is the location's from now on, also after another takes its place; refuses one that another location has or had. */
async function giveSlug(
  tx: Tx,
  { id, profile: { slug } }: Location,
  before: string | null,
): Promise<Done | FieldsRefusal<"invalid_request">> {
  if (slug === null || slug === before || (await takeSlug(tx, slug, id))) return done;
  return invalidRequest([{ path: "body.profile.slug", message: "is taken by another restaurant; choose another" }]);
}

/**
 * The same for a save that names the version that it was made from; refuses it with `stale_version` when another save came
 * between (rules/console 1.3).
 */
export async function saveLocation(
  tx: Tx,
  id: Id<"str">,
  { input, expectedVersion }: { readonly input: LocationInput; readonly expectedVersion: number },
  by: Author,
): Promise<Location | Refusal<"not_found" | "invalid_request" | "stale_version">> {
  const before = await findLocationForUpdate(tx, id);
  if (before === undefined) return refuse("not_found", `there is no location ${id}`);
  const { version: actual } = before;
  if (actual === expectedVersion) return updateLocation(tx, id, input, by);
  const details = { expected: expectedVersion, actual };
  return refuse("stale_version", `the location is at version ${actual}, not ${expectedVersion}`, details);
}

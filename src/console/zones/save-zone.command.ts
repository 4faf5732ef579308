/** Makes, changes and removes delivery zones in a manager's name: the partner's checks and commands, and the audit log. */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import {
  changeZoneAt,
  createZoneAt,
  removeZoneAt,
  type ZoneLocation,
  type ZoneRefusal,
} from "../../delivery-zones/zones/change-zone.command.ts";
import type { DeliveryZone } from "../../delivery-zones/zones/delivery-zone.ts";
import type { ZoneInput } from "../../delivery-zones/zones/parse-zone.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";

/** Makes a zone. */
export async function createZoneByManager(
  tx: Tx,
  location: ZoneLocation,
  input: ZoneInput,
  by: Author,
): Promise<DeliveryZone | ZoneRefusal> {
  const zone = await createZoneAt(tx, location, input);
  if (isRefusal(zone)) return zone;
  await recordAudit(tx, {
    ...by,
    action: "delivery_zone.created",
    subject: location.id,
    before: null,
    after: noteOf(zone),
  });
  return zone;
}

/** Changes the fields given, when the zone is still at the version that the manager saw. */
export async function changeZoneByManager(
  tx: Tx,
  location: ZoneLocation,
  zoneId: Id<"dzn">,
  { input, expectedVersion }: { readonly input: ZoneInput; readonly expectedVersion: number | undefined },
  by: Author,
): Promise<DeliveryZone | ZoneRefusal | Refusal<"not_found" | "stale_version">> {
  const changed = await changeZoneAt(tx, location, zoneId, input, expectedVersion);
  if (isRefusal(changed)) return changed;
  const [before, after] = [noteOf(changed.before), noteOf(changed.zone)];
  await recordAudit(tx, { ...by, action: "delivery_zone.changed", subject: location.id, before, after });
  return changed.zone;
}

/** Removes a zone for good. */
export async function removeZoneByManager(
  tx: Tx,
  locationId: Id<"str">,
  zoneId: Id<"dzn">,
  by: Author,
): Promise<DeliveryZone | Refusal<"not_found">> {
  const zone = await removeZoneAt(tx, locationId, zoneId);
  if (isRefusal(zone)) return zone;
  await recordAudit(tx, {
    ...by,
    action: "delivery_zone.removed",
    subject: locationId,
    before: noteOf(zone),
    after: null,
  });
  return zone;
}

/** What the audit log keeps of a zone: its terms, and of its area the number of corners and the size. */
function noteOf(zone: DeliveryZone) {
  const { id, version, name, enabled, priority, currency, fee, corners, area_square_meters, hours } = zone;
  const { minimum_order, free_delivery_over, estimated_minutes } = zone;
  const terms = { name, enabled, priority, currency, fee, minimum_order, free_delivery_over, estimated_minutes, hours };
  return { zone_id: id, version, ...terms, corners, area_square_meters };
}

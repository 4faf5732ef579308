/** Finds who wrote the shown version of a zone (rules/console 1.4). */
import { listLocationEntries } from "../../audit/list-audit-entries.query.ts";
import type { DeliveryZone } from "../../delivery-zones/zones/delivery-zone.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { ZoneWriter } from "./zones.schemas.ts";

/** As many entries of the audit log are looked through as changes may come between. */
const mostEntries = 50;

/** The writer of this version; an app writes without an entry of the log. Null: too much has happened since to say. */
export async function findZoneWriter(db: Db, zone: DeliveryZone): Promise<ZoneWriter | null> {
  const entries = await listLocationEntries(db, zone.location_id, { before: undefined, limit: mostEntries });
  if (isRefusal(entries)) return null;
  const entry = entries.find(({ after }) => isOf(after, zone));
  const oldest = entries.at(-1);
  if (entry === undefined) {
    const isWithin = entries.length < mostEntries || (oldest !== undefined && oldest.at < zone.updated_at);
    return isWithin ? { kind: "app", id: null, name: null } : null;
  }
  const { actor_id: id } = entry;
  if (id === null) return { kind: "operator_token", id, name: null };
  return { kind: "person", id, name: (await listNames(db, [id])).get(id) ?? null };
}

/** Whether the log keeps this very version of the zone in an entry. */
function isOf(after: unknown, { id, version }: DeliveryZone): boolean {
  if (typeof after !== "object" || after === null) return false;
  return "zone_id" in after && after.zone_id === id && "version" in after && after.version === version;
}

/** Which table an id of each kind lives in; asked on the not-found path, to name an id of the other service. */
import { idPrefixOf, type IdPrefix } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";

const tables: Partial<Record<IdPrefix, string>> = {
  app: "apps",
  key: "api_keys",
  str: "locations",
  ord: "orders",
  dws: "webhook_subscriptions",
  evt: "events",
  syn: "menu_syncs",
  mnv: "menu_versions",
  fbk: "feedback",
  bkg: "bookings",
  bkh: "booking_holds",
  bkw: "waitlist_entries",
  dzn: "delivery_zones",
};

/** Whether the id names a row of the database. */
export async function idExists(db: Db, id: string): Promise<boolean> {
  const prefix = idPrefixOf(id);
  const table = prefix === undefined ? undefined : tables[prefix];
  return table !== undefined && (await db.maybe(`SELECT 1 FROM ${table} WHERE id = $1`, [id])) !== undefined;
}

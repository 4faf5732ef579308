/** Which table has the ids of each kind. Asked when something was not found, to name an id of the other service. */
import { idPrefixOf, type IdPrefix } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import { row } from "../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../platform/postgres/statement.ts";

interface Found {
  readonly found: boolean;
}

const inTable = (table: string): Statement<Found, readonly ["text"]> =>
  defineStatement({
    name: `id-exists-in-${table.replaceAll("_", "-")}`,
    prepare: false,
    takes: ["text"],
    gives: row<Found>({ found: "bool" }),
    text: `SELECT EXISTS (SELECT FROM ${table} WHERE id = $1) AS found`,
  });

const statements: Partial<Record<IdPrefix, Statement<Found, readonly ["text"]>>> = {
  app: inTable("apps"),
  key: inTable("api_keys"),
  str: inTable("locations"),
  ord: inTable("orders"),
  cer: inTable("certifications"),
  dws: inTable("webhook_subscriptions"),
  evt: inTable("events"),
  syn: inTable("menu_syncs"),
  mnv: inTable("menu_versions"),
  fbk: inTable("feedback"),
  req: inTable("requests"),
  bkg: inTable("bookings"),
  bkh: inTable("booking_holds"),
  bkw: inTable("waitlist_entries"),
  blk: inTable("table_blocks"),
  dzn: inTable("delivery_zones"),
};

/** Whether the id names a row of the database. */
export async function idExists(db: Db, id: string): Promise<boolean> {
  const prefix = idPrefixOf(id);
  const statement = prefix === undefined ? undefined : statements[prefix];
  return statement !== undefined && (await db.one(statement, [id])).found;
}

/** All SQL of kept versions: to list them and to make one live again. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

export interface MenuVersion {
  readonly id: Id<"mnv">;
  readonly location_id: Id<"str">;
  /** Location time. */
  readonly published_at: Instant;
  readonly object_count: number;
  readonly entity_count: number;
  readonly live: boolean;
}

const select = `SELECT v.id, c.location_id, v.published_at, v.object_count, v.entity_count,
    v.id = c.current_version_id AS live
  FROM menu_catalogs c JOIN menu_versions v ON v.catalog_id = c.id WHERE c.location_id = $1`;

const menuVersionRow = row<MenuVersion>({
  id: "text",
  location_id: "text",
  published_at: "timestamptz",
  object_count: "int4",
  entity_count: "int4",
  live: "bool",
});

const listMenuVersionsStatement = defineStatement({
  name: "list-menu-versions",
  prepare: false,
  takes: ["text", "text", "int8"],
  gives: menuVersionRow,
  text: `${select} AND ($2::text IS NULL OR v.id < $2) ORDER BY v.id DESC LIMIT $3`,
});

/** The versions of a location, newest first, older than `before` when it is given. */
export function listMenuVersions(
  db: Db,
  locationId: Id<"str">,
  { before, limit }: { readonly before: Id<"mnv"> | undefined; readonly limit: number },
): Promise<MenuVersion[]> {
  return db.rows(listMenuVersionsStatement, [locationId, before ?? null, limit]);
}

const findMenuVersionStatement = defineStatement({
  name: "find-menu-version",
  prepare: false,
  takes: ["text", "text"],
  gives: menuVersionRow,
  text: `${select} AND v.id = $2`,
});

export function findMenuVersion(db: Db, locationId: Id<"str">, id: Id<"mnv">): Promise<MenuVersion | undefined> {
  return db.maybe(findMenuVersionStatement, [locationId, id]);
}

const findLiveVersionStatement = defineStatement({
  name: "find-live-menu-version",
  prepare: false,
  takes: ["text"],
  gives: menuVersionRow,
  text: `${select} AND v.id = c.current_version_id`,
});

export function findLiveVersion(db: Db, locationId: Id<"str">): Promise<MenuVersion | undefined> {
  return db.maybe(findLiveVersionStatement, [locationId]);
}

const switchVersionStatement = defineStatement({
  name: "switch-menu-version",
  prepare: false,
  takes: ["text", "text"],
  text: "UPDATE menu_catalogs SET current_version_id = $2 WHERE id = $1",
});

/** Makes a kept version the live one. */
export function switchVersion(tx: Tx, catalogId: Id<"cat">, id: Id<"mnv">): void {
  tx.send(switchVersionStatement, [catalogId, id]);
}

const nextSyncNumberStatement = defineStatement({
  name: "next-sync-number",
  prepare: false,
  takes: [],
  gives: row<{ number: number }>({ number: "int8" }),
  text: "SELECT nextval(pg_get_serial_sequence('menu_syncs', 'number')) AS number",
});

/** A number above those of all publishes so far, for a change that no publish stands for. */
export async function nextSyncNumber(tx: Tx): Promise<number> {
  const row = await tx.one(nextSyncNumberStatement);
  return row.number;
}

/**
 * The SQL of catalogs and of live menus. The SQL of versions is in `menu-versions.sql.ts`, that of the identities of menu
 * objects in `menu-objects.sql.ts`.
 */
import type { Instant } from "../../kernel/clock.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";
import type { StockStatus } from "../document/menu-document.ts";
import type { IdentityKind } from "./menu-plan.ts";

/** The catalog of a location, locked by the publish that is under way. */
export interface LockedCatalog {
  readonly id: Id<"cat">;
  readonly current_version_id: Id<"mnv"> | null;
  readonly applied_number: number;
}

/** The version that is live. */
export interface CurrentVersion {
  readonly catalog_id: Id<"cat">;
  readonly version_id: Id<"mnv">;
  readonly published_at: Instant;
  readonly content_hash: Buffer;
  readonly document_bytes: number;
}

const insertMissingCatalogStatement = defineStatement({
  name: "insert-missing-catalog",
  prepare: false,
  takes: ["text", "text"],
  text: "INSERT INTO menu_catalogs (id, location_id) VALUES ($1, $2) ON CONFLICT (location_id) DO NOTHING",
});

const lockCatalogStatement = defineStatement({
  name: "lock-catalog",
  prepare: false,
  takes: ["text"],
  gives: row<LockedCatalog>({ id: "text", current_version_id: "text", applied_number: "int8" }),
  text: "SELECT id, current_version_id, applied_number FROM menu_catalogs WHERE location_id = $1 FOR UPDATE",
});

/** Locks the location's catalog, making it first when there is none: parallel publishes queue here. */
export async function lockCatalog(tx: Tx, locationId: Id<"str">): Promise<LockedCatalog> {
  tx.send(insertMissingCatalogStatement, [newId("cat"), locationId]);
  return tx.one(lockCatalogStatement, [locationId]);
}

const findCurrentVersionStatement = defineStatement({
  name: "find-current-menu-version",
  prepare: false,
  takes: ["text"],
  gives: row<CurrentVersion>({
    catalog_id: "text",
    version_id: "text",
    published_at: "timestamptz",
    content_hash: "bytea",
    document_bytes: "int4",
  }),
  text: `SELECT c.id AS catalog_id, v.id AS version_id, v.published_at, v.content_hash,
      octet_length(v.document) AS document_bytes
    FROM menu_catalogs c JOIN menu_versions v ON v.id = c.current_version_id WHERE c.location_id = $1`,
});

/** The live version without its document, or undefined when nothing was ever published. */
export function findCurrentVersion(db: Db, locationId: Id<"str">): Promise<CurrentVersion | undefined> {
  return db.maybe(findCurrentVersionStatement, [locationId]);
}

const setAppliedStatement = defineStatement({
  name: "set-applied-publish",
  prepare: false,
  takes: ["text", "int8", "bytea"],
  text: "UPDATE menu_catalogs SET applied_number = $2, source_hash = $3 WHERE id = $1",
});

/** Remembers which publish is the newest that took effect, and the hash of the bytes it was made from. */
export function setApplied(tx: Tx, catalogId: Id<"cat">, number: number, sourceHash: Uint8Array | null): void {
  tx.send(setAppliedStatement, [catalogId, number, sourceHash]);
}

/** The counts of a version. */
export interface VersionCounts {
  readonly version_id: Id<"mnv">;
  readonly object_count: number;
  readonly entity_count: number;
}

const findVersionOfSourceStatement = defineStatement({
  name: "find-version-of-source",
  prepare: false,
  takes: ["text", "bytea"],
  gives: row<VersionCounts>({ version_id: "text", object_count: "int4", entity_count: "int4" }),
  text: `SELECT v.id AS version_id, v.object_count, v.entity_count
    FROM menu_catalogs c JOIN menu_versions v ON v.id = c.current_version_id
    WHERE c.location_id = $1 AND c.source_hash = $2 AND NOT EXISTS (
      SELECT 1 FROM menu_syncs s
      WHERE s.location_id = $1 AND s.status IN ('pending', 'processing') AND NOT s.dry_run)`,
});

/** The live version, when it was last published from bytes of this hash and no other publish waits or runs. */
export function findVersionOfSource(
  db: Db,
  locationId: Id<"str">,
  sourceHash: Uint8Array,
): Promise<VersionCounts | undefined> {
  return db.maybe(findVersionOfSourceStatement, [locationId, sourceHash]);
}

/** `[kind, external id, id, stock status]` of an object. */
export type IdentityEntry = readonly [IdentityKind, string, string, StockStatus | null];

/** The live version with the state of its objects. */
export interface LiveMenu {
  readonly catalog_id: Id<"cat">;
  readonly version_id: Id<"mnv">;
  readonly published_at: Instant;
  /** The canonical JSON text of the document. */
  readonly document: string;
  /** The objects that are on the menu now. */
  readonly objects: readonly IdentityEntry[];
  /** As in `LiveMark`. */
  readonly stock_mark: string;
}

/** A short text that changes whenever any stock status of the location of catalog `c` does. */
const stockMark = `coalesce((SELECT md5(string_agg(m.id || m.stock_status, ' ' ORDER BY m.id)) FROM menu_objects m
      WHERE m.location_id = c.location_id AND m.stock_status <> 'in_stock'), 'in_stock') AS stock_mark`;

const findLiveMenuStatement = defineStatement({
  name: "find-live-menu",
  prepare: false,
  takes: ["text"],
  gives: row<LiveMenu>({
    catalog_id: "text",
    version_id: "text",
    published_at: "timestamptz",
    document: "text",
    stock_mark: "text",
    objects: "json",
  }),
  text: `SELECT c.id AS catalog_id, v.id AS version_id, v.published_at, v.document, ${stockMark},
      (SELECT coalesce(json_agg(json_build_array(o.kind, o.external_id, o.id, o.stock_status)), '[]')
        FROM menu_objects o WHERE o.location_id = c.location_id AND o.present) AS objects
    FROM menu_catalogs c JOIN menu_versions v ON v.id = c.current_version_id WHERE c.location_id = $1`,
});

/** The live menu whole. One statement, so a publish or a stock update is in all of the answer or in none of it. */
export function findLiveMenu(db: Db, locationId: Id<"str">): Promise<LiveMenu | undefined> {
  return db.maybe(findLiveMenuStatement, [locationId]);
}

/** What tells one state of a live menu from another, without reading the menu. */
export interface LiveMark {
  readonly version_id: Id<"mnv">;
  readonly stock_mark: string;
  readonly document_bytes: number;
}

const findLiveMarkStatement = defineStatement({
  name: "find-live-mark",
  prepare: false,
  takes: ["text"],
  gives: row<LiveMark>({ version_id: "text", document_bytes: "int4", stock_mark: "text" }),
  text: `SELECT v.id AS version_id, octet_length(v.document) AS document_bytes, ${stockMark}
    FROM menu_catalogs c JOIN menu_versions v ON v.id = c.current_version_id WHERE c.location_id = $1`,
});

/** The mark of the live menu, in one statement. */
export function findLiveMark(db: Db, locationId: Id<"str">): Promise<LiveMark | undefined> {
  return db.maybe(findLiveMarkStatement, [locationId]);
}

const orderableState = defineStatement({
  name: "orderable-menu-state",
  takes: ["text"],
  gives: row<{ readonly version_id: Id<"mnv">; readonly out_of_stock: readonly string[] }>({
    version_id: "text",
    out_of_stock: "text[]",
  }),
  text: `SELECT c.current_version_id AS version_id, ARRAY(
      SELECT m.kind || ':' || m.external_id FROM menu_objects m
      WHERE m.location_id = c.location_id AND m.stock_status = 'out_of_stock'
    ) AS out_of_stock
    FROM menu_catalogs c WHERE c.location_id = $1 AND c.current_version_id IS NOT NULL`,
});

/** The live version's id and what is out of stock, as `kind:externalId`, both as of now. */
export function findOrderableState(
  db: Db,
  locationId: Id<"str">,
): Promise<{ readonly version_id: Id<"mnv">; readonly out_of_stock: readonly string[] } | undefined> {
  return db.maybe(orderableState, [locationId]);
}

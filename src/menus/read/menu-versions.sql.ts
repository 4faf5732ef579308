/** The SQL of versions: their texts, and a new one that becomes the live one. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";
import { defineTable } from "../../platform/postgres/table.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import { isStored, type StoredText } from "../document/menu-text.ts";

/** A version without its text. */
interface MenuVersion {
  readonly id: Id<"mnv">;
  readonly catalog_id: Id<"cat">;
  readonly published_at: Instant;
  readonly object_count: number;
  readonly entity_count: number;
}

/** Where the text of a version lies. */
export function versionText(id: Id<"mnv">, bytes: number): StoredText {
  return { table: "menu_versions", id, bytes };
}

const getVersionDocumentStatement = defineStatement({
  name: "get-menu-version-document",
  prepare: false,
  takes: ["text"],
  gives: row<{ document: string }>({ document: "text" }),
  text: "SELECT document FROM menu_versions WHERE id = $1",
});

/** The canonical JSON text of a version. */
export async function getVersionDocument(db: Db, versionId: Id<"mnv">): Promise<string> {
  return (await db.one(getVersionDocumentStatement, [versionId])).document;
}

const getVersionBytesStatement = defineStatement({
  name: "get-menu-version-bytes",
  prepare: false,
  takes: ["text"],
  gives: row<{ bytes: number }>({ bytes: "int4" }),
  text: "SELECT octet_length(document) AS bytes FROM menu_versions WHERE id = $1",
});

/** Where the text of a version lies, and how long it is. */
export async function getVersionText(db: Db, id: Id<"mnv">): Promise<StoredText> {
  return versionText(id, (await db.one(getVersionBytesStatement, [id])).bytes);
}

export interface NewVersion {
  readonly id: Id<"mnv">;
  readonly catalogId: Id<"cat">;
  readonly publishedAt: Instant;
  readonly menu: ReadMenu;
}

/** A version as it is written: with its text, or with the id of the row that has the text. */
interface WrittenVersion extends MenuVersion {
  readonly content_hash: Uint8Array;
  readonly document: string | Uint8Array;
}

const versionTable = defineTable<MenuVersion>()({
  name: "menu_versions",
  columns: {
    id: "text",
    catalog_id: "text",
    published_at: "timestamptz",
    object_count: "int4",
    entity_count: "int4",
  },
  also: { content_hash: "bytea" },
});

interface InsertVersion {
  readonly statement: Statement;
  readonly values: (version: WrittenVersion) => readonly unknown[];
}

const defineInsertVersion = (from: string, document: (parameter: string) => string): InsertVersion => {
  const insertion = versionTable.insert(
    ["id", "catalog_id", "published_at", "content_hash", "object_count", "entity_count"],
    { made: { document: { takes: "text", text: document } } },
  );
  const { takes, text, values } = insertion;
  return { statement: defineStatement({ name: `insert-menu-version-${from}`, prepare: false, takes, text }), values };
};

/** By where the text of the new version comes from: it is given, or the id of the row that has it. */
const insertVersion = {
  given: defineInsertVersion("as-given", (parameter) => parameter),
  menu_versions: defineInsertVersion("from-version", (id) => `(SELECT document FROM menu_versions WHERE id = ${id})`),
  menu_syncs: defineInsertVersion("from-sync", (id) => `(SELECT document FROM menu_syncs WHERE id = ${id})`),
};

const setCurrentVersionStatement = defineStatement({
  name: "set-current-menu-version",
  prepare: false,
  takes: ["text", "text"],
  text: "UPDATE menu_catalogs SET current_version_id = $2 WHERE id = $1",
});

/** Stores a version and makes it the live one; a text that lies in a sync is copied where it is. */
export function insertCurrentVersion(tx: Tx, version: NewVersion): void {
  const { text, hash, objectCount, entityCount } = version.menu;
  const { statement, values } = insertVersion[isStored(text) ? text.table : "given"];
  const written = {
    id: version.id,
    catalog_id: version.catalogId,
    published_at: version.publishedAt,
    content_hash: hash,
    object_count: objectCount,
    entity_count: entityCount,
    document: isStored(text) ? text.id : text,
  };
  tx.send(statement, values(written));
  tx.send(setCurrentVersionStatement, [version.catalogId, version.id]);
}

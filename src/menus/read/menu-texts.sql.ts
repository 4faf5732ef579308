/** The SQL that reads the texts of menus. */
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const textRow = row<{ document: string | null }>({ document: "text" });

const statements = {
  menu_versions: defineStatement({
    name: "get-menu-version-text",
    prepare: false,
    takes: ["text"],
    gives: textRow,
    text: "SELECT document FROM menu_versions WHERE id = $1",
  }),
  menu_syncs: defineStatement({
    name: "get-menu-sync-text",
    prepare: false,
    takes: ["text"],
    gives: textRow,
    text: "SELECT document FROM menu_syncs WHERE id = $1",
  }),
} as const;

/** The text that a row holds, null when it holds none any more; throws when the row is gone. */
export async function getMenuText(db: Db, table: keyof typeof statements, id: string): Promise<string | null> {
  const { document } = await db.one(statements[table], [id]);
  return document;
}

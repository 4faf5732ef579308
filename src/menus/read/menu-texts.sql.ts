/** The SQL that reads the texts of menus. */
import type { Db } from "../../platform/postgres/database.ts";

const statements = {
  menu_versions: "SELECT document FROM menu_versions WHERE id = $1",
  menu_syncs: "SELECT document FROM menu_syncs WHERE id = $1",
} as const;

/** The text that a row holds, null when it holds none any more; throws when the row is gone. */
export async function getMenuText(db: Db, table: keyof typeof statements, id: string): Promise<string | null> {
  const { document } = await db.one<{ document: string | null }>(statements[table], [id]);
  return document;
}

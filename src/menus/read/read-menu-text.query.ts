import type { Db } from "../../platform/postgres/database.ts";
import { isStored, type MenuText } from "../document/menu-text.ts";

const statements = {
  menu_versions: "SELECT document FROM menu_versions WHERE id = $1",
  menu_syncs: "SELECT document FROM menu_syncs WHERE id = $1",
} as const;

/** A text itself; throws when its row is gone, or holds none any more. */
export async function readMenuText(db: Db, text: MenuText): Promise<string> {
  if (!isStored(text)) return new TextDecoder().decode(text);
  const { document } = await db.one<{ document: string | null }>(statements[text.table], [text.id]);
  if (document === null) throw new Error(`${text.table} ${text.id} holds no document any more`);
  return document;
}

import type { Db } from "../../platform/postgres/database.ts";
import { isStored, type MenuText } from "../document/menu-text.ts";
import { getMenuText } from "./menu-texts.sql.ts";

/** A text itself; throws when its row is gone, or holds none any more. */
export async function readMenuText(db: Db, text: MenuText): Promise<string> {
  if (!isStored(text)) return new TextDecoder().decode(text);
  const document = await getMenuText(db, text.table, text.id);
  if (document === null) throw new Error(`${text.table} ${text.id} holds no document any more`);
  return document;
}

/** The port for the work on menus: small menus at once, large ones in threads. Types only. */
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { MenuReading } from "../../menus/document/read-menu-bytes.ts";
import type { CompareMenus } from "../../menus/publish/apply-menu.command.ts";
import type { Db } from "../../platform/postgres/database.ts";

export interface MenuWork {
  /** Reads a document. */
  readonly read: (bytes: Uint8Array) => Promise<MenuReading>;
  readonly compare: CompareMenus;
  /** The live menu as its answer's JSON text. */
  readonly write: (db: Db, locationId: Id<"str">) => Promise<{ readonly text: string } | Refusal<"menu_not_published">>;
}

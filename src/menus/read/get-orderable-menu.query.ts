/**
 * The menu that pricing works on. Every call reads which version is live and what is out of stock, so a publish or a
 * stock update is seen at once. The arranged version itself never changes and is kept in the process, up to a bounded
 * number of bytes (`compiled-menus.cache.ts`).
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuDocument } from "../document/menu-document.ts";
import { createCompiledMenus, type CompiledMenu } from "./compiled-menus.cache.ts";
import { getVersionDocument } from "./menu-versions.sql.ts";
import { findOrderableState } from "./menus.sql.ts";
import { arrangeMenu, type OrderableMenu } from "./orderable-menu.ts";

export interface OrderableNow {
  readonly versionId: Id<"mnv">;
  readonly menu: OrderableMenu;
  /** By `stockKey`. */
  readonly outOfStock: ReadonlySet<string>;
}

/** The live menu of a location for ordering, or undefined when none was published. */
export async function getOrderableMenu(db: Db, locationId: Id<"str">): Promise<OrderableNow | undefined> {
  const state = await findOrderableState(db, locationId);
  if (state === undefined) return undefined;
  const menu = await getMenuVersion(db, state.version_id);
  return { versionId: state.version_id, menu, outOfStock: new Set(state.out_of_stock) };
}

/** A version of a menu, live or not: what an order was priced with. */
export function getMenuVersion(db: Db, versionId: Id<"mnv">): Promise<OrderableMenu> {
  return db.memories.of(createCompiledMenus).get(versionId, () => compile(db, versionId));
}

/**
 * Measured: an arranged menu takes up 1.8 to 3 bytes for each character of its text, most where names are short, and a
 * process that reads more menus than it keeps grows by 5 to 8: garbage grows with what lives, more where other work keeps
 * the processor, and so do the answers that are made of it. What counts for an operator is the process.
 */
const bytesPerCharacter = 10;

async function compile(db: Db, versionId: Id<"mnv">): Promise<CompiledMenu> {
  const text = await getVersionDocument(db, versionId);
  return { menu: arrangeMenu(JSON.parse(text) as MenuDocument), bytes: text.length * bytesPerCharacter };
}

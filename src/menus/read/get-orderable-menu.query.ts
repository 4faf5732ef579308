/**
 * The menu that pricing works on. The live version and what is out of stock are read at every call, so a publish or a
 * stock update is seen at once; the arranged version itself never changes and is kept in the process, least recently
 * used out first, up to a bounded number of objects.
 */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuDocument } from "../document/menu-document.ts";
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
export async function getMenuVersion(db: Db, versionId: Id<"mnv">): Promise<OrderableMenu> {
  return versions.get(versionId) ?? versions.put(versionId, await load(db, versionId));
}

async function load(db: Db, versionId: Id<"mnv">): Promise<OrderableMenu> {
  return arrangeMenu(JSON.parse(await getVersionDocument(db, versionId)) as MenuDocument);
}

/** Menus kept in the process, in the order of their last use. */
class ArrangedVersions {
  readonly #menus = new Map<Id<"mnv">, OrderableMenu>();
  readonly #maxObjects: number;
  #objects = 0;

  constructor(maxObjects: number) {
    this.#maxObjects = maxObjects;
  }

  get(id: Id<"mnv">): OrderableMenu | undefined {
    const menu = this.#menus.get(id);
    if (menu !== undefined) {
      this.#menus.delete(id);
      this.#menus.set(id, menu);
    }
    return menu;
  }

  put(id: Id<"mnv">, menu: OrderableMenu): OrderableMenu {
    if (!this.#menus.has(id)) this.#objects += sizeOf(menu);
    this.#menus.set(id, menu);
    for (const [oldest, kept] of this.#menus) {
      if (this.#objects <= this.#maxObjects || oldest === id) break;
      this.#menus.delete(oldest);
      this.#objects -= sizeOf(kept);
    }
    return menu;
  }
}

function sizeOf(menu: OrderableMenu): number {
  return menu.variations.size + menu.options.size;
}

const versions = new ArrangedVersions(500_000);

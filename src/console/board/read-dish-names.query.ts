/** The names by which people call the variations of a menu: a variation alone is often "Large", or "One". */
import type { Id } from "../../kernel/id.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { lineName } from "../../pricing/price-line.ts";

export interface DishName {
  /** As it stands on the line of an order: the dish, and the variation where there are several. */
  readonly name: string;
  /** The externalId of the dish. */
  readonly dish: string;
}

/** The name of each variation of the live menu, by the externalId of the variation; none when no menu was published. */
export async function readDishNames(db: Db, locationId: Id<"str">): Promise<ReadonlyMap<string, DishName>> {
  const live = await getOrderableMenu(db, locationId);
  if (live === undefined) return new Map();
  return new Map(
    [...live.menu.variations].map(([externalId, offered]) => [
      externalId,
      { name: lineName(offered), dish: offered.item.externalId },
    ]),
  );
}

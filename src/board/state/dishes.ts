/** The dishes of the drawer Sold out, by the names that people use. Pure. */

/** A row of the stock, as the server sends it. */
export interface StockRow {
  readonly id: string;
  readonly externalId: string;
  readonly kind: "item" | "variation" | "modifier_option";
  readonly full_name: string;
  /** Of a variation, the dish that it is of. */
  readonly dish_external_id: string | null;
  readonly stockStatus: "in_stock" | "low_stock" | "out_of_stock";
  readonly restock_at: number | null;
}

export interface Dish {
  /** The row that is taken out of stock. */
  readonly id: string;
  readonly name: string;
  /** The rows that are out of stock; all of them are to come back. */
  readonly outIds: readonly string[];
  /** When the last of them comes back by itself, in Unix seconds; null: when somebody says so. */
  readonly restockAt: number | null;
}

/**
 * The dishes of a menu that match a text, in any case: first what is sold out, then dishes with their variations, then
 * options, each by name. A dish with one variation is one entry, sold out when either is.
 */
export function dishesOf(rows: readonly StockRow[], text: string, locale: string): Dish[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const wanted = text.trim().toLocaleLowerCase(locale);
  return entriesOf(rows)
    .filter(([{ full_name: name }]) => name.toLocaleLowerCase(locale).includes(wanted))
    .map((entry) => ({ dish: dishOf(entry), rank: rankOf(entry) }))
    .toSorted((a, b) => a.rank - b.rank || compare(a.dish.name, b.dish.name))
    .map(({ dish }) => dish);
}

type Entry = readonly [StockRow, ...StockRow[]];

/** The rows that are one for people: an only variation goes with its dish, everything else is by itself. */
function entriesOf(rows: readonly StockRow[]): Entry[] {
  const items = new Set(rows.flatMap(({ kind, externalId }) => (kind === "item" ? [externalId] : [])));
  const variations = Map.groupBy(rows, ({ dish_external_id: dish }) => dish);
  const only = (dish: string): StockRow | undefined => {
    const [first, ...others] = variations.get(dish) ?? [];
    return others.length === 0 ? first : undefined;
  };
  return rows.flatMap((row): Entry[] => {
    const { kind, externalId, dish_external_id: dish } = row;
    if (dish !== null && items.has(dish) && only(dish) === row) return [];
    const single = kind === "item" ? only(externalId) : undefined;
    return [single === undefined ? [row] : [row, single]];
  });
}

function isOut({ stockStatus }: StockRow): boolean {
  return stockStatus === "out_of_stock";
}

function dishOf(entry: Entry): Dish {
  const out = entry.filter(isOut);
  const times = out.flatMap(({ restock_at: at }) => (at === null ? [] : [at]));
  const isTimed = times.length > 0 && times.length === out.length;
  return {
    id: entry[0].id,
    name: entry[0].full_name,
    outIds: out.map(({ id }) => id),
    restockAt: isTimed ? Math.max(...times) : null,
  };
}

function rankOf(entry: Entry): number {
  if (entry.some(isOut)) return 0;
  return entry[0].kind === "modifier_option" ? 2 : 1;
}

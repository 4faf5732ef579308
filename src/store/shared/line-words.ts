/**
 * The lines and amounts of a basket or an order, with the texts of its menu in the language of the reader
 * (rules/languages 2.1). Pure. Stored texts and partners' texts stay the base texts.
 */
import type { Translatable } from "../../menus/document/menu-texts.ts";
import type { OrderableMenu, OrderableVariation } from "../../menus/read/orderable-menu.ts";
import { lineName } from "../../pricing/price-line.ts";
import type { BreakdownRow, PricedModifier } from "../../pricing/priced-basket.ts";
import type { MenuWords, NamedText } from "./menu-words.ts";

interface Line {
  readonly name: string;
  readonly menu_entity_id: string;
  readonly modifiers: readonly PricedModifier[];
}

/** A chosen option as a reader sees it. */
export interface SaidModifier extends Omit<PricedModifier, "modifiers">, NamedText {
  readonly modifiers: SaidModifier[];
}

type SaidLine<Whole extends Line> = Omit<Whole, "modifiers" | "name"> &
  NamedText & { readonly modifiers: SaidModifier[] };

/** Says lines and amounts of one menu. */
export interface LineWords {
  /** A line with its name and those of what was chosen with it. */
  readonly line: <Whole extends Line>(line: Whole) => SaidLine<Whole>;
  /** A row of the breakdown with its label. */
  readonly row: (row: BreakdownRow) => BreakdownRow;
}

/** The lines of baskets that were priced with `menu`. */
export function lineWords(menu: OrderableMenu, words: MenuWords): LineWords {
  const commercial = byExternalId(menu);
  const ofVariation = (ordered: OrderableVariation): NamedText => {
    const item = words.named(ordered.item);
    if (ordered.item.variations.length === 1) return item;
    return { ...item, name: `${item.name} (${words.named(ordered.variation).name})` };
  };
  const modifier = (one: PricedModifier): SaidModifier => {
    const option = menu.options.get(one.menu_entity_id)?.option;
    const said = option === undefined ? { name: one.name } : words.named(option);
    return { ...one, ...said, modifiers: one.modifiers.map(modifier) };
  };
  return {
    line(line) {
      const ordered = menu.variations.get(line.menu_entity_id);
      const said = ordered === undefined ? { name: line.name } : ofVariation(ordered);
      return { ...line, ...said, modifiers: line.modifiers.map(modifier) };
    },
    row(row) {
      const id = row.menu_entity_id ?? "";
      const ordered = row.kind === "price" ? menu.variations.get(id) : undefined;
      if (ordered !== undefined) return relabelled(row, lineName(ordered), ofVariation(ordered).name);
      const object = row.kind === "option" ? menu.options.get(id)?.option : commercial.get(`${kindOf(row)}:${id}`);
      return object === undefined ? row : relabelled(row, object.name, words.named(object).name);
    },
  };
}

/** A label is the base name with a quantity before it or a code behind it. */
function relabelled(row: BreakdownRow, base: string, said: string): BreakdownRow {
  return base === said ? row : { ...row, label: row.label.replace(base, () => said) };
}

function byExternalId({ taxRates, fees, promotions }: OrderableMenu): ReadonlyMap<string, Translatable> {
  return new Map<string, Translatable>([
    ...taxRates.map((rate) => [`rate:${rate.externalId}`, rate] as const),
    ...fees.map((fee) => [`fee:${fee.externalId}`, fee] as const),
    ...promotions.map(({ promotion }) => [`promotion:${promotion.externalId}`, promotion] as const),
  ]);
}

function kindOf({ kind }: BreakdownRow): "fee" | "promotion" | "rate" {
  if (kind === "fee") return "fee";
  return kind === "discount" ? "promotion" : "rate";
}

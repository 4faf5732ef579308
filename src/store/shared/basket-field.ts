/**
 * The basket in the field `b` of an address or a form: lines without any price, so that nothing has to be signed.
 * Browsers make the same text (`src/store/menu/store-basket.browser.ts`). The bounds are those of the diner's interface.
 * A line that cannot be read is left out, and a text that cannot be read is an empty basket. Pure.
 */
import type { BasketItem, BasketModifier } from "../../pricing/basket.ts";

/** The longest text of a basket, in characters: an address with it passes every usual proxy. */
export const mostBasketCharacters = 6_144;
const mostLines = 200;
const mostModifiers = 100;
const mostNesting = 8;
const mostQuantity = 999;
const mostNote = 500;

/** Reads the field; null is an empty basket. */
export function parseBasket(field: string | null): readonly BasketItem[] {
  if (field === null || field.length > mostBasketCharacters || !/^[\w-]+$/.test(field)) return [];
  try {
    const lines: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(field, "base64url")),
    );
    if (!Array.isArray(lines)) return [];
    return lines.slice(0, mostLines).flatMap((line: unknown) => parseLine(line) ?? []);
  } catch {
    return [];
  }
}

/** Writes the field; undefined where the basket is larger than it may be. */
export function formatBasket(items: readonly BasketItem[]): string | undefined {
  const lines = items.map(({ menu_entity_id: id, quantity, modifiers = [], notes }) => {
    const chosen = formatModifiers(modifiers);
    if (notes !== undefined) return [id, quantity, chosen, notes];
    return chosen.length === 0 ? [id, quantity] : [id, quantity, chosen];
  });
  const text = Buffer.from(JSON.stringify(lines)).toString("base64url");
  return text.length > mostBasketCharacters || items.length > mostLines ? undefined : text;
}

type Written = readonly [string, number] | readonly [string, number, readonly Written[]];

function formatModifiers(modifiers: readonly BasketModifier[]): readonly Written[] {
  return modifiers.map(({ menu_entity_id: id, quantity = 1, modifiers: below = [] }): Written => {
    return below.length === 0 ? [id, quantity] : [id, quantity, formatModifiers(below)];
  });
}

function parseLine(line: unknown): BasketItem | undefined {
  if (!Array.isArray(line)) return undefined;
  const [id, quantity, chosen, notes]: readonly unknown[] = line;
  const modifiers = parseModifiers(chosen, mostNesting);
  if (!isName(id) || !isQuantity(quantity) || modifiers === undefined) return undefined;
  const isNote = typeof notes === "string" && notes !== "" && notes.length <= mostNote && isStorable(notes);
  return { menu_entity_id: id, quantity, modifiers, ...(isNote ? { notes } : {}) };
}

function parseModifiers(chosen: unknown, levels: number): readonly BasketModifier[] | undefined {
  if (chosen === undefined) return [];
  if (!Array.isArray(chosen) || levels === 0 || chosen.length > mostModifiers) return undefined;
  const modifiers = chosen.map((each: unknown) => parseModifier(each, levels));
  return modifiers.every((each) => each !== undefined) ? modifiers : undefined;
}

function parseModifier(chosen: unknown, levels: number): BasketModifier | undefined {
  if (!Array.isArray(chosen)) return undefined;
  const [id, quantity, below]: readonly unknown[] = chosen;
  const modifiers = parseModifiers(below, levels - 1);
  if (!isName(id) || !isQuantity(quantity) || modifiers === undefined) return undefined;
  return { menu_entity_id: id, quantity, modifiers };
}

function isName(id: unknown): id is string {
  return typeof id === "string" && id !== "" && id.length <= 255 && isStorable(id);
}

function isQuantity(quantity: unknown): quantity is number {
  return typeof quantity === "number" && Number.isInteger(quantity) && quantity >= 1 && quantity <= mostQuantity;
}

/** The database keeps neither U+0000 nor halves of a pair. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

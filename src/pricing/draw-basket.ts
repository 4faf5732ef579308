/**
 * Draws a random basket that a diner might order now: only offered things in stock, every group rule kept, small sizes.
 * The sandbox's simulated diners and the benches use it. Pure: the randomness is a parameter.
 */
import {
  stockKey,
  type OfferedGroup,
  type OrderableOption,
  type OrderableVariation,
  type OrderingMoment,
} from "../menus/read/orderable-menu.ts";
import type { BasketItem, BasketModifier } from "./basket.ts";
import { composeLine } from "./price-line.ts";
import type { RefusalReason } from "./priced-basket.ts";

/** Numbers in [0, 1). */
export type Random = () => number;

const most = { lines: 3, quantity: 2, extraOptions: 2 } as const;

/** One to three lines, or none when nothing of the menu can be ordered at the moment. */
export function drawPlausibleBasket(moment: OrderingMoment, random: Random): BasketItem[] {
  const variations = [...moment.menu.variations.values()];
  const wanted = 1 + below(most.lines, random);
  const start = below(variations.length, random);
  // A step that shares no factor with the length visits every variation once.
  const step = coprimeStep(variations.length, random);
  const lines: BasketItem[] = [];
  for (let tries = 0; tries < variations.length && lines.length < wanted; tries++) {
    const variation = variations[(start + tries * step) % variations.length];
    const line = variation === undefined ? null : drawLine(variation, moment, random);
    if (line !== null) lines.push(line);
  }
  return lines;
}

function drawLine(ordered: OrderableVariation, moment: OrderingMoment, random: Random): BasketItem | null {
  const modifiers = drawGroups(ordered.groups, moment, random);
  if (modifiers === null) return null;
  const item: BasketItem = {
    menu_entity_id: ordered.variation.externalId,
    quantity: 1 + below(most.quantity, random),
    ...(modifiers.length > 0 && { modifiers }),
  };
  // Hours, stock of the item and amounts are judged by pricing itself.
  const reasons: RefusalReason[] = [];
  composeLine(item, "", moment, reasons);
  return reasons.length === 0 ? item : null;
}

/** A sound choice from each group, or null when a required one cannot be met. */
function drawGroups(groups: readonly OfferedGroup[], moment: OrderingMoment, random: Random): BasketModifier[] | null {
  const chosen: BasketModifier[] = [];
  for (const group of groups) {
    const choice = drawGroup(group, moment, random);
    if (choice === null) return null;
    chosen.push(...choice);
  }
  return chosen;
}

function drawGroup(group: OfferedGroup, moment: OrderingMoment, random: Random): BasketModifier[] | null {
  const { minSelections: min = 0, minUniqueSelections: minUnique = 0 } = group.rules;
  if (min === 0 && minUnique === 0 && random() < 0.5) return [];
  const inStock = group.options.filter(
    ({ option }) => !moment.outOfStock.has(stockKey("modifier_option", option.externalId)),
  );
  const shuffled = shuffle(inStock, random);
  // Options that allow most reach a high minimum where a random choice does not.
  const roomiest = inStock.toSorted((a, b) => quantityLimit(b) - quantityLimit(a));
  return fill(group, shuffled, moment, random) ?? fill(group, roomiest, moment, random);
}

/** Takes options in the given order until the rules are met; null when they cannot be. */
function fill(
  { rules }: OfferedGroup,
  options: readonly OrderableOption[],
  moment: OrderingMoment,
  random: Random,
): BasketModifier[] | null {
  const { minSelections: min = 0, minUniqueSelections: minUnique = 0 } = rules;
  const max = rules.maxSelections ?? Infinity;
  const maxUnique = rules.maxUniqueSelections ?? Infinity;
  const wanted = Math.min(max, Math.max(min, minUnique) + below(most.extraOptions, random));
  const chosen: BasketModifier[] = [];
  let total = 0;
  for (const orderable of options) {
    const different = chosen.length;
    if (different >= maxUnique || (total >= wanted && different >= minUnique)) break;
    const modifiers = drawGroups(orderable.groups, moment, random);
    if (modifiers === null) continue;
    // Room is left for the different options that are still owed, and enough is taken when this is the last allowed one.
    const owed = Math.max(0, minUnique - different - 1);
    const isLast = different + 1 >= Math.min(maxUnique, options.length);
    const room = Math.max(1, Math.min(quantityLimit(orderable), max - total - owed));
    const quantity = Math.min(room, isLast || quantityLimit(orderable) > 1 ? Math.max(1, wanted - total - owed) : 1);
    chosen.push({ menu_entity_id: orderable.option.externalId, quantity, ...(modifiers.length > 0 && { modifiers }) });
    total += quantity;
  }
  return total >= min && total <= max && chosen.length >= minUnique ? chosen : null;
}

function quantityLimit({ option }: OrderableOption): number {
  return option.maxQuantity ?? 99;
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

function coprimeStep(length: number, random: Random): number {
  if (length < 3) return 1;
  let step = 1 + below(length - 1, random);
  while (greatestCommonDivisor(step, length) !== 1) step -= 1;
  return step;
}

function greatestCommonDivisor(a: number, b: number): number {
  let [left, right] = [a, b];
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

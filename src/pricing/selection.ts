/** Checks a diner's choices in one modifier group against its rules, and says which of the chosen units are free. */
import type { MenuModifierOption } from "../menus/document/menu-document.ts";
import type { OfferedGroup, OrderableOption } from "../menus/read/orderable-menu.ts";

export interface ChosenOption {
  readonly orderable: OrderableOption;
  /** For one unit of what the group hangs on. */
  readonly quantity: number;
  /** Minor units for one. */
  readonly unitPrice: number;
}

/** One sentence per rule that the choice breaks; none when it is sound. */
export function brokenRules(group: OfferedGroup, chosen: readonly ChosenOption[]): string[] {
  const { minSelections, maxSelections, minUniqueSelections, maxUniqueSelections } = group.rules;
  const quantities = quantityByOption(chosen);
  const total = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const distinct = quantities.size;
  const broken: string[] = [];
  const state = (fails: boolean, rule: string) => fails && broken.push(`${group.name}: ${rule}`);
  state(total < (minSelections ?? 0), `choose at least ${minSelections}, not ${total}`);
  state(total > (maxSelections ?? Infinity), `choose at most ${maxSelections}, not ${total}`);
  state(
    distinct < (minUniqueSelections ?? 0),
    `choose at least ${minUniqueSelections} different ones, not ${distinct}`,
  );
  state(
    distinct > (maxUniqueSelections ?? Infinity),
    `choose at most ${maxUniqueSelections} different ones, not ${distinct}`,
  );
  for (const [option, quantity] of quantities) {
    state(
      quantity > (option.maxQuantity ?? Infinity),
      `${option.name} at most ${option.maxQuantity} times, not ${quantity}`,
    );
  }
  return broken;
}

/** How many units of each choice are free, in the order of `chosen`: the cheapest units of the group come first. */
export function freeQuantities(group: OfferedGroup, chosen: readonly ChosenOption[]): number[] {
  const free = chosen.map(() => 0);
  let left = group.rules.freeSelectionCount ?? 0;
  const cheapestFirst = chosen.map((choice, index) => ({ choice, index }));
  cheapestFirst.sort((a, b) => a.choice.unitPrice - b.choice.unitPrice);
  for (const { choice, index } of cheapestFirst) {
    const taken = Math.min(left, choice.quantity);
    free[index] = taken;
    left -= taken;
  }
  return free;
}

function quantityByOption(chosen: readonly ChosenOption[]): Map<MenuModifierOption, number> {
  const quantities = new Map<MenuModifierOption, number>();
  for (const { orderable, quantity } of chosen) {
    quantities.set(orderable.option, (quantities.get(orderable.option) ?? 0) + quantity);
  }
  return quantities;
}

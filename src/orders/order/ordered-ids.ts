/** Lists the menu objects of an order, by kind. Pure. */
import type { PricedLine, PricedModifier } from "../../pricing/priced-basket.ts";
import type { StockedName } from "../../stock/parse-stock-update.ts";

/** What the lines have under one of the menu_entity_ids: an id of an item is not one of an option, whose id may be the same. */
export function orderedAmong(lines: readonly PricedLine[], ids: readonly string[]): readonly StockedName[] {
  const wanted = new Set(ids);
  const ordered = lines.flatMap((line) => [
    { kind: "variation" as const, externalId: line.menu_entity_id },
    { kind: "item" as const, externalId: line.item_menu_entity_id },
    ...optionsOf(line.modifiers),
  ]);
  const named = new Map(ordered.map((name) => [`${name.kind} ${name.externalId}`, name]));
  return [...named.values()].filter(({ externalId }) => wanted.has(externalId));
}

function optionsOf(modifiers: readonly PricedModifier[]): readonly StockedName[] {
  return modifiers.flatMap((modifier) => [
    { kind: "modifier_option" as const, externalId: modifier.menu_entity_id },
    ...optionsOf(modifier.modifiers),
  ]);
}

/** Lists the menu ids of everything that an order contains. Pure. */
import type { PricedLine, PricedModifier } from "../../pricing/priced-basket.ts";

/** Those of the menu_entity_ids that the lines have: items, variations and options. */
export function orderedAmong(lines: readonly PricedLine[], ids: readonly string[]): readonly string[] {
  const ordered = new Set(
    lines.flatMap((line) => [line.menu_entity_id, line.item_menu_entity_id, ...optionsOf(line.modifiers)]),
  );
  return ids.filter((id) => ordered.has(id));
}

function optionsOf(modifiers: readonly PricedModifier[]): readonly string[] {
  return modifiers.flatMap((modifier) => [modifier.menu_entity_id, ...optionsOf(modifier.modifiers)]);
}

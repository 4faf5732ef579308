/** The names of the ordered lines, in the language of a letter (rules/languages 2.1). Pure. */
import { nameIn, readingOrder } from "../../menus/document/menu-texts.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";

interface Line {
  readonly name: string;
  readonly menu_entity_id: string;
}

/** Names a line by the menu that it was priced with; `languages` are tried in turn. Without a menu a line has its base name. */
export function lineNames(menu: OrderableMenu | null, languages: readonly string[]): (line: Line) => string {
  if (menu === null) return ({ name }) => name;
  const order = readingOrder(menu.language ?? "", menu.languages, languages);
  return (line) => {
    const ordered = menu.variations.get(line.menu_entity_id);
    if (ordered === undefined) return line.name;
    const item = nameIn(order, ordered.item).text;
    return ordered.item.variations.length === 1 ? item : `${item} (${nameIn(order, ordered.variation).text})`;
  };
}

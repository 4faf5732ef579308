/** Where a dish stands in a menu document, and which choices hang on the dish. Pure. */
import {
  isReferencedGroup,
  type DefinedGroup,
  type GroupAttachment,
  type MenuCategory,
  type MenuDocument,
  type MenuItem,
} from "../../menus/document/menu-document.ts";
import { menuObjects } from "../../menus/document/menu-objects.ts";

/** A longer menu is changed by its file. */
export const changeableBytes = 1_000_000;

/** A section with the names above it, as people read it. */
export interface NamedSection {
  readonly section: MenuCategory;
  readonly path: string;
}

/** A dish and the section that it stands in. */
export interface FoundDish {
  readonly dish: MenuItem;
  readonly section: MenuCategory;
}

/** A choice of a dish; `others` counts the other dishes that have the same choice. */
export interface DishChoice {
  readonly group: DefinedGroup;
  readonly others: number;
}

/** Every section, a parent before its children. */
export function sectionsOf(document: MenuDocument): readonly NamedSection[] {
  const below = (sections: readonly MenuCategory[], above: string): NamedSection[] =>
    sections.flatMap((section) => {
      const path = `${above}${section.name}`;
      return [{ section, path }, ...below(section.categories ?? [], `${path} › `)];
    });
  return below(document.categories, "");
}

/** Every dish of the menu. */
export function dishesOf(document: MenuDocument): readonly MenuItem[] {
  return sectionsOf(document).flatMap(({ section }) => section.items);
}

/** The dish of that id. */
export function findDish(document: MenuDocument, dishId: string): FoundDish | undefined {
  for (const { section } of sectionsOf(document)) {
    const dish = section.items.find(({ externalId }) => externalId === dishId);
    if (dish !== undefined) return { dish, section };
  }
  return undefined;
}

/** The choices of a dish, those of its sizes and of its extras too, each once. */
export function choicesOf(document: MenuDocument, dishId: string): readonly DishChoice[] {
  const found = findDish(document, dishId);
  if (found === undefined) return [];
  const defined = definedGroups(document);
  const users = new Map<string, number>();
  for (const { section } of sectionsOf(document))
    for (const dish of section.items) for (const id of groupsOf(dish, defined)) users.set(id, (users.get(id) ?? 0) + 1);
  return [...groupsOf(found.dish, defined)].flatMap((id) => {
    const group = defined.get(id);
    return group === undefined ? [] : [{ group, others: (users.get(id) ?? 1) - 1 }];
  });
}

/** The ids of the groups that hang on a dish, a size or an option itself, in their order. */
export function attachedIds(attached: readonly GroupAttachment[] = []): readonly string[] {
  return attached.map((one) => (isReferencedGroup(one) ? one.groupId : one.externalId));
}

/** The names of the dishes that have the group, also in one of their sizes. */
export function usersOf(document: MenuDocument, groupId: string): readonly string[] {
  return sectionsOf(document).flatMap(({ section }) =>
    section.items.flatMap((dish) =>
      [dish, ...dish.variations].some(({ modifierGroups }) => attachedIds(modifierGroups).includes(groupId))
        ? [dish.name]
        : [],
    ),
  );
}

/** Every group of the document by its id. */
export function definedGroups(document: MenuDocument): ReadonlyMap<string, DefinedGroup> {
  return new Map(
    menuObjects(document).list.flatMap(({ kind, externalId, value }) =>
      kind === "modifier_group" ? [[externalId, groupIn(value)] as const] : [],
    ),
  );
}

/** The list of a document's objects says which of them are groups. */
function groupIn(value: object): DefinedGroup {
  return value as DefinedGroup;
}

/** The ids of the groups that hang on a dish, in the order in which a guest meets them. */
function groupsOf(dish: MenuItem, defined: ReadonlyMap<string, DefinedGroup>): ReadonlySet<string> {
  const met = new Set<string>();
  const meet = (attached: readonly GroupAttachment[] = []): void => {
    for (const one of attached) {
      const id = isReferencedGroup(one) ? one.groupId : one.externalId;
      if (met.has(id)) continue;
      met.add(id);
      for (const option of defined.get(id)?.options ?? []) meet(option.modifierGroups);
    }
  };
  meet(dish.modifierGroups);
  for (const { modifierGroups } of dish.variations) meet(modifierGroups);
  return met;
}

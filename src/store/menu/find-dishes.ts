/** Finds dishes of a menu by words, by labels and without allergens. Pure. */
import { foldLetters } from "../../kernel/fold-letters.ts";
import type { StoreCategory, StoreItem, StoreMenu } from "./store-menu.ts";

/** What a diner looks for; empty lists ask for nothing. */
export interface DishSearch {
  /** As it was typed. */
  readonly text: string;
  /** Labels that a dish has, all of them. */
  readonly labels: readonly string[];
  /** Allergens that a dish is without. */
  readonly without: readonly string[];
}

/** What the dishes of a menu say of themselves, in the order of the letters. */
export interface MenuMarks {
  readonly labels: readonly string[];
  readonly allergens: readonly string[];
}

/** The most characters of a search, and the most labels that can be asked for at once. */
const mostText = 100;
const mostMarks = 20;

/** Reads `q`, `label` and `without` of an address; what the menu does not have is passed over. */
export function readDishSearch(query: URLSearchParams, { labels, allergens }: MenuMarks): DishSearch {
  const chosen = (name: string, known: readonly string[]): string[] => {
    const asked = new Set(query.getAll(name).slice(0, mostMarks));
    return known.filter((mark) => asked.has(mark));
  };
  return {
    text: (query.get("q") ?? "").trim().slice(0, mostText),
    labels: chosen("label", labels),
    without: chosen("without", allergens),
  };
}

/** Whether anything is looked for. */
export function isAsked({ text, labels, without }: DishSearch): boolean {
  return text !== "" || labels.length > 0 || without.length > 0;
}

/** The search as the query of an address, without the question mark. */
export function toQuery({ text, labels, without }: DishSearch): string {
  const query = new URLSearchParams(text === "" ? {} : { q: text });
  for (const label of labels) query.append("label", label);
  for (const allergen of without) query.append("without", allergen);
  return query.toString();
}

/** The labels and allergens that the dishes of a menu state. */
export function marksOf({ categories }: StoreMenu): MenuMarks {
  const items = categories.flatMap((category) => category.items);
  const all = (marks: (item: StoreItem) => readonly string[]): string[] =>
    [...new Set(items.flatMap(marks))].toSorted((a, b) => a.localeCompare(b, "en"));
  return { labels: all((item) => item.dietary_labels), allergens: all((item) => item.allergens) };
}

/** How many dishes a menu has. */
export function countDishes({ categories }: StoreMenu): number {
  return categories.reduce((sum, { items }) => sum + items.length, 0);
}

/** The menu with the dishes that are looked for; a section that has none stays, empty. */
export function findDishes(menu: StoreMenu, search: DishSearch): StoreMenu {
  if (!isAsked(search)) return menu;
  const words = fold(search.text).split(/\s+/).filter(Boolean);
  const categories = menu.categories.map((category) => ({
    ...category,
    items: category.items.filter((item) => isMeant(item, category, words) && isAllowed(item, search)),
  }));
  return { ...menu, categories };
}

/** Each word is somewhere in the name, the description, the section, a size or a label. */
function isMeant(item: StoreItem, { name }: StoreCategory, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const sizes = item.variations.map((variation) => variation.name);
  const said = fold([item.name, item.description ?? "", name, ...sizes, ...item.dietary_labels].join(" "));
  return words.every((word) => said.includes(word));
}

/** A dish that states no allergens may have any of them. */
function isAllowed(item: StoreItem, { labels, without }: DishSearch): boolean {
  if (!labels.every((label) => item.dietary_labels.includes(label))) return false;
  return without.length === 0 || (item.allergens.length > 0 && !without.some((each) => item.allergens.includes(each)));
}

/** A text as it is compared, with spaces for what joins the words of a label. */
function fold(text: string): string {
  return foldLetters(text).replaceAll("_", " ");
}

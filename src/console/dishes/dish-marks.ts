/** Allergens and labels of a dish: those that guests read in their language, and those that the menu has. Pure. */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { speak, words, type Parts, type WordsLanguage } from "../../words/speak.ts";
import type { Option } from "../shell/form-fields.ts";
import { dishesOf, findDish } from "../menu/dish-parts.ts";

/** What a mark is called in the language of a reader. */
export type Named = (mark: string) => string;

type LabelKey = Extract<keyof Parts["store"], `label.${string}`>;

/** The allergens that menus in Europe have to name, then what else guests avoid. */
const allergens = [
  "gluten",
  "crustaceans",
  "eggs",
  "fish",
  "peanuts",
  "soy",
  "milk",
  "nuts",
  "celery",
  "mustard",
  "sesame",
  "sulphites",
  "lupin",
  "molluscs",
] as const;
const labels = [
  "vegetarian",
  "vegan",
  "gluten_free",
  "lactose_free",
  "nut_free",
  "halal",
  "kosher",
  "organic",
  "spicy",
  "alcohol",
] as const;

/** How marks are called: as guests read them, and a word of the menu's own as it is written. */
export function markNamer(language: WordsLanguage): Named {
  const say = speak(language, "store");
  return (mark) => {
    const key = `label.${keyOf(mark)}`;
    return isKnown(key) ? say(key) : mark.replaceAll("_", " ");
  };
}

function isKnown(key: string): key is LabelKey {
  return Object.hasOwn(words.en.store, key);
}

/** What can be ticked at a dish: the known marks as the dish writes them, and those of the menu's own. */
export function marksOf(document: MenuDocument, dishId: string, named: Named) {
  const dishes = dishesOf(document);
  const own = findDish(document, dishId)?.dish;
  const options = (all: readonly string[], mine: readonly string[] = [], others: readonly string[]): Option[] => {
    const byMeaning = new Map(all.map((mark) => [meaningOf(mark), mark]));
    for (const mark of [...others, ...mine]) byMeaning.set(meaningOf(mark), mark);
    return [...byMeaning.values()].map((mark) => [mark, named(mark)]);
  };
  const allergensThere = dishes.flatMap((dish) => dish.allergens ?? []);
  const labelsThere = dishes.flatMap((dish) => dish.dietaryLabels ?? []);
  return {
    allergens: options(allergens, own?.allergens, allergensThere),
    labels: options(labels, own?.dietaryLabels, labelsThere),
  };
}

/** `Gluten free` and `gluten-free` are one mark, as on the page of guests. */
function keyOf(mark: string): string {
  return mark.toLowerCase().replaceAll(/[\s-]+/g, "_");
}

/** What is offered once, whichever word a menu has for it. */
function meaningOf(mark: string): string {
  const key = keyOf(mark);
  return key === "egg" ? "eggs" : key === "tree_nuts" ? "nuts" : key;
}

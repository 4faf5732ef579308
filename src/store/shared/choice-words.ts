/** The rules of a choice in words for the diner. Pure. */
import type { SelectionRules } from "../../menus/document/menu-document.ts";

/** "Choose 1", "Choose up to 3, the first 2 are free"; empty when there is no rule. */
export function choiceWords(rules: SelectionRules): string {
  const free = rules.freeSelectionCount ?? 0;
  const parts = [
    amountWords(rules.minSelections ?? 0, rules.maxSelections),
    kindWords(rules.minUniqueSelections ?? 0, rules.maxUniqueSelections),
    free === 0 ? undefined : free === 1 ? "the first one is free" : `the first ${free} are free`,
  ].filter((part) => part !== undefined);
  const text = parts.join(", ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function amountWords(min: number, max: number | undefined): string | undefined {
  if (max === undefined) return min === 0 ? undefined : `choose at least ${min}`;
  if (min === max) return `choose ${min}`;
  return min === 0 ? `choose up to ${max}` : `choose ${min} to ${max}`;
}

function kindWords(min: number, max: number | undefined): string | undefined {
  if (max === undefined) return min < 2 ? undefined : `at least ${min} different ones`;
  if (min === max) return `${min} different ${min === 1 ? "one" : "ones"}`;
  return min === 0 ? `of at most ${max} different ${max === 1 ? "kind" : "kinds"}` : `${min} to ${max} different ones`;
}

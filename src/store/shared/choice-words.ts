/** The rules of a choice in words for the diner. Pure. */
import type { SelectionRules } from "../../menus/document/menu-document.ts";
import { speak, type Parts } from "../../words/speak.ts";
import type { Say } from "../../words/message-arguments.ts";
import type { Reader } from "../../pages/reader.ts";

type SayOffer = Say<Parts["offer"]>;

/** "Choose 1", "Choose up to 3, the first 2 are free"; empty when there is no rule. */
export function choiceWords(rules: SelectionRules, { language, locale }: Reader): string {
  const say = speak(language, "offer", locale);
  const free = rules.freeSelectionCount ?? 0;
  const parts = [
    amountWords(say, rules.minSelections ?? 0, rules.maxSelections),
    kindWords(say, rules.minUniqueSelections ?? 0, rules.maxUniqueSelections),
    free === 0 ? undefined : say("choose.free", { count: free }),
  ].filter((part) => part !== undefined);
  const text = parts.join(", ");
  return text === "" ? "" : `${text.charAt(0).toLocaleUpperCase(locale)}${text.slice(1)}`;
}

function amountWords(say: SayOffer, min: number, max: number | undefined): string | undefined {
  if (max === undefined) return min === 0 ? undefined : say("choose.at_least", { min });
  if (min === max) return say("choose.exactly", { count: min });
  return min === 0 ? say("choose.up_to", { max }) : say("choose.range", { min, max });
}

function kindWords(say: SayOffer, min: number, max: number | undefined): string | undefined {
  if (max === undefined) return min < 2 ? undefined : say("choose.kinds.at_least", { min });
  if (min === max) return say("choose.kinds.exactly", { count: min });
  return min === 0 ? say("choose.kinds.up_to", { max }) : say("choose.kinds.range", { min, max });
}

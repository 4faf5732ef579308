/** The search of the menu: words, labels and allergens, as a form that works without a script. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { speak } from "../../words/speak.ts";
import { countDishes, isAsked, type DishSearch, type MenuMarks } from "./find-dishes.ts";
import type { StoreMenu } from "./store-menu.ts";

/** A menu with fewer dishes is read faster than it is searched. */
const fewestDishes = 9;

export interface ShownSearch {
  /** How people write a label of the menu. */
  readonly label: (text: string) => string;
  readonly say: ReturnType<typeof speak<"storefront">>;
  /** Of the page without a search. */
  readonly path: string;
  /** What the form carries on. */
  readonly kept: URLSearchParams;
  readonly marks: MenuMarks;
  readonly search: DishSearch;
  /** The dishes that were found, of so many. */
  readonly found: StoreMenu;
  readonly dishes: number;
  /** All dishes are on the page, so that a script can hide those that are not found. */
  readonly isWhole: boolean;
}

/** The form, with what was found; null where the menu is short and its dishes state nothing. */
export function renderSearch({
  say,
  label,
  path,
  kept,
  marks,
  search,
  found,
  dishes,
  isWhole,
}: ShownSearch): Markup | null {
  if (dishes < fewestDishes && marks.labels.length === 0 && marks.allergens.length === 0) return null;
  const count = countDishes(found);
  const result = count === 0 ? say("found.none") : say("found", { count });
  return html`<form
    class="dish-search"
    id="find-dishes"
    role="search"
    method="get"
    action="${path}"
    ${isWhole && html`data-live`}
  >
    ${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="field">
      <label for="q">${say("search.label")}</label>
      <div class="row">
        <input type="search" id="q" name="q" maxlength="100" autocomplete="off" value="${search.text}" />
        <button class="quiet">${say("search.submit")}</button>
      </div>
    </div>
    ${renderFilters({ say, label, marks, search })}
    <p id="found" role="status">${isAsked(search) ? result : ""}</p>
    <p id="whole-menu" ${!isAsked(search) && html`hidden`}>
      <a href="${path}${kept.size > 0 && `?${kept.toString()}`}">${say("search.clear")}</a>
    </p>
  </form>`;
}

function renderFilters({
  say,
  label,
  marks: { labels, allergens },
  search,
}: Pick<ShownSearch, "say" | "label" | "marks" | "search">): Markup | null {
  const named = (marks: readonly string[]): Mark[] => marks.map((value) => ({ value, name: label(value) }));
  if (labels.length === 0 && allergens.length === 0) return null;
  const isUsed = search.labels.length > 0 || search.without.length > 0;
  return html`<details ${isUsed && html`open`}>
    <summary>${say("filter.title")}</summary>
    ${renderChips(say("filter.labels"), "label", named(labels), search.labels)}
    ${renderChips(say("filter.without"), "without", named(allergens), search.without)}
    ${allergens.length > 0 && html`<p class="hint">${say("filter.unknown")}</p>`}
    <button class="quiet">${say("filter.submit")}</button>
  </details>`;
}

interface Mark {
  readonly value: string;
  readonly name: string;
}

function renderChips(
  legend: string,
  name: "label" | "without",
  marks: readonly Mark[],
  chosen: readonly string[],
): Markup | null {
  if (marks.length === 0) return null;
  return html`<fieldset>
    <legend>${legend}</legend>
    <div class="chips">
      ${marks.map(
        ({ value, name: shown }) =>
          html`<label class="chip"
            ><input type="checkbox" name="${name}" value="${value}" ${chosen.includes(value) && html`checked`} /><bdi
              >${shown}</bdi
            ></label
          >`,
      )}
    </div>
  </fieldset>`;
}

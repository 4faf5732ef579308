/** `/store/{locationId}/dish`: size, choices, number and note of a dish, as a form for browsers that run no script. Pure. */
import { html, join, type Markup } from "../../pages/html.ts";
import { colonOf } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import { speak } from "../../words/speak.ts";
import { withBasket } from "../menu/store-page-order.ts";
import { renderLabels } from "../menu/store-page-menu.ts";
import type { StoreWords } from "../menu/store-page-words.ts";
import type { StoreItem, StoreVariation } from "../menu/store-menu.ts";
import { formatBasket } from "../shared/basket-field.ts";
import { named } from "../shared/named.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import { allGroups, type ShownGroup, type ShownRow } from "./dish-choices.ts";

export interface DishView {
  readonly location: StoreLocation;
  readonly reader: Reader;
  readonly words: StoreWords;
  readonly dish: StoreItem;
  readonly variation: StoreVariation;
  readonly groups: readonly ShownGroup[];
  readonly items: readonly BasketItem[];
  /** The line of the basket that is changed; null for one more. */
  readonly line: number | null;
  readonly quantity: string;
  readonly notes: string;
  /** The time that the menu is shown for, as the address has it. */
  readonly at: string;
  readonly back: "menu" | "checkout";
  /** Whether mistakes are shown: not before the form was sent. */
  readonly isChecked: boolean;
  /** The form was sent, and shows groups that the choice brings: they are named before anything is taken. */
  readonly hasMore: boolean;
  /** What else is wrong, in words. */
  readonly wrong: string | null;
}

type Say = ReturnType<typeof speak<"shopping">>;

/** The page. */
export function dishPage(view: DishView, status: 200 | 422): ShownPage {
  const { dish, location, reader, words, items } = view;
  const say = speak(reader.language, "shopping", reader.locale);
  const menu = withBasket(`/store/${location.id}`, items, view.at === "" ? {} : { at: view.at });
  return showPage({
    status,
    title: dish.name,
    reader,
    venue: { name: location.name ?? words.say("nameless"), href: menu, at: location.id },
    readAt: addressOf(view),
    modules: ["forms"],
    main: html`${photoOf(dish)}
      <h1>${named(dish.name, dish.name_language)}</h1>
      <p><a href="${menu}">${speak(reader.language, "checkout", reader.locale)("back")}</a></p>
      ${dish.description !== null && html`<p class="soft">${named(dish.description, dish.description_language)}</p>`}
      ${renderLabels(dish, words)} ${renderMore(view, say)} ${renderMistakes(view)} ${renderForm(view, say)}`,
  });
}

function photoOf({ photo_url: src }: StoreItem): Markup | false {
  return src !== null && html`<img class="dish-photo" src="${src}" alt="" width="512" height="384" />`;
}

/** Where the form is read with the basket as it was; what was chosen in the form is not in it. */
function addressOf({ dish, location, items, line, at, back }: DishView): string {
  return withBasket(`/store/${location.id}/dish`, items, {
    ...(line === null ? { dish: dish.menu_entity_id } : { line: String(line) }),
    ...(at === "" ? {} : { at }),
    ...(back === "menu" ? {} : { back }),
  });
}

function renderMore({ groups, hasMore }: DishView, say: Say): Markup | null {
  if (!hasMore) return null;
  const added = allGroups(groups).filter(({ isNew }) => isNew);
  const links = added.map(
    ({ choice, path }) => html`<a href="#group-${path}">${named(choice.name, choice.name_language)}</a>`,
  );
  return html`<div class="notice" role="status" tabindex="-1" data-focus>
    <p>${fill(say("rule.more", { groups: slots[0] }), join(links, ", "))}</p>
  </div>`;
}

function renderMistakes({ groups, isChecked, wrong, reader }: DishView): Markup | null {
  const missing = allGroups(groups).filter(({ problem }) => problem !== undefined);
  if (!isChecked || (missing.length === 0 && wrong === null)) return null;
  return html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
    ${wrong !== null && html`<p>${wrong}</p>`}
    ${missing.map(
      ({ choice, path, problem }) =>
        html`<p>
          <a href="#group-${path}">${named(choice.name, choice.name_language)}${colonOf(reader.language)}${problem}</a>
        </p>`,
    )}
  </div>`;
}

function renderForm(view: DishView, say: Say): Markup {
  const { location, dish, items, line, groups, words } = view;
  const hidden = {
    dish: dish.menu_entity_id,
    b: items.length === 0 ? "" : (formatBasket(items) ?? ""),
    at: view.at,
    line: line === null ? "" : String(line),
    back: view.back,
  };
  return html`<form method="post" action="/store/${location.id}/dish" novalidate data-in-place>
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${renderSizes(view, say)} ${groups.map((group) => renderGroup(group, view, say))}
    <div class="field">
      <label for="quantity">${say("quantity")}</label>
      <input
        id="quantity"
        name="quantity"
        type="number"
        min="1"
        max="99"
        inputmode="numeric"
        value="${view.quantity}"
      />
    </div>
    <div class="field">
      <label for="notes">${say("wish")}</label>
      <input id="notes" name="notes" maxlength="500" autocomplete="off" value="${view.notes}" />
    </div>
    <p><button class="full" name="do" value="take">${line === null ? words.say("add") : say("line.change")}</button></p>
  </form>`;
}

function renderSizes({ dish, variation, words }: DishView, say: Say): Markup | null {
  if (dish.variations.length < 2) return html`<input type="hidden" name="size" value="0" />`;
  return html`<fieldset>
    <legend>${say("size")}</legend>
    ${dish.variations.map(
      (each, index) =>
        html`<div class="choice">
          <label class="tick"
            ><input
              type="radio"
              name="size"
              value="${index}"
              ${each === variation && html`checked`}
              ${!each.orderable && html`disabled`}
            /><span
              >${named(each.name, each.name_language)}${!each.orderable && ` ${say("not_available.aside")}`}</span
            ></label
          >
          <span class="price">${words.price(each.price.amount)}</span>
        </div>`,
    )}
  </fieldset>`;
}

function renderGroup(group: ShownGroup, view: DishView, say: Say): Markup {
  const { choice, path, isRadio, rows, problem } = group;
  const isRequired = choice.min_selections > 0 || choice.min_unique_selections > 0;
  const rules = [choice.explanation, isRequired ? say("required") : ""].filter((text) => text !== "").join(" · ");
  const isNone = isRadio && !isRequired;
  return html`<fieldset id="group-${path}" tabindex="-1">
    <legend>${named(choice.name, choice.name_language)}</legend>
    <input type="hidden" name="g" value="${path}" />
    ${rules !== "" && html`<p class="hint">${rules}</p>`}
    ${
      isNone &&
      html`<label class="tick"
        ><input
          type="radio"
          name="c.${path}"
          value=""
          ${rows.every(({ count }) => count === 0) && html`checked`}
        /><span>${say("none")}</span></label
      >`
    }
    ${rows.map((row) => renderRow(row, group, view, say))}
    ${view.isChecked && problem !== undefined && html`<p class="mistake">${problem}</p>`}
  </fieldset>`;
}

function renderRow(row: ShownRow, { path, isRadio }: ShownGroup, view: DishView, say: Say): Markup {
  const { option, field, index, most, count, below } = row;
  const { amount } = option.price;
  const disabled = !option.orderable && html`disabled`;
  const name = html`<span
    >${named(option.name, option.name_language)}${!option.orderable && ` ${say("sold_out.aside")}`}</span
  >`;
  const price = html`<span class="price">${amount !== 0 && `+${view.words.price(amount)}`}</span>`;
  const isNumber = !isRadio && most > 1;
  return html`<div class="choice">
      ${
        isNumber
          ? html`<label for="${field}">${name}</label>${price}
              <span class="stepper"
                ><input
                  id="${field}"
                  name="${field}"
                  type="number"
                  min="0"
                  max="${most}"
                  inputmode="numeric"
                  value="${count}"
                  ${disabled}
              /></span>`
          : html`<label class="tick"
                ><input
                  type="${isRadio ? "radio" : "checkbox"}"
                  name="${isRadio ? `c.${path}` : field}"
                  value="${isRadio ? index : 1}"
                  ${count > 0 && html`checked`}
                  ${disabled}
                />${name}</label
              >${price}`
      }
    </div>
    ${below.length > 0 && html`<div class="nested">${below.map((each) => renderGroup(each, view, say))}</div>`}`;
}

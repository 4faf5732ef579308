/** One choice of a dish as fields: radio buttons for one of several, check boxes and numbers for several, and the choices below each. */
import { money, type Choice, type Chosen, type Menu, type Option } from "../shared/store-offer.browser.ts";
import { say } from "../shared/say.browser.ts";
import { make, named } from "../shared/store-dom.browser.ts";

export interface ChoiceFields {
  readonly element: HTMLElement;
  read(): Chosen[];
  /** Shows what is wrong beside each choice and answers the first; undefined when nothing is. */
  check(): Mistake | undefined;
}

/** What is wrong with a choice, where it stands, and the field to go to. */
export interface Mistake {
  readonly name: string;
  readonly text: string;
  readonly group: HTMLElement;
  readonly field: HTMLElement;
}

let made = 0;

/** The fields of some choices, filled with what was chosen before, else with the restaurant's suggestion. */
export function choiceFields(menu: Menu, groups: readonly Choice[], before?: readonly Chosen[]): ChoiceFields {
  const fields = groups.map((group) => oneChoice(menu, group, before));
  return {
    element: make("div", {}, ...fields.map(({ element }) => element)),
    read: () => fields.flatMap((field) => field.read()),
    check: () => fields.map((field) => field.check()).find((found) => found !== undefined),
  };
}

function oneChoice(menu: Menu, group: Choice, before: readonly Chosen[] | undefined): ChoiceFields {
  const id = `choice-${++made}`;
  const isRadio = group.max_selections === 1;
  const rows = group.option_ids.flatMap((optionId) => {
    const option = menu.options.get(optionId);
    return option === undefined
      ? []
      : [optionRow(menu, option, group, { id, isRadio, start: startOf(group, optionId, before) })];
  });
  const none =
    isRadio && group.min_selections === 0
      ? noneRow(
          id,
          rows.every((row) => row.count() === 0),
        )
      : undefined;
  const mistake = make("p", { class: "mistake", id: `${id}-mistake`, hidden: true });
  const isRequired = group.min_selections > 0 || group.min_unique_selections > 0;
  const rules = [group.explanation, isRequired ? say("required") : ""].filter((text) => text !== "").join(" · ");
  const hint = rules === "" ? undefined : make("p", { class: "hint", id: `${id}-hint` }, rules);
  const described = [hint === undefined ? "" : `${id}-hint`, `${id}-mistake`].join(" ").trim();
  const element = make(
    "fieldset",
    { "aria-describedby": described },
    make("legend", {}, named(group.name, group.name_language)),
    hint,
    ...(none === undefined ? [] : [none]),
    ...rows.map((row) => row.element),
    mistake,
  );
  element.addEventListener("change", () => {
    for (const row of rows) row.refresh();
    mistake.hidden = true;
  });
  return {
    element,
    read: () => rows.flatMap((row) => row.read()),
    check() {
      const words = problemOf(
        group,
        rows.map((row) => row.count()),
      );
      mistake.hidden = words === undefined;
      mistake.textContent = words ?? "";
      if (words !== undefined)
        return {
          name: group.name,
          text: words,
          group: element,
          field: rows.find((row) => row.isOpen)?.input ?? element,
        };
      return rows.map((row) => row.check()).find((found) => found !== undefined);
    },
  };
}

function startOf(group: Choice, optionId: string, before: readonly Chosen[] | undefined): Chosen | undefined {
  if (before !== undefined) return before.find(({ menu_entity_id: id }) => id === optionId);
  const suggested = group.defaults.find(({ menu_entity_id: id }) => id === optionId);
  return suggested === undefined ? undefined : { ...suggested, modifiers: [] };
}

/** The rule that the counts break, in words. */
function problemOf(group: Choice, counts: readonly number[]): string | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const kinds = counts.filter((count) => count > 0).length;
  const {
    min_selections: min,
    max_selections: max,
    min_unique_selections: fewest,
    max_unique_selections: most,
  } = group;
  if (all < min) return min === 1 && max === 1 ? say("rule.one") : say("rule.min", { min });
  if (max !== null && all > max) return say("rule.max", { max, count: all });
  if (kinds < fewest) return say("rule.min_kinds", { min: fewest });
  if (most !== null && kinds > most) return say("rule.max_kinds", { max: most });
  return undefined;
}

/** A number with a button for one less and one more. */
export function stepper(input: HTMLInputElement, name: string): HTMLElement {
  const step = (by: -1 | 1): HTMLElement => {
    const label = say(by < 0 ? "line.less" : "line.more", { name });
    const button = make("button", { type: "button", class: "quiet step", "aria-label": label }, by < 0 ? "−" : "+");
    button.addEventListener("click", () => {
      if (by < 0) input.stepDown();
      else input.stepUp();
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    if (input.disabled) button.disabled = true;
    return button;
  };
  return make("span", { class: "stepper" }, step(-1), input, step(1));
}

function noneRow(name: string, checked: boolean): HTMLElement {
  const input = make("input", { type: "radio", name, value: "", checked });
  return make("div", { class: "choice" }, make("label", { class: "tick" }, input, make("span", {}, say("none"))));
}

interface OptionRow {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly isOpen: boolean;
  count(): number;
  read(): Chosen[];
  refresh(): void;
  check(): Mistake | undefined;
}

interface RowPosition {
  readonly id: string;
  readonly isRadio: boolean;
  readonly start: Chosen | undefined;
}

function optionRow(menu: Menu, option: Option, group: Choice, { id, isRadio, start }: RowPosition): OptionRow {
  const most = Math.min(option.max_quantity ?? 99, group.max_selections ?? 99);
  const isNumber = !isRadio && most > 1;
  const disabled = !option.orderable;
  const begins = disabled ? 0 : Math.min(start?.quantity ?? 0, most);
  const inputId = `${id}-${++made}`;
  const input = make("input", {
    id: inputId,
    disabled,
    ...(isNumber
      ? { type: "number", min: 0, max: most, value: begins, inputmode: "numeric" }
      : { type: isRadio ? "radio" : "checkbox", name: id, value: option.menu_entity_id, checked: begins > 0 }),
  });
  const words = make("span", {}, named(option.name, option.name_language), disabled ? ` ${say("sold_out.aside")}` : "");
  const price = option.price.amount === 0 ? "" : `+${money(option.price.amount)}`;
  const label = isNumber ? make("label", { for: inputId }, words) : make("label", { class: "tick" }, input, words);
  const row = make(
    "div",
    { class: "choice" },
    label,
    make("span", { class: "price" }, price),
    isNumber ? stepper(input, option.name) : undefined,
  );
  const element = make("div", {}, row);
  let below: ChoiceFields | undefined;

  function count(): number {
    if (!isNumber) return input.checked ? 1 : 0;
    const value = Number(input.value);
    return Number.isInteger(value) ? Math.min(Math.max(value, 0), most) : 0;
  }

  /** What hangs on an option is asked for once it is chosen. */
  function refresh(): void {
    const wanted = count() > 0 && option.modifier_groups.length > 0;
    if (wanted && below === undefined) {
      below = choiceFields(menu, option.modifier_groups, start?.modifiers.length === 0 ? undefined : start?.modifiers);
      element.append(make("div", { class: "nested" }, below.element));
    } else if (!wanted && below !== undefined) {
      below.element.parentElement?.remove();
      below = undefined;
    }
  }
  refresh();
  return {
    element,
    input,
    isOpen: !disabled,
    count,
    refresh,
    read: () =>
      count() === 0
        ? []
        : [{ menu_entity_id: option.menu_entity_id, quantity: count(), modifiers: below?.read() ?? [] }],
    check: () => below?.check(),
  };
}

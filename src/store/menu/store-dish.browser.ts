/** The dialog in which a diner chooses size, options, quantity and a note for a dish. The browser keeps the focus in it. */
import { choiceFields, stepper, type ChoiceFields } from "./store-choice.browser.ts";
import { lineCost, money, type Dish, type Line, type Menu } from "../shared/store-offer.browser.ts";
import { colon, say } from "../shared/say.browser.ts";
import { make, named, part } from "../shared/store-dom.browser.ts";

/** Opens the dialog; `done` gets the line when the diner takes it. */
export function showDish(menu: Menu, dish: Dish, before: Line | undefined, done: (line: Line) => void): void {
  const dialog = part("dish", HTMLDialogElement);
  const form = new DishForm(menu, dish, before);
  form.element.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = form.take();
    if (line === undefined) return;
    dialog.close();
    done(line);
  });
  form.cancel.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(form.element);
  dialog.showModal();
}

class DishForm {
  readonly element: HTMLFormElement;
  readonly cancel = make("button", { type: "button", class: "quiet" }, say("cancel"));
  readonly #menu: Menu;
  readonly #dish: Dish;
  readonly #choices = make("div");
  readonly #quantity: HTMLInputElement;
  readonly #notes: HTMLInputElement;
  readonly #submit: HTMLButtonElement;
  /** Above the button: the first choice that is not as it must be. */
  readonly #mistake = make("p", { class: "mistake", role: "alert", hidden: true });
  readonly #verb: "add" | "change";
  #variation: string;
  #fields: ChoiceFields;

  constructor(menu: Menu, dish: Dish, before: Line | undefined) {
    this.#menu = menu;
    this.#dish = dish;
    this.#verb = before === undefined ? "add" : "change";
    const orderable = dish.variations.find(({ orderable }) => orderable) ?? dish.variations[0];
    this.#variation = before?.menu_entity_id ?? orderable?.menu_entity_id ?? "";
    this.#quantity = make("input", { id: "dish-quantity", type: "number", min: 1, max: 99, inputmode: "numeric" });
    this.#quantity.required = true;
    this.#quantity.value = String(before?.quantity ?? 1);
    this.#notes = make("input", { id: "dish-notes", maxlength: 500, autocomplete: "off" });
    this.#notes.value = before?.notes ?? "";
    this.#submit = make("button", { type: "submit" });
    this.#fields = this.#showChoices(before);
    this.element = make(
      "form",
      { novalidate: true },
      make(
        "div",
        { class: "dish-body" },
        ...this.#head(),
        this.#sizes(),
        this.#choices,
        field(say("quantity"), this.#quantity, stepper(this.#quantity, dish.name)),
        field(say("wish"), this.#notes),
      ),
      make("div", { class: "dish-foot" }, this.#mistake, this.cancel, this.#submit),
    );
    this.element.addEventListener("input", () => this.#showCost());
    this.element.addEventListener("change", () => {
      this.#mistake.hidden = true;
      this.#showCost();
    });
    this.#showCost();
  }

  /** The line, when everything is as it must be; else the first mistake is shown and gets the focus. */
  take(): Line | undefined {
    if (!this.#quantity.reportValidity()) return undefined;
    const wrong = this.#fields.check();
    if (wrong === undefined) return this.#read();
    this.#mistake.replaceChildren(named(wrong.name), `${colon}${wrong.text}`);
    this.#mistake.hidden = false;
    wrong.group.scrollIntoView({ block: "start" });
    wrong.field.focus({ preventScroll: true });
    return undefined;
  }

  #read(): Line {
    const notes = this.#notes.value.trim();
    return {
      menu_entity_id: this.#variation,
      quantity: Math.max(1, Math.floor(Number(this.#quantity.value)) || 1),
      modifiers: this.#fields.read(),
      ...(notes === "" ? {} : { notes }),
    };
  }

  #head(): HTMLElement[] {
    const { name, name_language: language, description, description_language: told, allergens } = this.#dish;
    // The card says the allergens in the language of the page.
    const card = document.querySelector(`[data-contains="${CSS.escape(this.#dish.menu_entity_id)}"]`);
    const contains = card?.textContent ?? say("contains", { list: allergens.join(", ").replaceAll("_", " ") });
    return [
      ...this.#photo(),
      make("h2", { id: "dish-title" }, named(name, language)),
      ...(description === null ? [] : [make("p", { class: "soft" }, named(description, told))]),
      ...(allergens.length === 0 ? [] : [make("p", { class: "small" }, contains.trim())]),
    ];
  }

  #photo(): HTMLElement[] {
    const { photo_url: src } = this.#dish;
    if (src === null) return [];
    const picture = make("img", { class: "dish-photo", src, alt: "", width: 512, height: 384 });
    picture.addEventListener("error", () => picture.remove());
    return [picture];
  }

  #sizes(): HTMLElement | undefined {
    const { variations } = this.#dish;
    if (variations.length < 2) return undefined;
    const rows = variations.map(({ menu_entity_id: id, name, name_language: language, price, orderable }) => {
      const checked = id === this.#variation;
      const input = make("input", { type: "radio", name: "size", value: id, disabled: !orderable, checked });
      input.addEventListener("change", () => {
        this.#variation = id;
        this.#fields = this.#showChoices({ menu_entity_id: id, quantity: 1, modifiers: this.#fields.read() });
      });
      const words = make("span", {}, named(name, language), orderable ? "" : ` ${say("not_available.aside")}`);
      const label = make("label", { class: "tick" }, input, words);
      return make("div", { class: "choice" }, label, make("span", { class: "price" }, money(price.amount)));
    });
    return make("fieldset", {}, make("legend", {}, say("size")), ...rows);
  }

  #showChoices(before: Line | undefined): ChoiceFields {
    const variation = this.#dish.variations.find(({ menu_entity_id: id }) => id === this.#variation);
    const fields = choiceFields(this.#menu, variation?.modifier_groups ?? [], before?.modifiers);
    this.#choices.replaceChildren(fields.element);
    return fields;
  }

  #showCost(): void {
    this.#submit.textContent = say(this.#verb, { price: money(lineCost(this.#menu, this.#read())) });
  }
}

function field(label: string, input: HTMLInputElement, shown: HTMLElement = input): HTMLElement {
  return make("div", { class: "field" }, make("label", { for: input.id }, label), shown);
}

/** The second part of the checkout: the diner's name, and how they are told of the order. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { speak } from "../../words/speak.ts";
import { mistakeText, textField } from "./checkout-field.ts";
import type { CheckoutView } from "./checkout-view.ts";

/** The fields. */
export function renderWho(view: CheckoutView): Markup {
  const { checkout, say } = view;
  const { channels } = checkout;
  return html`${textField(view, "name", say("name"), { autocomplete: "name", required: true })}
  ${textField(view, "phone", say("phone"), {
    autocomplete: "tel",
    type: "tel",
    required: true,
    maxlength: 50,
    hint: say("phone.hint"),
  })}
  ${
    channels.includes("email") &&
    textField(view, "email", say("email"), { autocomplete: "email", type: "email", maxlength: 254 })
  }
  ${channels.length > 0 && renderTold(view)}`;
}

/** The sentences are what is kept as the consent. */
function renderTold(view: CheckoutView): Markup {
  const { checkout, say, words } = view;
  const sayChoice = speak(words.reader.language, "letters", words.reader.locale);
  const ways = [...checkout.channels, "page"] as const;
  return html`<fieldset>
    <legend>${say("tell")}</legend>
    ${ways.map(
      (channel, index) =>
        html`<label class="tick"
          ><input
            type="radio"
            id="${index === 0 ? "told_by" : `told_by-${channel}`}"
            name="told_by"
            value="${channel}"
            ${checkout.form.toldBy === channel && html`checked`}
          /><span>${sayChoice(`choice.${channel}`)}</span></label
        >`,
    )}
    ${mistakeText(view, "told_by")}
  </fieldset>`;
}

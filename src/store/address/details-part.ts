/** Flat and instructions for the courier, as a part of a form. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { Reader } from "../../pages/reader.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import { speak } from "../../words/speak.ts";
import { deliveryWords } from "./address-words.ts";
import { lineOf, mostDirections } from "./typed-address.ts";

const notes = ["ring", "door", "call", "outside"] as const;

/** Whose courier reads the notes. */
interface CourierLocation {
  readonly language: string | null;
  readonly country: string | null;
}

/**
 * The fields, as they were filled in. What a chip says to the courier is in the language of the place, and what it shows
 * in that of the diner. The tick needs a script: what it keeps stays in the browser.
 */
export function renderDetailsPart(
  fields: URLSearchParams,
  reader: Reader,
  { language, country }: CourierLocation,
): Markup {
  const say = deliveryWords(reader);
  const toCourier = speak(guestLanguageOf(language, country), "delivery");
  const chosen = new Set(fields.getAll("note"));
  return html`<div class="delivery-details">
    <div class="field">
      <label for="unit">${say("unit")}</label>
      <input id="unit" name="unit" maxlength="100" autocomplete="address-line2" value="${lineOf(fields, "unit")}" />
    </div>
    <fieldset>
      <legend>${say("directions")}</legend>
      <div class="chips">
        ${notes.map((note) => {
          const value = toCourier(`note.${note}`);
          return html`<label class="chip"
            ><input
              type="checkbox"
              name="note"
              value="${value}"
              ${chosen.has(value) && html`checked`}
            />${say(`note.${note}`)}</label
          >`;
        })}
      </div>
      <input
        name="directions"
        class="delivery-directions"
        aria-label="${say("directions")}"
        maxlength="${mostDirections}"
        autocomplete="off"
        value="${lineOf(fields, "directions", mostDirections)}"
      />
    </fieldset>
    <label class="tick needs-script"
      ><input type="checkbox" name="keep" value="1" ${fields.get("keep") === "1" && html`checked`} /><span
        >${say("keep")}</span
      ></label
    >
  </div>`;
}

/**
 * The part of a form that asks for the address of a delivery. Without a script its buttons send the whole form. With a
 * script, addresses are shown while the diner types (`typed-address.browser.ts`). Pure.
 */
import { labelOf } from "../../addresses/answer-fields.ts";
import { hasPostalCode, hasState } from "../../addresses/country-fields.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { Reader } from "../../pages/reader.ts";
import { fillName, slots } from "../../pages/say-markup.ts";
import type { AddressState } from "./address-state.query.ts";
import { deliveryWords, mistakeOf, termsLine, type DeliveryWords } from "./address-words.ts";
import type { WrittenAddress } from "./typed-address.ts";

export interface AddressPart {
  readonly state: AddressState;
  readonly reader: Reader;
  readonly locationId: string;
  /** ISO 3166-1 alpha-2, of the location. */
  readonly country: string | null;
  /** What the button that leads to the map says where the map leads back to. */
  readonly back: "menu" | "checkout";
}

/** The part. Its element is replaced when the form is rendered anew. */
export function renderAddressPart(part: AddressPart): Markup {
  const { state, reader } = part;
  const say = deliveryWords(reader);
  return html`<div id="address-part" class="delivery-part" data-fresh>
    ${state.kind === "set" ? renderSet(state, say, reader) : state.kind === "near" ? renderNear(part, state, say) : renderAsked(part, state, say)}
  </div>`;
}

function renderSet(
  { address, token, terms }: Extract<AddressState, { kind: "set" }>,
  say: DeliveryWords,
  reader: Reader,
): Markup {
  return html`<input type="hidden" name="place" value="${token}" />
    <div class="row apart">
      <p class="delivery-to">${fillName(say("to", { address: slots[0] }), labelOf(address))}</p>
      <button class="quiet" name="do" value="change" formnovalidate>${say("change")}</button>
    </div>
    ${termsLine(terms, say, reader)}`;
}

function renderNear(
  { locationId, back }: AddressPart,
  { address, token }: Extract<AddressState, { kind: "near" }>,
  say: DeliveryWords,
): Markup {
  return html`<input type="hidden" name="place" value="${token}" />
    <div class="row apart">
      <p class="delivery-to">${fillName(say("to", { address: slots[0] }), labelOf(address))}</p>
      <button class="quiet" name="do" value="change" formnovalidate>${say("change")}</button>
    </div>
    <p>${say("pin.text")}</p>
    <button class="full" formaction="/store/${locationId}/address" formnovalidate name="back" value="${back}">
      ${say("hand.next")}
    </button>`;
}

function renderAsked(part: AddressPart, state: Extract<AddressState, { kind: "asked" }>, say: DeliveryWords): Markup {
  const { locationId } = part;
  const mistake = mistakeOf(state, say);
  const isHere = mistake?.field === "typed-address";
  return html`<div class="field delivery-search">
      <label for="typed-address">${say("address")}</label>
      <p class="hint" id="typed-address-hint">${say("address.hint")}</p>
      <div class="row">
        <input
          id="typed-address"
          name="address"
          type="text"
          maxlength="200"
          autocomplete="off"
          autocapitalize="words"
          spellcheck="false"
          enterkeyhint="search"
          value="${state.typed}"
          data-suggest="/store/v1/locations/${locationId}/address_suggestions"
          aria-describedby="typed-address-hint${isHere && " typed-address-mistake"}"
          ${isHere && html`aria-invalid="true"`}
        />
        <button class="quiet" name="do" value="find" formnovalidate>${say("find")}</button>
      </div>
      <ul class="delivery-found" id="typed-address-found" role="listbox" aria-label="${say("choices")}" hidden></ul>
      <p
        class="unseen"
        role="status"
        id="typed-address-said"
        data-found="${say("found")}"
        data-none="${say("found.none")}"
        data-away="${say("away")}"
      ></p>
      ${isHere && html`<p class="mistake" id="typed-address-mistake" role="alert">${mistake?.shown}</p>`}
    </div>
    ${state.choices.length > 0 && renderChoices(state, say)}
    ${renderWritten(part, state.written, { mistake, isOpen: state.choices.length === 0 && isLost(state) }, say)}`;
}

/** Nothing was found, or what was written in full is not whole: the address has to be written in full. */
function isLost({ mistake }: Extract<AddressState, { kind: "asked" }>): boolean {
  return mistake !== undefined && mistake !== "old" && mistake !== "short";
}

function renderChoices({ choices }: Extract<AddressState, { kind: "asked" }>, say: DeliveryWords): Markup {
  return html`<fieldset class="delivery-choices">
    <legend>${say("choices")}</legend>
    ${choices.map(
      ({ label, token }, index) =>
        html`<label class="tick"
          ><input type="radio" name="place" value="${token}" ${index === 0 && html`checked`} /><bdi
            >${label}</bdi
          ></label
        >`,
    )}
    <button class="full" name="do" value="choose" formnovalidate>${say("choose")}</button>
  </fieldset>`;
}

interface WrittenShown {
  readonly mistake: ReturnType<typeof mistakeOf>;
  readonly isOpen: boolean;
}

function renderWritten(
  { country }: AddressPart,
  written: WrittenAddress,
  { mistake, isOpen }: WrittenShown,
  say: DeliveryWords,
): Markup {
  const field = (name: "street" | "city" | "state" | "postal_code", value: string, autocomplete: string): Markup => {
    const id = `written-${name}`;
    const wrong = mistake?.field === id ? mistake.text : undefined;
    return html`<div class="field">
      <label for="${id}">${say(name)}</label>
      <input
        id="${id}"
        name="${name}"
        value="${value}"
        maxlength="100"
        autocomplete="${autocomplete}"
        ${wrong !== undefined && html`aria-invalid="true" aria-describedby="${id}-mistake"`}
      />
      ${wrong !== undefined && html`<p class="mistake" id="${id}-mistake">${wrong}</p>`}
    </div>`;
  };
  return html`<details ${isOpen && html`open`}>
    <summary>${say("hand")}</summary>
    ${field("street", written.street, "address-line1")}
    <div class="pair">
      ${hasPostalCode(country) && field("postal_code", written.postalCode, "postal-code")}
      ${field("city", written.city, "address-level2")}
      ${hasState(country) && field("state", written.state, "address-level1")}
    </div>
    <button class="full quiet" name="do" value="hand" formnovalidate>${say("hand.next")}</button>
  </details>`;
}

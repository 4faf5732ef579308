/** The form that makes an order of what was chosen. The browser's module fills and sends it (`store.browser.ts`). Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import type { StoreWords } from "./store-page-words.ts";

export interface CheckoutFacts {
  readonly location: StoreLocation;
  /** Unix seconds, ascending: what an order can be scheduled for. */
  readonly times: readonly number[];
  readonly words: StoreWords;
}

type SayCheckout = Say<Parts["checkout"]>;

/** What stands in "Your order". */
export function renderCheckout(facts: CheckoutFacts): Markup {
  const { location, words } = facts;
  const say = speak(words.reader.language, "checkout", words.reader.locale);
  return html`<noscript>
      <p>
        ${say("without_script")}
        ${location.phone !== null && fill(say("call_instead", { phone: slots[0] }), phoneLink(location.phone))}
      </p>
    </noscript>
    <p class="soft" id="empty" hidden>${say("empty")}</p>
    <form id="order" hidden>
      <ul class="plain order-lines" id="lines" aria-label="${say("lines")}"></ul>
      ${renderHow(location, say)} ${renderAddress(location, say)} ${renderWhen(facts, say)}
      ${renderExtras(say, words.figure(2.5))}
      <div id="sum" class="order-sum"></div>
      <div id="trouble" role="alert"></div>
      ${renderContact(say)} ${renderPayment(location, say)}
      <button class="full" id="place">${say("submit")}</button>
    </form>`;
}

function renderHow({ fulfillment_types: types }: StoreLocation, say: SayCheckout): Markup {
  if (types.length === 1) return html`<input type="hidden" name="how" value="pickup" />`;
  return html`<fieldset>
    <legend>${say("how")}</legend>
    <div class="chips">
      <label class="chip"><input type="radio" name="how" value="pickup" checked />${say("how.pickup")}</label>
      <label class="chip"><input type="radio" name="how" value="delivery" />${say("how.delivery")}</label>
    </div>
  </fieldset>`;
}

function renderAddress({ fulfillment_types: types }: StoreLocation, say: SayCheckout): Markup | null {
  if (types.length === 1) return null;
  return html`<fieldset id="address" hidden disabled>
    <legend>${say("where")}</legend>
    ${field("street", say("street"), { autocomplete: "address-line1", required: true })}
    ${field("unit", say("unit"), { autocomplete: "address-line2" })}
    <div class="pair">
      ${field("postal_code", say("postal_code"), { autocomplete: "postal-code", required: true })}
      ${field("city", say("city"), { autocomplete: "address-level2", required: true })}
    </div>
    ${field("state", say("state"), { autocomplete: "address-level1", required: true })}
    ${field("directions", say("directions"), { hint: say("directions.hint") })}
    <p class="hint" id="place-known">${say("place")}</p>
    <button type="button" class="quiet full" id="locate">${say("locate")}</button>
    <details>
      <summary>${say("coordinate")}</summary>
      <div class="pair">
        ${field("latitude", say("latitude"), { inputmode: "decimal", hint: say("example", { value: "48.8606" }) })}
        ${field("longitude", say("longitude"), { inputmode: "decimal", hint: say("example", { value: "2.3376" }) })}
      </div>
    </details>
  </fieldset>`;
}

function renderWhen({ location, times, words }: CheckoutFacts, say: SayCheckout): Markup {
  const byDay = Map.groupBy(times, (time) => words.day(time));
  return html`<div class="field">
    <label for="when">${say("when")}</label>
    <select id="when" name="when">
      ${(location.open_now || times.length === 0) && html`<option value="">${say("when.soon")}</option>`}
      ${[...byDay].map(
        ([day, ofDay]) =>
          html`<optgroup label="${day}">
            ${ofDay.map((time) => html`<option value="${time}">${words.time(time)}</option>`)}
          </optgroup>`,
      )}
    </select>
  </div>`;
}

function renderExtras(say: SayCheckout, example: string): Markup {
  return html`<div class="field">
      <label for="tip" id="tip-label">${say("tip")}</label>
      <div class="row tips" id="tips" role="group" aria-label="${say("tip.suggested")}" hidden></div>
      <input id="tip" name="tip" inputmode="decimal" autocomplete="off" aria-describedby="tip-mistake" />
      <p class="mistake" id="tip-mistake" hidden>${say("tip.mistake", { amount: example })}</p>
    </div>
    ${field("coupon", say("coupon"), { autocomplete: "off" })} ${field("notes", say("notes"), { autocomplete: "off" })}`;
}

function renderContact(say: SayCheckout): Markup {
  return html`<h3>${say("who")}</h3>
    ${field("name", say("name"), { autocomplete: "name", required: true, maxlength: 100 })}
    ${field("phone", say("phone"), {
      autocomplete: "tel",
      type: "tel",
      required: true,
      maxlength: 50,
      pattern: String.raw`[+0-9][0-9 \(\).\/\-]{5,}`,
      hint: say("phone.hint"),
    })}
    ${field("email", say("email"), { autocomplete: "email", type: "email", maxlength: 255 })}`;
}

function renderPayment({ payment_options: options }: StoreLocation, say: SayCheckout): Markup {
  const [only] = options;
  if (options.length === 1 && only !== undefined) return html`<input type="hidden" name="payment" value="${only}" />`;
  return html`<fieldset>
    <legend>${say("pay")}</legend>
    <label class="tick"
      ><input type="radio" name="payment" value="link" checked /><span>${say("pay.link")}</span></label
    >
    <label class="tick" id="in-store"
      ><input type="radio" name="payment" value="pay_in_store" /><span>${say("pay.in_store")}</span></label
    >
  </fieldset>`;
}

interface FieldOptions {
  readonly autocomplete?: string;
  readonly type?: string;
  readonly inputmode?: string;
  readonly required?: boolean;
  readonly maxlength?: number;
  readonly hint?: string;
  readonly pattern?: string;
}

function field(name: string, label: string, options: FieldOptions): Markup {
  const { autocomplete, type = "text", inputmode, required, maxlength = 255, hint, pattern } = options;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      maxlength="${maxlength}"
      ${hint !== undefined && html`aria-describedby="${name}-hint"`}
      ${autocomplete !== undefined && html`autocomplete="${autocomplete}"`}
      ${inputmode !== undefined && html`inputmode="${inputmode}"`}
      ${pattern !== undefined && html`pattern="${pattern}"`}
      ${required === true && html`required`}
    />
  </div>`;
}

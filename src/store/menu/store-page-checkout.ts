/** The form that makes an order of what was chosen. The browser's module fills and sends it (`store.browser.ts`). Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import { dayOf, timeOf } from "./store-page-words.ts";

export interface CheckoutFacts {
  readonly location: StoreLocation;
  /** Unix seconds, ascending: what an order can be scheduled for. */
  readonly times: readonly number[];
}

/** What stands in "Your order". */
export function renderCheckout(facts: CheckoutFacts): Markup {
  const { location } = facts;
  return html`<noscript>
      <p>
        To order on this page your browser has to run JavaScript.
        ${location.phone !== null && html`You can also call <a href="tel:${location.phone}">${location.phone}</a>.`}
      </p>
    </noscript>
    <p class="soft" id="empty" hidden>Nothing chosen yet. Add something from the menu.</p>
    <form id="order" hidden>
      <ul class="plain order-lines" id="lines" aria-label="What you have chosen"></ul>
      ${renderHow(location)} ${renderAddress(location)} ${renderWhen(facts)} ${renderExtras()}
      <div id="sum" class="order-sum"></div>
      <div id="trouble" role="alert"></div>
      ${renderContact()} ${renderPayment(location)}
      <button class="full" id="place">Place the order</button>
    </form>`;
}

function renderHow({ fulfillment_types: types }: StoreLocation): Markup {
  if (types.length === 1) return html`<input type="hidden" name="how" value="pickup" />`;
  return html`<fieldset>
    <legend>How do you want it?</legend>
    <div class="chips">
      <label class="chip"><input type="radio" name="how" value="pickup" checked />Pick up</label>
      <label class="chip"><input type="radio" name="how" value="delivery" />Delivery</label>
    </div>
  </fieldset>`;
}

function renderAddress({ fulfillment_types: types }: StoreLocation): Markup | null {
  if (types.length === 1) return null;
  return html`<fieldset id="address" hidden disabled>
    <legend>Where to?</legend>
    ${field("street", "Street and number", { autocomplete: "address-line1", required: true })}
    ${field("unit", "Flat, floor (optional)", { autocomplete: "address-line2" })}
    <div class="pair">
      ${field("postal_code", "Postal code", { autocomplete: "postal-code", required: true })}
      ${field("city", "City", { autocomplete: "address-level2", required: true })}
    </div>
    ${field("state", "State or region", { autocomplete: "address-level1", required: true })}
    ${field("directions", "For the courier (optional)", { hint: "For example: ring twice." })}
    <p class="hint" id="place-known">The restaurant needs to know where on the map this is.</p>
    <button type="button" class="quiet full" id="locate">Use where I am now</button>
    <details>
      <summary>Or give the coordinate</summary>
      <div class="pair">
        ${field("latitude", "Latitude", { inputmode: "decimal", hint: "For example 48.8606" })}
        ${field("longitude", "Longitude", { inputmode: "decimal", hint: "For example 2.3376" })}
      </div>
    </details>
  </fieldset>`;
}

function renderWhen({ location, times }: CheckoutFacts): Markup {
  const zone = location.timezone ?? "UTC";
  const byDay = Map.groupBy(times, (time) => dayOf(time, zone));
  return html`<div class="field">
    <label for="when">When?</label>
    <select id="when" name="when">
      ${(location.open_now || times.length === 0) && html`<option value="">As soon as possible</option>`}
      ${[...byDay].map(
        ([day, ofDay]) =>
          html`<optgroup label="${day}">
            ${ofDay.map((time) => html`<option value="${time}">${timeOf(time, zone)}</option>`)}
          </optgroup>`,
      )}
    </select>
  </div>`;
}

function renderExtras(): Markup {
  return html`<div class="field">
      <label for="tip" id="tip-label">Tip (optional)</label>
      <div class="row tips" id="tips" role="group" aria-label="Suggested tips" hidden></div>
      <input id="tip" name="tip" inputmode="decimal" autocomplete="off" aria-describedby="tip-mistake" />
      <p class="mistake" id="tip-mistake" hidden>Write an amount, for example 2.50.</p>
    </div>
    ${field("coupon", "Coupon (optional)", { autocomplete: "off" })}
    ${field("notes", "For the kitchen (optional)", { autocomplete: "off" })}`;
}

function renderContact(): Markup {
  return html`<h3>Who is it for?</h3>
    ${field("name", "Name", { autocomplete: "name", required: true, maxlength: 100 })}
    ${field("phone", "Phone", {
      autocomplete: "tel",
      type: "tel",
      required: true,
      maxlength: 50,
      pattern: String.raw`[+0-9][0-9 \(\).\/\-]{5,}`,
      hint: "In case the restaurant has a question.",
    })}
    ${field("email", "E-mail (optional)", { autocomplete: "email", type: "email", maxlength: 255 })}`;
}

function renderPayment({ payment_options: options }: StoreLocation): Markup {
  const [only] = options;
  if (options.length === 1 && only !== undefined) return html`<input type="hidden" name="payment" value="${only}" />`;
  return html`<fieldset>
    <legend>How do you pay?</legend>
    <label class="tick"><input type="radio" name="payment" value="link" checked /><span>Online, next</span></label>
    <label class="tick" id="in-store"
      ><input type="radio" name="payment" value="pay_in_store" /><span>In the restaurant</span></label
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

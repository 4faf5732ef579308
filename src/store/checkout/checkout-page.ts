/**
 * `/store/{locationId}/checkout`: how and when, who, check and pay, as one form that works without a script. Parts that
 * depend on the price have `data-fresh` and an id: the browser's module replaces these parts and leaves the others as
 * they are. Pure.
 */
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { formatBasket } from "../shared/basket-field.ts";
import { withBasket } from "../menu/store-page-order.ts";
import { storeWords } from "../menu/store-page-words.ts";
import type { CheckoutView } from "./checkout-view.ts";
import { renderHow } from "./checkout-how.ts";
import { renderLines, renderPay } from "./checkout-pay.ts";
import { renderWho } from "./checkout-who.ts";
import { timeField } from "./checkout-times.ts";

/** The page, after a sending with what was wrong. */
export function checkoutPage(
  given: Omit<CheckoutView, "words" | "say"> & { readonly status: 200 | 409 | 422 },
): ShownPage {
  const { checkout, status } = given;
  const { reader, location } = checkout;
  const words = storeWords(reader, location.timezone ?? "UTC", checkout.currency, checkout.now);
  const say = speak(reader.language, "checkout", reader.locale);
  const view = { ...given, words, say };
  const menu = withBasket(`/store/${location.id}`, checkout.items, {});
  return showPage({
    status,
    title: say("title"),
    reader,
    venue: { name: location.name ?? words.say("nameless"), href: menu, at: location.id },
    readAt: withBasket(`/store/${location.id}/checkout`, checkout.items, wayOf(view)),
    modules: ["checkout", ...(checkout.address?.modules ?? [])],
    width: "wide",
    main: html`<h1>${say("title")}</h1>
      <p><a href="${menu}">${say("back")}</a></p>
      ${renderMistakes(view)} ${checkout.items.length === 0 ? html`<p>${say("empty")}</p>` : null} ${renderForm(view)}`,
  });
}

/** What the address of the page says besides the basket: nothing that names the diner. */
function wayOf({ checkout: { form } }: CheckoutView): Readonly<Record<string, string>> {
  const { how, when } = form;
  return { ...(how === "delivery" ? { how } : {}), ...(when === "" ? {} : { when }) };
}

/** A summary with the ways to the fields; it takes the focus. */
function renderMistakes({ mistakes, refused, say }: CheckoutView): Markup | null {
  if (mistakes.length === 0 && refused.length === 0) return null;
  return html`<div class="notice bad" id="mistakes" role="alert" tabindex="-1" data-focus>
    ${refused.map(({ message }) => html`<p>${message}</p>`)}
    ${
      mistakes.length > 0 &&
      html`<p>${say("mistakes", { count: mistakes.length })}</p>
        <ul>
          ${mistakes.map(({ field, text }) => html`<li><a href="#${field}">${text}</a></li>`)}
        </ul>`
    }
  </div>`;
}

function renderForm(view: CheckoutView): Markup {
  const { checkout, formKey, say, words } = view;
  const { location, items, price } = checkout;
  const sayShop = speak(words.reader.language, "shopping", words.reader.locale);
  const expected = price.priced === null ? "" : String(price.priced.totals.total);
  return html`<div id="store" data-location="${location.id}"></div>
    <form
      method="post"
      action="/store/${location.id}/checkout"
      class="checkout"
      id="checkout"
      novalidate
      ${items.length === 0 && html`hidden`}
      data-checking="${say("checking")}"
      data-again="${say("price.again")}"
      data-failed="${sayShop("price.failed")}"
      data-unsure="${sayShop("unsure")}"
    >
      <button class="unseen" name="do" value="price" tabindex="-1" aria-hidden="true">${say("price.show")}</button>
      <div id="kept" data-fresh hidden>
        <input type="hidden" name="b" value="${items.length === 0 ? "" : (formatBasket(items) ?? "")}" />
        <input type="hidden" name="key" value="${formKey}" />
        <input type="hidden" name="expected" value="${expected}" />
        <input type="hidden" name="instead" value="${view.unpaid?.id ?? ""}" />
        <input type="hidden" name="for" value="${timeField(checkout.time)}" />
      </div>
      <div class="checkout-parts">
        <section class="card" aria-labelledby="part-1">
          <h2 id="part-1">${say("part.how")}</h2>
          ${renderHow(view)}
        </section>
        <section class="card" aria-labelledby="part-2">
          <h2 id="part-2">${say("part.who")}</h2>
          ${renderWho(view)}
        </section>
      </div>
      <section class="card checkout-pay" aria-labelledby="part-3">
        <h2 id="part-3">${say("part.pay")}</h2>
        ${renderLines(view)} ${renderPay(view)}
      </section>
    </form>`;
}

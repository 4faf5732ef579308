/** The third part of the checkout: the lines, the promo code, the tip, the sums, the payment and the button. Pure. */
import { isPayable } from "../../orders/order/order-wire.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { BreakdownKind, PricedBasket } from "../../pricing/priced-basket.ts";
import { changePath } from "../menu/store-page-order.ts";
import { speak } from "../../words/speak.ts";
import { named, namedList } from "../shared/named.ts";
import { explainAmounts } from "../shared/amount-words.ts";
import { chips, mistakeText, textField } from "./checkout-field.ts";
import { updateButton } from "./checkout-how.ts";
import type { CheckoutView } from "./checkout-view.ts";

/** The lines, each with what it costs or why it cannot be had, and the buttons that change them. */
export function renderLines(view: CheckoutView): Markup {
  const { checkout, say } = view;
  return html`<ul class="plain order-lines" id="lines" data-fresh aria-label="${say("lines")}">
    ${checkout.lines.map((_, index) => renderLine(view, index))}
  </ul>`;
}

function renderLine({ checkout, words }: CheckoutView, index: number): Markup {
  const say = speak(words.reader.language, "shopping", words.reader.locale);
  const { price } = checkout;
  const line = checkout.lines[index];
  const name = line?.dish?.name ?? say("line.gone");
  const isGone = price.gone.has(index);
  const priced = price.lines.get(index);
  const reasons = price.reasons.filter(({ path = "" }) => `${path}/`.startsWith(`/items/${index}/`));
  const step = (act: "less" | "more", shown: string): Markup =>
    html`<button
      class="quiet step"
      name="do"
      value="${act}:${index}"
      id="line-${index}-${act}"
      aria-label="${say(`line.${act}`, { name })}"
    >
      ${shown}
    </button>`;
  return html`<li ${isGone && html`class="gone"`}>
    <div class="row apart">
      <p class="order-line-name">${named(name, line?.dish?.name_language)}</p>
      <span>${priced !== undefined && words.price(priced.total)}</span>
    </div>
    ${line !== undefined && line.details.length > 0 && html`<p class="soft small">${namedList(line.details)}</p>`}
    ${isGone && html`<p><span class="badge warn">${say("sold_out")}</span></p>`}
    ${reasons.map(({ message }) => html`<p class="mistake">${message}</p>`)}
    <div class="row">
      ${isGone ? null : html`${step("less", "−")} <span class="count">${line?.quantity ?? 0}</span> ${step("more", "+")}`}
      ${
        line !== undefined &&
        line.dish !== null &&
        html`<a
          class="button quiet"
          id="line-${index}-change"
          href="${changePath(checkout.location, checkout.items, index, "checkout")}"
          aria-label="${say("line.change.named", { name })}"
          >${say("line.change")}</a
        >`
      }
      <button
        class="quiet"
        name="do"
        value="remove:${index}"
        id="line-${index}-remove"
        aria-label="${say("line.remove.named", { name })}"
      >
        ${say("line.remove")}
      </button>
    </div>
  </li>`;
}

/** From the promo code to the button. */
export function renderPay(view: CheckoutView): Markup {
  const { checkout, say } = view;
  return html`${textField(view, "coupon", say("coupon"), { isPriced: true })} ${renderTip(view)}
    ${textField(view, "notes", say("notes"), { maxlength: 500 })} ${updateButton(view, "price.show")}
    ${renderPayment(view)}
    <div id="sum" class="order-sum" data-fresh>
      ${checkout.price.priced !== null && renderSums(view, checkout.price.priced)}
    </div>
    <div id="trouble" data-fresh role="alert">${renderTrouble(view)}</div>
    <div id="earlier" data-fresh>${renderUnpaid(view)} ${renderPlaced(view)}</div>
    <div id="go" data-fresh>${renderButton(view)}</div>`;
}

/** The way on to an order of before, where a new one is placed: Back shows this part of the page. Nobody is to pay twice. */
function renderUnpaid({ unpaid, say, words: { reader } }: CheckoutView): Markup | null {
  if (unpaid === null) return null;
  const { total, currency } = unpaid.totals;
  const track = speak(reader.language, "tracking", reader.locale);
  return html`<section class="notice warn" id="unpaid">
    <p>${say("unpaid", { number: unpaid.display_number })}</p>
    ${
      isPayable(unpaid) &&
      html`<p>
        <a class="button" href="/pay/${unpaid.payment_link_token}"
          >${track("pay", { amount: formatMoney(total, currency, reader.locale) })}</a
        >
      </p>`
    }
  </section>`;
}

/** Who comes back from the page of an order finds the way to it: nobody is to order the same twice by mistake. */
function renderPlaced({ placed, say, words: { reader } }: CheckoutView): Markup | null {
  if (placed === null) return null;
  const see = speak(reader.language, "letters", reader.locale)("do.order");
  return html`<section class="notice warn" id="placed">
    <p>${say("placed", { number: placed.order.display_number })}</p>
    <p><a class="button" href="/order/${placed.dinerToken}">${see}</a></p>
  </section>`;
}

function renderTip(view: CheckoutView): Markup {
  const { checkout, say, words } = view;
  const sayShop = speak(words.reader.language, "shopping", words.reader.locale);
  const { tip } = checkout.form;
  const shares = checkout.location.tip_percentages.map((share) => {
    return { value: String(share), label: words.percent(share), isChosen: tip === String(share) };
  });
  return html`<fieldset class="tips">
    <legend>${say("tip")}</legend>
    ${chips("tip", [
      ...shares,
      { value: "own", label: say("tip.other"), isChosen: tip === "own" },
      { value: "0", label: sayShop("tip.none"), isChosen: tip === "0" },
    ])}
    <div class="tip-own">
      ${textField(view, "tip_amount", sayShop("tip.in", { currency: checkout.currency }), { inputmode: "decimal", isPriced: true })}
    </div>
  </fieldset>`;
}

function renderPayment(view: CheckoutView): Markup {
  const { checkout, say } = view;
  const options = checkout.location.payment_options;
  const [only] = options;
  if (options.length < 2) return html`<input type="hidden" name="payment" value="${only ?? "link"}" />`;
  const labels = { link: say("pay.link"), pay_in_store: say("pay.in_store") };
  return html`<fieldset>
    <legend>${say("pay")}</legend>
    ${options.map(
      (option) =>
        html`<label class="tick ${option === "pay_in_store" ? "of-pickup" : ""}"
          ><input
            type="radio"
            name="payment"
            value="${option}"
            data-priced
            ${checkout.form.payment === option && html`checked`}
          /><span>${labels[option]}</span></label
        >`,
    )}
    ${mistakeText(view, "payment")}
  </fieldset>`;
}

/** What is shown between the subtotal and the total: its name, the kinds of amounts in it, and its sign. */
const sums = [
  ["discount", ["discount"], -1],
  ["tax", ["tax", "fee_tax"], 1],
  ["fees", ["fee"], 1],
  ["delivery", ["delivery_fee"], 1],
  ["tip", ["tip", "delivery_tip"], 1],
] as const satisfies readonly (readonly [string, readonly BreakdownKind[], 1 | -1])[];

function renderSums({ checkout, words }: CheckoutView, { totals, breakdown }: PricedBasket): Markup {
  const { reader, readyAt } = { reader: words.reader, readyAt: checkout.price.readyAt };
  const say = speak(reader.language, "shopping", reader.locale);
  const row = (label: string, amount: number, kind?: string): Markup =>
    html`<tr ${kind !== undefined && html`class="${kind}"`}>
      <th scope="row">${label}</th>
      <td>${words.price(amount)}</td>
    </tr>`;
  const rows = sums.flatMap(([label, kinds, sign]) => {
    const of = breakdown.filter(({ kind }) => kinds.some((each) => each === kind));
    return of.length === 0 ? [] : [row(say(`sum.${label}`), sign * of.reduce((sum, { amount }) => sum + amount, 0))];
  });
  return html`<table class="amounts">
      <tbody>
        ${row(say("sum.subtotal"), totals.subtotal)} ${rows} ${row(say("sum.total"), totals.total, "total")}
      </tbody>
    </table>
    ${readyAt !== null && html`<p class="soft">${readyWords(checkout, readyAt, words, say)}</p>`}
    <details id="why">
      <summary>${say("sum.why")}</summary>
      <ul class="amount-words">
        ${explainAmounts(breakdown, totals.currency, reader).map(({ explanation }) => html`<li><bdi>${explanation}</bdi></li>`)}
      </ul>
    </details>`;
}

function readyWords(
  { form: { how }, time: { at } }: CheckoutView["checkout"],
  readyAt: number,
  { day, time, reader: { language, locale } }: CheckoutView["words"],
  say: ReturnType<typeof speak<"shopping">>,
): string {
  const track = speak(language, "tracking", locale);
  const ready = time(readyAt / 1_000);
  if (at === null) return how === "delivery" ? track("time.leaves", { time: ready }) : say("ready", { time: ready });
  return track("time.planned", { time: `${day(at)}, ${time(at)}` });
}

/** Why it cannot be ordered as it is; what is said at a line or in the summary is not said again. */
function renderTrouble({ checkout, refused }: CheckoutView): Markup | null {
  const isMissing = checkout.address === null || checkout.address.coordinate === null;
  const reasons = checkout.price.reasons.filter(
    // Before an address is given, the button asks for one.
    ({ code, path = "", message }) =>
      !path.startsWith("/items/") &&
      !(isMissing && code === "address_not_located") &&
      !refused.some((said) => said.message === message),
  );
  if (reasons.length === 0) return null;
  return html`<div class="notice bad">${reasons.map(({ message }) => html`<p>${message}</p>`)}</div>`;
}

/** The amount on the button is the price of what is chosen; where there is none yet, the button says what is missing. */
function renderButton({ checkout, say, words }: CheckoutView): Markup {
  const { price, form, address } = checkout;
  const sayShop = speak(words.reader.language, "shopping", words.reader.locale);
  const button = (act: string, shown: string): Markup =>
    html`<button class="full" id="place" name="do" value="${act}">${shown}</button>`;
  if (price.gone.size > 0) return button("remove_gone", sayShop("gone.remove", { count: price.gone.size }));
  if (form.how === "delivery" && (address === null || address.address === null || address.coordinate === null))
    return button("place", say("address.enter"));
  if (price.nextTime !== null) {
    return button(`later:${price.nextTime}`, sayShop("later", { time: words.moment(price.nextTime) }));
  }
  if (price.reasons.length > 0 || price.priced === null) return button("price", say("price.again"));
  const amount = words.price(price.priced.totals.total);
  const { at } = checkout.time;
  if (at === null) return button("place", sayShop("submit", { price: amount }));
  return button("place", sayShop("checkout.later", { time: words.moment(at), price: amount }));
}

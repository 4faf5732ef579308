/** The first part of the checkout: collection or delivery, where, and when. Pure. */
import { formatPlainTime } from "../../pages/page-formats.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formattedFor, plainLocale } from "../../words/pseudo-language.ts";
import { speak } from "../../words/speak.ts";
import { chips, type Choice } from "./checkout-field.ts";
import type { CheckoutView } from "./checkout-view.ts";
import { soon } from "./checkout-times.ts";

/** The fields. */
export function renderHow(view: CheckoutView): Markup {
  const { checkout, say } = view;
  const { address, form, location } = checkout;
  const ways = [
    { value: "pickup", label: say("how.pickup"), isChosen: form.how === "pickup" },
    { value: "delivery", label: say("how.delivery"), isChosen: form.how === "delivery" },
  ];
  return html`${
    location.fulfillment_types.length > 1 &&
    html`<fieldset>
      <legend>${say("how")}</legend>
      ${chips("how", ways, "ways")}
    </fieldset>`
  }
  ${
    address !== null &&
    html`<fieldset class="of-delivery" id="address">
      <legend>${say("where")}</legend>
      ${address.part}
    </fieldset>`
  }
  ${renderTimes(view)} ${updateButton(view, "when.show")}`;
}

/** Where no script runs: what was chosen so far is read, and the page shows what follows from it. */
export function updateButton({ say }: Pick<CheckoutView, "say">, words: "when.show" | "price.show"): Markup {
  return html`<noscript
    ><p><button class="quiet" name="do" value="price">${say(words)}</button></p></noscript
  >`;
}

/** One step of choosing a time, under its name. */
function step(name: "hour" | "when", title: string, choices: readonly Choice[]): Markup {
  return html`<div role="group" aria-labelledby="${name}-title">
    <p class="hint" id="${name}-title">${title}</p>
    ${chips(name, choices)}
  </div>`;
}

/** "18:00 –", or "6 PM –" where clocks have twelve hours. An hour that the clock shows twice is one choice. */
function hourLabel({ checkout, words }: CheckoutView, at: number): string {
  const { locale } = words.reader;
  const timeZone = checkout.location.timezone ?? "UTC";
  const format = new Intl.DateTimeFormat(plainLocale(locale), { hour: "numeric", timeZone });
  const isShort = format.resolvedOptions().hour12 === true;
  return `${isShort ? formattedFor(locale, format.format(at * 1_000)) : formatPlainTime(at * 1_000, timeZone, locale)} –`;
}

/** Today is said so, beside its date. */
function dayLabel({ checkout, words }: CheckoutView, at: number): string {
  const day = words.day(at);
  const { language, locale } = words.reader;
  return day === words.day(checkout.now) ? speak(language, "booking", locale)("near.today", { day }) : day;
}

function renderTimes(view: CheckoutView): Markup {
  const { checkout, say, words } = view;
  const { time, location } = checkout;
  const open = location.open_now || time.days.length === 0;
  const days = [
    ...(open ? [{ value: soon, label: say("when.soon"), isChosen: time.at === null }] : []),
    ...time.days.map(({ value, at }) => ({ value, label: dayLabel(view, at), isChosen: value === time.day })),
  ];
  const hours = time.hours.map(({ value, at }) => {
    return { value, label: hourLabel(view, at), isChosen: value === time.hour };
  });
  const times = time.times.map((at) => ({ value: String(at), label: words.time(at), isChosen: at === time.at }));
  return html`<div id="times" data-fresh>
    <fieldset class="times">
      <legend>${say("when")}</legend>
      ${
        !location.open_now &&
        location.reasons.length > 0 &&
        html`<div class="notice warn">${location.reasons.map(({ message }) => html`<p>${message}</p>`)}</div>`
      }
      ${chips("day", days, "days")} ${hours.length > 0 && step("hour", say("when.hour"), hours)}
      ${times.length > 0 && step("when", say("when.time"), times)}
    </fieldset>
  </div>`;
}

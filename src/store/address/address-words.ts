/** The terms of a delivery and the refusals of an address in words. Pure. */
import { labelOf } from "../../addresses/answer-fields.ts";
import { html, join, type Markup } from "../../pages/html.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { fillName, slots } from "../../pages/say-markup.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import type { AddressMistake, AddressState } from "./address-state.query.ts";
import type { DeliveryTermsHere } from "./delivery-here.query.ts";

export type DeliveryWords = Say<Parts["delivery"]>;

/** The words of an address, for its reader. */
export function deliveryWords({ language, locale }: Reader): DeliveryWords {
  return speak(language, "delivery", locale);
}

/** Fee, minimum and minutes in one line, and that nobody delivers there at this hour. */
export function termsLine(terms: DeliveryTermsHere, say: DeliveryWords, { locale }: Reader): Markup {
  const money = (amount: number): string => formatMoney(amount, terms.currency, locale);
  const { fee, freeOver, minimum, minutes } = terms;
  const parts = [
    fee === 0 ? say("fee.none") : say("fee", { amount: money(fee) }),
    ...(fee === 0 || freeOver === null ? [] : [say("fee.free_over", { amount: money(freeOver) })]),
    ...(minimum === null ? [] : [say("minimum", { amount: money(minimum) })]),
    ...(minutes === null ? [] : [minutesOf(minutes, say)]),
  ];
  return html`<p class="delivery-terms">${join(parts, " · ")}</p>
    ${terms.kind === "closed" && html`<p class="notice warn">${say("closed")}</p>`}`;
}

function minutesOf({ min, max }: NonNullable<DeliveryTermsHere["minutes"]>, say: DeliveryWords): string {
  const [from, to] = [String(min), String(max)];
  return min === max ? say("minutes.about", { min: from }) : say("minutes", { min: from, max: to });
}

/** The field that a mistake is about, where that is not the one line. */
const fieldOf: Readonly<Partial<Record<AddressMistake, string>>> = {
  "street.missing": "written-street",
  "city.missing": "written-city",
};

/** Why no address is set, as text and as what is shown; undefined where nothing is wrong. */
export function mistakeOf(
  state: AddressState,
  say: DeliveryWords,
): { readonly field: string; readonly text: string; readonly shown: Markup } | undefined {
  if (state.kind !== "asked") return undefined;
  const { mistake, outside } = state;
  if (outside !== undefined) {
    const shown = html`${fillName(say("outside", { address: slots[0] }), labelOf(outside))} ${say("outside.next")}`;
    return { field: "typed-address", text: say("outside.next"), shown };
  }
  if (mistake === undefined) return undefined;
  const text = say(mistake);
  const field = fieldOf[mistake] ?? "typed-address";
  return { field, text, shown: html`${text}` };
}

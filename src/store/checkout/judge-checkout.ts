/** Whether a sent checkout can be placed as it was shown, and the order that is placed then. Pure. */
import { guestLanguageNamed } from "../../kernel/language.ts";
import type { OrderRequest } from "../../orders/order/order-request.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import type { Reader } from "../../pages/reader.ts";
import { plainLocale } from "../../words/pseudo-language.ts";
import { speak } from "../../words/speak.ts";
import type { SaidReason } from "../shared/reason-words.ts";
import type { AddressStep } from "../address/address-step.query.ts";
import { findMistakes, type Mistake } from "./checkout-mistakes.ts";
import { timeField } from "./checkout-times.ts";
import type { Checkout } from "./read-checkout.query.ts";

/** How a sending ended that placed no order. */
export interface Outcome {
  readonly status: 200 | 409 | 422;
  readonly mistakes?: readonly Mistake[];
  readonly refused?: readonly SaidReason[];
}

/** Why the order is not placed as it was sent; undefined when it can be. The form says the time and the total that were shown. */
export function outcomeOf(checkout: Checkout, sent: URLSearchParams): Outcome | undefined {
  const { reader, address, form, price, currency } = checkout;
  const say = speak(reader.language, "checkout", reader.locale);
  const mistakes = [
    ...(form.how === "delivery" ? addressMistakes(address, say("address.enter")) : []),
    ...findMistakes({ ...checkout, example: exampleOf(currency, reader) }, say),
  ];
  if (mistakes.length > 0) return { status: 422, mistakes };
  if (price.gone.size > 0 || price.reasons.length > 0 || price.priced === null)
    return { status: 409, refused: stoppedBy(checkout) };
  const changed = [
    ...(sent.get("for") === timeField(checkout.time) ? [] : [{ code: "time_changed", message: say("when.changed") }]),
    ...(sent.get("expected") === String(price.priced.totals.total)
      ? []
      : [{ code: "price_changed", message: speak(reader.language, "offer", reader.locale)("reason.price_changed") }]),
  ];
  return changed.length === 0 ? undefined : { status: 409, refused: changed };
}

/** What stops the order as it is, for the summary at the top: dishes that are gone in one sentence, and each other reason. */
export function stoppedBy({ price, reader }: Checkout): readonly SaidReason[] {
  const say = speak(reader.language, "offer", reader.locale);
  const gone = { code: "out_of_stock", message: say("reason.out_of_stock") };
  return [...(price.gone.size > 0 ? [gone] : []), ...price.reasons];
}

/** The order of a checkout without mistakes, at the total that was shown. */
export function requestOf(checkout: Checkout, dinerToken: string): OrderRequest & { readonly dinerToken: string } {
  const { form, address, reader, channels, price } = checkout;
  const { phone: _counted, ...request } = checkout.request;
  const sayChoice = speak(reader.language, "letters", reader.locale);
  const { toldBy } = form;
  const email = form.email === "" || !channels.includes("email") ? null : form.email;
  return {
    ...request,
    ...(price.priced === null ? {} : { expectedTotal: price.priced.totals.total }),
    customer: { name: form.name, phone: form.phone, email },
    language: guestLanguageNamed(reader.language) ?? null,
    deliveryAddress: form.how === "delivery" ? (address?.address ?? null) : null,
    notes: form.notes === "" ? null : form.notes,
    paysAtOnce: false,
    dinerToken,
    ...(toldBy === null || channels.length === 0
      ? {}
      : { toldBy: { channel: toldBy, sentence: sayChoice(`choice.${toldBy}`) } }),
  };
}

function exampleOf(currency: string, { locale }: Reader): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(plainLocale(locale), { minimumFractionDigits: digits }).format(250 / 10 ** digits);
}

function addressMistakes(step: AddressStep | null, enter: string): readonly Mistake[] {
  if (step === null || step.address !== null) return [];
  return step.mistakes.length > 0 ? step.mistakes : [{ field: "typed-address", text: enter }];
}

/** The mistakes of a checkout that stop the order: each with its field, in words. Pure. */
import { parsePhone } from "../../kernel/phone.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import { isEmailText } from "../../kernel/email.ts";
import type { Say } from "../../words/message-arguments.ts";
import type { Parts } from "../../words/speak.ts";
import type { CheckoutForm } from "./checkout-form.ts";

export interface Mistake {
  /** The id of the field. */
  readonly field: string;
  readonly text: string;
}

export type SayCheckout = Say<Parts["checkout"]>;

export interface CheckedForm {
  readonly form: CheckoutForm;
  /** Ways besides the page itself. */
  readonly channels: readonly MessageChannel[];
  /** Of the location. */
  readonly country: string | null;
  readonly currency: string;
  /** As an example of a tip. */
  readonly example: string;
}

/** Every mistake, in the order of the page; those of the address come before. */
export function findMistakes(checked: CheckedForm, say: SayCheckout): Mistake[] {
  const { form, channels, country } = checked;
  const mistakes: Mistake[] = [];
  const wrong = (field: string, text: string): void => void mistakes.push({ field, text });
  if (form.name === "") wrong("name", say("name.mistake"));
  if (parsePhone(form.phone, country) === undefined) wrong("phone", say("phone.mistake"));
  if (form.email !== "" && !isEmailText(form.email)) wrong("email", say("email.mistake"));
  if (form.email === "" && form.toldBy === "email") wrong("email", say("email.needed"));
  if (channels.length > 0 && !isOffered(form, channels)) wrong("told_by", say("tell.mistake"));
  if (tipOf(checked, 0) === undefined) wrong("tip_amount", say("tip.mistake", { amount: checked.example }));
  return mistakes;
}

function isOffered({ toldBy }: CheckoutForm, channels: readonly MessageChannel[]): boolean {
  return toldBy === "page" || channels.some((channel) => channel === toldBy);
}

interface Tipped {
  readonly form: Pick<CheckoutForm, "tip" | "tipAmount">;
  readonly currency: string;
}

/**
 * The tip in minor units, a share of the subtotal or an amount; undefined for what is no amount of the currency. More
 * decimals than it has are none: where one writes "20.000" for twenty thousand, it is not twenty.
 */
export function tipOf({ form: { tip, tipAmount }, currency }: Tipped, subtotal: number): number | undefined {
  if (/^\d{1,2}$/.test(tip)) return Math.round((subtotal * Number(tip)) / 100);
  if (tip !== "own" || tipAmount === "") return 0;
  const amount = tipAmount.replaceAll(/[\s\p{Sc}]/gu, "").replace(",", ".");
  const digits = minorDigits(currency);
  const [, decimals = ""] = amount.split(".");
  if (!/^\d{1,6}(?:\.\d{0,4})?$/.test(amount) || decimals.length > digits) return undefined;
  return Math.round(Number(amount) * 10 ** digits);
}

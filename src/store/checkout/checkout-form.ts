/** The fields of a checkout as the diner typed them, bounded and without characters that cannot be stored. Pure. */
import { visibleOrEmpty } from "../../kernel/blank.ts";
import { chosenChannels, type ChosenChannel } from "../../messaging/message/message-kinds.ts";
import type { StoreLocation } from "../shared/store-location.ts";

export interface CheckoutForm {
  readonly how: "pickup" | "delivery";
  /** "soon", or a local date. */
  readonly day: string;
  /** The local hour that was chosen on a long day: "18". */
  readonly hour: string;
  /** Unix seconds as text. */
  readonly when: string;
  /** A share of the subtotal in percent, "own", or empty: nothing was chosen. */
  readonly tip: string;
  /** The amount of an own tip, as it was typed. */
  readonly tipAmount: string;
  readonly coupon: string;
  readonly notes: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** Null where nothing was chosen. */
  readonly toldBy: ChosenChannel | null;
  readonly payment: "link" | "pay_in_store";
}

/** What a location offers. */
export type Offered = Pick<StoreLocation, "fulfillment_types" | "payment_options">;

/** Reads the fields of the form, or of the address that led to it. */
export function readCheckoutForm(fields: URLSearchParams, offered: Offered): CheckoutForm {
  const how = fields.get("how") === "delivery" && offered.fulfillment_types.length > 1 ? "delivery" : "pickup";
  return {
    how,
    day: textOf(fields, "day", 10),
    hour: textOf(fields, "hour", 2),
    when: textOf(fields, "when", 12),
    tip: textOf(fields, "tip", 3),
    tipAmount: textOf(fields, "tip_amount", 12),
    coupon: textOf(fields, "coupon", 100),
    notes: textOf(fields, "notes", 500),
    name: textOf(fields, "name", 100),
    phone: textOf(fields, "phone", 50),
    email: textOf(fields, "email", 254),
    toldBy: chosenChannels.find((channel) => channel === fields.get("told_by")) ?? null,
    payment: paymentOf(fields, offered, how),
  };
}

/** Without spaces at its ends, empty where nobody would see it, cut to so many characters. */
export function textOf(fields: URLSearchParams, name: string, most: number): string {
  const text = visibleOrEmpty((fields.get(name) ?? "").replaceAll("\0", ""));
  return text.slice(0, most).toWellFormed();
}

/** What is delivered is paid online. */
function paymentOf(fields: URLSearchParams, { payment_options: options }: Offered, how: CheckoutForm["how"]) {
  const asked = options.find((option) => option === fields.get("payment"));
  if (how === "delivery" && options.includes("link")) return "link";
  return asked ?? options[0] ?? "link";
}

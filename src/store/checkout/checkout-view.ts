/** The values that the parts of the checkout show. */
import type { Order } from "../../orders/order/order.ts";
import type { StoreWords } from "../menu/store-page-words.ts";
import type { SaidReason } from "../shared/reason-words.ts";
import type { FieldsView } from "./checkout-field.ts";
import type { SayCheckout } from "./checkout-mistakes.ts";
import type { Checkout } from "./read-checkout.query.ts";

export interface CheckoutView extends FieldsView {
  readonly checkout: Checkout;
  /** Of the next sending; the same until an order is placed. */
  readonly formKey: string;
  /** An order of before that waits for its payment, and whose place this one takes. */
  readonly unpaid: Order | null;
  /** An order of before that the restaurant has and that goes on, with the key to it: a new one comes on top of it. */
  readonly placed: { readonly order: Order; readonly dinerToken: string } | null;
  /** Why nothing was ordered, besides mistakes. */
  readonly refused: readonly SaidReason[];
  readonly words: StoreWords;
  readonly say: SayCheckout;
}

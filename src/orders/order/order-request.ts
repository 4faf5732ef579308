/** A diner's request: the same for a quote, an order and a simulated diner (rules/ordering 5.10). */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import type { DeliveryAddress, OrderCustomer } from "./order.ts";

/** What prices and rules depend on. */
export interface QuoteRequest {
  readonly locationId: Id<"str">;
  readonly items: readonly BasketItem[];
  readonly fulfillmentType: "pickup" | "delivery";
  readonly coordinate: { readonly latitude: number; readonly longitude: number } | null;
  /** Minor units; for a delivery it goes to the courier. */
  readonly tip: number;
  readonly couponCodes: readonly string[];
  /** Absent is the menu's. */
  readonly currency?: string;
  readonly scheduledFor: Instant | null;
  readonly paymentOption: "link" | "pay_in_store";
  /** The total that the diner was shown, in minor units: another one is refused. */
  readonly expectedTotal?: number;
  /** An unpaid order that ends when this one is placed: the coupons and the capacity that it holds are free for this one. */
  readonly instead?: Id<"ord"> | null;
}

export interface OrderRequest extends QuoteRequest {
  readonly customer: OrderCustomer;
  /** What the diner reads; null: the language of the location. */
  readonly language: GuestLanguage | null;
  readonly deliveryAddress: DeliveryAddress | null;
  readonly notes: string | null;
  /** A simulated diner who pays as soon as it is asked to. */
  readonly paysAtOnce: boolean;
  /** The diner's key to the order, of 192 bits, where the caller made one: an order with this key is placed once. Absent: made here. */
  readonly dinerToken?: string;
  /** How the diner chose to be told of the order; absent: nobody asked. */
  readonly toldBy?: ChannelChoice;
}

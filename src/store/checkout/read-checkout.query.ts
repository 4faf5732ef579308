/** Everything that the checkout shows, of one moment: the location, its times, the lines and their price with fee and tip. */
import { toUnixSeconds } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { parsePhone } from "../../kernel/phone.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { MessageChannel } from "../../messaging/message/message-kinds.ts";
import { listOrderChannels } from "../../messaging/queue/tell-guest.command.ts";
import type { DeliveryTerms } from "../../orders/order/delivery-terms.ts";
import { listPossibleTimes } from "../../orders/place/find-next-time.query.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import type { AddressStep } from "../address/address-step.query.ts";
import { describeLines, type BasketLine } from "../menu/basket-lines.ts";
import { getStoreMenu } from "../menu/get-store-menu.query.ts";
import { priceLines, type LinesRequest, type PricedLines } from "../menu/price-lines.query.ts";
import { getStoreLocation } from "../shared/get-store-location.query.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import { readCheckoutForm, type CheckoutForm } from "./checkout-form.ts";
import { tipOf } from "./checkout-mistakes.ts";
import { chooseTime, mostTimes, type ChosenTime } from "./checkout-times.ts";

export interface CheckoutAsked {
  readonly id: Id<"str">;
  readonly items: readonly BasketItem[];
  readonly fields: URLSearchParams;
  /** Null where nobody delivers. */
  readonly address: AddressStep | null;
  readonly reader: Reader;
  /** The diner's order that is not paid, and ends when this one is placed. */
  readonly instead: Id<"ord"> | null;
}

export interface Checkout {
  readonly location: StoreLocation;
  readonly reader: Reader;
  readonly currency: string;
  /** Of the location's clock, in Unix seconds. */
  readonly now: number;
  /** Of the location. */
  readonly country: string | null;
  readonly form: CheckoutForm;
  readonly time: ChosenTime;
  readonly channels: readonly MessageChannel[];
  readonly address: AddressStep | null;
  readonly items: readonly BasketItem[];
  readonly lines: readonly BasketLine[];
  readonly price: PricedLines;
  /** What an order is placed with. */
  readonly request: LinesRequest;
}

/** Reads and prices; refused where there is no such location or it has no menu yet. */
export async function readCheckout(
  db: Db,
  deliveryTerms: DeliveryTerms,
  asked: CheckoutAsked,
): Promise<Checkout | Refusal<"not_found" | "menu_not_published">> {
  const settings = await getLocationSettings(db, asked.id);
  if (isRefusal(settings)) return settings;
  const { country } = settings.address;
  const { address, reader, instead } = asked;
  const location = await getStoreLocation(db, asked.id, reader, instead);
  if (isRefusal(location)) return location;
  const form = readCheckoutForm(asked.fields, location);
  const times = location.next_possible_time === null ? [] : await listPossibleTimes(db, settings, mostTimes, instead);
  const time = chooseTime(times.map(toUnixSeconds), settings.timezone ?? "UTC", form, location.open_now);
  const menu = await getStoreMenu(db, asked.id, time.at === null ? null : time.at * 1_000, reader);
  if (isRefusal(menu)) return menu;
  const request: LinesRequest = {
    locationId: asked.id,
    items: asked.items,
    fulfillmentType: form.how,
    coordinate: form.how === "delivery" ? (address?.coordinate ?? null) : null,
    tip: 0,
    couponCodes: form.coupon === "" ? [] : [form.coupon],
    scheduledFor: time.at === null ? null : time.at * 1_000,
    paymentOption: form.payment,
    phone: parsePhone(form.phone, country) ?? null,
    instead,
  };
  const [price, channels] = await Promise.all([
    priceWithTip(db, { request, form, currency: menu.currency, deliveryTerms, reader }),
    listOrderChannels(db, asked.id),
  ]);
  const lines = describeLines(asked.items, menu);
  const now = toUnixSeconds(settings.now);
  const { currency } = menu;
  const known = { location, reader, currency, now, country };
  return { ...known, form, time, channels, address, items: asked.items, lines, ...price };
}

interface TippedRequest {
  readonly request: LinesRequest;
  readonly form: CheckoutForm;
  readonly currency: string;
  readonly deliveryTerms: DeliveryTerms;
  readonly reader: Reader;
}

/** A tip may be a share of the subtotal, so that is asked first. */
async function priceWithTip(db: Db, { request, form, currency, deliveryTerms, reader }: TippedRequest) {
  const price = await priceLines(db, request, deliveryTerms, reader);
  const tip = tipOf({ form, currency }, price.priced?.totals.subtotal ?? 0) ?? 0;
  if (tip === 0) return { price, request };
  const tipped = { ...request, tip };
  return { price: await priceLines(db, tipped, deliveryTerms, reader), request: tipped };
}

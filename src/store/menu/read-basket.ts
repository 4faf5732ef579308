/** Reads the body of a quote or an order; an absent field has the plain value. Pure. */
import type { Static } from "typebox";
import type { ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import type { ChosenChannel } from "../../messaging/message/message-kinds.ts";
import { speak } from "../../words/speak.ts";
import type { Id } from "../../kernel/id.ts";
import { wantedLanguage, type GuestLanguage } from "../../kernel/language.ts";
import type { DeliveryAddress } from "../../orders/order/order.ts";
import type { OrderRequest, QuoteRequest } from "../../orders/order/order-request.ts";
import { invalidRequest, type FieldsRefusal } from "../../platform/http/reading/invalid-request.ts";
import type { PlaceTokens } from "../../addresses/place-token.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { placeBody, quoteBody } from "./store.schemas.ts";

type Basket = Omit<Static<typeof quoteBody>, "customer">;
type Wrong = FieldsRefusal<"invalid_request">;

/** What prices and rules depend on; instants become milliseconds. Refuses a place token that is none of the location's. */
export function readQuote(
  placeTokens: Pick<PlaceTokens, "read">,
  locationId: Id<"str">,
  body: Basket,
): QuoteRequest | Wrong {
  const coordinate = readCoordinate(placeTokens, locationId, body.delivery_address ?? null);
  if (isRefusal(coordinate)) return coordinate;
  const { scheduled_for: scheduledFor = null } = body;
  return {
    locationId,
    items: body.items,
    fulfillmentType: body.fulfillment_type ?? "pickup",
    coordinate,
    tip: body.tip ?? 0,
    couponCodes: body.coupon_codes ?? [],
    ...(body.currency === undefined ? {} : { currency: body.currency }),
    scheduledFor: scheduledFor === null ? null : scheduledFor * 1000,
    paymentOption: body.payment ?? "link",
    ...(body.expected_total === undefined ? {} : { expectedTotal: body.expected_total }),
  };
}

/** The whole order of a real diner, who pays by the link or in the store; `languages` is the header Accept-Language. */
export function readOrder(
  placeTokens: Pick<PlaceTokens, "read">,
  locationId: Id<"str">,
  body: Static<typeof placeBody>,
  languages: string | undefined,
): OrderRequest | Wrong {
  const quote = readQuote(placeTokens, locationId, body);
  if (isRefusal(quote)) return quote;
  const isDelivered = quote.fulfillmentType === "delivery" && (body.delivery_address ?? null) !== null;
  const deliveryAddress = isDelivered ? readAddress(placeTokens, locationId, body.delivery_address ?? {}) : null;
  if (isRefusal(deliveryAddress)) return deliveryAddress;
  return {
    ...quote,
    customer: { name: body.customer.name, phone: body.customer.phone, email: body.customer.email ?? null },
    language: wantedLanguage(languages) ?? null,
    deliveryAddress,
    notes: body.notes ?? null,
    paysAtOnce: false,
    ...(body.told_by === undefined ? {} : { toldBy: choiceOf(body.told_by, wantedLanguage(languages) ?? "en") }),
  };
}

/** The choice with the sentence that asks for it, in the diner's language. */
function choiceOf(channel: ChosenChannel, language: GuestLanguage): ChannelChoice {
  return { channel, sentence: speak(language, "letters")(`choice.${channel}`) };
}

/** The whole address: as it is written, else as its place token names it. */
function readAddress(
  placeTokens: Pick<PlaceTokens, "read">,
  locationId: Id<"str">,
  given: NonNullable<Basket["delivery_address"]>,
): DeliveryAddress | Wrong {
  const { place_token: token, street, city, unit = null, notes = null } = given;
  const named = token === undefined || street !== undefined ? undefined : placeTokens.read(token, locationId);
  if (named !== undefined && named.street !== "" && named.city !== "")
    return {
      street: named.street,
      unit,
      city: named.city,
      state: named.state,
      postal_code: named.postalCode,
      notes,
    };
  if (street !== undefined && city !== undefined)
    return { street, unit, city, state: given.state ?? "", postal_code: given.postal_code ?? "", notes };
  const missing = street === undefined ? "street" : "city";
  const message = "is required, except beside a place_token that names a street";
  return invalidRequest([{ path: `body.delivery_address.${missing}`, message }]);
}

/** Where the address is: as its place token says, else as it says itself; null where nobody says. */
function readCoordinate(
  placeTokens: Pick<PlaceTokens, "read">,
  locationId: Id<"str">,
  address: NonNullable<Basket["delivery_address"]> | null,
): QuoteRequest["coordinate"] | Wrong {
  const token = address?.place_token;
  if (token !== undefined) {
    const named = placeTokens.read(token, locationId);
    const message = "is none of this location's, or is older than 24 hours; ask for suggestions again";
    if (named === undefined) return invalidRequest([{ path: "body.delivery_address.place_token", message }]);
    return { latitude: named.latitude, longitude: named.longitude };
  }
  if (address?.latitude === undefined || address.longitude === undefined) return null;
  return { latitude: address.latitude, longitude: address.longitude };
}

/** Reads the body of a quote or an order; what it leaves out is the plain case. Pure. */
import type { Static } from "typebox";
import type { ChannelChoice } from "../../messaging/choose-channel.command.ts";
import type { ChosenChannel } from "../../messaging/message-kinds.ts";
import { speak } from "../../words/speak.ts";
import type { Id } from "../../kernel/id.ts";
import { wantedLanguage, type GuestLanguage } from "../../kernel/language.ts";
import type { OrderRequest, QuoteRequest } from "../../orders/order/order-request.ts";
import type { placeBody, quoteBody } from "./store.schemas.ts";

/** What prices and rules depend on; instants become milliseconds. */
export function readQuote(locationId: Id<"str">, body: Omit<Static<typeof quoteBody>, "customer">): QuoteRequest {
  const address = body.delivery_address ?? null;
  const { scheduled_for: scheduledFor = null } = body;
  return {
    locationId,
    items: body.items,
    fulfillmentType: body.fulfillment_type ?? "pickup",
    coordinate:
      address?.latitude === undefined || address.longitude === undefined
        ? null
        : { latitude: address.latitude, longitude: address.longitude },
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
  locationId: Id<"str">,
  body: Static<typeof placeBody>,
  languages: string | undefined,
): OrderRequest {
  const quote = readQuote(locationId, body);
  const address = body.delivery_address ?? null;
  return {
    ...quote,
    customer: { name: body.customer.name, phone: body.customer.phone, email: body.customer.email ?? null },
    language: wantedLanguage(languages) ?? null,
    deliveryAddress:
      address === null || quote.fulfillmentType === "pickup"
        ? null
        : {
            street: address.street,
            unit: address.unit ?? null,
            city: address.city,
            state: address.state,
            postal_code: address.postal_code,
            notes: address.notes ?? null,
          },
    notes: body.notes ?? null,
    paysAtOnce: false,
    ...(body.told_by === undefined ? {} : { toldBy: choiceOf(body.told_by, wantedLanguage(languages) ?? "en") }),
  };
}

/** The choice with the sentence that asks for it, in the diner's language. */
function choiceOf(channel: ChosenChannel, language: GuestLanguage): ChannelChoice {
  return { channel, sentence: speak(language, "letters")(`choice.${channel}`) };
}

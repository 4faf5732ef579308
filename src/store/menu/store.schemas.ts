/** Wire shapes of the diner's interface (rules/ordering 5.10, 14.4): location, quote and placing. */
import { chosenChannels } from "../../messaging/message/message-kinds.ts";
import Type from "typebox";
import { maxAmountMinor } from "../../kernel/money.ts";
import { locationStatuses, paymentOptions } from "../../locations/location/location.ts";
import { placeTokenMaxLength } from "../../addresses/place-token.ts";
import {
  basketFields,
  basketItem,
  customerSchema,
  deliveryAddressSchema,
  phoneField,
} from "../../orders/api/basket.schemas.ts";
import { itemChangeSchema } from "../../orders/api/item-changes.schemas.ts";
import { lineItem, totals } from "../../orders/api/orders.schemas.ts";
import { idField, isoInstant, nullable, oneOf, textField, unixSeconds } from "../../platform/http/reading/fields.ts";

const amountKinds = [
  "price",
  "option",
  "discount",
  "tax",
  "tax_included",
  "fee",
  "fee_tax",
  "tip",
  "delivery_fee",
  "delivery_tip",
] as const;

export const reasonSchema = Type.Object(
  {
    code: Type.String({ maxLength: 100, description: "Stable; see the list of reasons in docs/store.md." }),
    message: Type.String({ maxLength: 2000, description: "For the diner." }),
    path: Type.String({ maxLength: 2000, description: "A JSON Pointer into the request; empty for the whole." }),
    menu_entity_id: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { title: "StoreReason" },
);

const line = nullable(Type.String({ maxLength: 500 }));
const window = Type.Object({ startTime: Type.String({ maxLength: 5 }), endTime: Type.String({ maxLength: 5 }) });

export const storeLocationSchema = Type.Object(
  {
    object: Type.Literal("store_location"),
    id: idField("str"),
    livemode: Type.Boolean(),
    name: nullable(Type.String({ maxLength: 600 })),
    phone: nullable(Type.String({ maxLength: 50 })),
    address: Type.Object({ line1: line, line2: line, city: line, region: line, postal_code: line, country: line }),
    timezone: nullable(Type.String({ maxLength: 255 })),
    status: oneOf(locationStatuses),
    open_now: Type.Boolean({ description: "An order for as soon as possible would be taken, the basket aside." }),
    reasons: Type.Array(reasonSchema, { description: "Why not, when it would not." }),
    next_opening: nullable(unixSeconds("When it opens next, while it is closed.")),
    next_possible_time: nullable(unixSeconds("The first time that an order can be for; null when there is none.")),
    ready_in_minutes: nullable(Type.Integer({ description: "From placing to ready at present." })),
    paused_until: nullable(unixSeconds("No order is prepared before.")),
    opening_hours: nullable(
      Type.Object({
        windows: Type.Array(Type.Object({ dayOfWeek: Type.Integer(), ...window.properties })),
        exceptions: Type.Optional(
          Type.Array(
            Type.Object({
              date: Type.String({ maxLength: 10 }),
              closed: Type.Optional(Type.Boolean()),
              windows: Type.Optional(Type.Array(window)),
            }),
          ),
        ),
      }),
    ),
    fulfillment_types: Type.Array(oneOf(["pickup", "delivery"])),
    payment_options: Type.Array(oneOf(paymentOptions)),
    tip_percentages: Type.Array(Type.Integer(), {
      description: "What a page may offer as a tip, in percent of the subtotal; placing takes any amount.",
    }),
    currency: nullable(Type.String({ maxLength: 3, description: "Of the menu; null before one is published." })),
    bookings_enabled: Type.Boolean(),
  },
  { title: "StoreLocation" },
);

const explained = Type.Object(
  {
    kind: oneOf(amountKinds),
    path: nullable(
      Type.String({ maxLength: 2000, description: "The line it belongs to, as a JSON Pointer; null for the order." }),
    ),
    menu_entity_id: nullable(Type.String({ maxLength: 255 })),
    label: Type.String({ maxLength: 1000 }),
    amount: Type.Integer({ description: "In minor units." }),
    explanation: Type.String({ maxLength: 2000, description: "One sentence for the diner." }),
  },
  { title: "ExplainedAmount" },
);

const said = {
  ...lineItem.properties,
  name: Type.String({ maxLength: 600, description: "In the language of the answer, where the menu has it." }),
  name_language: Type.Optional(
    Type.String({ maxLength: 35, description: "Of the name, where it is another language." }),
  ),
};
const { id: _orderLineId, ...quotedLine } = said;

const addressFields = {
  ...deliveryAddressSchema.properties,
  place_token: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: placeTokenMaxLength,
      description: "Of a suggested address: its place on the map, in place of latitude and longitude.",
    }),
  ),
};
const { street, city } = addressFields;
/** To be priced, a place is enough. */
const placeFields = { ...addressFields, street: Type.Optional(street), city: Type.Optional(city) };
const quoteAddress = Type.Object(placeFields, { title: "StoreQuoteAddress" });
/** To be ordered to, an address has a street and a city: its own, or those that its place token names. */
const placeAddress = Type.Object(placeFields, {
  title: "StoreDeliveryAddress",
  description:
    "With a place_token and no street, the address is the one that the token names. Else street and city are required.",
});

const basket = {
  items: Type.Array(basketItem, { maxItems: 200 }),
  ...basketFields,
  payment: Type.Optional(oneOf(paymentOptions, "Default link: paid online.")),
  expected_total: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxAmountMinor,
      description: "The total that the diner was shown; another one is refused with price_changed.",
    }),
  ),
};

export const quoteBody = Type.Object({
  ...basket,
  delivery_address: Type.Optional(nullable(quoteAddress)),
  customer: Type.Optional(
    Type.Object({ phone: Type.Optional(phoneField) }, { description: "Whose coupons are counted." }),
  ),
});

export const quoteSchema = Type.Object(
  {
    object: Type.Literal("quote"),
    location_id: idField("str"),
    line_items: Type.Array(Type.Object(quotedLine, { title: "QuotedLine" })),
    totals,
    amounts: Type.Array(explained, { description: "Why each amount is what it is." }),
    estimated_ready_at: nullable(unixSeconds("Null where the restaurant does not say.")),
  },
  { title: "Quote" },
);

export const placeBody = Type.Object({
  ...basket,
  delivery_address: Type.Optional(nullable(placeAddress)),
  customer: customerSchema,
  told_by: Type.Optional(
    oneOf(
      chosenChannels,
      "How the diner agreed to be told of the order: sms to the phone, email to the e-mail, page: nothing is sent. Send it only where you asked; the sentence that is kept as consent is ours, in the language of Accept-Language. Absent: nobody asked, and news goes to the e-mail, where there is one.",
    ),
  ),
});

export const storeOrderSchema = Type.Object(
  {
    object: Type.Literal("store_order"),
    id: idField("ord"),
    livemode: Type.Boolean(),
    created: unixSeconds("When it was placed."),
    updated_at: isoInstant("When it last changed."),
    sequence: Type.Integer({ minimum: 1, description: "Grows with every change." }),
    status: Type.String({ maxLength: 40 }),
    status_text: Type.String({ maxLength: 1000, description: "Where it stands, in one sentence." }),
    payment_status: Type.String({ maxLength: 40 }),
    payment_link_url: nullable(
      Type.String({ maxLength: 2048, description: "Where to pay; null when there is nothing to pay." }),
    ),
    pay_by: nullable(
      unixSeconds(
        "Until when it can be paid; an order that is not paid by then ends. Null when there is nothing to pay.",
      ),
    ),
    can_cancel: Type.Boolean(),
    location: Type.Object({ id: idField("str"), name: line, phone: line, timezone: line }),
    display_number: Type.String({ maxLength: 20 }),
    confirmation_code: Type.String({
      maxLength: 20,
      description: "Eight characters by which the diner names the order.",
    }),
    fulfillment_type: oneOf(["pickup", "delivery"]),
    customer: Type.Object({ name: Type.String({ maxLength: 600 }) }),
    line_items: Type.Array(Type.Object(said, { title: "StoreLineItem" })),
    totals,
    refunded: Type.Integer({ description: "What has gone back to you, in minor units." }),
    changes: Type.Array(itemChangeSchema, { description: "Items that are unavailable; answer one that is offered." }),
    amounts: Type.Array(explained),
    delivery_address: nullable(
      Type.Object({
        street: Type.String({ maxLength: 500 }),
        unit: line,
        city: Type.String({ maxLength: 255 }),
        state: Type.String({ maxLength: 255 }),
        postal_code: Type.String({ maxLength: 40 }),
        notes: line,
      }),
    ),
    notes: nullable(Type.String({ maxLength: 2000 })),
    scheduled_for: nullable(unixSeconds("The time it was ordered for; null is as soon as possible.")),
    estimated_ready_at: nullable(unixSeconds("When it is expected to be ready.")),
    denial: nullable(
      Type.Object({
        reason: Type.String({ maxLength: 500 }),
        out_of_stock: Type.Array(Type.String({ maxLength: 255 })),
      }),
    ),
    cancellation: nullable(
      Type.Object({ actor: oneOf(["customer", "store"]), reason: Type.String({ maxLength: 500 }) }),
    ),
    validation_issues: Type.Array(Type.String({ maxLength: 2000 }), {
      description: "What the restaurant says it cannot do.",
    }),
    timeline: Type.Array(
      Type.Object({
        at: isoInstant("In the restaurant's clock."),
        what: Type.String({ maxLength: 100 }),
        text: Type.String({ maxLength: 2000 }),
        status: Type.String({ maxLength: 40 }),
        payment_status: Type.String({ maxLength: 40 }),
      }),
    ),
  },
  { title: "StoreOrder" },
);

export const placedSchema = Type.Object(
  {
    object: Type.Literal("placed_order"),
    order: storeOrderSchema,
    token: Type.String({
      maxLength: 200,
      description: "The diner's key to the order: keep it secret, it opens the order's page.",
    }),
    payment_link_url: nullable(
      Type.String({ maxLength: 2048, description: "Where to pay next; null when there is nothing to pay." }),
    ),
  },
  { title: "PlacedOrder" },
);

export const storeOrderEvent = Type.Union([
  storeOrderSchema,
  Type.Object({ object: Type.Literal("heartbeat") }, { description: "A comment of the stream; browsers skip it." }),
]);

export const cancelStoreOrderBody = Type.Object({
  reason: Type.Optional(textField(500, { form: "trimmed", description: "For the restaurant." })),
});

/** The wire shape of a basket, for quotes, the store and the sandbox (rules/ordering 5.10). */
import Type, { type TUnsafe } from "typebox";
import {
  currencyPattern,
  emailField,
  nullable,
  oneOf,
  textField,
  unixSeconds,
  personal,
} from "../../platform/http/reading/fields.ts";
import { maxAmountMinor } from "../../kernel/money.ts";
import type { BasketModifier } from "../../pricing/basket.ts";

const quantity = Type.Integer({ minimum: 1, maximum: 999 });
const maxNesting = 8;

/** Modifiers nest; the schema says so as deep as a menu may (8), so that every level is checked and named. */
function modifierSchema(levels: number): TUnsafe<BasketModifier> {
  const inner =
    levels === 1 ? {} : { modifiers: Type.Optional(Type.Array(modifierSchema(levels - 1), { maxItems: 100 })) };
  return Type.Unsafe<BasketModifier>(
    Type.Object({
      menu_entity_id: textField(255, { description: "The externalId of the option." }),
      quantity: Type.Optional(quantity),
      ...inner,
    }),
  );
}

export const basketItem = Type.Object(
  {
    menu_entity_id: textField(255, { description: "The externalId of the variation." }),
    quantity,
    modifiers: Type.Optional(Type.Array(modifierSchema(maxNesting), { maxItems: 100 })),
    notes: Type.Optional(personal(textField(500))),
  },
  { title: "BasketItem" },
);

/** Read by the numbering plan; see `kernel/phone.ts`. */
export const phoneField = personal(
  textField(50, {
    description: "In any spelling; without a country code, as dialled in the country of the location.",
  }),
);

export const customerSchema = Type.Object(
  {
    name: personal(textField(100, { form: "filled" })),
    phone: phoneField,
    email: Type.Optional(personal(emailField())),
  },
  { title: "BasketCustomer" },
);

export const deliveryAddressSchema = Type.Object(
  {
    street: personal(textField(255, { form: "filled" })),
    unit: Type.Optional(nullable(personal(textField(100)))),
    city: personal(textField(100, { form: "filled" })),
    state: Type.Optional(personal(Type.String({ maxLength: 100, description: "Where the country has states." }))),
    postal_code: Type.Optional(
      personal(Type.String({ maxLength: 20, description: "Where the country has postal codes." })),
    ),
    notes: Type.Optional(nullable(personal(textField(500)))),
    latitude: Type.Optional(personal(Type.Number({ minimum: -90, maximum: 90 }))),
    longitude: Type.Optional(personal(Type.Number({ minimum: -180, maximum: 180 }))),
  },
  { title: "BasketDeliveryAddress" },
);

/** What every placing of an order has besides who places it. */
export const basketFields = {
  fulfillment_type: Type.Optional(oneOf(["pickup", "delivery"], "Default pickup.")),
  delivery_address: Type.Optional(nullable(deliveryAddressSchema)),
  tip: Type.Optional(Type.Integer({ minimum: 0, maximum: maxAmountMinor, description: "In minor units." })),
  coupon_codes: Type.Optional(Type.Array(textField(100), { maxItems: 20 })),
  currency: Type.Optional(
    Type.String({
      pattern: currencyPattern,
      maxLength: 3,
      description: "ISO 4217; default the menu's. Everything ordered needs a price in it.",
    }),
  ),
  scheduled_for: Type.Optional(nullable(unixSeconds("When the diner wants it; absent is as soon as possible."))),
  notes: Type.Optional(nullable(personal(textField(500)))),
};

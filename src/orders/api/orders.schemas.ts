/** Wire shapes of orders (rules/ordering 2, rules/ordering 4). */
import Type, { type TUnsafe } from "typebox";
import {
  idField,
  isoInstant,
  languageShown,
  nullable,
  oneOf,
  textField,
  unixSeconds,
  personal,
  secret,
} from "../../platform/http/reading/fields.ts";
import { pageFields, paginated } from "../../platform/http/reading/paging.ts";
import { settableStatuses } from "../decide/decide-order.ts";
import { itemChangeSchema } from "./item-changes.schemas.ts";
import { paymentStatuses, receivers } from "../order/order.ts";
import { orderStatuses } from "../order/order-status.ts";
import type { ModifierWire } from "../order/order-wire.ts";

const amount = (description: string) => Type.Integer({ description: `${description}, in minor units.` });

/** As deep as the menu nests them. */
const modifier: TUnsafe<ModifierWire> = Type.Unsafe<ModifierWire>(
  Type.Cyclic(
    {
      OrderModifier: Type.Object(
        {
          name: Type.String({ maxLength: 600 }),
          menu_entity_id: Type.String({ maxLength: 255, description: "The externalId of the option." }),
          quantity: Type.Integer({ minimum: 1, description: "For one unit of what it hangs on." }),
          price: amount("The price of one"),
          free_quantity: Type.Integer({ minimum: 0, description: "How many of the quantity cost nothing." }),
          modifiers: Type.Array(Type.Ref("OrderModifier"), { description: "Chosen within this one." }),
        },
        { title: "OrderModifier" },
      ),
    },
    "OrderModifier",
  ),
);

export const lineItem = Type.Object(
  {
    id: idField("oli"),
    name: Type.String({ maxLength: 600 }),
    menu_entity_id: Type.String({ maxLength: 255, description: "The externalId of the variation." }),
    item_menu_entity_id: Type.String({ maxLength: 255, description: "The externalId of the item." }),
    quantity: Type.Integer({ minimum: 1 }),
    base_price: amount("The price of one, before options"),
    total: amount("Quantity times price with options, before discounts and tax that is added"),
    discount: amount("What promotions take off the total"),
    tax: amount("Tax added on top"),
    tax_included: amount("Tax already inside the total, after the discount"),
    notes: nullable(personal(Type.String({ maxLength: 500 }))),
    modifiers: Type.Array(modifier),
  },
  { title: "OrderLineItem" },
);

export const totals = Type.Object(
  {
    currency: Type.String({ maxLength: 3, description: "ISO 4217." }),
    subtotal: amount("The sum of the lines"),
    discount: amount("What is taken off"),
    tax: amount("Tax added on top"),
    tax_included: amount("Tax inside prices, for information; not added"),
    surcharge: amount("Fees"),
    tip: amount("Tip for the store"),
    delivery_fee: amount("Delivery fee"),
    delivery_tip: amount("Tip for the courier"),
    total: amount("subtotal - discount + tax + surcharge + tip + delivery_fee + delivery_tip"),
  },
  { title: "OrderTotals" },
);

const address = Type.Object(
  {
    street: personal(Type.String({ maxLength: 255 })),
    unit: nullable(personal(Type.String({ maxLength: 100 }))),
    city: personal(Type.String({ maxLength: 100 })),
    state: personal(Type.String({ maxLength: 100 })),
    postal_code: personal(Type.String({ maxLength: 20 })),
    notes: nullable(personal(Type.String({ maxLength: 500, description: "The diner's delivery instructions." }))),
  },
  { title: "DeliveryAddress" },
);

export const orderSchema = Type.Object(
  {
    object: Type.Literal("order"),
    id: idField("ord"),
    livemode: Type.Boolean(),
    created: unixSeconds("When the diner placed it."),
    updated_at: isoInstant("When it last changed."),
    updated: unixSeconds("The same in real time; `updated_since` compares it."),
    status: oneOf(orderStatuses),
    payment_status: oneOf(paymentStatuses),
    location_id: idField("str"),
    fulfillment_type: oneOf(["pickup", "delivery"]),
    display_number: Type.String({ maxLength: 20, description: "Short; unique per location and day." }),
    confirmation_code: secret(
      Type.String({
        maxLength: 20,
        description: "Eight characters that cannot be mistaken for each other, by which the diner names the order.",
      }),
    ),
    customer: Type.Object(
      {
        name: personal(Type.String({ maxLength: 600 })),
        phone_last_four: nullable(
          personal(
            Type.String({ maxLength: 4, description: "Four digits; null for an old order whose phone has fewer." }),
          ),
        ),
      },
      { title: "OrderingCustomer" },
    ),
    language: languageShown,
    line_items: Type.Array(lineItem),
    totals,
    delivery_address: nullable(address),
    scheduled_for: nullable(unixSeconds("When the diner wants it; null is as soon as possible.")),
    notes: nullable(personal(Type.String({ maxLength: 500 }))),
    external_id: nullable(Type.String({ maxLength: 255, description: "The POS ticket id given with accept." })),
    estimated_ready_at: nullable(unixSeconds("Given with accept.")),
    handed_over_at: nullable(isoInstant("When it became yours to decide.")),
    decision_deadline: nullable(unixSeconds("Decide before this; null before the order is handed over.")),
    denial: nullable(
      Type.Object(
        { reason: Type.String({ maxLength: 500 }), out_of_stock: Type.Array(Type.String({ maxLength: 255 })) },
        { title: "OrderDenialRecord" },
      ),
    ),
    cancellation: nullable(
      Type.Object(
        { actor: oneOf(["customer", "store"]), reason: Type.String({ maxLength: 500 }) },
        { title: "OrderCancellationRecord" },
      ),
    ),
    payment: Type.Object(
      {
        provider: nullable(oneOf(["test", "stripe"])),
        status: oneOf(paymentStatuses),
        payment_link_url: nullable(
          secret(
            Type.String({ maxLength: 2048, description: "Where the diner pays; null when there is nothing to pay." }),
          ),
        ),
        refunded: amount("What has gone back to the diner"),
      },
      { title: "PaymentState" },
    ),
    receiver: nullable(
      oneOf(
        receivers,
        "Who decides first: app, the app that was connected at the hand-over; staff, the restaurant at its own board. Null before the hand-over; app becomes staff when the app leaves.",
      ),
    ),
    updated_by: oneOf(
      ["partner", "store", "diner", "service"],
      "Who made the last change: the connected app, the restaurant, the diner, or Maple by itself.",
    ),
    changes: Type.Array(itemChangeSchema, { description: "Items reported as unavailable, oldest report first." }),
    sequence: Type.Integer({ minimum: 1, description: "Grows with every change of the order." }),
  },
  { title: "Order" },
);

export const orderListSchema = Type.Object(
  { object: Type.Literal("list"), data: Type.Array(orderSchema), ...pageFields },
  { title: "OrderList", ...paginated("cursor") },
);

export const decisionSchema = Type.Object(
  {
    object: Type.Literal("order_decision"),
    order_id: idField("ord"),
    decision: oneOf(["accept", "deny", "ready", "complete", "cancel", "status"]),
    status: Type.Literal("received"),
  },
  { title: "OrderDecision" },
);

const reasonText = (examples: string) =>
  textField(500, {
    form: "trimmed",
    description: `A code (${examples}) or your own text, without white space at its ends.`,
  });
const denialCodes =
  "ITEM_AVAILABILITY, STORE_CLOSED, CAPACITY, PRICE_MISMATCH, ADDRESS_UNDELIVERABLE, POS_UNAVAILABLE, DUPLICATE, OTHER";

export const acceptBody = Type.Object({
  pos_ticket_id: Type.Optional(textField(255, { description: "Your ticket's id; shown as external_id." })),
  estimated_ready_at: Type.Optional(unixSeconds("When it will be ready, in the future.")),
});

export const amendBody = Type.Object(
  {
    pos_ticket_id: Type.Optional(textField(255, { description: "Your ticket's id; shown as external_id." })),
    estimated_ready_at: Type.Optional(
      unixSeconds("When it will be ready, in the future; until it is ready. The diner is told."),
    ),
  },
  { title: "UpdateOrderInput" },
);

export const denyBody = Type.Object({
  reason: reasonText(denialCodes),
  out_of_stock: Type.Optional(
    Type.Array(textField(255), {
      maxItems: 1000,
      description:
        "menu_entity_ids of this order (items, variations, options) that become out_of_stock; others stay as they are.",
    }),
  ),
});

export const cancelBody = Type.Object({ reason: reasonText(denialCodes) });
export const emptyBody = Type.Object({});
export const statusBody = Type.Object({ status: oneOf(settableStatuses) });

export const validationBody = Type.Object({
  validation_id: textField(64),
  valid: Type.Boolean(),
  issues: Type.Optional(
    Type.Array(
      Type.Object({
        code: textField(100),
        message: Type.Optional(textField(500)),
        menu_entity_id: Type.Optional(textField(255)),
      }),
      { maxItems: 100 },
    ),
  ),
});

export const validationSchema = Type.Object(
  {
    object: Type.Literal("order_validation"),
    order_id: idField("ord"),
    validation_id: Type.String({ maxLength: 100 }),
    status: oneOf(["valid", "invalid"]),
  },
  { title: "OrderValidation" },
);

export const resendSchema = Type.Object(
  { object: Type.Literal("order_resend"), order_id: idField("ord"), event_id: idField("evt") },
  { title: "OrderResend" },
);

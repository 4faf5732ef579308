/** Wire shapes of the venue's report of unavailable items, and of the diner's answer. */
import Type from "typebox";
import { idField, nullable, oneOf, textField, unixSeconds } from "../../platform/http/reading/fields.ts";
import { itemChangeStatuses } from "../order/item-change.ts";

const amount = (description: string) => Type.Integer({ description: `${description}, in minor units.` });

export const itemChangeSchema = Type.Object(
  {
    object: Type.Literal("order_change"),
    id: idField("och"),
    order_id: idField("ord"),
    status: oneOf(
      itemChangeStatuses,
      "offered: the diner is asked; removed: the order goes on without the items; cancelled: it does not go on; replaced: a later report names everything.",
    ),
    line_items: Type.Array(
      Type.Object({
        id: idField("oli"),
        name: Type.String({ maxLength: 600 }),
        quantity: Type.Integer({ minimum: 1, description: "How many are unavailable." }),
      }),
    ),
    reason: nullable(Type.String({ maxLength: 500 })),
    offered_at: unixSeconds("When it was reported."),
    answer_by: unixSeconds("Without an answer until then the items are removed."),
    answered_at: nullable(unixSeconds("When it was decided.")),
    answered_by: nullable(
      oneOf(
        ["diner", "partner", "store", "service"],
        "partner: the order was reported ready first; service: time ran out.",
      ),
    ),
    currency: Type.String({ maxLength: 3, description: "ISO 4217." }),
    total: amount("What the order costs without the items"),
    refund: amount("What goes back to a diner who has paid"),
  },
  { title: "OrderChange" },
);

export const unavailableItemsBody = Type.Object({
  line_items: Type.Array(
    Type.Object({
      id: idField("oli"),
      quantity: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 999, description: "How many are unavailable; all when absent." }),
      ),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  reason: Type.Optional(textField(500, { description: "Shown to the diner." })),
  out_of_stock: Type.Optional(
    Type.Array(textField(255), {
      maxItems: 1000,
      description:
        "menu_entity_ids of this order (items, variations, options) that become out_of_stock; others stay as they are.",
    }),
  ),
});

export const itemChangeAnswerBody = Type.Object({
  choice: oneOf(["remove", "cancel"], "remove: go on without the items; cancel: the whole order, all money back."),
});

/** An answered and an open change, for the documentation. */
export const itemChangeExample = {
  object: "order_change" as const,
  id: "och_01k7zfmt64eads0t9pbhwrr3ek",
  order_id: "ord_01k7zfmt64eads0t9pbhwrr3ek",
  status: "offered" as const,
  line_items: [{ id: "oli_01k7zfmt64eae8pv7md9cjpk9f", name: "Tomato soup (Bowl)", quantity: 1 }],
  reason: "The pot is empty",
  offered_at: 1_795_279_400,
  answer_by: 1_795_279_700,
  answered_at: null,
  answered_by: null,
  currency: "USD",
  total: 1007,
  refund: 1007,
};

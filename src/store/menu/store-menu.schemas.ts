/** The wire shape of the orderable menu. */
import Type from "typebox";
import { idField, nullable, oneOf, unixSeconds } from "../../platform/http/reading/fields.ts";

const languageOf = (what: string) =>
  Type.Optional(
    Type.String({ description: `The language of the ${what} (BCP 47), where it is another than that of the answer.` }),
  );
const named = { name: Type.String(), name_language: languageOf("name") };
const described = {
  ...named,
  description: nullable(Type.String()),
  description_language: languageOf("description"),
};

const price = Type.Object(
  {
    amount: Type.Integer({ description: "Of one, in minor units." }),
    tax_inclusive: Type.Boolean(),
    bulk_tiers: Type.Array(Type.Object({ min_quantity: Type.Integer(), unit_price: Type.Integer() })),
  },
  { title: "StorePrice" },
);

const whyNot = Type.Object(
  {
    code: oneOf(["out_of_stock", "not_available_now", "selection_rule"]),
    message: Type.String({ description: "For the diner." }),
    menu_entity_id: Type.String({ description: "What is at fault: the thing itself, its heading, or a choice." }),
    available_from: nullable(unixSeconds("When it can be ordered for next, for not_available_now.")),
  },
  { title: "WhyNotOrderable" },
);
const reasons = Type.Array(whyNot, { description: "Why it cannot be ordered for this time; empty when it can." });

const choice = Type.Object(
  {
    group_id: Type.String(),
    ...named,
    explanation: Type.String({ description: "The rules in words; empty when there are none." }),
    min_selections: Type.Integer({ description: "In all, over all options." }),
    max_selections: nullable(Type.Integer()),
    min_unique_selections: Type.Integer(),
    max_unique_selections: nullable(Type.Integer()),
    free_selection_count: Type.Integer({ description: "So many of the cheapest cost nothing." }),
    option_ids: Type.Array(Type.String(), { description: "In `options`, in this order." }),
    defaults: Type.Array(Type.Object({ menu_entity_id: Type.String(), quantity: Type.Integer() })),
  },
  { title: "StoreChoice" },
);

const variation = Type.Object(
  {
    menu_entity_id: Type.String({ description: "What a basket names." }),
    ...named,
    price,
    calories: nullable(Type.Number()),
    orderable: Type.Boolean(),
    reasons,
    modifier_groups: Type.Array(choice),
  },
  { title: "StoreVariation" },
);

const item = Type.Object(
  {
    menu_entity_id: Type.String(),
    ...described,
    photo_url: nullable(Type.String({ description: "On this service." })),
    dietary_labels: Type.Array(Type.String()),
    allergens: Type.Array(Type.String()),
    orderable: Type.Boolean({ description: "At least one variation can be ordered." }),
    variations: Type.Array(variation),
  },
  { title: "StoreItem" },
);

const option = Type.Object(
  {
    menu_entity_id: Type.String(),
    ...named,
    price,
    max_quantity: nullable(Type.Integer()),
    orderable: Type.Boolean(),
    reasons,
    modifier_groups: Type.Array(choice),
  },
  { title: "StoreOption" },
);

export const storeMenuSchema = Type.Object(
  {
    object: Type.Literal("store_menu"),
    location_id: idField("str"),
    version_id: idField("mnv"),
    language: Type.String({ description: "Of the sentences, and of every text that names no other." }),
    currency: Type.String(),
    at: unixSeconds("The time that availability is shown for."),
    categories: Type.Array(
      Type.Object(
        {
          menu_entity_id: Type.String(),
          parent_id: nullable(Type.String({ description: "The category above, which comes before." })),
          ...described,
          photo_url: nullable(Type.String()),
          items: Type.Array(item),
        },
        { title: "StoreCategory" },
      ),
    ),
    options: Type.Array(option, { description: "Every option of every choice, once." }),
  },
  { title: "StoreMenu" },
);

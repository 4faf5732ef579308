/** The wire shape of the orderable menu. */
import Type from "typebox";
import { idField, nullable, oneOf, unixSeconds } from "../../platform/http/reading/fields.ts";

const languageOf = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: 35,
      description: `The language of the ${what} (BCP 47), where it is another than that of the answer.`,
    }),
  );
const named = { name: Type.String({ maxLength: 600 }), name_language: languageOf("name") };
const described = {
  ...named,
  description: nullable(Type.String({ maxLength: 2000 })),
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
    message: Type.String({ maxLength: 2000, description: "For the diner." }),
    menu_entity_id: Type.String({
      maxLength: 255,
      description: "What is at fault: the thing itself, its heading, or a choice.",
    }),
    available_from: nullable(unixSeconds("When it can be ordered for next, for not_available_now.")),
  },
  { title: "WhyNotOrderable" },
);
const reasons = Type.Array(whyNot, { description: "Why it cannot be ordered for this time; empty when it can." });

const choice = Type.Object(
  {
    group_id: Type.String({ maxLength: 255 }),
    ...named,
    explanation: Type.String({ maxLength: 2000, description: "The rules in words; empty when there are none." }),
    min_selections: Type.Integer({ description: "In all, over all options." }),
    max_selections: nullable(Type.Integer()),
    min_unique_selections: Type.Integer(),
    max_unique_selections: nullable(Type.Integer()),
    free_selection_count: Type.Integer({ description: "So many of the cheapest cost nothing." }),
    option_ids: Type.Array(Type.String({ maxLength: 255 }), { description: "In `options`, in this order." }),
    defaults: Type.Array(Type.Object({ menu_entity_id: Type.String({ maxLength: 255 }), quantity: Type.Integer() })),
  },
  { title: "StoreChoice" },
);

const variation = Type.Object(
  {
    menu_entity_id: Type.String({ maxLength: 255, description: "What a basket names." }),
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
    menu_entity_id: Type.String({ maxLength: 255 }),
    ...described,
    photo_url: nullable(Type.String({ maxLength: 2048, description: "On this service." })),
    dietary_labels: Type.Array(Type.String({ maxLength: 255 })),
    allergens: Type.Array(Type.String({ maxLength: 255 })),
    orderable: Type.Boolean({ description: "At least one variation can be ordered." }),
    variations: Type.Array(variation),
  },
  { title: "StoreItem" },
);

const option = Type.Object(
  {
    menu_entity_id: Type.String({ maxLength: 255 }),
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
    language: Type.String({ maxLength: 35, description: "Of the sentences, and of every text that names no other." }),
    currency: Type.String({ maxLength: 3 }),
    at: unixSeconds("The time that availability is shown for."),
    categories: Type.Array(
      Type.Object(
        {
          menu_entity_id: Type.String({ maxLength: 255 }),
          parent_id: nullable(Type.String({ maxLength: 255, description: "The category above, which comes before." })),
          ...described,
          photo_url: nullable(Type.String({ maxLength: 2048 })),
          items: Type.Array(item),
        },
        { title: "StoreCategory" },
      ),
    ),
    options: Type.Array(option, { description: "Every option of every choice, once." }),
  },
  { title: "StoreMenu" },
);

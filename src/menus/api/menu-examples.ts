/** Bodies that the API description shows. A test checks them against the schemas. */

const locationId = "str_01k0w3gzq4w1d8n5v7j2m6t9ke";
const versionId = "mnv_01k0w3h6c2a9x4t7s8b1d5e3fg";

const price = { amount: { amountMinor: 1350, currency: "EUR" }, taxInclusive: true };
const extra = { amount: { amountMinor: 180, currency: "EUR" } };

/** A small menu: one item, one group by reference, one tax rate. */
export const menuExample = {
  currency: "EUR",
  timezone: "Europe/Paris",
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "burger",
          name: "Bistro burger",
          variations: [{ externalId: "burger-single", name: "Single", price }],
          modifierGroups: [{ groupId: "toppings", maxSelections: 2 }],
          taxCategoryId: "food",
        },
      ],
    },
  ],
  modifierGroups: [
    {
      externalId: "toppings",
      name: "Extra toppings",
      options: [
        { externalId: "bacon", name: "Smoked bacon", price: extra },
        { externalId: "onions", name: "Crispy onions" },
      ],
    },
  ],
  taxCategories: [{ externalId: "food", name: "Food" }],
  taxRates: [{ externalId: "vat", name: "VAT 10 %", taxCategoryId: "food", percentage: "10" }],
};

export const menuSyncExample = {
  object: "menu_sync",
  id: "syn_01k0w3h6c19f7r2n5v8m4k6j0h",
  location_id: locationId,
  status: "completed",
  created: 1_772_366_400,
  completed_at: "2026-03-01T12:00:00.000Z",
  version_id: versionId,
  no_op: false,
  changes: { created: 8, updated: 0, removed: 0, unchanged: 0 },
  failure: null,
};

/** The menu above as it is read back. */
export const publishedMenuExample = {
  object: "menu",
  locationId,
  catalogId: "cat_01k0w3h0a7e5r1c9v3b6n2m8jk",
  versionId,
  publishedAt: "2026-03-01T12:00:00.000Z",
  ...menuExample,
  categories: [
    {
      id: "ctg_01k0w3h6c0a1s2d3f4g5h6j7k8",
      externalId: "mains",
      name: "Mains",
      items: [
        {
          id: "item_01k0w3h6c0q1w2e3r4t5y6z7x8",
          externalId: "burger",
          name: "Bistro burger",
          variations: [
            {
              id: "var_01k0w3h6c0d4q8w2z6x1y5t9se",
              externalId: "burger-single",
              name: "Single",
              price,
              stockStatus: "out_of_stock",
            },
          ],
          modifierGroups: [{ groupId: "toppings", maxSelections: 2 }],
          taxCategoryId: "food",
          stockStatus: "in_stock",
        },
      ],
    },
  ],
  modifierGroups: [
    {
      id: "mgr_01k0w3h6c0z1x2c3v4b5n6m7a8",
      externalId: "toppings",
      name: "Extra toppings",
      options: [
        {
          id: "mop_01k0w3h6c0p9m8n7b6v5c4x3z2",
          externalId: "bacon",
          name: "Smoked bacon",
          price: extra,
          stockStatus: "in_stock",
        },
        {
          id: "mop_01k0w3h6c0y2t3r4e5w6q7s8d9",
          externalId: "onions",
          name: "Crispy onions",
          stockStatus: "in_stock",
        },
      ],
    },
  ],
};

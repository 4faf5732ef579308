/** Examples of the diner's interface, shown in the documentation. */
const location_id = "str_01m7zfkx8kf5w9nt3wq2fzs0d4";
const totals = {
  currency: "USD",
  subtotal: 1850,
  discount: 0,
  tax: 164,
  tax_included: 0,
  surcharge: 0,
  tip: 0,
  delivery_fee: 0,
  delivery_tip: 0,
  total: 2014,
};
const line = {
  name: "Tomato soup (Bowl)",
  menu_entity_id: "tomato-soup-bowl",
  item_menu_entity_id: "tomato-soup",
  quantity: 2,
  base_price: 850,
  total: 1850,
  discount: 0,
  tax: 164,
  tax_included: 0,
  notes: null,
  modifiers: [{ name: "Butter", menu_entity_id: "butter", quantity: 1, price: 75, free_quantity: 0, modifiers: [] }],
};
const amounts = [
  {
    kind: "price",
    path: "/items/0",
    menu_entity_id: "tomato-soup-bowl",
    label: "2 x Tomato soup (Bowl)",
    amount: 1700,
    explanation: "2 × Tomato soup (Bowl): $17.00.",
  },
  {
    kind: "option",
    path: "/items/0",
    menu_entity_id: "butter",
    label: "2 x Butter",
    amount: 150,
    explanation: "Chosen with it: 2 × Butter, for $1.50.",
  },
  {
    kind: "tax",
    path: "/items/0",
    menu_entity_id: "sales-tax",
    label: "Sales tax",
    amount: 164,
    explanation: "Sales tax: $1.64, added to the prices.",
  },
];

export const basketExample = {
  items: [{ menu_entity_id: "tomato-soup-bowl", quantity: 2, modifiers: [{ menu_entity_id: "butter" }] }],
  fulfillment_type: "pickup",
  payment: "link",
};

export const placeExample = { ...basketExample, customer: { name: "Dana Diner", phone: "+12175550142" } };

export const locationExample = {
  object: "store_location",
  id: location_id,
  livemode: false,
  name: "Maple Street Diner",
  phone: "+12175550100",
  address: {
    line1: "1 Main St",
    line2: null,
    city: "Springfield",
    region: "IL",
    postal_code: "62701",
    country: "US",
  },
  timezone: "America/Chicago",
  status: "active",
  open_now: true,
  reasons: [],
  next_opening: null,
  next_possible_time: 1_795_280_700,
  ready_in_minutes: 20,
  paused_until: null,
  opening_hours: null,
  fulfillment_types: ["pickup", "delivery"],
  payment_options: ["link", "pay_in_store"],
  tip_percentages: [5, 10, 15],
  currency: "USD",
  bookings_enabled: true,
};

const price = (amount: number) => ({ amount, tax_inclusive: false, bulk_tiers: [] });

export const menuExample = {
  object: "store_menu",
  location_id,
  version_id: "mnv_01m7zfm0qce5ht7rxyb1ma3w6q",
  language: "en",
  currency: "USD",
  at: 1_795_279_186,
  categories: [
    {
      menu_entity_id: "soups",
      parent_id: null,
      name: "Soups",
      description: null,
      photo_url: null,
      items: [
        {
          menu_entity_id: "tomato-soup",
          name: "Tomato soup",
          description: "With basil",
          photo_url: `/store/photos/${location_id}/Zm9v4hQ2kT0aWb3LxYd1eg`,
          dietary_labels: ["vegan"],
          allergens: ["celery"],
          orderable: true,
          variations: [
            {
              menu_entity_id: "tomato-soup-bowl",
              name: "Bowl",
              price: price(850),
              calories: 310,
              orderable: true,
              reasons: [],
              modifier_groups: [
                {
                  group_id: "bread",
                  name: "Bread",
                  explanation: "Choose up to 2",
                  min_selections: 0,
                  max_selections: 2,
                  min_unique_selections: 0,
                  max_unique_selections: null,
                  free_selection_count: 0,
                  option_ids: ["butter"],
                  defaults: [],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  options: [
    {
      menu_entity_id: "butter",
      name: "Butter",
      price: price(75),
      max_quantity: null,
      orderable: false,
      reasons: [
        {
          code: "out_of_stock",
          message: "Butter is out of stock.",
          menu_entity_id: "butter",
          available_from: null,
        },
      ],
      modifier_groups: [],
    },
  ],
};

export const quoteExample = {
  object: "quote",
  location_id,
  line_items: [line],
  totals,
  amounts,
  estimated_ready_at: 1_795_280_386,
};

export const storeOrderExample = {
  object: "store_order",
  id: "ord_01m7zfmt64eads0t9pbhwrr3ek",
  livemode: false,
  created: 1_795_279_186,
  updated_at: "2026-11-21T18:00:10.000Z",
  sequence: 3,
  status: "ACCEPTED",
  status_text: "The restaurant is preparing your order.",
  payment_status: "paid",
  payment_link_url: null,
  pay_by: null,
  can_cancel: true,
  location: { id: location_id, name: "Maple Street Diner", phone: "+12175550100", timezone: "America/Chicago" },
  display_number: "12",
  confirmation_code: "7KQ4MXRT",
  fulfillment_type: "pickup",
  customer: { name: "Dana Diner" },
  line_items: [{ id: "oli_01m7zfmt64eae8pv7md9cjpk9f", ...line }],
  totals,
  refunded: 0,
  changes: [],
  amounts,
  delivery_address: null,
  notes: null,
  scheduled_for: null,
  estimated_ready_at: 1_795_280_386,
  denial: null,
  cancellation: null,
  validation_issues: [],
  timeline: [
    {
      at: "2026-11-21T17:59:46.000Z",
      what: "placed",
      text: "You placed the order",
      status: "PENDING",
      payment_status: "paid",
    },
    {
      at: "2026-11-21T18:00:10.000Z",
      what: "accept",
      text: "We accepted the order",
      status: "ACCEPTED",
      payment_status: "paid",
    },
  ],
};

export const cancelledExample = {
  ...storeOrderExample,
  sequence: 4,
  status: "CUSTOMER_CANCELLED",
  status_text: "You cancelled this order.",
  payment_status: "refund_pending",
  can_cancel: false,
  estimated_ready_at: null,
  cancellation: { actor: "customer", reason: "OTHER" },
};

const payment_link_url = "https://maple.example/pay/Jx0d6uTn3m1Qw8yLr5vKs2aPf7bHc4Ge";

export const placedExample = {
  object: "placed_order",
  order: {
    ...storeOrderExample,
    sequence: 1,
    status: "PENDING",
    status_text: "Your order waits for its payment.",
    payment_status: "unpaid",
    payment_link_url,
    pay_by: 1_795_280_086,
    estimated_ready_at: null,
    updated_at: "2026-11-21T17:59:46.000Z",
    timeline: storeOrderExample.timeline.slice(0, 1).map((entry) => ({ ...entry, payment_status: "unpaid" })),
  },
  token: "q3Zr8dT1x5Vn0yKm7uWb2sLcEf9hGj4P",
  payment_link_url,
};

/** A menu of one dish, and an order of it. */

const price = (amountMinor: number) => ({ amount: { amountMinor, currency: "USD" } });

export const smallMenu = {
  currency: "USD",
  modifierGroups: [
    {
      externalId: "size-of-bread",
      name: "Bread",
      minSelections: 0,
      maxSelections: 2,
      options: [
        { externalId: "sourdough", name: "Sourdough" },
        { externalId: "butter", name: "Butter", price: price(75) },
      ],
    },
  ],
  categories: [
    {
      externalId: "soups",
      name: "Soups",
      items: [
        {
          externalId: "tomato-soup",
          name: "Tomato soup",
          description: "With basil",
          variations: [
            { externalId: "tomato-soup-cup", name: "Cup", price: price(550) },
            { externalId: "tomato-soup-bowl", name: "Bowl", price: price(850) },
          ],
          modifierGroups: [{ groupId: "size-of-bread" }],
        },
      ],
    },
  ],
  taxRates: [{ externalId: "sales-tax", name: "Sales tax", percentage: "8.875" }],
};

/** A simulated diner's order that the small menu can fill. */
export function simulatedOrder(locationId: string) {
  return {
    location_id: locationId,
    items: [
      {
        menu_entity_id: "tomato-soup-bowl",
        quantity: 2,
        modifiers: [{ menu_entity_id: "butter" }],
        notes: "Hot, please",
      },
    ],
    fulfillment_type: "pickup",
    customer: { name: "Dana Diner", phone: "+12175550142" },
    payment: "paid",
  };
}

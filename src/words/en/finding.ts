/** Words of the pages on which guests find an order or booking again. */
export const finding = {
  "link.gone": "This link has ended",
  "link.next": "Links in messages work until 30 days after the order or the visit.",
  "link.find": "Find an order or booking",
} as const;

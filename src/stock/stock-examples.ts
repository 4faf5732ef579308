/** Bodies that the API description shows. A test checks them against the schemas. */

export const stockExample = {
  object: "list",
  has_more: false,
  next_cursor: null,
  data: [
    {
      object: "stock_status",
      id: "var_01k0w3h6c0d4q8w2z6x1y5t9se",
      externalId: "burger-single",
      kind: "variation",
      name: "Single",
      stockStatus: "out_of_stock",
    },
  ],
};

import assert from "node:assert/strict";
import { test } from "node:test";
import { taxesOf } from "./taxes-of.ts";

const row = (kind: "tax" | "tax_included" | "fee_tax" | "price", id: string, label: string, amount: number) => ({
  kind,
  menu_entity_id: id,
  label,
  amount,
});

test("taxes of one rate are one row, of lines and fees together; what is inside the prices stands apart", () => {
  const rows = [
    row("price", "soup", "Soup", 900),
    row("tax", "t10", "VAT 10%", 90),
    row("tax", "t10", "VAT 10%", 45),
    row("fee_tax", "t10", "VAT 10%", 5),
    row("tax_included", "t10", "VAT 10%", 300),
    row("tax", "t20", "VAT 20%", 140),
  ];
  assert.deepEqual(taxesOf(rows), [
    { rate: "VAT 10%", isIncluded: true, amount: 300 },
    { rate: "VAT 10%", isIncluded: false, amount: 140 },
    { rate: "VAT 20%", isIncluded: false, amount: 140 },
  ]);
  assert.deepEqual(taxesOf([]), []);
});

/** Every amount of a quote or an order in words that a diner reads. Pure; the rows come from pricing. */
import type { BreakdownKind, BreakdownRow } from "../../pricing/priced-basket.ts";
import { formatMoney } from "../../pages/page-formats.ts";

export interface ExplainedAmount extends BreakdownRow {
  readonly explanation: string;
}

const words: Readonly<Record<BreakdownKind, (label: string, amount: string) => string>> = {
  price: (label, amount) => `${label}: ${amount}.`,
  option: (label, amount) => `Chosen with it: ${label}, for ${amount}.`,
  discount: (label, amount) => `${label} takes ${amount} off.`,
  tax: (label, amount) => `${label} of ${amount} is added to the prices.`,
  tax_included: (label, amount) => `${label} of ${amount} is inside the prices already and is not added.`,
  fee: (label, amount) => `${label} is a fee of ${amount}.`,
  fee_tax: (label, amount) => `${label} of ${amount} is added to the fee.`,
  tip: (_label, amount) => `Your tip for the restaurant, ${amount}.`,
  delivery_fee: (_label, amount) => `Bringing it to your address costs ${amount}.`,
  delivery_tip: (_label, amount) => `Your tip for the courier, ${amount}.`,
};

/** The rows, each with its sentence. */
export function explainAmounts(rows: readonly BreakdownRow[], currency: string): ExplainedAmount[] {
  return rows.map((row) => ({
    kind: row.kind,
    path: row.path,
    menu_entity_id: row.menu_entity_id,
    label: row.label,
    amount: row.amount,
    explanation: explain(row, currency),
  }));
}

function explain({ kind, label, amount }: BreakdownRow, currency: string): string {
  const name = label.replaceAll(" x ", " × ");
  if (kind === "option" && amount === 0) return `Chosen with it: ${name}, at no charge.`;
  return words[kind](name, formatMoney(amount, currency));
}

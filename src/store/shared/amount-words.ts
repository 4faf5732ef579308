/** Every amount of a quote or an order in words for a diner. Pure; the rows come from pricing. */
import type { BreakdownRow } from "../../pricing/priced-basket.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";

export interface ExplainedAmount extends BreakdownRow {
  readonly explanation: string;
}

/** The rows, each with its sentence. */
export function explainAmounts(rows: readonly BreakdownRow[], currency: string, reader: Reader): ExplainedAmount[] {
  return rows.map((row) => ({
    kind: row.kind,
    path: row.path,
    menu_entity_id: row.menu_entity_id,
    label: row.label,
    amount: row.amount,
    explanation: explain(row, currency, reader),
  }));
}

function explain({ kind, label, amount }: BreakdownRow, currency: string, { language, locale }: Reader): string {
  const say = speak(language, "offer", locale);
  const values = { label: label.replaceAll(" x ", " × "), amount: formatMoney(amount, currency, locale) };
  if (kind === "option" && amount === 0) return say("amount.option.free", values);
  if (kind === "tip" || kind === "delivery_fee" || kind === "delivery_tip") return say(`amount.${kind}`, values);
  return say(`amount.${kind}`, values);
}

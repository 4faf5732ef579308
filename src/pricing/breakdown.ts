/** The breakdown of a priced basket: the reason of every amount, row by row. */
import type { Basket } from "./basket.ts";
import type { DueFee } from "./fees.ts";
import type { LineBalance } from "./line-balance.ts";
import type { ComposedLine } from "./price-line.ts";
import type { BreakdownKind, BreakdownRow } from "./priced-basket.ts";
import type { AppliedPromotion } from "./promotions.ts";
import type { RateTax } from "./taxes.ts";

export interface ExplainedLine extends ComposedLine {
  readonly balance: LineBalance;
  readonly taxes: readonly RateTax[];
}

export interface ExplainedRequest {
  readonly basket: Basket;
  readonly deliveryFee?: number;
  readonly deliveryTip?: number;
}

/** Writes the rows: each line with its prices, discounts and taxes, then fees, tips and delivery. */
export function explainBasket(
  lines: readonly ExplainedLine[],
  applied: readonly AppliedPromotion[],
  fees: readonly DueFee[],
  { basket, deliveryFee, deliveryTip }: ExplainedRequest,
): BreakdownRow[] {
  const rows: BreakdownRow[] = [];
  for (const { path, charges, taxes, balance } of lines) {
    for (const { kind, menuEntityId, label, amount } of charges) {
      rows.push({ kind, path, menu_entity_id: menuEntityId, label, amount });
    }
    rows.push(...discountRows(balance, path, applied));
    rows.push(...taxRows("tax", path, taxes));
  }
  for (const { fee, amount, taxes } of fees) {
    rows.push({ kind: "fee", path: null, menu_entity_id: fee.externalId, label: fee.name, amount });
    rows.push(...taxRows("fee_tax", null, taxes));
  }
  const single = (kind: BreakdownKind, label: string, amount: number | undefined) => {
    if (amount !== undefined && amount > 0) rows.push({ kind, path: null, menu_entity_id: null, label, amount });
  };
  single("tip", "Tip", basket.tip);
  single("delivery_fee", "Delivery", deliveryFee);
  single("delivery_tip", "Tip for the courier", deliveryTip);
  return rows;
}

function discountRows(balance: LineBalance, path: string, applied: readonly AppliedPromotion[]): BreakdownRow[] {
  return applied.flatMap(({ promotion: { promotion }, given, taken }) => {
    const amount = taken.get(balance) ?? 0;
    const label = given === undefined ? promotion.name : `${promotion.name} (${given.coupon.code})`;
    return amount === 0
      ? []
      : [{ kind: "discount" as const, path, menu_entity_id: promotion.externalId, label, amount }];
  });
}

function taxRows(added: "tax" | "fee_tax", path: string | null, taxes: readonly RateTax[]): BreakdownRow[] {
  return taxes.flatMap(({ rate, ...amounts }) => {
    const row = { path, menu_entity_id: rate.externalId, label: rate.name };
    return [
      ...(amounts.added > 0 ? [{ ...row, kind: added, amount: amounts.added }] : []),
      ...(amounts.included > 0 ? [{ ...row, kind: "tax_included" as const, amount: amounts.included }] : []),
    ];
  });
}

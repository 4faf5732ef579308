/** The tip of an order as the diner had chosen it, for the form on which they order again. Pure. */
import { minorDigits } from "../../kernel/minor-units.ts";
import type { OrderTotals } from "../../pricing/priced-basket.ts";

/** The fields of the tip, be it for the restaurant or for who delivers: the share that was offered, else the amount. */
export function typedTip(
  { tip: atRestaurant, delivery_tip: atDoor, subtotal, currency }: OrderTotals,
  shares: readonly number[],
): { readonly tip?: string; readonly tip_amount?: string } {
  const tip = atRestaurant + atDoor;
  if (tip === 0) return {};
  const share = shares.find((each) => Math.round((subtotal * each) / 100) === tip);
  if (share !== undefined) return { tip: String(share) };
  const digits = minorDigits(currency);
  return { tip: "own", tip_amount: (tip / 10 ** digits).toFixed(digits) };
}

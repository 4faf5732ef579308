/**
 * The amount that one discount takes off each line (docs/menus.md, "Discounts"). A percentage and an amount apply to
 * whole lines, options included. A set price, a free item and buy-x-get-y apply to units at the price of their variation;
 * options are paid. Whole minor units, rounded half up per line; never more than the line still costs.
 */
import { parsePercentage, shareOf } from "../kernel/money.ts";
import type { Discount } from "../menus/document/menu-document.ts";
import type { OrderablePromotion } from "../menus/read/orderable-menu.ts";
import { belongsTo } from "./fees.ts";
import type { LineBalance } from "./line-balance.ts";

/** Takes the discount of a promotion off the balances; gives what each line lost, nothing when the promotion gives nothing. */
export function takeBenefit(
  promotion: OrderablePromotion,
  balances: readonly LineBalance[],
): ReadonlyMap<LineBalance, number> {
  const { discount, target } = promotion;
  const targets = balances.filter(({ line }) => belongsTo(target, line.ordered));
  switch (discount.benefitType) {
    case "percentage":
      return takePercentage(discount, targets);
    case "amount":
      return takeAmount(discount, targets);
    case "set_price":
      return takeToSetPrice(discount, targets);
    case "free_item":
      return takeUnits(cheapestUnits(targets, discount.freeQuantity ?? 1), fullPrice);
    case "bxgy": {
      const buys = balances.filter(({ line }) => belongsTo(promotion.buy ?? target, line.ordered));
      return takeBuyAndGet(discount, buys, targets);
    }
  }
}

const fullPrice = 1_000_000;

function takePercentage({ percentage }: Discount, targets: readonly LineBalance[]): Map<LineBalance, number> {
  const ppm = parsePercentage(percentage ?? 0) ?? 0;
  return taken(targets.map((balance) => [balance, balance.takeFromLine(shareOf(balance.left, ppm))]));
}

/** One amount off all target lines together, spread in proportion; the cents that do not divide go to the largest remainders. */
function takeAmount({ amount }: Discount, targets: readonly LineBalance[]): Map<LineBalance, number> {
  const whole = targets.reduce((sum, { left }) => sum + left, 0);
  const off = Math.min(amount?.amountMinor ?? 0, whole);
  if (off === 0) return new Map();
  const shares = targets.map((balance) => {
    const product = BigInt(off) * BigInt(balance.left);
    return { balance, share: Number(product / BigInt(whole)), remainder: product % BigInt(whole) };
  });
  let cents = off - shares.reduce((sum, { share }) => sum + share, 0);
  for (const entry of shares.toSorted((a, b) => compare(b.remainder, a.remainder))) {
    if (cents === 0) break;
    entry.share += 1;
    cents -= 1;
  }
  return taken(shares.map(({ balance, share }) => [balance, balance.takeFromLine(share)]));
}

function takeToSetPrice({ setPrice }: Discount, targets: readonly LineBalance[]): Map<LineBalance, number> {
  const price = setPrice?.amountMinor ?? 0;
  const dearer = targets.filter(({ line, units }) => units > 0 && line.basePrice > price);
  return taken(
    dearer.map((balance) => {
      const { units } = balance;
      balance.units = 0;
      return [balance, balance.takeFromPrice(units * (balance.line.basePrice - price))];
    }),
  );
}

type Units = Map<LineBalance, number>;

/**
 * Buys and gets in rounds while both are there: the dearest units are bought, those outside the target first, and the
 * cheapest of the rest are got. A thing without a price is neither.
 */
function takeBuyAndGet(
  { buyQuantity = 1, getQuantity = 1, percentage }: Discount,
  buys: readonly LineBalance[],
  targets: readonly LineBalance[],
): Map<LineBalance, number> {
  const isTarget = new Set(targets);
  const free: Units = new Map([...buys, ...targets].map((balance) => [balance, balance.units]));
  const priced = (balance: LineBalance): boolean => balance.line.basePrice > 0;
  const buyOrder = buys
    .filter(priced)
    .toSorted((a, b) => Number(isTarget.has(a)) - Number(isTarget.has(b)) || b.line.basePrice - a.line.basePrice);
  const getOrder = targets.filter(priced).toSorted((a, b) => a.line.basePrice - b.line.basePrice);
  const bought: Units = new Map();
  const got: Units = new Map();
  for (;;) {
    const round = pick(buyOrder, free, buyQuantity);
    if (count(round) < buyQuantity) break;
    move(round, free, bought);
    const reward = pick(getOrder, free, getQuantity);
    if (count(reward) === 0) break;
    move(reward, free, got);
  }
  if (got.size === 0) return new Map();
  for (const [balance, units] of bought) balance.units -= units;
  return takeUnits(got, parsePercentage(percentage ?? 100) ?? fullPrice);
}

function cheapestUnits(targets: readonly LineBalance[], quantity: number): Units {
  const priced = targets.filter(({ line }) => line.basePrice > 0);
  const order = priced.toSorted((a, b) => a.line.basePrice - b.line.basePrice);
  return pick(order, new Map(targets.map((balance) => [balance, balance.units])), quantity);
}

/** Takes the units' prices, or a share of them, off their lines. */
function takeUnits(units: Units, ppm: number): Map<LineBalance, number> {
  return taken(
    [...units].map(([balance, quantity]) => {
      balance.units -= quantity;
      return [balance, balance.takeFromPrice(shareOf(quantity * balance.line.basePrice, ppm))];
    }),
  );
}

function pick(order: readonly LineBalance[], free: Units, quantity: number): Units {
  const picked: Units = new Map();
  let wanted = quantity;
  for (const balance of order) {
    const units = Math.min(wanted, free.get(balance) ?? 0);
    if (units > 0) picked.set(balance, units);
    wanted -= units;
    if (wanted === 0) break;
  }
  return picked;
}

function move(units: Units, from: Units, to: Units): void {
  for (const [balance, quantity] of units) {
    from.set(balance, (from.get(balance) ?? 0) - quantity);
    to.set(balance, (to.get(balance) ?? 0) + quantity);
  }
}

function count(units: Units): number {
  return [...units.values()].reduce((sum, quantity) => sum + quantity, 0);
}

function taken(entries: readonly (readonly [LineBalance, number])[]): Map<LineBalance, number> {
  return new Map(entries.filter(([, amount]) => amount > 0));
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

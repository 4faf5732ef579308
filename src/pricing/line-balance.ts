/**
 * The rest of each line of a basket while discounts are taken off, one after another. Amounts are kept by tax mode, so
 * that tax is computed on the amount really paid. Each unit takes part in at most one unit discount.
 */
import { divideHalfUp } from "../kernel/money.ts";
import type { ComposedLine } from "./price-line.ts";

export class LineBalance {
  readonly line: ComposedLine;
  /** Minor units that still have their tax inside. */
  inclusive: number;
  /** Minor units to which tax is still added. */
  exclusive: number;
  /** Units of the line that no unit discount has used. */
  units: number;

  constructor(line: ComposedLine) {
    this.line = line;
    this.inclusive = sumOf(line, true);
    this.exclusive = sumOf(line, false);
    this.units = line.quantity;
  }

  get left(): number {
    return this.inclusive + this.exclusive;
  }

  get discount(): number {
    return this.line.total - this.left;
  }

  /** Takes at most what is left, from both tax modes in proportion; answers how much was taken. */
  takeFromLine(amount: number): number {
    const taken = Math.min(amount, this.left);
    if (taken === 0) return 0;
    const inside = divideHalfUp(BigInt(taken) * BigInt(this.inclusive), BigInt(this.left));
    this.inclusive -= inside;
    this.exclusive -= taken - inside;
    return taken;
  }

  /** Takes at most what is left, first from the tax mode of the variation's own price. */
  takeFromPrice(amount: number): number {
    const taken = Math.min(amount, this.left);
    const priceIsInclusive = this.line.charges[0]?.taxInclusive ?? false;
    const own = Math.min(taken, priceIsInclusive ? this.inclusive : this.exclusive);
    this.inclusive -= priceIsInclusive ? own : taken - own;
    this.exclusive -= priceIsInclusive ? taken - own : own;
    return taken;
  }
}

/** The balances of the lines in an order of their own, so that the order in which a basket is written changes nothing. */
export function startBalances(lines: readonly ComposedLine[]): LineBalance[] {
  return lines
    .map((line) => ({ balance: new LineBalance(line), key: contentOf(line) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ balance }) => balance);
}

function contentOf({ ordered, quantity, modifiers }: ComposedLine): string {
  return JSON.stringify([ordered.variation.externalId, quantity, modifiers]);
}

function sumOf({ charges }: ComposedLine, inclusive: boolean): number {
  return charges.reduce((sum, { amount, taxInclusive }) => (taxInclusive === inclusive ? sum + amount : sum), 0);
}

/** Which tax is computed on top of which: the order of computing, and what is wrong with it (cycles, chains too long). */
import type { TaxRate } from "./menu-document.ts";
import type { MenuIssues, DocumentNode } from "./menu-issues.ts";

export type Compounds = Map<string, { readonly on: readonly string[]; readonly node: DocumentNode }>;

/** Notes a rate that compounds on itself in the end, and a chain of more than `maxChain` rates. */
export function checkCompoundTaxes(compounds: Compounds, issues: MenuIssues, maxChain: number): void {
  const chain = chainLengths(new Map([...compounds].map(([id, { on }]) => [id, on])));
  for (const [id, { node }] of compounds) {
    const length = chain.get(id);
    if (length === undefined) {
      issues.add(node, ["compoundOnTaxRateIds"], "cycle", "the rates compound in a circle");
    } else if (length === maxChain + 1) {
      issues.add(node, ["compoundOnTaxRateIds"], "limit", `taxes compound at most ${maxChain} deep`);
    }
  }
}

/** The rates so that each stands after all it compounds on, otherwise in document order. */
export function inComputingOrder(rates: readonly TaxRate[]): TaxRate[] {
  const chain = chainLengths(new Map(rates.map((rate) => [rate.externalId, rate.compoundOnTaxRateIds ?? []])));
  return rates.toSorted((a, b) => (chain.get(a.externalId) ?? 0) - (chain.get(b.externalId) ?? 0));
}

/** For each rate the length of the longest chain below it, itself included; absent for a rate on or above a cycle. */
function chainLengths(on: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const dependents = new Map<string, string[]>();
  const unresolved = new Map<string, number>();
  const lengths = new Map<string, number>();
  for (const [id, targets] of on) {
    const known = targets.filter((target) => on.has(target));
    unresolved.set(id, known.length);
    for (const target of known) {
      const list = dependents.get(target);
      if (list === undefined) dependents.set(target, [id]);
      else list.push(id);
    }
  }
  const ready = [...unresolved].filter(([, count]) => count === 0).map(([id]) => id);
  for (const id of ready) {
    const below = (on.get(id) ?? []).map((target) => lengths.get(target) ?? 0);
    lengths.set(id, 1 + below.reduce((longest, length) => Math.max(longest, length), 0));
    for (const dependent of dependents.get(id) ?? []) {
      const left = (unresolved.get(dependent) ?? 0) - 1;
      unresolved.set(dependent, left);
      if (left === 0) ready.push(dependent);
    }
  }
  return lengths;
}

/** What a quote says, shown: the sums, and why each amount is what it is. */
import { currency, minor, money } from "../shared/store-offer.browser.ts";
import { locale, say } from "../shared/say.browser.ts";
import { make, maybePart, named, part } from "../shared/store-dom.browser.ts";

interface Totals {
  readonly subtotal: number;
  readonly total: number;
}
interface Amount {
  readonly kind: string;
  readonly label: string;
  readonly amount: number;
  readonly explanation: string;
}
export interface Quote {
  readonly line_items: readonly { readonly name: string; readonly total: number }[];
  readonly totals: Totals;
  readonly amounts: readonly Amount[];
  readonly estimated_ready_at: number | null;
}

/** What is shown between the subtotal and the total: its name, the kinds of amounts in it, and its sign. */
const sumsOf = [
  ["discount", ["discount"], -1],
  ["tax", ["tax", "fee_tax"], 1],
  ["fees", ["fee"], 1],
  ["delivery", ["delivery_fee"], 1],
  ["tip", ["tip", "delivery_tip"], 1],
] as const;

/** Subtotal, what is added and taken off, total. */
export function totalsTable({ totals, amounts }: Quote): HTMLElement {
  const row = (label: string, amount: number, kind?: string) =>
    make("tr", { class: kind }, make("th", { scope: "row" }, label), make("td", {}, money(amount)));
  const rows = sumsOf.flatMap(([label, kinds, sign]) => {
    const of = amounts.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
    return of.length === 0 ? [] : [row(say(`sum.${label}`), sign * of.reduce((sum, { amount }) => sum + amount, 0))];
  });
  return make(
    "table",
    { class: "amounts" },
    make("tbody", {}, row(say("sum.subtotal"), totals.subtotal), ...rows, row(say("sum.total"), totals.total, "total")),
  );
}

/** Each amount in a sentence; open if it was open. */
export function explanations({ amounts }: Quote): HTMLElement {
  const open = document.querySelector("#sum details")?.hasAttribute("open") === true;
  const items = amounts.map(({ explanation }) => make("li", {}, named(explanation)));
  return make(
    "details",
    { open },
    make("summary", {}, say("sum.why")),
    make("ul", { class: "amount-words" }, ...items),
  );
}

const percent = new Intl.NumberFormat(locale, { style: "percent" });

/** Tips to choose by a press: shares of the subtotal as it is then. */
export function offerTips(subtotal: () => number): void {
  const group = maybePart("tips", HTMLElement);
  const tip = maybePart("tip", HTMLInputElement);
  if (group === undefined || tip === undefined) return;
  part("tip-label", HTMLElement).textContent = say("tip.in", { currency });
  group.hidden = false;
  for (const share of [0, 5, 10, 15]) {
    const button = make(
      "button",
      { type: "button", class: "quiet" },
      share === 0 ? say("tip.none") : percent.format(share / 100),
    );
    button.addEventListener("click", () => {
      const amount = Math.round((subtotal() * share) / 100);
      tip.value = amount === 0 ? "" : (amount / minor).toFixed(Math.log10(minor));
      tip.dispatchEvent(new Event("input", { bubbles: true }));
    });
    group.append(button);
  }
}

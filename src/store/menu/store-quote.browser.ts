/** The price of the basket beside the menu, asked after every change; tells the diner why something cannot be ordered. */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { basket, basketField, onBasket, removeLines } from "./store-basket.browser.ts";
import { say } from "../shared/say.browser.ts";
import {
  base,
  inLanguage,
  locationId,
  moment,
  money,
  shownFor,
  type Line,
  type Reason,
} from "../shared/store-offer.browser.ts";
import { make, part } from "../shared/store-dom.browser.ts";

export interface Quote {
  readonly line_items: readonly { readonly name: string; readonly total: number }[];
  readonly totals: { readonly subtotal: number };
}

interface Refused {
  readonly message: string;
  readonly details?: {
    readonly reasons?: readonly Reason[];
    readonly next_possible_time?: number | null;
    readonly quote?: Quote;
  };
}

/** Lines that are sold out or no longer on the menu: they stay in the basket, and are not in the sum. */
export type GoneLines = ReadonlySet<Line>;

const waitMs = 250;
let asked = 0;
let timer: number | undefined;
let gone: GoneLines = new Set();
let shownTrouble: string | undefined;
let shownTo: (quote: Quote | undefined, gone: GoneLines) => void = () => {};
let onStale: () => void = () => {};

/**
 * Follows the basket; `show` gets every price that comes, for the lines that there are, and `stale` is told when the server says that
 * something of the menu cannot be ordered that was shown as if it could.
 */
export function startQuotes(show: typeof shownTo, stale: () => void): void {
  shownTo = show;
  onStale = stale;
  onBasket(() => {
    gone = new Set(basket().filter((line) => gone.has(line)));
    leadOn();
    clearTimeout(timer);
    timer = setTimeout(() => void quote(), waitMs);
  });
  part("to-checkout", HTMLAnchorElement).addEventListener("click", (event) => {
    if (gone.size === 0) return;
    event.preventDefault();
    removeLines(gone);
  });
  void quote();
}

/** With `because`, that is what the diner goes on being told, whatever the answer is. */
async function quote(because?: Refused): Promise<void> {
  const number = ++asked;
  const lines = basket().filter((line) => !gone.has(line));
  if (lines.length === 0) return showQuote(undefined);
  const store = part("store", HTMLElement);
  const at = shownFor === "" ? {} : { scheduled_for: Number(shownFor) };
  const body = JSON.stringify({ items: lines, ...at, payment: store.dataset["payment"] });
  try {
    const headers = { ...inLanguage, "content-type": "application/json" };
    const answer = await fetchWithin(`${base}/quotes`, { method: "POST", headers, body });
    if (number !== asked) return;
    if (answer.ok) {
      if (because === undefined) showTrouble([]);
      return showQuote((await answer.json()) as Quote);
    }
    const refused = (await answer.json()) as Refused;
    const lost = lostLines(refused, lines);
    gone = new Set([...gone, ...lost]);
    showRefusal(refused);
    // What the rest costs.
    if (lost.size > 0) await quote(refused);
  } catch {
    if (number === asked) showTrouble([say("price.failed")]);
  }
}

/** The lines that a refusal names as sold out or as no longer on the menu. */
function lostLines({ details }: Refused, lines: readonly Line[]): GoneLines {
  const lost = new Set<Line>();
  for (const { code, path = "" } of details?.reasons ?? []) {
    const line = lines[Number(/^\/items\/(\d{1,4})/.exec(path)?.[1] ?? -1)];
    if (line !== undefined && (code === "out_of_stock" || code === "unknown_item")) lost.add(line);
  }
  return lost;
}

function showRefusal({ message, details }: Refused): void {
  const reasons = details?.reasons ?? [{ code: "refused", message }];
  showQuote(details?.quote, details?.next_possible_time ?? undefined);
  if (reasons.some(({ code }) => code === "out_of_stock" || code === "not_available_now")) onStale();
  showTrouble(reasons.map((reason) => reason.message));
}

/** Why it cannot be ordered as it is. The same words again are not said again. */
function showTrouble(reasons: readonly string[]): void {
  const trouble = part("trouble", HTMLElement);
  const text = reasons.join("\n");
  if (text === shownTrouble) return;
  shownTrouble = text;
  if (reasons.length === 0) return trouble.replaceChildren();
  const notice = make("div", { class: "notice bad" }, ...reasons.map((message) => make("p", {}, message)));
  trouble.replaceChildren(notice);
}

/** The way to the checkout, at the time that the menu is shown for or that it can be ordered for next. */
function showQuote(quote: Quote | undefined, next?: number): void {
  shownTo(quote, gone);
  const way = part("to-checkout", HTMLAnchorElement);
  const at = next ?? (shownFor === "" ? undefined : Number(shownFor));
  leadOn(at);
  const price = quote === undefined ? "" : money(quote.totals.subtotal);
  if (gone.size > 0) way.textContent = say("gone.remove", { count: gone.size });
  else if (price === "") way.textContent = say("checkout");
  else if (at === undefined) way.textContent = say("checkout.price", { price });
  else way.textContent = say("checkout.later", { price, time: moment(at) });
}

/** The link has the basket as it is now. */
function leadOn(at = shownFor === "" ? undefined : Number(shownFor)): void {
  const query = new URLSearchParams({ b: basketField(basket()) });
  if (at !== undefined) query.set("when", String(at));
  part("to-checkout", HTMLAnchorElement).href = `/store/${locationId}/checkout?${query.toString()}`;
}

/**
 * The order form: asks the server what the basket costs after every change, tells the diner why when it is refused, and
 * places it. An order that is sent twice is placed once: the key of an attempt stays the same until its answer is there.
 */
import { basket, emptyBasket, onBasket, removeLines } from "./store-basket.browser.ts";
import { say } from "../shared/say.browser.ts";
import { base, inLanguage, locationId, money, time, type Line, type Reason } from "../shared/store-offer.browser.ts";
import { announce, make, part } from "../shared/store-dom.browser.ts";
import { formFields } from "../shared/store-form.browser.ts";
import { explanations, totalsTable, type Quote } from "./store-sums.browser.ts";

interface Refused {
  readonly code?: string;
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
const attemptKey = `maple.attempt.${locationId}`;
let asked = 0;
let timer: number | undefined;
let asking: Promise<void> = Promise.resolve();
let present: Quote | undefined;
let gone: GoneLines = new Set();
let shownTo: (quote: Quote | undefined, gone: GoneLines) => void = () => {};
let onStale: () => void = () => {};

/**
 * Connects the form; `show` gets every price that comes, for the lines of the basket, and `stale` is told when the server
 * says that something of the menu cannot be ordered that was shown as if it could.
 */
export function startCheckout(show: typeof shownTo, stale: () => void): void {
  shownTo = show;
  onStale = stale;
  const form = part("order", HTMLFormElement);
  onBasket(() => {
    gone = new Set(basket().filter((line) => gone.has(line)));
    ask();
  });
  form.addEventListener("input", (event) => {
    // Whose order it is does not change what it costs.
    if (event.target instanceof HTMLInputElement && /^(name|email|notes|directions)$/.test(event.target.name)) return;
    // What is sold out now may be there at another time.
    if (event.target instanceof HTMLSelectElement) gone = new Set();
    ask();
  });
  form.addEventListener("change", (event) => {
    // Spaces alone are nothing.
    if (event.target instanceof HTMLInputElement) event.target.value = event.target.value.trim();
  });
  // The key that ends a line must not place an order.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    ask();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void sendOrder(form);
  });
  ask();
}

/** Asks for the price soon; many changes at once are one question. */
export function ask(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    asking = quote();
  }, waitMs);
}

/** Waits until what is shown is the price of what is chosen. */
async function settle(): Promise<void> {
  if (timer !== undefined) {
    clearTimeout(timer);
    timer = undefined;
    asking = quote();
  }
  await asking;
}

/** With `because`, that is what the diner goes on being told, whatever the answer is. */
async function quote(because?: Refused): Promise<void> {
  const number = ++asked;
  const lines = basket().filter((line) => !gone.has(line));
  if (lines.length === 0) return showQuote(undefined);
  const fields = formFields();
  if (fields === undefined) return;
  try {
    const { customer, ...body } = { items: itemsOf(lines), ...fields };
    const phone = customer.phone === "" ? {} : { customer: { phone: customer.phone } };
    let answer = await send("POST", `${base}/quotes`, { ...body, ...phone });
    // A number that is not whole yet is complained of when the order is placed; the price is known without it.
    if (answer.status === 400 && customer.phone !== "") answer = await send("POST", `${base}/quotes`, body);
    if (number !== asked) return;
    if (answer.ok) {
      if (because === undefined && gone.size === 0) showTrouble([]);
      return showQuote((await answer.json()) as Quote);
    }
    const refused = (await answer.json()) as Refused;
    const lost = lostLines(refused, lines);
    gone = new Set([...gone, ...lost]);
    showRefusal(refused);
    // What the rest costs.
    if (lost.size > 0) await quote(refused);
  } catch {
    if (number === asked) showTrouble([{ code: "offline", message: say("price.failed") }]);
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

function itemsOf(lines: readonly Line[]) {
  return lines.map(({ menu_entity_id, quantity, modifiers, notes }) => ({
    menu_entity_id,
    quantity,
    modifiers,
    ...(notes === undefined ? {} : { notes }),
  }));
}

function send(method: string, path: string, body: unknown, key?: string): Promise<Response> {
  const headers: Record<string, string> = { ...inLanguage, "content-type": "application/json" };
  if (key !== undefined) headers["idempotency-key"] = key;
  return fetch(path, { method, headers, body: JSON.stringify(body) });
}

function showRefusal({ code, message: said, details }: Refused): void {
  const message = code === "invalid_phone" ? say("phone.mistake") : said;
  showQuote(details?.quote);
  const reasons = details?.reasons ?? [{ code: "refused", message }];
  if (reasons.some(({ code }) => code === "out_of_stock" || code === "not_available_now")) onStale();
  showTrouble(reasons, details?.next_possible_time ?? undefined);
}

/** Why it cannot be ordered as it is, and the way out where there is one. */
function showTrouble(reasons: readonly Reason[], next?: number): void {
  const trouble = part("trouble", HTMLElement);
  if (reasons.length === 0) return trouble.replaceChildren();
  const list = reasons.map(({ message }) => make("p", {}, message));
  const notice = make("div", { class: "notice bad" }, ...list);
  if (next !== undefined) {
    const later = make("button", { type: "button", class: "quiet" }, say("later", { time: time(next, true) }));
    later.addEventListener("click", () => chooseTime(next));
    notice.append(make("p", {}, later));
  }
  // The same words again are not said again.
  if (trouble.textContent !== notice.textContent) trouble.replaceChildren(notice);
}

function chooseTime(seconds: number): void {
  const when = part("when", HTMLSelectElement);
  const value = String(seconds);
  if (![...when.options].some((option) => option.value === value))
    when.append(make("option", { value }, time(seconds, true)));
  when.value = value;
  when.focus();
  when.dispatchEvent(new Event("input", { bubbles: true }));
  when.dispatchEvent(new Event("change", { bubbles: true }));
}

function showQuote(quote: Quote | undefined): void {
  present = quote;
  shownTo(quote, gone);
  const sum = part("sum", HTMLElement);
  const place = part("place", HTMLButtonElement);
  // To take lines out, nobody has to say who they are.
  place.formNoValidate = gone.size > 0;
  if (gone.size > 0) place.textContent = say("gone.remove", { count: gone.size });
  if (quote === undefined) return sum.replaceChildren();
  const ready = quote.estimated_ready_at;
  sum.replaceChildren(
    totalsTable(quote),
    ...(ready === null ? [] : [make("p", { class: "soft" }, say("ready", { time: time(ready) }))]),
    explanations(quote),
  );
  if (gone.size === 0) place.textContent = say("submit", { price: money(quote.totals.total) });
}

async function sendOrder(form: HTMLFormElement): Promise<void> {
  const button = part("place", HTMLButtonElement);
  if (button.getAttribute("aria-busy") === "true") return;
  if (gone.size > 0) return removeLines(gone);
  const fields = formFields(true);
  if (fields === undefined || !form.reportValidity()) return;
  button.setAttribute("aria-busy", "true");
  await settle();
  const expected = present === undefined ? {} : { expected_total: present.totals.total };
  const body = { items: itemsOf(basket()), ...fields, ...expected };
  try {
    const answer = await send("POST", `${base}/orders`, body, keyOf(body));
    if (answer.status === 201) return leave((await answer.json()) as Placed);
    forgetAttempt();
    const refused = (await answer.json()) as Refused;
    gone = lostLines(refused, basket());
    showRefusal(refused);
    if (answer.status === 422) await quote(refused);
  } catch {
    showTrouble([
      {
        code: "offline",
        message: say("unsure"),
      },
    ]);
  } finally {
    button.removeAttribute("aria-busy");
  }
  part("trouble", HTMLElement).scrollIntoView({ block: "nearest" });
}

interface Placed {
  readonly token: string;
  readonly payment_link_url: string | null;
}

/** To the payment, or to the order itself. The payment's page finds the way back by a cookie that only it is sent. */
function leave({ token, payment_link_url: link }: Placed): void {
  forgetAttempt();
  emptyBasket();
  announce(say("placed"));
  if (link === null) return location.assign(`/order/${token}`);
  const path = new URL(link).pathname;
  document.cookie = `order=${token}; path=${path}; max-age=86400; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  location.assign(path);
}

/** The same order has the same key, also after a reload or a lost answer. */
function keyOf(body: unknown): string {
  const text = JSON.stringify(body);
  const kept = sessionStorage.getItem(attemptKey);
  const attempt = kept === null ? undefined : (JSON.parse(kept) as { readonly key: string; readonly text: string });
  if (attempt?.text === text) return attempt.key;
  const key = randomKey();
  sessionStorage.setItem(attemptKey, JSON.stringify({ key, text }));
  return key;
}

/** Pages over plain HTTP have no randomUUID. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function forgetAttempt(): void {
  sessionStorage.removeItem(attemptKey);
}

/**
 * The checkout with a script. After each change that can change the price, the form is sent for a new price, and the
 * parts of the page with `data-fresh` are replaced. The order is sent the same way. It is placed once, however often the
 * form is sent, because the form keeps its key until the order is there. The typed fields are kept until then, in this
 * tab only. The promo code is kept until the order is paid: the service does not know it any more when the diner comes back.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { isChosenEarly } from "../shared/chosen-early.browser.ts";
import { basket, basketField, emptyBasket, takeBasket } from "../menu/store-basket.browser.ts";

const waitMs = 400;
const keptFields = ["name", "phone", "email", "notes"];
const path = location.pathname;
const storageKey = `maple.checkout.${path}`;
let asked = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function form(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>("form#checkout");
}

function field(name: string): string {
  return form()?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
}

function start(): void {
  if (goToLatest()) return;
  const isPriceOld = restoreTyped();
  document.addEventListener("input", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.form !== form()) return;
    keepTyped();
    if (target.dataset["priced"] !== undefined) askSoon(target.type === "radio" ? 0 : waitMs);
  });
  // A field that another module has filled.
  document.addEventListener("change", (event) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.form === form() && target.type === "hidden") askSoon(0);
  });
  document.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
    // A step with a page of its own, as the map is.
    if (button?.hasAttribute("formaction") === true) return;
    event.preventDefault();
    if (button?.value === "place") void placeOrder(button);
    else void ask(button?.value ?? "price");
  });
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  if (isPriceOld || isChosenEarly(form()?.querySelectorAll("[data-priced]") ?? [])) askSoon(0);
}

/** The basket of this browser is the later one where the page was come back to, or was opened without one. */
function goToLatest(): boolean {
  const shown = field("b");
  const kept = basketField(basket());
  const [entry] = performance.getEntriesByType("navigation");
  const isReturn = entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
  const here = new URL(location.href);
  if ((shown === "" || isReturn) && kept !== "" && kept !== shown && here.searchParams.get("b") !== kept) {
    here.searchParams.set("b", kept);
    location.replace(here);
    return true;
  }
  if (shown !== "") takeBasket(shown);
  return false;
}

function askSoon(ms: number): void {
  showChecking();
  clearTimeout(timer);
  timer = setTimeout(() => void ask("price"), ms);
}

/** Until the price is known, nothing can be ordered. */
function showChecking(): void {
  const button = document.querySelector<HTMLButtonElement>("#place");
  if (button === null) return;
  button.disabled = true;
  button.textContent = form()?.dataset["checking"] ?? "";
}

/** Sends the form for what follows from it, and shows that. */
async function ask(act: string): Promise<void> {
  clearTimeout(timer);
  const number = ++asked;
  // A button that is disabled loses the focus.
  const focused = document.activeElement;
  showChecking();
  try {
    const answer = await send(act);
    if (number !== asked) return;
    // Nothing is left in the basket.
    if (answer.redirected) return leave(answer.url);
    if (!showFresh(parse(await answer.text()), focused)) throw new Error("another page was answered");
  } catch {
    if (number === asked) showTrouble(form()?.dataset["failed"] ?? "", "price");
  }
}

async function placeOrder(button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await send("place");
    if (answer.redirected) return leave(answer.url);
    const next = parse(await answer.text());
    if (!showWhole(next)) throw new Error("another page was answered");
  } catch {
    // Whether the order arrived is not known; the same form places it once.
    button.removeAttribute("aria-busy");
    showTrouble(form()?.dataset["unsure"] ?? "", "place");
  }
}

function send(act: string): Promise<Response> {
  const sent = form();
  if (sent === null) return Promise.reject(new Error("there is no form"));
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(sent)) if (typeof value === "string") body.append(name, value);
  body.set("do", act);
  return fetchWithin(act === "place" ? sent.action : `${sent.action}/price`, {
    method: "POST",
    body,
    headers: { accept: "text/html" },
  });
}

function parse(text: string): Document {
  return new DOMParser().parseFromString(text, "text/html");
}

function leave(address: string): void {
  emptyBasket();
  const coupon = field("coupon");
  forgetTyped();
  if (coupon !== "") keep({ coupon });
  location.assign(address);
}

/** Replaces what follows from the form; the rest stays as it is being typed. False when the answer is another page. */
function showFresh(next: Document, before: Element | null): boolean {
  if (next.querySelector("form#checkout") === null) return false;
  const focused = document.activeElement === document.body ? before : document.activeElement;
  const isWhy = document.querySelector("#why[open]") !== null;
  for (const part of document.querySelectorAll<HTMLElement>("[data-fresh][id]")) {
    const fresh = next.getElementById(part.id);
    if (fresh !== null) part.replaceChildren(...document.adoptNode(fresh).childNodes);
  }
  if (isWhy) document.querySelector("#why")?.setAttribute("open", "");
  // What had the focus and was replaced has it again.
  if (focused !== null && focused.id !== "" && !focused.isConnected)
    (document.getElementById(focused.id) ?? document.querySelector<HTMLElement>("#part-3"))?.focus({
      preventScroll: true,
    });
  keepBasket();
  return true;
}

/** The page says what is wrong: it takes the place of this one, and the focus goes to what it says first. */
function showWhole(next: Document): boolean {
  const [shown, main] = [document.querySelector("main"), next.querySelector("main")];
  if (shown === null || main === null || next.querySelector("form#checkout") === null) return false;
  shown.replaceWith(document.adoptNode(main));
  const first = document.querySelector<HTMLElement>("[data-focus]") ?? document.querySelector<HTMLElement>("#trouble");
  first?.focus();
  first?.scrollIntoView({ block: "start" });
  document.dispatchEvent(new Event("maple:replaced"));
  keepBasket();
  return true;
}

/** The address and this browser have the basket as it is now. */
function keepBasket(): void {
  const shown = field("b");
  if (shown === "") return;
  takeBasket(shown);
  const here = new URL(location.href);
  here.searchParams.set("b", shown);
  history.replaceState(null, "", here);
  for (const link of document.links) {
    const target = new URL(link.href);
    if (!target.searchParams.has("b")) continue;
    target.searchParams.set("b", shown);
    link.href = target.href;
  }
}

/** Says what went wrong; the button tries again. */
function showTrouble(text: string, act: string): void {
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.textContent = text;
  document.querySelector("#trouble")?.replaceChildren(notice);
  const button = document.querySelector<HTMLButtonElement>("#place");
  if (button === null) return;
  button.disabled = false;
  if (act === "place") return;
  button.value = act;
  button.textContent = form()?.dataset["again"] ?? "";
}

function keepTyped(): void {
  keep(Object.fromEntries(keptFields.map((name) => [name, field(name)])));
}

function keep(typed: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing.
  }
}

/** Whether something came back that changes the price: the promo code of an order that waits for its payment. */
function restoreTyped(): boolean {
  const unpaid = document.querySelector("#unpaid") === null ? [] : ["coupon"];
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}") as Readonly<Record<string, unknown>>;
    for (const name of [...keptFields, ...unpaid]) {
      const input = form()?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      const value = kept[name];
      if (input !== null && input !== undefined && input.value === "" && typeof value === "string") input.value = value;
    }
    return unpaid.some((name) => typeof kept[name] === "string");
  } catch {
    forgetTyped();
    return false;
  }
}

function forgetTyped(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // A browser that keeps nothing.
  }
}

start();

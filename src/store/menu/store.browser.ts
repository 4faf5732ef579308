/** Choosing on the page that the server rendered: the basket, its price, and the step to the checkout. */
import { addLine, basket, onBasket, setLine, takeBasket } from "./store-basket.browser.ts";
import { startQuotes, type GoneLines, type Quote } from "./store-quote.browser.ts";
import {
  forgetMenus,
  loadMenu,
  money,
  shownFor,
  time,
  type Chosen,
  type Line,
  type Menu,
  type Reason,
} from "../shared/store-offer.browser.ts";
import { showDish } from "./store-dish.browser.ts";
import { say } from "../shared/say.browser.ts";
import { announce, make, named, part } from "../shared/store-dom.browser.ts";

let quote: Quote | undefined;
let gone: GoneLines = new Set();
let orderIsSeen = false;

function start(): void {
  takeAddress();
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-dish]")) {
    button.hidden = false;
    button.addEventListener("click", (event) => {
      event.preventDefault();
      void choose(button.dataset["dish"] ?? "");
    });
  }
  for (const picture of document.querySelectorAll<HTMLImageElement>(".dish > img"))
    picture.addEventListener("error", () => picture.remove());
  onBasket(() => void render());
  startQuotes(
    (next, lost) => {
      quote = next;
      gone = lost;
      void render();
    },
    () => {
      forgetMenus();
      void showTime();
    },
  );
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  // Beside the order itself the way to it is only in the way.
  new IntersectionObserver(([seen]) => {
    orderIsSeen = seen?.isIntersecting ?? false;
    showBar(basket());
  }).observe(part("your-order", HTMLElement));
  void render();
}

/** The basket of an address is taken once; from then on this browser keeps it, and no address has it. */
function takeAddress(): void {
  const here = new URL(location.href);
  const field = here.searchParams.get("b");
  const readable = part("store", HTMLElement).dataset["basket"];
  if (field !== null && readable !== undefined && readable !== "") takeBasket(readable);
  if (field !== null) {
    here.searchParams.delete("b");
    history.replaceState(null, "", here);
  }
  for (const input of document.querySelectorAll("input[name=b]")) input.remove();
  for (const link of document.links) {
    const target = new URL(link.href);
    if (!target.searchParams.has("b")) continue;
    target.searchParams.delete("b");
    link.href = target.href;
  }
}

async function choose(id: string): Promise<void> {
  const menu = await menuOrTrouble();
  const dish = menu?.dishes.get(id);
  if (menu === undefined || dish === undefined) return;
  showDish(menu, dish, undefined, (line) => {
    addLine(line);
    announce(say("added", { name: dish.name }));
  });
}

async function menuOrTrouble(): Promise<Menu | undefined> {
  try {
    return await loadMenu(shownFor);
  } catch {
    announce(say("menu.failed"));
    return undefined;
  }
}

/** Some dishes are there at some times only. */
async function showTime(): Promise<void> {
  const menu = await menuOrTrouble();
  if (menu === undefined) return;
  for (const dish of menu.dishes.values()) {
    const state = document.querySelector(`[data-state="${CSS.escape(dish.menu_entity_id)}"]`);
    const button = document.querySelector<HTMLButtonElement>(`[data-dish="${CSS.escape(dish.menu_entity_id)}"]`);
    if (state === null || button === null) continue;
    button.disabled = !dish.orderable;
    const reason = dish.orderable ? undefined : dish.variations[0]?.reasons[0];
    state.replaceChildren(...(reason === undefined ? [] : [make("span", { class: "badge warn" }, stateWords(reason))]));
  }
}

function stateWords({ code, available_from: from }: Reason): string {
  if (code === "out_of_stock") return say("sold_out");
  if (code !== "not_available_now") return say("not_available");
  return from === undefined || from === null ? say("not_now") : say("from_time", { time: time(from, true) });
}

async function render(): Promise<void> {
  const lines = basket();
  part("empty", HTMLElement).hidden = lines.length > 0;
  part("order", HTMLElement).hidden = lines.length === 0;
  showBar(lines);
  const list = part("lines", HTMLUListElement);
  if (lines.length === 0) return list.replaceChildren();
  const menu = await menuOrTrouble();
  if (menu === undefined || lines !== basket()) return;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.id : "";
  list.replaceChildren(...lines.map((line, index) => lineElement(menu, line, index)));
  if (focused.startsWith("line-")) (document.getElementById(focused) ?? part("your-order", HTMLElement)).focus();
}

function showBar(lines: readonly Line[]): void {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  part("order-bar", HTMLElement).hidden = count === 0 || orderIsSeen;
  const total = quote === undefined ? "" : ` · ${money(quote.totals.subtotal)}`;
  part("order-bar-sum", HTMLElement).textContent = `${count}${total}`;
}

function lineElement(menu: Menu, line: Line, index: number): HTMLElement {
  const dish = menu.dishOf.get(line.menu_entity_id);
  const size = dish?.variations.find(({ menu_entity_id: id }) => id === line.menu_entity_id);
  const name = dish?.name ?? say("line.gone");
  const isGone = gone.has(line);
  const priced = basket().filter((each) => !gone.has(each));
  const total = isGone ? undefined : quote?.line_items[priced.indexOf(line)]?.total;
  const details = [
    ...(dish !== undefined && dish.variations.length > 1 && size !== undefined
      ? [named(size.name, size.name_language)]
      : []),
    ...choiceNames(menu, line.modifiers),
    ...(line.notes === undefined ? [] : [named(`“${line.notes}”`)]),
  ].flatMap((each, index) => (index === 0 ? [each] : [", ", each]));
  const remove = button(`line-${index}-remove`, say("line.remove"), say("line.remove.named", { name }), "quiet", () => {
    setLine(index, undefined);
    announce(say("removed", { name }));
  });
  const change = button(`line-${index}-change`, say("line.change"), say("line.change.named", { name }), "quiet", () => {
    if (dish !== undefined) showDish(menu, dish, line, (next) => setLine(index, next));
  });
  return make(
    "li",
    { class: isGone ? "gone" : undefined },
    make(
      "div",
      { class: "row apart" },
      make("p", { class: "order-line-name" }, named(name, dish?.name_language)),
      make("span", {}, total === undefined ? "" : money(total)),
    ),
    details.length === 0 ? undefined : make("p", { class: "soft small" }, ...details),
    isGone ? make("p", {}, make("span", { class: "badge warn" }, say("sold_out"))) : undefined,
    make(
      "div",
      { class: "row" },
      ...(isGone ? [] : steps(line, index, name)),
      ...(dish === undefined ? [] : [change]),
      remove,
    ),
  );
}

function steps(line: Line, index: number, name: string): HTMLElement[] {
  const to = (quantity: number): void => {
    setLine(index, quantity < 1 ? undefined : { ...line, quantity });
    announce(quantity < 1 ? say("removed", { name }) : say("count_of", { count: quantity, name }));
  };
  return [
    button(`line-${index}-less`, "−", say("line.less", { name }), "quiet step", () => to(line.quantity - 1)),
    make("span", { class: "count" }, String(line.quantity)),
    button(`line-${index}-more`, "+", say("line.more", { name }), "quiet step", () =>
      to(Math.min(line.quantity + 1, 99)),
    ),
  ];
}

function button(id: string, shown: string, name: string, kind: string, act: () => void): HTMLButtonElement {
  const element = make("button", { type: "button", class: kind, id, "aria-label": name }, shown);
  element.addEventListener("click", act);
  return element;
}

function choiceNames(menu: Menu, chosen: readonly Chosen[]): HTMLElement[] {
  return chosen.flatMap(({ menu_entity_id: id, quantity, modifiers }) => {
    const { name, name_language: language } = menu.options.get(id) ?? { name: id };
    const counted = quantity > 1 ? say("count_of", { count: quantity, name }) : name;
    return [named(counted, language), ...choiceNames(menu, modifiers)];
  });
}

start();

/**
 * Shows other days and times without a new page: every choice of the finder fetches the page of its link or form and puts
 * that page's finder in place. Addresses, back and forward work as without this script.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { isChosenEarly } from "../shared/chosen-early.browser.ts";
import { colon, say } from "../shared/say.browser.ts";

const question = "[data-question]";
let waiting: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;

const voice = document.createElement("p");
voice.className = "unseen";
voice.setAttribute("role", "status");
document.body.append(voice);

document.documentElement.classList.add("scripted");
showZone();
document.addEventListener("maple:replaced", showZone);

document.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest<HTMLFormElement>(`${question}[data-auto]`) : null;
  if (form === null) return;
  clearTimeout(waiting);
  // Arrow keys pass through several choices on their way to one.
  waiting = setTimeout(() => void go(addressOf(form), true), 200);
});

const early = document.querySelector<HTMLFormElement>(`${question}[data-auto]`);
if (early !== null && isChosenEarly(early.elements)) void go(addressOf(early), true);

document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches(question)) return;
  event.preventDefault();
  void go(addressOf(event.target), true);
});

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-go]") : null;
  const isPlain =
    event instanceof MouseEvent && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (link === null || !isPlain) return;
  event.preventDefault();
  void go(link.href, true);
});

window.addEventListener("popstate", () => void go(location.href, false));

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  // What is empty is said too: anywhere is a choice.
  for (const [name, value] of new FormData(form)) if (typeof value === "string") query.set(name, value);
  return `${form.getAttribute("action") ?? location.pathname}?${query.toString()}`;
}

async function go(address: string, remember: boolean): Promise<void> {
  running?.abort();
  const mine = new AbortController();
  running = mine;
  const finder = document.querySelector<HTMLElement>("[data-finder]");
  finder?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetchWithin(address, { signal: mine.signal, headers: { accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const next = fresh.querySelector<HTMLElement>("[data-finder]");
    if (next === null || finder === null) return location.assign(address);
    swap(finder, next);
    // What was wrong before is not about what is shown now.
    document.querySelector("main > [data-focus]")?.remove();
    if (remember) history.pushState(null, "", address);
    voice.textContent = said(next);
  } catch {
    if (!mine.signal.aborted) location.assign(address);
  }
}

function swap(old: HTMLElement, next: HTMLElement): void {
  const focused = document.activeElement;
  const again = focused !== null && old.contains(focused) ? selectorOf(focused) : null;
  old.replaceWith(document.adoptNode(next));
  if (again === null) return;
  const control =
    next.querySelector<HTMLElement>(again) ?? next.querySelector<HTMLElement>("a[aria-current], .day-grid a");
  control?.focus({ preventScroll: true });
}

/** How the same control is found in the new finder. */
function selectorOf(element: Element): string {
  if (element.id !== "") return `#${CSS.escape(element.id)}`;
  if (element instanceof HTMLInputElement) return `input[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  const href = element.getAttribute("href");
  return href === null ? "h2" : `a[href="${CSS.escape(href)}"]`;
}

function said(finder: HTMLElement): string {
  const title = finder.querySelector("[data-say]")?.textContent?.trim() ?? "";
  const times = finder.querySelectorAll("button[name=slot]").length;
  return times === 0 ? title : `${title}${colon}${say("times", { count: times })}`;
}

/** Says whose clock is meant to those who are elsewhere. */
function showZone(): void {
  const zone = document.querySelector<HTMLElement>("[data-zone]");
  if (zone === null) return;
  zone.hidden = zone.dataset["zone"] === Intl.DateTimeFormat().resolvedOptions().timeZone;
}

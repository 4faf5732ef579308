/**
 * Searches the menu while the diner types: asks the server for the dishes, and hides the others. A large menu, which is
 * shown section by section, is searched with the button, as without a script.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { isChosenEarly } from "../shared/chosen-early.browser.ts";

const form = document.getElementById("find-dishes");
/** So long nothing is typed before the menu is searched. */
const typedMs = 250;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;

if (form instanceof HTMLFormElement && form.dataset["live"] !== undefined) {
  // What is ticked is searched for at once.
  form.querySelector("details button")?.toggleAttribute("hidden", true);
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(form), typedMs);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void search(form);
  });
  document.getElementById("whole-menu")?.addEventListener("click", (event) => {
    event.preventDefault();
    for (const field of form.querySelectorAll("input")) {
      if (field.type === "checkbox") field.checked = false;
      else field.value = "";
    }
    form.querySelector<HTMLInputElement>("[type=search]")?.focus();
    void search(form);
  });
  if (isChosenEarly(form.elements)) timer = setTimeout(() => void search(form), typedMs);
}

async function search(form: HTMLFormElement): Promise<void> {
  const mine = ++asked;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") query.append(name, value);
  const text = query.toString();
  const address = `${location.pathname}${text === "" ? "" : "?"}${text}`;
  try {
    const answer = await fetchWithin(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // Something else was asked for meanwhile.
    if (mine !== asked) return;
    if (!answer.ok || !show(page)) return location.assign(address);
    history.replaceState(null, "", address);
  } catch {
    if (mine === asked) location.assign(address);
  }
}

/** Shows what the page has; false when it has a dish that this one was loaded without. */
function show(page: Document): boolean {
  const idOf = (dish: HTMLElement): string => dish.dataset["state"] ?? "";
  const found = new Set([...page.querySelectorAll<HTMLElement>("[data-state]")].map(idOf));
  const here = new Map([...document.querySelectorAll<HTMLElement>("[data-state]")].map((each) => [idOf(each), each]));
  if ([...found].some((id) => !here.has(id))) return false;
  for (const [id, dish] of here) dish.closest("li")?.toggleAttribute("hidden", !found.has(id));
  for (const section of document.querySelectorAll(".store-menu > section")) {
    const isEmpty = section.querySelector("li.dish:not([hidden])") === null;
    section.toggleAttribute("hidden", isEmpty);
    const link = document.querySelector(`.store-sections a[href="#${section.querySelector("h2")?.id ?? ""}"]`);
    link?.closest("li")?.toggleAttribute("hidden", isEmpty);
  }
  for (const id of ["found", "whole-menu"]) {
    const [next, now] = [page.getElementById(id), document.getElementById(id)];
    if (id === "found" && now !== null) now.textContent = next?.textContent ?? "";
    now?.toggleAttribute("hidden", next?.hasAttribute("hidden") ?? true);
  }
  return true;
}

/**
 * Shows addresses while the diner types (an ARIA combobox with a list box), and sends the chosen one. All listeners are
 * on the document, because the part of the form may be replaced at any time. The typed text is sent to the restaurant's
 * service only.
 */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";
import { keepDetails, showKeptDetails } from "./kept-details.browser.ts";
import { locale } from "../shared/say.browser.ts";

interface Suggestion {
  readonly label: string;
  readonly place_token: string;
}

interface Answer {
  readonly available: boolean;
  readonly data: readonly Suggestion[];
}

const waitMs = 250;
const fewestCharacters = 3;
let timer: number | undefined;
let asking: AbortController | undefined;
let shown: readonly Suggestion[] = [];
let active = -1;

const inputNow = (): HTMLInputElement | undefined => {
  const input = document.getElementById("typed-address");
  return input instanceof HTMLInputElement && input.dataset["suggest"] !== undefined ? input : undefined;
};
const listNow = (): HTMLElement | null => document.getElementById("typed-address-found");

/** The field becomes a combobox when a script runs. */
function begin(): void {
  const input = inputNow();
  if (input === undefined || input.getAttribute("role") === "combobox") return;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", "typed-address-found");
  input.setAttribute("aria-expanded", "false");
}

/** Says what was found to whoever does not see the list. */
function tell(news: "found" | "none" | "away"): void {
  const said = document.getElementById("typed-address-said");
  const text = said?.dataset[news] ?? "";
  if (said !== null && said.textContent !== text) said.textContent = text;
}

function close(): void {
  shown = [];
  active = -1;
  const list = listNow();
  if (list !== null) list.hidden = true;
  list?.replaceChildren();
  inputNow()?.setAttribute("aria-expanded", "false");
  inputNow()?.removeAttribute("aria-activedescendant");
}

/** Asks for what is typed now; answers to older questions are dropped. */
async function ask(input: HTMLInputElement): Promise<void> {
  asking?.abort();
  const typed = input.value.trim();
  if (typed.length < fewestCharacters) return close();
  const mine = (asking = new AbortController());
  try {
    const path = `${input.dataset["suggest"] ?? ""}?q=${encodeURIComponent(typed.slice(0, 200))}`;
    const answer = await fetchWithin(path, { headers: { "accept-language": locale }, signal: mine.signal });
    if (!answer.ok) return close();
    const { available, data } = (await answer.json()) as Answer;
    if (mine !== asking || mine.signal.aborted) return;
    show(data);
    tell(available ? (data.length === 0 ? "none" : "found") : "away");
  } catch {
    // Without an answer the button finds the address.
    if (mine === asking) close();
  }
}

function show(found: readonly Suggestion[]): void {
  const [input, list] = [inputNow(), listNow()];
  close();
  if (input === undefined || list === null || found.length === 0) return;
  shown = found;
  list.replaceChildren(
    ...found.map(({ label }, index) => {
      const option = document.createElement("li");
      option.id = `typed-address-${index}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const name = document.createElement("bdi");
      name.textContent = label;
      option.append(name);
      return option;
    }),
  );
  list.hidden = false;
  input.setAttribute("aria-expanded", "true");
}

function activate(index: number): void {
  active = index;
  for (const [at, option] of [...(listNow()?.children ?? [])].entries())
    option.setAttribute("aria-selected", String(at === active));
  const option = listNow()?.children[active];
  if (option === undefined) inputNow()?.removeAttribute("aria-activedescendant");
  else inputNow()?.setAttribute("aria-activedescendant", option.id);
  option?.scrollIntoView({ block: "nearest" });
}

/** Puts the address into the form: a form of its own is sent, in the checkout the change is told. */
function choose(index: number): void {
  const [suggestion, input] = [shown[index], inputNow()];
  const form = input?.form;
  if (suggestion === undefined || input === undefined || form === null || form === undefined) return;
  input.value = suggestion.label;
  close();
  for (const radio of form.querySelectorAll('.delivery-choices input[name="place"]')) radio.remove();
  const token = form.querySelector<HTMLInputElement>('input[type="hidden"][name="place"]') ?? hidden(form, "place");
  token.value = suggestion.place_token;
  if (form.dataset["leadsOn"] !== undefined) form.submit();
  // The checkout listens to fields that are filled by a module.
  else token.dispatchEvent(new Event("change", { bubbles: true }));
}

function hidden(form: HTMLFormElement, name: string): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  (form.querySelector("#address-part") ?? form).append(input);
  return input;
}

document.addEventListener("input", ({ target }) => {
  if (target !== inputNow() || !(target instanceof HTMLInputElement)) return;
  begin();
  clearTimeout(timer);
  asking?.abort();
  timer = setTimeout(() => void ask(target), waitMs);
});

document.addEventListener("focusin", ({ target }) => {
  if (target === inputNow()) begin();
});

document.addEventListener("focusout", ({ target }) => {
  if (target === inputNow()) close();
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (target !== inputNow() || shown.length === 0) return;
  if (key === "ArrowDown") activate((active + 1) % shown.length);
  else if (key === "ArrowUp") activate((active <= 0 ? shown.length : active) - 1);
  else if (key === "Escape") close();
  else if (key === "Enter" && active >= 0) choose(active);
  else return;
  event.preventDefault();
  event.stopPropagation();
});

// A press must not take the focus from the field before it chooses.
document.addEventListener("pointerdown", (event) => {
  if (event.target instanceof Element && event.target.closest("#typed-address-found") !== null) event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  const option = target instanceof Element ? target.closest("#typed-address-found > [role=option]") : null;
  if (option !== null) choose([...(listNow()?.children ?? [])].indexOf(option));
});

document.addEventListener("change", keepDetails);
begin();
showKeptDetails();
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-go-on]")) form.submit();

/** Results below the search field while the reader types. Without script the field leads to /docs/search. */
import { fetchWithin } from "../../pages/fetch-within.browser.ts";

interface Hit {
  readonly path: string;
  readonly title: string;
  readonly place: string;
  readonly summary: string;
}

const form = document.querySelector<HTMLFormElement>("form.search");
const field = form?.querySelector<HTMLInputElement>("input");

if (form && field) {
  const box = document.createElement("div");
  box.className = "hits";
  box.hidden = true;
  const list = document.createElement("div");
  list.id = "hits";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Pages that were found");
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  box.append(list, said);
  form.append(box);
  for (const [name, value] of [
    ["role", "combobox"],
    ["aria-autocomplete", "list"],
    ["aria-controls", "hits"],
    ["aria-expanded", "false"],
  ] as const)
    field.setAttribute(name, value);

  let asked = "";
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let chosen = -1;

  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')];

  const choose = (at: number): void => {
    const all = options();
    chosen = all.length === 0 ? -1 : (at + all.length) % all.length;
    for (const [index, option] of all.entries()) option.setAttribute("aria-selected", String(index === chosen));
    const now = all[chosen];
    if (now) {
      field.setAttribute("aria-activedescendant", now.id);
      now.scrollIntoView({ block: "nearest" });
    } else field.removeAttribute("aria-activedescendant");
  };

  const show = (hits: readonly Hit[], typed: string): void => {
    list.replaceChildren(...hits.map(toOption));
    list.hidden = hits.length === 0;
    said.textContent = hits.length > 0 || typed === "" ? "" : `Nothing here is called “${typed}”.`;
    box.hidden = typed === "";
    field.setAttribute("aria-expanded", String(hits.length > 0));
    choose(hits.length > 0 ? 0 : -1);
  };

  const ask = async (): Promise<void> => {
    const typed = field.value.trim();
    if (typed === asked) return;
    asked = typed;
    if (typed === "") return show([], "");
    try {
      const answer = await fetchWithin(`/docs/search.json?q=${encodeURIComponent(typed)}`);
      if (!answer.ok || asked !== typed) return;
      const { hits } = (await answer.json()) as { readonly hits: readonly Hit[] };
      if (asked === typed) show(hits, typed);
    } catch {
      // Without the service the form still leads to its page, which says so.
      asked = "";
    }
  };

  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void ask(), 120);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Escape") {
      asked = "";
      field.value = "";
      show([], "");
      return;
    } else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    const link = options()[chosen];
    if (!(link instanceof HTMLAnchorElement) || field.value.trim() !== asked) return;
    event.preventDefault();
    location.assign(link.href);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
    const isKey =
      (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) ||
      (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) show([], "");
  });
}

function toOption({ path, title, place, summary }: Hit, at: number): HTMLElement {
  const option = document.createElement("a");
  option.id = `hit-${at}`;
  option.href = path;
  option.tabIndex = -1;
  option.setAttribute("role", "option");
  const more = document.createElement("small");
  more.textContent = `${place} · ${summary}`;
  option.append(title, more);
  return option;
}

/** Results below the search field while one types. Without script the field leads to /docs/search. */

interface Hit {
  readonly path: string;
  readonly title: string;
  readonly place: string;
  readonly summary: string;
}

const form = document.querySelector<HTMLFormElement>("form.search");
const field = form?.querySelector<HTMLInputElement>("input");

if (form && field) {
  const list = document.createElement("ul");
  list.className = "hits";
  list.id = "hits";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Pages that were found");
  form.append(list);
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
    if (hits.length === 0 && typed !== "") list.append(nothingFound(typed));
    field.setAttribute("aria-expanded", String(hits.length > 0));
    choose(hits.length > 0 ? 0 : -1);
  };

  const ask = async (): Promise<void> => {
    const typed = field.value.trim();
    if (typed === asked) return;
    asked = typed;
    if (typed === "") return show([], "");
    try {
      const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(typed)}`);
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
    const link = options()[chosen]?.querySelector("a");
    if (!link || field.value.trim() !== asked) return;
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
  const option = document.createElement("li");
  option.id = `hit-${at}`;
  option.setAttribute("role", "option");
  const link = document.createElement("a");
  link.href = path;
  link.tabIndex = -1;
  const more = document.createElement("small");
  more.textContent = `${place} · ${summary.slice(0, 120)}`;
  link.append(title, more);
  option.append(link);
  return option;
}

function nothingFound(typed: string): HTMLElement {
  const item = document.createElement("li");
  item.className = "nothing";
  item.setAttribute("role", "presentation");
  item.textContent = `Nothing here is called “${typed}”.`;
  return item;
}

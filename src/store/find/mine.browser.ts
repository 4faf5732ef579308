/** Draws `/mine`: the list that this browser keeps, with ways to forget and to order again. */
import { readList, writeList, type Kept } from "./kept-list.browser.ts";

const root = document.querySelector<HTMLElement>("#mine");
const words = (name: string): string => root?.dataset[name] ?? "";

draw();

function draw(): void {
  if (root === null) return;
  const list = readList();
  const rows = list.map((entry) => row(entry));
  root.replaceChildren(...(rows.length === 0 ? [paragraph(words("empty"))] : [listOf(rows), forgetAll()]));
}

function listOf(rows: readonly HTMLElement[]): HTMLElement {
  const list = document.createElement("ul");
  list.className = "plain";
  list.append(...rows);
  return list;
}

function row(entry: Kept): HTMLElement {
  const item = document.createElement("li");
  item.className = "card";
  const title = document.createElement("h2");
  title.className = "plain";
  const link = document.createElement("a");
  link.href = entry.href;
  link.textContent = entry.title;
  mark(link, entry);
  title.append(link);
  const venue = document.createElement("p");
  const name = document.createElement("bdi");
  name.textContent = entry.venue;
  const when = document.createElement("span");
  when.textContent = entry.when;
  mark(when, entry);
  venue.append(name, " · ", when);
  const acts = document.createElement("p");
  acts.className = "row";
  const { again } = entry;
  if (again !== undefined) acts.append(button(words("again"), "", () => orderAgain(again)));
  acts.append(
    button(
      words("forget"),
      "quiet",
      () => forget(entry.href),
      words("forgetOne").replace("{what}", () => entry.title),
    ),
  );
  item.append(title, venue, acts);
  return item;
}

/** Says of which language a text is that was kept in another than that of the page. */
function mark(shown: HTMLElement, { language }: Kept): void {
  if (typeof language === "string" && language !== document.documentElement.lang) shown.lang = language;
}

function paragraph(text: string): HTMLElement {
  const shown = document.createElement("p");
  shown.textContent = text;
  return shown;
}

function button(text: string, style: string, act: () => void, label?: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = style;
  made.textContent = text;
  if (label !== undefined) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function forgetAll(): HTMLElement {
  const last = document.createElement("p");
  last.append(
    button(words("forgetAll"), "danger", () => {
      writeList([]);
      told();
    }),
  );
  return last;
}

function forget(href: string): void {
  writeList(readList().filter((entry) => entry.href !== href));
  told();
}

/** Draws the list anew and says so; the focus stays in the list. */
function told(): void {
  draw();
  const say = document.querySelector<HTMLElement>("#mine-say");
  if (say !== null) say.textContent = words("forgotten");
  document.querySelector<HTMLElement>("h1")?.focus();
}

/** Fills the basket of the restaurant with the same dishes and goes there: prices are those of today. */
function orderAgain({ location: id, lines }: NonNullable<Kept["again"]>): void {
  try {
    localStorage.setItem(`maple.basket.${id}`, JSON.stringify(lines));
  } catch {
    // The menu opens with an empty basket.
  }
  window.location.assign(`/store/${id}`);
}

/**
 * Offers the times of an order as chips: the days, then the hours of a long day, then the times; never all of them at once.
 * The list that the server rendered stays the field, and is not shown; whatever chooses a time in it is followed here.
 */
import { locale } from "../shared/say.browser.ts";
import { make, part } from "../shared/store-dom.browser.ts";
import { timeZone } from "../shared/store-offer.browser.ts";

/** More times of a day than this are first asked for by the hour. */
const mostAtOnce = 24;

interface Time {
  readonly value: string;
  readonly text: string;
  readonly hour: string;
}

interface Day {
  readonly name: string;
  readonly times: readonly Time[];
}

const hours = new Intl.DateTimeFormat(locale, { hour: "2-digit", timeZone });

/** Shows the chips in the place of the list. */
function start(): void {
  const list = part("when", HTMLSelectElement);
  const field = list.closest<HTMLElement>(".field");
  const title = field?.querySelector("label")?.textContent ?? "";
  if (field === null || list.options.length < 3) return;
  const box = make("fieldset", { class: "times" }, make("legend", {}, title));
  let isOwn = false;
  const choose = (value: string): void => {
    isOwn = true;
    list.value = value;
    list.dispatchEvent(new Event("input", { bubbles: true }));
    list.dispatchEvent(new Event("change", { bubbles: true }));
    isOwn = false;
    draw();
  };
  const draw = (): void => {
    const hadFocus = box.contains(document.activeElement);
    const name = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : "";
    box.replaceChildren(box.firstElementChild ?? "", ...rowsOf(list, choose));
    if (hadFocus) box.querySelector<HTMLElement>(`input[name="${CSS.escape(name)}"]:checked`)?.focus();
  };
  list.addEventListener("change", () => {
    if (isOwn) return;
    draw();
    // Another time was proposed and taken: that is where the diner is.
    [...box.querySelectorAll<HTMLElement>("input:checked")].at(-1)?.focus();
  });
  field.hidden = true;
  field.before(box);
  draw();
}

function rowsOf(list: HTMLSelectElement, choose: (value: string) => void): HTMLElement[] {
  const days = readDays(list);
  const soon = [...list.options].find(({ value }) => value === "");
  const day = days.find(({ times }) => times.some(({ value }) => value === list.value));
  const chips = [
    ...(soon === undefined ? [] : [chip("day", soon.text, list.value === "", () => choose(""))]),
    ...days.map((each) => chip("day", each.name, each === day, () => choose(each.times[0]?.value ?? ""))),
  ];
  if (day === undefined) return [row(chips, "days")];
  const present = day.times.find(({ value }) => value === list.value);
  const byHour = Map.groupBy(day.times, ({ hour }) => hour);
  const isLong = day.times.length > mostAtOnce;
  const shown = isLong ? (byHour.get(present?.hour ?? "") ?? []) : day.times;
  const hourChips = [...byHour.values()].map((times) =>
    chip("hour", `${times[0]?.text ?? ""} –`, times === shown, () => choose(times[0]?.value ?? "")),
  );
  const timeChips = shown.map(({ value, text }) => chip("time", text, value === list.value, () => choose(value)));
  return [row(chips, "days"), ...(isLong ? [row(hourChips, "", day.name)] : []), row(timeChips, "", day.name)];
}

function readDays(list: HTMLSelectElement): Day[] {
  return [...list.querySelectorAll("optgroup")].map((group) => ({
    name: group.label,
    times: [...group.querySelectorAll("option")].map(({ value, text }) => {
      return { value, text, hour: hours.format(Number(value) * 1_000) };
    }),
  }));
}

function row(chips: readonly HTMLElement[], kind: string, name?: string): HTMLElement {
  const group = name === undefined ? {} : { role: "group", "aria-label": name };
  return make("div", { class: `chips ${kind}`.trim(), ...group }, ...chips);
}

function chip(kind: "day" | "hour" | "time", text: string, checked: boolean, choose: () => void): HTMLElement {
  const input = make("input", { type: "radio", name: `when-${kind}`, checked });
  input.addEventListener("change", choose);
  return make("label", { class: "chip" }, input, text);
}

start();

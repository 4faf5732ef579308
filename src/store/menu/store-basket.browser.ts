/** The basket of the diner, kept in this browser until the order. */
import { locationId, type Chosen, type Line } from "../shared/store-offer.browser.ts";

const storageKey = `maple.basket.${locationId}`;
const listeners = new Set<() => void>();
let lines: readonly Line[] = read();

/** The lines now. */
export function basket(): readonly Line[] {
  return lines;
}

/** Calls back after every change. */
export function onBasket(listener: () => void): void {
  listeners.add(listener);
}

/** Adds a line; the same thing again is more of it. */
export function addLine(line: Line): void {
  const same = lines.findIndex((each) => likenessOf(each) === likenessOf(line));
  if (same < 0) return change([...lines, line]);
  change(lines.map((each, index) => (index === same ? { ...each, quantity: each.quantity + line.quantity } : each)));
}

/** Replaces a line; undefined takes it out. */
export function setLine(index: number, line: Line | undefined): void {
  change(lines.flatMap((each, at) => (at !== index ? [each] : line === undefined ? [] : [line])));
}

/** Takes lines out. */
export function removeLines(gone: ReadonlySet<Line>): void {
  change(lines.filter((line) => !gone.has(line)));
}

/** Takes the basket of an address or a form, which is the later one. */
export function takeBasket(field: string): void {
  change(fromField(field));
}

/** The basket as a page of the service reads it (`src/store/shared/basket-field.ts`); empty when nothing is chosen. */
export function basketField(of: readonly Line[]): string {
  if (of.length === 0) return "";
  const written = of.map(({ menu_entity_id: id, quantity, modifiers, notes }) => {
    const chosen = modifiers.map(choiceField);
    if (notes !== undefined) return [id, quantity, chosen, notes];
    return chosen.length === 0 ? [id, quantity] : [id, quantity, chosen];
  });
  const bytes = new TextEncoder().encode(JSON.stringify(written));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function choiceField({ menu_entity_id: id, quantity, modifiers }: Chosen): readonly unknown[] {
  return modifiers.length === 0 ? [id, quantity] : [id, quantity, modifiers.map(choiceField)];
}

type Written = readonly [string, number, (readonly Written[])?, string?];

/** The service has read the same text before. */
function fromField(field: string): readonly Line[] {
  const text = atob(field.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
  const toChosen = ([id, quantity, chosen = []]: Written): Chosen => {
    return { menu_entity_id: id, quantity, modifiers: chosen.map(toChosen) };
  };
  const written = JSON.parse(new TextDecoder().decode(bytes)) as readonly Written[];
  return written.map((each) => ({ ...toChosen(each), ...(each[3] === undefined ? {} : { notes: each[3] }) }));
}

export function emptyBasket(): void {
  change([]);
}

function change(next: readonly Line[]): void {
  lines = next;
  try {
    if (next.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing: the basket lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function likenessOf({ menu_entity_id, modifiers, notes }: Line): string {
  return JSON.stringify([menu_entity_id, modifiers, notes ?? ""]);
}

function read(): readonly Line[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isLine) : [];
  } catch {
    return [];
  }
}

function isLine(value: unknown): value is Line {
  return (
    typeof value === "object" &&
    value !== null &&
    "menu_entity_id" in value &&
    typeof value.menu_entity_id === "string" &&
    "quantity" in value &&
    typeof value.quantity === "number" &&
    "modifiers" in value &&
    Array.isArray(value.modifiers)
  );
}

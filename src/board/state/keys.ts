/** The keys of the board and their acts. Pure. */
import { columnNames, type ColumnName } from "./columns.ts";

/** The keys that act on the chosen order, and what they do there. */
export const orderKeys = { a: "accept", d: "deny", r: "ready", c: "complete", p: "print", Enter: "open" } as const;
export type OrderAct = (typeof orderKeys)[keyof typeof orderKeys];

export type KeyMeaning =
  | { readonly kind: "order"; readonly act: OrderAct }
  | { readonly kind: "move"; readonly to: Arrow }
  | { readonly kind: "search" }
  | { readonly kind: "help" };

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const arrows: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] satisfies Arrow[];

/** What a key means outside of fields and dialogs; undefined when nothing. */
export function meaningOf(key: string): KeyMeaning | undefined {
  if (isOrderKey(key)) return { kind: "order", act: orderKeys[key] };
  if (isArrow(key)) return { kind: "move", to: key };
  if (key === "/") return { kind: "search" };
  return key === "?" ? { kind: "help" } : undefined;
}

function isOrderKey(key: string): key is keyof typeof orderKeys {
  return Object.hasOwn(orderKeys, key);
}

function isArrow(key: string): key is Arrow {
  return arrows.includes(key);
}

/** The ids of the cards, column by column. */
export type CardGrid = Readonly<Record<ColumnName, readonly string[]>>;

/**
 * The card that an arrow leads to: up and down in the column, left and right to the same height in the next column that
 * has cards. Without a chosen card it is the first one. `rightToLeft` turns left and right around, as the columns are.
 */
export function nextCard(
  grid: CardGrid,
  chosen: string | undefined,
  arrow: Arrow,
  rightToLeft: boolean,
): string | undefined {
  const filled = columnNames.map((name) => grid[name]).filter((cards) => cards.length > 0);
  const column = filled.findIndex((cards) => chosen !== undefined && cards.includes(chosen));
  const cards = filled[column];
  if (cards === undefined || chosen === undefined) return filled[0]?.[0];
  const row = cards.indexOf(chosen);
  if (arrow === "ArrowUp") return cards[Math.max(0, row - 1)];
  if (arrow === "ArrowDown") return cards[Math.min(cards.length - 1, row + 1)];
  const step = (arrow === "ArrowRight") === rightToLeft ? -1 : 1;
  const beside = filled[Math.min(filled.length - 1, Math.max(0, column + step))] ?? cards;
  return beside[Math.min(beside.length - 1, row)];
}

/**
 * The card that is chosen after the chosen one has left its column: the next in that column, else the one before, else
 * the chosen one where it lies now, else the first of the board. Undefined while it stays, and where nothing is left.
 */
export function cardAfter(before: CardGrid, now: CardGrid, chosen: string | undefined): string | undefined {
  const column = columnNames.find((name) => chosen !== undefined && before[name].includes(chosen));
  if (column === undefined || chosen === undefined || now[column].includes(chosen)) return undefined;
  const row = before[column].indexOf(chosen);
  const near = [...before[column].slice(row + 1), ...before[column].slice(0, row).toReversed(), ...now[column]];
  const all = columnNames.flatMap((name) => now[name]);
  return near.find((id) => now[column].includes(id)) ?? all.find((id) => id === chosen) ?? all[0];
}

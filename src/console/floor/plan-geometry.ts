/** Boxes and lines of a plan on a screen. Pure; lengths are centimetres. */
import type { Box } from "../../floor/plan-view.ts";
import { labelKey, unitKey, wallKey, type Draft, type DraftUnit, type ItemKey } from "./draft.ts";
import type { Shift } from "./edits.ts";

const margin = 80;

/** The box around a table, as it is turned. */
export function boxOf({ x, y, width, height, rotation }: DraftUnit): Box {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [wide, high] = [width * cos + height * sin, width * sin + height * cos];
  return { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
}

/** The box between two points. */
export function boxBetween(a: Shift, b: Shift): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** The box around a wall. */
export function boxOfWall({ x1, y1, x2, y2 }: Draft["walls"][number]): Box {
  return boxBetween({ x: x1, y: y1 }, { x: x2, y: y2 });
}

/** The point of a text with the room that short words take around it. */
export function boxOfLabel({ x, y }: Draft["labels"][number]): Box {
  return { x: x - margin, y: y - margin / 4, width: 2 * margin, height: margin / 2 };
}

/** Everything of the plan with a margin; a room of ten metres where nothing is drawn. */
export function boundsOf(draft: Draft): Box {
  const boxes = [
    ...draft.units.map(boxOf),
    ...draft.walls.map(boxOfWall),
    ...draft.labels.map(({ x, y }) => ({ x, y, width: 0, height: 0 })),
  ];
  if (boxes.length === 0) return { x: 0, y: 0, width: 1_000, height: 700 };
  const x = Math.min(...boxes.map((box) => box.x)) - margin;
  const y = Math.min(...boxes.map((box) => box.y)) - margin;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin;
  return { x, y, width: right - x, height: bottom - y };
}

/** What lies wholly or in part inside a box. */
export function keysWithin(draft: Draft, box: Box): ReadonlySet<ItemKey> {
  const meets = (other: Box): boolean =>
    other.x <= box.x + box.width &&
    other.x + other.width >= box.x &&
    other.y <= box.y + box.height &&
    other.y + other.height >= box.y;
  return new Set([
    ...draft.units.filter((unit) => meets(boxOf(unit))).map(unitKey),
    ...draft.walls.filter((wall) => meets(boxOfWall(wall))).map(wallKey),
    ...draft.labels.filter(({ x, y }) => meets({ x, y, width: 0, height: 0 })).map(labelKey),
  ]);
}

/** Everything of the plan. */
export function allKeys({ units, walls, labels }: Draft): ReadonlySet<ItemKey> {
  return new Set([...units.map(unitKey), ...walls.map(wallKey), ...labels.map(labelKey)]);
}

/** Two tables that are joined. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

/** The lines that show which tables are joined: each combination as a chain, each line once. */
export function linksOf(combinations: readonly (readonly string[])[]): readonly Link[] {
  const links = new Map<string, Link>();
  for (const unitIds of combinations)
    for (const [index, to] of unitIds.slice(1).entries()) {
      const from = unitIds[index] ?? to;
      const [first, last] = from < to ? [from, to] : [to, from];
      links.set(JSON.stringify([first, last]), { from: first, to: last });
    }
  return [...links.values()];
}

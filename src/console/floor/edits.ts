/**
 * The edits of a plan by a manager. Every edit answers a new draft and keeps it within the plan. Pure; lengths are
 * centimetres.
 */
import { planLimits, type UnitShape } from "../../floor/floor-plan.ts";
import { freeId, labelKey, unitKey, wallKey, type Draft, type DraftUnit, type ItemKey } from "./draft.ts";

/** Things stand on a grid of so many centimetres; it is the step of an arrow key too. */
export const gridStep = 10;
/** Arrow keys with Shift. */
export const largeStep = 10 * gridStep;
/** One rotation of a table, in degrees. */
export const rotateStep = 15;

export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** The nearest line of the grid. */
export function snapped(length: number): number {
  return Math.round(length / gridStep) * gridStep;
}

function within(length: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, length)));
}

const onPlan = (length: number): number => within(length, 0, planLimits.side);

/** The points that may not leave the plan. */
function pointsOf(draft: Draft, keys: ReadonlySet<ItemKey>): readonly Shift[] {
  return [
    ...draft.units.filter((unit) => keys.has(unitKey(unit))),
    ...draft.walls
      .filter((wall) => keys.has(wallKey(wall)))
      .flatMap(({ x1, y1, x2, y2 }) => [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ]),
    ...draft.labels.filter((label) => keys.has(labelKey(label))),
  ];
}

/** So far the things can be moved together without one of them leaving the plan. */
export function possibleShift(draft: Draft, keys: ReadonlySet<ItemKey>, by: Shift): Shift {
  const points = pointsOf(draft, keys);
  if (points.length === 0) return { x: 0, y: 0 };
  const most = (axis: "x" | "y"): number => {
    const at = points.map((point) => point[axis]);
    return within(by[axis], -Math.min(...at), planLimits.side - Math.max(...at));
  };
  return { x: most("x"), y: most("y") };
}

/** So far a dragged thing moves for its own point to lie on the grid. */
export function snappedShift(draft: Draft, grabbed: ItemKey, by: Shift): Shift {
  const [point] = pointsOf(draft, new Set([grabbed]));
  if (point === undefined) return { x: 0, y: 0 };
  return { x: snapped(point.x + by.x) - point.x, y: snapped(point.y + by.y) - point.y };
}

/** Moves things together, as far as the plan goes. A table that is moved has a place of its own from then on. */
export function move(draft: Draft, keys: ReadonlySet<ItemKey>, wanted: Shift): Draft {
  const by = possibleShift(draft, keys, wanted);
  if (by.x === 0 && by.y === 0) return draft;
  return {
    units: draft.units.map((unit) =>
      keys.has(unitKey(unit)) ? { ...unit, x: unit.x + by.x, y: unit.y + by.y, placed: true } : unit,
    ),
    walls: draft.walls.map((wall) =>
      keys.has(wallKey(wall))
        ? { id: wall.id, x1: wall.x1 + by.x, y1: wall.y1 + by.y, x2: wall.x2 + by.x, y2: wall.y2 + by.y }
        : wall,
    ),
    labels: draft.labels.map((label) =>
      keys.has(labelKey(label)) ? { ...label, x: label.x + by.x, y: label.y + by.y } : label,
    ),
  };
}

function changeUnits(draft: Draft, keys: ReadonlySet<ItemKey>, change: (unit: DraftUnit) => DraftUnit): Draft {
  const units = draft.units.map((unit) => (keys.has(unitKey(unit)) ? { ...change(unit), placed: true } : unit));
  return { ...draft, units };
}

/** Rotates each table around its own middle, clockwise. */
export function rotate(draft: Draft, keys: ReadonlySet<ItemKey>, degrees: number): Draft {
  return changeUnits(draft, keys, (unit) => ({ ...unit, rotation: (((unit.rotation + degrees) % 360) + 360) % 360 }));
}

export type UnitFields = Partial<Pick<DraftUnit, "x" | "y" | "width" | "height" | "rotation">>;

/** Sets what was typed of a table; a square keeps equal sides. */
export function setFields(draft: Draft, key: ItemKey, fields: UnitFields): Draft {
  const side = (length: number): number => within(length, planLimits.smallest, planLimits.largest);
  return changeUnits(draft, new Set([key]), (unit) => {
    const { x = unit.x, y = unit.y, rotation = unit.rotation } = fields;
    const both = unit.shape === "square" ? (fields.width ?? fields.height) : undefined;
    const { width = both ?? unit.width, height = both ?? unit.height } = fields;
    return {
      ...unit,
      x: onPlan(x),
      y: onPlan(y),
      width: side(width),
      height: side(height),
      rotation: ((Math.round(rotation) % 360) + 360) % 360,
    };
  });
}

/** Gives tables a shape: a square has the shorter side on all sides, a rectangle is longer than wide. */
export function setShape(draft: Draft, keys: ReadonlySet<ItemKey>, shape: UnitShape): Draft {
  return changeUnits(draft, keys, (unit) => {
    const short = Math.min(unit.width, unit.height);
    if (shape !== "rectangle") return { ...unit, shape, width: short, height: short };
    const isLong = unit.width !== unit.height;
    return { ...unit, shape, width: isLong ? unit.width : Math.min(planLimits.largest, Math.round(short * 1.6)) };
  });
}

/** The size of a table whose corner is pulled to a point: the table keeps its middle. */
export function pullCorner(draft: Draft, key: ItemKey, to: Shift): Draft {
  const unit = draft.units.find((one) => unitKey(one) === key);
  if (unit === undefined) return draft;
  const angle = (-unit.rotation * Math.PI) / 180;
  const [x, y] = [to.x - unit.x, to.y - unit.y];
  const width = snapped(2 * Math.abs(x * Math.cos(angle) - y * Math.sin(angle)));
  const height = snapped(2 * Math.abs(x * Math.sin(angle) + y * Math.cos(angle)));
  const side = Math.max(width, height);
  return setFields(draft, key, unit.shape === "square" ? { width: side, height: side } : { width, height });
}

/** A wall is made straight where it is off by less than this. */
const almost = 2 * gridStep;

/** Moves one end of a wall to a point of the grid. */
export function pullEnd(draft: Draft, key: ItemKey, end: 1 | 2, to: Shift): Draft {
  const walls = draft.walls.map((wall) => {
    if (wallKey(wall) !== key) return wall;
    const other = end === 1 ? { x: wall.x2, y: wall.y2 } : { x: wall.x1, y: wall.y1 };
    const near = (length: number, its: number): number =>
      Math.abs(length - its) < almost ? its : onPlan(snapped(length));
    const [x, y] = [near(to.x, other.x), near(to.y, other.y)];
    if (x === other.x && y === other.y) return wall;
    return end === 1 ? { ...wall, x1: x, y1: y } : { ...wall, x2: x, y2: y };
  });
  return { ...draft, walls };
}

/** Sets the ends of a wall that were typed. */
export function setWall(draft: Draft, key: ItemKey, ends: Partial<Omit<Draft["walls"][number], "id">>): Draft {
  const set = Object.fromEntries(Object.entries(ends).map(([name, length]) => [name, onPlan(length)]));
  return { ...draft, walls: draft.walls.map((wall) => (wallKey(wall) === key ? { ...wall, ...set } : wall)) };
}

export interface Added {
  readonly draft: Draft;
  readonly key: ItemKey;
}

const newWallLength = 300;

/** Adds a wall of three metres with its middle at a point; undefined when the plan has as many as it may. */
export function addWall(draft: Draft, at: Shift): Added | undefined {
  if (draft.walls.length >= planLimits.walls) return undefined;
  const x1 = within(snapped(at.x) - newWallLength / 2, 0, planLimits.side - newWallLength);
  const y = onPlan(snapped(at.y));
  const wall = { id: freeId(draft.walls), x1, y1: y, x2: x1 + newWallLength, y2: y };
  return { draft: { ...draft, walls: [...draft.walls, wall] }, key: wallKey(wall) };
}

/** Adds a text at a point; undefined when the plan has as many as it may. */
export function addLabel(draft: Draft, at: Shift, text: string): Added | undefined {
  if (draft.labels.length >= planLimits.labels) return undefined;
  const label = { id: freeId(draft.labels), x: onPlan(snapped(at.x)), y: onPlan(snapped(at.y)), text };
  return { draft: { ...draft, labels: [...draft.labels, label] }, key: labelKey(label) };
}

/** Sets a text, trimmed; an empty one changes nothing. */
export function setText(draft: Draft, key: ItemKey, wanted: string): Draft {
  const text = Array.from(wanted.trim()).slice(0, 60).join("");
  if (text === "") return draft;
  return { ...draft, labels: draft.labels.map((label) => (labelKey(label) === key ? { ...label, text } : label)) };
}

/** Takes walls and texts away, and tables off their places: these stand on the grid again once the plan is saved. */
export function remove(draft: Draft, keys: ReadonlySet<ItemKey>): Draft {
  return {
    units: draft.units.map((unit) => (keys.has(unitKey(unit)) ? { ...unit, placed: false } : unit)),
    walls: draft.walls.filter((wall) => !keys.has(wallKey(wall))),
    labels: draft.labels.filter((label) => !keys.has(labelKey(label))),
  };
}

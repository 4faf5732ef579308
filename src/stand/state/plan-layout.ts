/**
 * Where each table is drawn: at its position in the plan, or on a grid where the plan has none. Pure; lengths are
 * centimetres.
 */
import { namesOnPlan } from "../../floor/plan-lettering.ts";
import type { Box } from "../../floor/plan-view.ts";
import type { StandingTable, Plan, StandSettings, Unit } from "./stand-model.ts";

export interface PlanLayout {
  readonly standing: ReadonlyMap<string, StandingTable>;
  /** The short name of each table, by the id of its unit. */
  readonly names: ReadonlyMap<string, string>;
  /** All of it, with a margin. */
  readonly bounds: Box;
  /** Each area with tables, by its id. */
  readonly areas: ReadonlyMap<string, Box>;
}

const cell = 150;
const side = 100;
const gap = 120;
const margin = 60;

/** The layout of a plan; tables that it does not name stand on a grid below it, area by area. */
export function layOut(settings: StandSettings, plan: Plan): PlanLayout {
  const standing = new Map(plan.standing.map((table) => [table.unitId, table]));
  const known = settings.units.filter(({ id }) => standing.has(id)).flatMap(({ id }) => standing.get(id) ?? []);
  let top = known.length === 0 ? 0 : Math.max(...known.map(({ y, height }) => y + height)) + gap;
  for (const { id } of settings.areas) {
    const rest = settings.units.filter((unit) => unit.areaId === id && !standing.has(unit.id));
    for (const one of onGrid(rest, top)) standing.set(one.unitId, one);
    top += rowsOf(rest) * cell + (rest.length === 0 ? 0 : gap);
  }
  const walls = plan.walls.flatMap(({ x1, y1, x2, y2 }) => [
    { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x1 - x2), height: Math.abs(y1 - y2) },
  ]);
  const shown = settings.units.flatMap(({ id }) => standing.get(id) ?? []);
  const areas = settings.areas.flatMap(({ id }) => {
    const own = settings.units.filter(({ areaId }) => areaId === id).flatMap((unit) => standing.get(unit.id) ?? []);
    return own.length === 0 ? [] : [[id, around(own)] as const];
  });
  const names = namesOnPlan(settings.units);
  return { standing, names, bounds: around([...shown, ...walls]), areas: new Map(areas) };
}

function columnsOf(units: readonly Unit[]): number {
  return Math.max(1, Math.ceil(Math.sqrt(units.length * 1.8)));
}

function rowsOf(units: readonly Unit[]): number {
  return Math.ceil(units.length / columnsOf(units));
}

function onGrid(units: readonly Unit[], top: number): StandingTable[] {
  const columns = columnsOf(units);
  return units.map(({ id, maxSeats }, index) => ({
    unitId: id,
    x: (index % columns) * cell,
    y: top + Math.floor(index / columns) * cell,
    width: side,
    height: side,
    shape: maxSeats <= 2 ? "round" : "square",
    rotation: 0,
  }));
}

function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 10 * cell, height: 6 * cell };
  const x = Math.min(...boxes.map((box) => box.x)) - margin;
  const y = Math.min(...boxes.map((box) => box.y)) - margin;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin;
  return { x, y, width: right - x, height: bottom - y };
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** The table that an arrow leads to: the nearest one in that direction. Without a chosen table, the first one. */
export function nextTable(
  standing: ReadonlyMap<string, StandingTable>,
  chosen: string | undefined,
  arrow: Arrow,
): string | undefined {
  const from = standing.get(chosen ?? "");
  if (from === undefined) return standing.keys().next().value;
  const isAcross = arrow === "ArrowLeft" || arrow === "ArrowRight";
  const sign = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
  const [fromX, fromY] = middleOf(from);
  let best: { readonly id: string; readonly far: number } | undefined;
  for (const one of standing.values()) {
    const [x, y] = middleOf(one);
    const along = (isAcross ? x - fromX : y - fromY) * sign;
    const aside = Math.abs(isAcross ? y - fromY : x - fromX);
    // What lies more to the side than ahead is in another direction.
    if (along <= 0 || aside > along) continue;
    const far = along + 2 * aside;
    if (best === undefined || far < best.far) best = { id: one.unitId, far };
  }
  return best?.id ?? chosen;
}

function middleOf({ x, y, width, height }: Box): readonly [number, number] {
  return [x + width / 2, y + height / 2];
}

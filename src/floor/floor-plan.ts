/**
 * The plan of a floor: the places of tables, walls and labels (rules/stand 4). The booking configuration says which
 * tables there are; the plan says where each stands. Lengths are centimetres. Pure.
 */
import type { Unit } from "../bookings/venue/configuration.ts";
import type { Id } from "../kernel/id.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Instant } from "../kernel/clock.ts";

export const unitShapes = ["round", "square", "rectangle"] as const;
export type UnitShape = (typeof unitShapes)[number];

export const planLimits = {
  side: 10_000,
  units: 1_000,
  walls: 500,
  labels: 200,
  smallest: 20,
  largest: 2_000,
} as const;

/** Where one table stands: `x` and `y` are its centre, from the upper left corner of the plan. */
export interface UnitOnPlan {
  readonly unit_id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly shape: UnitShape;
  /** Degrees, clockwise. */
  readonly rotation: number;
}

export interface Wall {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface PlanLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface FloorPlanDocument {
  readonly units: readonly UnitOnPlan[];
  readonly walls: readonly Wall[];
  readonly labels: readonly PlanLabel[];
}

/** A plan as it was saved; revision 0 where none ever was. */
export interface FloorPlan extends FloorPlanDocument {
  readonly location_id: Id<"str">;
  readonly revision: number;
  readonly saved_at: Instant | null;
  readonly saved_by: Actor | null;
}

/** A table on the plan; one without a position of its own stands on the grid. */
export interface StandingUnit extends UnitOnPlan {
  readonly placed: boolean;
}

export const emptyPlan: FloorPlanDocument = { units: [], walls: [], labels: [] };

/** What is saved when a manager saves a plan: the places of tables that are not configured now stay as they were. */
export function mergePlan(
  before: FloorPlanDocument,
  sent: FloorPlanDocument,
  configured: ReadonlySet<string>,
): FloorPlanDocument {
  const absent = before.units.filter(({ unit_id }) => !configured.has(unit_id));
  return { ...sent, units: [...sent.units, ...absent.slice(0, planLimits.units - sent.units.length)] };
}

/** What the grid asks of an area. */
export interface PlannedArea {
  readonly units: readonly Pick<Unit, "unitId" | "maxSeats">[];
}

const cell = 220;
const margin = 130;

/** Every configured table, in the order of the areas: where it was placed, or else on a grid below everything that was. */
export function standUnits(plan: FloorPlanDocument, areas: readonly PlannedArea[]): readonly StandingUnit[] {
  const saved = new Map(plan.units.map((unit) => [unit.unit_id, unit]));
  const onGrid = gridOf(
    areas.map(({ units }) => units.filter(({ unitId }) => !saved.has(unitId))),
    lowestOf(plan),
  );
  return areas.flatMap(({ units }) =>
    units.flatMap(({ unitId }): StandingUnit[] => {
      const own = saved.get(unitId);
      const standing = own === undefined ? onGrid.get(unitId) : { ...own, placed: true };
      return standing === undefined ? [] : [standing];
    }),
  );
}

/** So many tables of the grid stand beside each other on the widest row. */
const widest = Math.floor((planLimits.side - 2 * margin) / cell) + 1;

/** The grid below a height; each area begins a row. Rows are as wide as they must be for the grid to end on the plan. */
function gridOf(areas: readonly PlannedArea["units"][], below: number): ReadonlyMap<string, StandingUnit> {
  const count = areas.reduce((sum, units) => sum + units.length, 0);
  const roomFor = Math.floor((planLimits.side - 2 * margin - below) / cell) + 1;
  const rowsAt = (width: number): number => areas.reduce((sum, units) => sum + Math.ceil(units.length / width), 0);
  let width = Math.min(widest, Math.max(6, Math.ceil(Math.sqrt(count * 2))));
  while (width < widest && rowsAt(width) > roomFor) width += 1;
  // A plan that is drawn down to its end leaves no room below: the grid then ends where the plan does.
  const top = Math.max(margin, Math.min(below + margin, planLimits.side - margin - (rowsAt(width) - 1) * cell));
  const standing = new Map<string, StandingUnit>();
  let row = 0;
  for (const units of areas) {
    for (const [index, { unitId, maxSeats }] of units.entries()) {
      const [x, y] = [margin + (index % width) * cell, top + (row + Math.floor(index / width)) * cell];
      standing.set(unitId, { unit_id: unitId, x, y, ...sizeOf(maxSeats), rotation: 0, placed: false });
    }
    row += Math.ceil(units.length / width);
  }
  return standing;
}

function lowestOf({ units, walls, labels }: FloorPlanDocument): number {
  const ends = [
    ...units.map(({ y, width, height }) => y + Math.max(width, height) / 2),
    ...walls.flatMap(({ y1, y2 }) => [y1, y2]),
    ...labels.map(({ y }) => y),
  ];
  return Math.ceil(ends.reduce((lowest, end) => Math.max(lowest, end), 0));
}

/** The size of a table that nobody has drawn. */
function sizeOf(seats: number): Pick<UnitOnPlan, "width" | "height" | "shape"> {
  if (seats <= 2) return { width: 80, height: 80, shape: "round" };
  if (seats <= 4) return { width: 90, height: 90, shape: "square" };
  return { width: seats <= 6 ? 150 : 190, height: 90, shape: "rectangle" };
}

/**
 * The plan as the editor has it: read from the wire, compared, and written back. Pure; lengths are centimetres
 * (rules/stand 4.1).
 */
import type { FloorPlanWire } from "../../floor/floor-plan.schemas.ts";
import type { PlanLabel, StandingUnit, Wall } from "../../floor/floor-plan.ts";

export type DraftUnit = StandingUnit;

export interface DraftWall extends Wall {
  readonly id: string;
}

export interface DraftLabel extends PlanLabel {
  readonly id: string;
}

export interface Draft {
  readonly units: readonly DraftUnit[];
  readonly walls: readonly DraftWall[];
  readonly labels: readonly DraftLabel[];
}

/** Names one thing of the plan: `unit:` and the id of the table, `wall:` or `label:` and a number. */
export type ItemKey = `${"unit" | "wall" | "label"}:${string}`;

export const unitKey = (unit: Pick<DraftUnit, "unit_id">): ItemKey => `unit:${unit.unit_id}`;
export const wallKey = (wall: Pick<DraftWall, "id">): ItemKey => `wall:${wall.id}`;
export const labelKey = (label: Pick<DraftLabel, "id">): ItemKey => `label:${label.id}`;

/** The draft of a plan that was read. */
export function draftOf({ units, walls, labels }: Pick<FloorPlanWire, "units" | "walls" | "labels">): Draft {
  return {
    units,
    walls: walls.map((wall, index) => ({ ...wall, id: String(index) })),
    labels: labels.map((label, index) => ({ ...label, id: String(index) })),
  };
}

/** An id that no wall or label of the list has. */
export function freeId(list: readonly { readonly id: string }[]): string {
  return String(list.reduce((most, { id }) => Math.max(most, Number(id)), -1) + 1);
}

/** The body of the save. A table without a place of its own is left out, and stays on the grid. */
export function bodyOf(draft: Draft, expectedRevision: number): object {
  return {
    expected_revision: expectedRevision,
    units: draft.units.filter(({ placed }) => placed).map(positionOf),
    walls: draft.walls.map(wallOf),
    labels: draft.labels.map(textOf),
  };
}

/** Where a table stands, without what the editor knows besides. */
export function positionOf({ unit_id, x, y, width, height, shape, rotation }: DraftUnit): Omit<DraftUnit, "placed"> {
  return { unit_id, x, y, width, height, shape, rotation };
}

export const wallOf = ({ x1, y1, x2, y2 }: Wall): Wall => ({ x1, y1, x2, y2 });
export const textOf = ({ x, y, text }: PlanLabel): PlanLabel => ({ x, y, text });

/** Whether two drafts would be saved as the same plan. */
export function isSamePlan(a: Draft, b: Draft): boolean {
  return a === b || JSON.stringify(bodyOf(a, 0)) === JSON.stringify(bodyOf(b, 0));
}

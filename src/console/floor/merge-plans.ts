/**
 * Joins two saves of a plan (rules/console 1.4): a change of one side is kept, and a table that both sides moved is shown
 * at both positions for a choice. Pure.
 */
import { isSamePlan, positionOf, textOf, wallOf, type Draft, type DraftUnit } from "./draft.ts";

export interface UnitClash {
  readonly unitId: string;
  readonly theirs: DraftUnit;
  readonly mine: DraftUnit;
}

export interface MergedPlan {
  /** With the other side's place where the two clash. */
  readonly draft: Draft;
  readonly clashes: readonly UnitClash[];
  /** Tables of mine that the location does not have any more. */
  readonly gone: readonly string[];
}

/** `base` is what both sides read, `theirs` what has been saved since, `mine` what is to be saved. */
export function mergePlans(base: Draft, theirs: Draft, mine: Draft): MergedPlan {
  const [read, own] = [base, mine].map(({ units }) => new Map(units.map((unit) => [unit.unit_id, unit])));
  const clashes: UnitClash[] = [];
  const units = theirs.units.map((their) => {
    const ours = own?.get(their.unit_id);
    const before = read?.get(their.unit_id);
    if (ours === undefined || isSamePosition(ours, before)) return their;
    if (isSamePosition(their, before)) return ours;
    if (!isSamePosition(their, ours)) clashes.push({ unitId: their.unit_id, theirs: their, mine: ours });
    return their;
  });
  const walls = joined(base.walls.map(wallOf), theirs.walls.map(wallOf), mine.walls.map(wallOf));
  const labels = joined(base.labels.map(textOf), theirs.labels.map(textOf), mine.labels.map(textOf));
  const present = new Set(theirs.units.map(({ unit_id }) => unit_id));
  return {
    draft: {
      units,
      walls: walls.map((wall, id) => ({ ...wall, id: String(id) })),
      labels: labels.map((label, id) => ({ ...label, id: String(id) })),
    },
    clashes,
    gone: mine.units.map(({ unit_id }) => unit_id).filter((id) => !present.has(id)),
  };
}

/** The draft with the chosen place of each table that both sides moved. */
export function choosePositions(draft: Draft, clashes: readonly UnitClash[], mine: ReadonlySet<string>): Draft {
  const chosen = new Map(clashes.filter(({ unitId }) => mine.has(unitId)).map((clash) => [clash.unitId, clash.mine]));
  const next = { ...draft, units: draft.units.map((unit) => chosen.get(unit.unit_id) ?? unit) };
  return isSamePlan(next, draft) ? draft : next;
}

/** Where a table stands on the grid is no place: two tables without one are alike. */
function isSamePosition(a: DraftUnit, b: DraftUnit | undefined): boolean {
  if (!a.placed || b?.placed !== true) return !a.placed && b?.placed !== true;
  return JSON.stringify(positionOf(a)) === JSON.stringify(positionOf(b));
}

/** Walls and texts have no name that lasts: what a side added or took away is added or taken away, each as often. */
function joined<Value>(base: readonly Value[], theirs: readonly Value[], mine: readonly Value[]): readonly Value[] {
  const taken = without(base, mine);
  const added = without(mine, base);
  return [...without(theirs, taken), ...without(added, without(theirs, base))];
}

/** The list without as many of each value as the other list has. */
function without<Value>(list: readonly Value[], other: readonly Value[]): readonly Value[] {
  const left = new Map<string, number>();
  for (const one of other) left.set(JSON.stringify(one), (left.get(JSON.stringify(one)) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(JSON.stringify(one)) ?? 0;
    if (count > 0) left.set(JSON.stringify(one), count - 1);
    return count === 0;
  });
}

/** The positions of the states in a diagram: one row below another, in the direction of the moves. Pure. */

export interface Move {
  readonly from: string;
  readonly to: string;
  /** Who makes the move and, in brackets, how. */
  readonly by: string;
}

export interface StateChart {
  readonly states: readonly string[];
  readonly beginnings: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
  readonly moves: readonly Move[];
}

const outside = "[*]";

/** Reads the diagram as `npm run states` writes it; lines of another form are left out. */
export function readChart(text: string): StateChart {
  const arrows = text.split("\n").flatMap((line) => {
    const [ends = "", by = ""] = line.trim().split(": ", 2);
    const [from, to] = ends.split(" --> ");
    return from === undefined || to === undefined ? [] : [{ from, to, by }];
  });
  const named = arrows.flatMap(({ from, to }) => [from, to]).filter((state) => state !== outside);
  return {
    states: [...new Set(named)],
    beginnings: new Set(arrows.filter(({ from }) => from === outside).map(({ to }) => to)),
    ends: new Set(arrows.filter(({ to }) => to === outside).map(({ from }) => from)),
    moves: arrows.filter(({ from, to }) => from !== outside && to !== outside),
  };
}

/** The states by row. Moves that lead back to an earlier state do not count; states that end stand last. */
export function rowsOf(chart: StateChart): readonly (readonly string[])[] {
  const ahead = withoutReturns(chart);
  const rank = new Map(chart.states.map((state) => [state, 0]));
  for (const _round of chart.states) {
    for (const { from, to } of ahead) rank.set(to, Math.max(rank.get(to) ?? 0, (rank.get(from) ?? 0) + 1));
  }
  const last = Math.max(...rank.values());
  const rows: string[][] = Array.from({ length: last + 1 }, () => []);
  for (const state of chart.states) rows[chart.ends.has(state) ? last : (rank.get(state) ?? 0)]?.push(state);
  return rows.filter((row) => row.length > 0).map((row) => row.toSorted(byReach(chart)));
}

/** States from which many moves lead on come first. */
function byReach({ moves }: StateChart): (one: string, other: string) => number {
  const reach = (state: string): number => moves.filter(({ from }) => from === state).length;
  return (one, other) => reach(other) - reach(one);
}

/** The moves without those that close a circle, found by walking from each beginning. */
function withoutReturns({ states, beginnings, moves }: StateChart): readonly Move[] {
  const returns = new Set<Move>();
  const walked = new Set<string>();
  const walk = (state: string, way: readonly string[]): void => {
    walked.add(state);
    for (const move of moves.filter(({ from }) => from === state)) {
      if (move.to === state || way.includes(move.to)) returns.add(move);
      else if (!walked.has(move.to)) walk(move.to, [...way, move.to]);
    }
  };
  for (const state of [...beginnings, ...states]) if (!walked.has(state)) walk(state, [state]);
  return moves.filter((move) => !returns.has(move));
}

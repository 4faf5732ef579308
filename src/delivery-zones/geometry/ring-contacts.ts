/**
 * Finds where the rings of one polygon meet themselves or each other. Exact: decided by orientations of the numbers as
 * given. A box index finds the pairs of edges, so a coastline of 10,000 corners takes milliseconds. A drawing made to
 * defeat the index is refused when its limit of effort is reached, so that it delays nobody else.
 */
import Flatbush from "flatbush";
import { orientation, type Position, type Ring } from "./geometry.ts";

export type RingFault =
  | { readonly kind: "self"; readonly ring: number; readonly at: Position }
  | { readonly kind: "rings"; readonly ring: number; readonly other: number; readonly at: Position }
  | { readonly kind: "too_intricate" };

export interface RingContacts {
  /** The first fault found; undefined when the rings are sound. */
  readonly fault: RingFault | undefined;
  /** The one point at which two rings touch, which is allowed: by the lower number times the number of rings plus the higher. */
  readonly touches: ReadonlyMap<number, Position>;
}

/** What may still be spent on a geometry: about a nanosecond each. Below 0 the geometry is given up. */
export interface Effort {
  left: number;
}

/** For one geometry: some 50 ms, wherever its corners lie. Ten thousand corners that zigzag around a centre take nearly all of it. */
export const effortForGeometry = 12_000_000;
const effortForPair = 60;

interface Edge {
  readonly ring: number;
  readonly index: number;
  readonly from: Position;
  readonly to: Position;
}

/**
 * Looks at all pairs of edges. A ring may not meet itself anywhere. Two rings may touch in one single point: two closed
 * lines that meet in more, or run along each other, cross or cut the inside in two (OGC simple features).
 */
export function findRingContacts(rings: readonly Ring[], effort: Effort): RingContacts {
  const edges = edgesOf(rings);
  const index = new Flatbush(edges.length);
  for (const { from, to } of edges) {
    index.add(Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1]));
  }
  index.finish();
  const touches = new Map<number, Position>();
  for (const [number, edge] of edges.entries()) {
    const { from, to } = edge;
    const near = index.search(
      Math.min(from[0], to[0]),
      Math.min(from[1], to[1]),
      Math.max(from[0], to[0]),
      Math.max(from[1], to[1]),
      (other) => other > number,
    );
    effort.left -= near.length * effortForPair;
    if (effort.left < 0) return { fault: { kind: "too_intricate" }, touches };
    for (const candidate of near) {
      const other = edges[candidate];
      const fault = other === undefined ? undefined : judge(edge, other, rings, touches);
      if (fault !== undefined) return { fault, touches };
    }
  }
  return { fault: undefined, touches };
}

function edgesOf(rings: readonly Ring[]): readonly Edge[] {
  return rings.flatMap((positions, ring) =>
    positions.slice(1).flatMap((to, index) => {
      const from = positions[index];
      return from === undefined ? [] : [{ ring, index, from, to }];
    }),
  );
}

function judge(
  a: Edge,
  b: Edge,
  rings: readonly Ring[],
  touches: Map<number, Position>,
): Exclude<RingFault, { readonly kind: "too_intricate" }> | undefined {
  if (a.ring === b.ring) {
    const last = (rings[a.ring]?.length ?? 0) - 2;
    const at =
      b.index === a.index + 1
        ? foldsBack(a.from, a.to, b.to)
        : a.index === 0 && b.index === last
          ? foldsBack(b.from, b.to, a.to)
          : meet(a, b)?.at;
    return at === undefined ? undefined : { kind: "self", ring: a.ring, at };
  }
  const met = meet(a, b);
  if (met === undefined) return undefined;
  const key = Math.min(a.ring, b.ring) * rings.length + Math.max(a.ring, b.ring);
  const before = touches.get(key);
  if (!met.crosses && (before === undefined || same(before, met.at))) {
    touches.set(key, met.at);
    return undefined;
  }
  return { kind: "rings", ring: a.ring, other: b.ring, at: met.at };
}

/** The middle corner when the way from the first to the last goes back over itself. */
function foldsBack(first: Position, middle: Position, last: Position): Position | undefined {
  if (orientation(first, middle, last) !== 0) return undefined;
  const back =
    Math.sign(first[0] - middle[0]) === Math.sign(last[0] - middle[0]) &&
    Math.sign(first[1] - middle[1]) === Math.sign(last[1] - middle[1]);
  return back ? middle : undefined;
}

interface Meeting {
  readonly at: Position;
  /** Through each other, or along each other; not only in one point. */
  readonly crosses: boolean;
}

function meet({ from: a, to: b }: Edge, { from: c, to: d }: Edge): Meeting | undefined {
  const cSide = orientation(a, b, c);
  const dSide = orientation(a, b, d);
  if ((cSide > 0 && dSide > 0) || (cSide < 0 && dSide < 0)) return undefined;
  const aSide = orientation(c, d, a);
  const bSide = orientation(c, d, b);
  if ((aSide > 0 && bSide > 0) || (aSide < 0 && bSide < 0)) return undefined;
  if (cSide !== 0 && dSide !== 0 && aSide !== 0 && bSide !== 0)
    return { at: nearCrossing(a, b, aSide, bSide), crosses: true };
  // Hot where many rings meet in one point: nothing is allocated before a point is found.
  let at: Position | undefined;
  let crosses = false;
  const look = (corner: Position, start: Position, end: Position, side: number): void => {
    if (side !== 0 || !within(corner, start, end)) return;
    if (at === undefined) at = corner;
    else if (!same(at, corner)) crosses = true;
  };
  look(c, a, b, cSide);
  look(d, a, b, dSide);
  look(a, c, d, aSide);
  look(b, c, d, bSide);
  return at === undefined ? undefined : { at, crosses };
}

/** Roughly where two edges cross, for the message. */
function nearCrossing(a: Position, b: Position, aSide: number, bSide: number): Position {
  const share = aSide / (aSide - bSide);
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}

/** Whether a point in line with an edge lies on it. */
function within([x, y]: Position, [x1, y1]: Position, [x2, y2]: Position): boolean {
  return Math.min(x1, x2) <= x && x <= Math.max(x1, x2) && Math.min(y1, y2) <= y && y <= Math.max(y1, y2);
}

function same(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

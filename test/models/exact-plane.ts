/**
 * Plane geometry in exact whole numbers, for judging the fast one: every double is a whole number of 2^-1074, so nothing
 * is ever rounded. Slow and simple on purpose. It is written from the definitions and shares no code with the tested one.
 */
export type ExactPoint = readonly [x: bigint, y: bigint];

/** A double as a count of 2^-1074. */
export function exact(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xfffffffffffffn;
  const size = exponent === 0n ? fraction : (fraction | 0x10000000000000n) << (exponent - 1n);
  return bits >> 63n === 1n ? -size : size;
}

export function exactPoint([x, y]: readonly [number, number]): ExactPoint {
  return [exact(x), exact(y)];
}

/** 1 when c is left of the way from a to b, -1 right, 0 in line. */
export function sideOf(a: ExactPoint, b: ExactPoint, c: ExactPoint): -1 | 0 | 1 {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return area > 0n ? 1 : area < 0n ? -1 : 0;
}

export function isOnSegment(a: ExactPoint, b: ExactPoint, p: ExactPoint): boolean {
  const within = (i: 0 | 1): boolean => (a[i] <= p[i] && p[i] <= b[i]) || (b[i] <= p[i] && p[i] <= a[i]);
  return sideOf(a, b, p) === 0 && within(0) && within(1);
}

/** How often a closed ring winds around a point that is not on it. */
export function windingNumber(ring: readonly ExactPoint[], p: ExactPoint): number {
  let winding = 0;
  for (const [a, b] of edgesOf(ring)) {
    if (a[1] <= p[1] && b[1] > p[1] && sideOf(a, b, p) > 0) winding++;
    if (a[1] > p[1] && b[1] <= p[1] && sideOf(a, b, p) < 0) winding--;
  }
  return winding;
}

/** Inside the outer ring and in no hole; every edge counts as inside. */
export function polygonHas(rings: readonly (readonly ExactPoint[])[], p: ExactPoint): boolean {
  if (rings.some((ring) => edgesOf(ring).some(([a, b]) => isOnSegment(a, b, p)))) return true;
  return rings.every((ring, index) => (windingNumber(ring, p) !== 0) === (index === 0));
}

/** Whether a ring of distinct neighbours meets itself anywhere but where one edge follows another. */
export function meetsItself(ring: readonly ExactPoint[]): boolean {
  const edges = edgesOf(ring);
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      if (j <= i) return false;
      if (j === i + 1) return isOnSegment(a, b, d) || isOnSegment(c, d, a);
      if (i === 0 && j === edges.length - 1) return isOnSegment(a, b, c) || isOnSegment(c, d, b);
      return segmentsMeet(a, b, c, d);
    }),
  );
}

function segmentsMeet(a: ExactPoint, b: ExactPoint, c: ExactPoint, d: ExactPoint): boolean {
  if (isOnSegment(a, b, c) || isOnSegment(a, b, d) || isOnSegment(c, d, a) || isOnSegment(c, d, b)) return true;
  return sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0;
}

function edgesOf(closed: readonly ExactPoint[]): readonly (readonly [ExactPoint, ExactPoint])[] {
  return closed.slice(1).flatMap((to, index) => {
    const from = closed[index];
    return from === undefined ? [] : [[from, to] as const];
  });
}

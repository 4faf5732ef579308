/**
 * The area of a zone while it is drawn: corners are added, moved and removed one by one. Pure. Rings are open: the last
 * corner is not the first again. Positions are [longitude, latitude] in degrees, to a millionth (some ten centimetres).
 */
export type Corner = readonly [longitude: number, latitude: number];

export type Shape =
  | { readonly kind: "rings"; readonly polygons: readonly (readonly (readonly Corner[])[])[] }
  | { readonly kind: "circle"; readonly center: Corner; readonly radius: number };

/** Where a corner stands in the shape. */
export interface CornerPosition {
  readonly polygon: number;
  readonly ring: number;
  readonly index: number;
}

/** The area as the calls of delivery zones have it. */
export type WireGeometry =
  | { readonly type: "Polygon"; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | { readonly type: "MultiPolygon"; readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] }
  | {
      readonly type: "Circle";
      readonly radius_meters: number;
      readonly center: { readonly latitude: number; readonly longitude: number };
    };

/** Before the first corner. */
export const emptyShape: Shape = { kind: "rings", polygons: [[[]]] };

/** Rounded as it is kept, and within the world. */
export function cornerAt(longitude: number, latitude: number): Corner {
  const round = (degrees: number, most: number): number =>
    Math.max(-most, Math.min(most, Math.round(degrees * 1e6) / 1e6));
  return [round(longitude, 180), round(latitude, 90)];
}

export function shapeOf(geometry: WireGeometry): Shape {
  if (geometry.type === "Circle") {
    const { latitude, longitude } = geometry.center;
    return { kind: "circle", center: [longitude, latitude], radius: geometry.radius_meters };
  }
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return {
    kind: "rings",
    polygons: polygons.map((rings) =>
      rings.map((ring) => ring.slice(0, -1).map(([longitude = 0, latitude = 0]): Corner => [longitude, latitude])),
    ),
  };
}

/** The shape as it is sent; undefined while it encloses nothing. */
export function geometryOf(shape: Shape): WireGeometry | undefined {
  if (shape.kind === "circle") {
    const [longitude, latitude] = shape.center;
    if (!(shape.radius > 0)) return undefined;
    return { type: "Circle", radius_meters: shape.radius, center: { latitude, longitude } };
  }
  if (shape.polygons.some(([outer = []]) => outer.length < 3)) return undefined;
  const polygons = shape.polygons.map((rings) => rings.map((ring) => [...ring, ...ring.slice(0, 1)]));
  const [first] = polygons;
  if (first === undefined) return undefined;
  return polygons.length === 1
    ? { type: "Polygon", coordinates: first }
    : { type: "MultiPolygon", coordinates: polygons };
}

/** How many corners the shape has; a circle has none. */
export function countCorners(shape: Shape): number {
  return cornersOf(shape).length;
}

export interface KnownCorner extends CornerPosition {
  readonly at: Corner;
  /** How many corners the ring has. */
  readonly of: number;
}

/** Every corner, ring by ring. */
export function cornersOf(shape: Shape): readonly KnownCorner[] {
  if (shape.kind === "circle") return [];
  return shape.polygons.flatMap((rings, polygon) =>
    rings.flatMap((corners, ring) => corners.map((at, index) => ({ polygon, ring, index, at, of: corners.length }))),
  );
}

/** The last ring of a drawing gets one corner more. */
export function withCorner(shape: Shape, corner: Corner): Shape {
  if (shape.kind === "circle") return { ...shape, center: corner };
  const polygon = shape.polygons.length - 1;
  const ring = (shape.polygons[polygon]?.length ?? 1) - 1;
  return changeRing(shape, { polygon, ring }, (corners) => [...corners, corner]);
}

export function withCornerMoved(shape: Shape, position: CornerPosition, to: Corner): Shape {
  return changeRing(shape, position, (corners) =>
    corners.map((corner, index) => (index === position.index ? to : corner)),
  );
}

/** A new corner halfway to the next one. */
export function withCornerAfter(shape: Shape, position: CornerPosition): Shape {
  return changeRing(shape, position, (corners) => {
    const [corner, next] = [corners[position.index], corners[(position.index + 1) % corners.length]];
    return corner === undefined || next === undefined
      ? corners
      : corners.toSpliced(position.index + 1, 0, halfway(corner, next));
  });
}

/** Without the corner; a hole with fewer than three corners is no hole any more. */
export function withoutCorner(shape: Shape, position: CornerPosition): Shape {
  if (shape.kind === "circle") return shape;
  const less = changeRing(shape, position, (corners) => corners.toSpliced(position.index, 1));
  if (less.kind === "circle" || position.ring === 0) return less;
  return {
    ...less,
    polygons: less.polygons.map((rings) => rings.filter((corners, ring) => ring === 0 || corners.length >= 3)),
  };
}

export function halfway(one: Corner, other: Corner): Corner {
  return cornerAt((one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
}

function changeRing(
  shape: Shape,
  { polygon, ring }: Pick<CornerPosition, "polygon" | "ring">,
  change: (corners: readonly Corner[]) => readonly Corner[],
): Shape {
  if (shape.kind === "circle") return shape;
  return {
    ...shape,
    polygons: shape.polygons.map((rings, p) =>
      p === polygon ? rings.map((corners, r) => (r === ring ? change(corners) : corners)) : rings,
    ),
  };
}

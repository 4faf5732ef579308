/** Turns positions on the earth into points of a picture and back (Web Mercator, as in map tiles). Pure. */

export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** A part of the earth in a square picture. */
export interface GroundView {
  readonly center: GeoPoint;
  /** As map tiles count: one more is twice as close. */
  readonly zoom: number;
  /** Pixels of an edge. */
  readonly size: number;
}

const tilePixels = 256;
const equatorMeters = 40_075_016.686;
const mostLatitude = 85;

interface Point {
  readonly x: number;
  readonly y: number;
}

function toWorld({ latitude, longitude }: GeoPoint, zoom: number): Point {
  const scale = tilePixels * 2 ** zoom;
  const bounded = Math.max(-mostLatitude, Math.min(mostLatitude, latitude));
  const sine = Math.sin((bounded * Math.PI) / 180);
  return {
    x: (longitude / 360 + 0.5) * scale,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale,
  };
}

/** Where a place lies in the picture; outside of it for places farther away. */
export function pointOf({ center, zoom, size }: GroundView, point: GeoPoint): Point {
  const [middle, at] = [toWorld(center, zoom), toWorld(point, zoom)];
  return { x: at.x - middle.x + size / 2, y: at.y - middle.y + size / 2 };
}

/** The place at a point of the picture, to a millionth of a degree. */
export function geoPointAt({ center, zoom, size }: GroundView, { x, y }: Point): GeoPoint {
  const scale = tilePixels * 2 ** zoom;
  const middle = toWorld(center, zoom);
  const [worldX, worldY] = [middle.x + x - size / 2, middle.y + y - size / 2];
  const longitude = (worldX / scale - 0.5) * 360;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - (2 * worldY) / scale))) * 180) / Math.PI;
  const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
  return { latitude: round(latitude), longitude: round(((longitude + 540) % 360) - 180) };
}

/** How many metres one pixel is wide in the middle of the picture. */
export function metersPerPixel({ center, zoom }: GroundView): number {
  return (equatorMeters * Math.cos((center.latitude * Math.PI) / 180)) / (tilePixels * 2 ** zoom);
}

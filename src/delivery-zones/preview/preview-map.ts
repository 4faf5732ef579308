/** Positions on the preview: degrees to pixels, outlines as path data, and the position of each zone's badge. Pure. */
import { partsOf } from "../geometry/covers.ts";
import type { DeliveryZone } from "../zones/delivery-zone.ts";
import { earthRadius, radians } from "../geometry/geodesy.ts";
import { polygonsOf, type CircleGeometry, type Point, type Position, type ZoneGeometry } from "../geometry/geometry.ts";
import type { ZoneIndex } from "../zones/zone-index.ts";

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface MapView {
  readonly width: number;
  readonly height: number;
  readonly metersPerPixel: number;
  spotOf(longitude: number, latitude: number): Spot;
  pointAt(spot: Spot): Point;
}

const margin = 48;

/** Fits the zones and the location into the frame; true to scale in the middle of the map. */
export function fitMap(zones: readonly DeliveryZone[], location: Point | null, width: number, height: number): MapView {
  const outlines = zones.flatMap((zone) => outlinesOf(zone.geometry).flat());
  const all: readonly Position[] =
    location === null ? outlines : [...outlines, [location.longitude, location.latitude]];
  const origin: Point = location ?? { longitude: all[0]?.[0] ?? 0, latitude: all[0]?.[1] ?? 0 };
  const east = (longitude: number): number => ((longitude - origin.longitude + 540) % 360) - 180;
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [longitude, latitude] of all) {
    left = Math.min(left, east(longitude));
    right = Math.max(right, east(longitude));
    bottom = Math.min(bottom, latitude);
    top = Math.max(top, latitude);
  }
  if (all.length === 0) [left, right, bottom, top] = [0, 0, 0, 0];
  const squeeze = Math.max(0.01, Math.cos(radians((bottom + top) / 2)));
  const least = 0.002;
  const scale = Math.min(
    (width - 2 * margin) / Math.max(least, (right - left) * squeeze),
    (height - 2 * margin) / Math.max(least, top - bottom),
  );
  const [middleX, middleY] = [(left + right) / 2, (bottom + top) / 2];
  return {
    width,
    height,
    metersPerPixel: radians(1 / scale) * earthRadius,
    spotOf: (longitude, latitude) => ({
      x: width / 2 + (east(longitude) - middleX) * squeeze * scale,
      y: height / 2 - (latitude - middleY) * scale,
    }),
    pointAt: ({ x, y }) => ({
      longitude: wrap(origin.longitude + middleX + (x - width / 2) / (squeeze * scale)),
      latitude: Math.max(-90, Math.min(90, middleY - (y - height / 2) / scale)),
    }),
  };
}

function wrap(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** The closed outlines of a geometry; a circle as 96 corners, for drawing only. */
function outlinesOf(geometry: ZoneGeometry): readonly (readonly Position[])[] {
  return geometry.type === "Circle" ? [circleOutline(geometry)] : polygonsOf(geometry).flat();
}

function circleOutline({ center, radius_meters: radius }: CircleGeometry): readonly Position[] {
  const angle = radius / earthRadius;
  const [latitude, longitude] = [radians(center.latitude), radians(center.longitude)];
  return Array.from({ length: 96 }, (_, step) => {
    const bearing = (step / 96) * 2 * Math.PI;
    const sine = Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing);
    const across = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
      Math.cos(angle) - Math.sin(latitude) * sine,
    );
    return [((longitude + across) * 180) / Math.PI, (Math.asin(sine) * 180) / Math.PI] as const;
  });
}

/** SVG path data; corners that would fall on the same pixel are left out. */
export function pathOf(zone: DeliveryZone, view: MapView): string {
  return outlinesOf(zone.geometry)
    .map((outline) => {
      let last: Spot | undefined;
      const kept = outline.flatMap(([longitude, latitude]) => {
        const spot = view.spotOf(longitude, latitude);
        if (last !== undefined && Math.hypot(spot.x - last.x, spot.y - last.y) < 0.4) return [];
        last = spot;
        return [`${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`];
      });
      return `M${kept.join("L")}Z`;
    })
    .join("");
}

const cell = 10;

/**
 * For every zone, the middle of the largest area where it is the one that is used, so that a badge never stands on
 * ground where another zone decides. A zone without an entry is used nowhere, as far as the picture can show.
 */
export function badgeSpots(
  index: ZoneIndex,
  drawn: readonly DeliveryZone[],
  view: MapView,
  location: Point | null,
): ReadonlyMap<DeliveryZone, Spot> {
  const columns = Math.floor(view.width / cell);
  const rows = Math.floor(view.height / cell);
  const winners: (DeliveryZone | null)[] = [];
  const pin = location === null ? null : view.spotOf(location.longitude, location.latitude);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const spot = middleOf(column, row);
      winners.push(pin !== null && isUnderPin(spot, pin) ? null : winnerAt(index, view.pointAt(spot)));
    }
  }
  const depth = depthsOf(winners, columns);
  const best = new Map<DeliveryZone, { readonly spot: Spot; readonly depth: number }>();
  winners.forEach((zone, at) => {
    const own = depth[at] ?? 0;
    if (zone === null || own <= (best.get(zone)?.depth ?? 0)) return;
    best.set(zone, { spot: middleOf(at % columns, Math.floor(at / columns)), depth: own });
  });
  for (const zone of drawn) {
    if (zone.enabled && !best.has(zone)) addSmall(zone, index, view, best);
  }
  return new Map(
    drawn.flatMap((zone) => {
      const found = best.get(zone);
      return found === undefined ? [] : [[zone, found.spot] as const];
    }),
  );
}

/** The marker of the location stands on it, 38 pixels tall. */
function isUnderPin(spot: Spot, pin: Spot): boolean {
  return Math.abs(spot.x - pin.x) < 22 && spot.y > pin.y - 48 && spot.y < pin.y + 12;
}

function middleOf(column: number, row: number): Spot {
  return { x: (column + 0.5) * cell, y: (row + 0.5) * cell };
}

function winnerAt(index: ZoneIndex, { longitude, latitude }: Point): DeliveryZone | null {
  let winner: DeliveryZone | null = null;
  index.visitAt(longitude, latitude, (zone) => {
    if (zone.enabled) winner = zone;
    return winner !== null;
  });
  return winner;
}

/** How many cells away the nearest cell of another winner is, by two passes over the grid. */
function depthsOf(winners: readonly (DeliveryZone | null)[], columns: number): readonly number[] {
  const depth = winners.map(() => Infinity);
  const look = (at: number, step: number): void => {
    const column = at % columns;
    const sides = [step, step * columns].map((offset) => {
      const beyondEdge = Math.abs(offset) === 1 && (column + offset < 0 || column + offset >= columns);
      return beyondEdge || winners[at + offset] !== winners[at] ? 0 : (depth[at + offset] ?? 0);
    });
    depth[at] = Math.min(depth[at] ?? 0, ...sides.map((side) => side + 1));
  };
  for (let at = 0; at < winners.length; at++) look(at, -1);
  for (let at = winners.length - 1; at >= 0; at--) look(at, 1);
  return depth;
}

/** Zones smaller than a cell: wherever a closer look finds them. */
function addSmall(
  zone: DeliveryZone,
  index: ZoneIndex,
  view: MapView,
  best: Map<DeliveryZone, { readonly spot: Spot; readonly depth: number }>,
): void {
  for (const { box } of partsOf(zone.geometry)) {
    for (let i = 0; i < 64; i++) {
      const longitude = box.west + ((0.5 + (i % 8)) / 8) * (box.east - box.west);
      const latitude = box.south + ((0.5 + Math.floor(i / 8)) / 8) * (box.north - box.south);
      if (winnerAt(index, { longitude, latitude }) !== zone) continue;
      best.set(zone, { spot: view.spotOf(longitude, latitude), depth: 0 });
      return;
    }
  }
}

/** Draws a random point inside the delivery area, for simulated diners. Pure: chance and time are parameters. */
import type { Instant } from "../../kernel/clock.ts";
import { checkDelivery } from "../zones/check-delivery.ts";
import { partsOf, type ZonePart } from "../geometry/covers.ts";
import type { Point } from "../geometry/geometry.ts";
import type { ZoneIndex } from "../zones/zone-index.ts";

export interface DrawMoment {
  readonly at: Instant;
  readonly timeZone: string;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
}

const triesPerZone = 200;
const maxZonesTried = 20;

/**
 * A point inside an enabled zone, one that is open when there is one; among these, a zone with a low minimum order is
 * tried first. Null without an enabled zone, or when chance finds no point (a zone that is a needle).
 */
export function drawDeliverablePoint(index: ZoneIndex, { at, timeZone, random }: DrawMoment): Point | null {
  const zones = index.zones
    .filter((zone) => zone.enabled)
    .toSorted((a, b) => (a.minimum_order ?? 0) - (b.minimum_order ?? 0))
    .slice(0, maxZonesTried);
  let fallback: Point | null = null;
  for (const zone of zones) {
    const parts = partsOf(zone.geometry);
    for (let i = 0; i < triesPerZone; i++) {
      const part = parts[Math.floor(random() * parts.length)];
      const point = part === undefined ? undefined : drawIn(part, random);
      if (point === undefined) continue;
      if (checkDelivery(index, { ...point, subtotal: null, at, timeZone }).deliverable) return point;
      fallback ??= point;
    }
  }
  return fallback;
}

/** To six decimals, a tenth of a metre, as maps write them. */
function drawIn(part: ZonePart, random: () => number): Point | undefined {
  const { box } = part;
  const longitude = round(box.west + random() * (box.east - box.west));
  const latitude = round(box.south + random() * (box.north - box.south));
  return part.covers(longitude, latitude) ? { latitude, longitude } : undefined;
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

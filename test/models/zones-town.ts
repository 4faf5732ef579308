/** A town of delivery zones for the bench: irregular outlines that overlap, the same for the same number. */
import type { Id } from "../../src/kernel/id.ts";
import type { DeliveryZone } from "../../src/delivery-zones/zones/delivery-zone.ts";
import { parseZone } from "../../src/delivery-zones/zones/parse-zone.ts";

export const center = { latitude: 40.7258, longitude: -73.9988 };
/** Degrees of latitude from the middle to the rim; about 22 km. */
const reach = 0.2;

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Zones of 24 to 72 corners, some with a hole, every tenth a circle; a point lies in about two of them. */
export function drawTown(count: number): readonly DeliveryZone[] {
  const random = seeded(count);
  const size = (1.2 * 2 * reach) / Math.sqrt(count) / 2;
  return Array.from({ length: count }, (_, number) => drawZone(number, size, random));
}

/** A point in the town. */
export function drawPoint(random: () => number): { readonly latitude: number; readonly longitude: number } {
  return {
    latitude: center.latitude + (2 * random() - 1) * reach,
    longitude: center.longitude + (2 * random() - 1) * reach,
  };
}

function drawZone(number: number, size: number, random: () => number): DeliveryZone {
  const { latitude, longitude } = drawPoint(random);
  const outline = (corners: number, from: number, to: number): number[][] =>
    Array.from({ length: corners }, (_, corner) => {
      const angle = (corner / corners) * 2 * Math.PI;
      const length = size * (from + (to - from) * random());
      return [longitude + Math.cos(angle) * length, latitude + Math.sin(angle) * length];
    });
  const rings = [outline(24 + Math.floor(random() * 49), 0.7, 1.1)];
  if (number % 5 === 0) rings.push(outline(12, 0.1, 0.3));
  const isCircle = number % 10 === 9;
  const parsed = parseZone(
    null,
    {
      name: `Zone ${number}`,
      priority: Math.floor(random() * 3),
      fee: { amount: Math.floor(random() * 10) * 50, currency: "USD" },
      geometry: isCircle
        ? { type: "Circle", radius_meters: size * 111_000, center: { latitude, longitude } }
        : { type: "Polygon", coordinates: rings },
    },
    center,
  );
  if (parsed.kind === "issues") throw new Error(JSON.stringify(parsed.issues));
  return {
    ...parsed.fields,
    id: `dzn_01${String(number).padStart(24, "0")}` as Id<"dzn">,
    location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke" as Id<"str">,
    created_at: 0,
    updated_at: 0,
    version: 1,
    stamp: 1,
  };
}

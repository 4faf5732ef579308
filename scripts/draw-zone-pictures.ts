/** Draws the pictures of docs/delivery-zones.md with the code that draws the preview: `npx node scripts/draw-zone-pictures.ts`. */
import { mkdir, writeFile } from "node:fs/promises";
import { newId, type Id } from "../src/kernel/id.ts";
import type { DeliveryZone } from "../src/delivery-zones/zones/delivery-zone.ts";
import { parseZone, type ZoneInput } from "../src/delivery-zones/zones/parse-zone.ts";
import { previewSvg } from "../src/delivery-zones/preview/preview-svg.ts";
import { buildZoneIndex } from "../src/delivery-zones/zones/zone-index.ts";

const bistro = { latitude: 40.7258, longitude: -73.9988 };
const money = (amount: number) => ({ amount, currency: "USD" });
const circle = (radius: number) => ({ type: "Circle", radius_meters: radius });
const polygon = (...coordinates: number[][][]) => ({ type: "Polygon", coordinates });

const river = polygon([
  [-74.021, 40.7035],
  [-74.009, 40.7005],
  [-73.998, 40.7085],
  [-73.982, 40.7095],
  [-73.9735, 40.7185],
  [-73.9705, 40.7335],
  [-73.9835, 40.7395],
  [-74.0085, 40.7435],
  [-74.0125, 40.7265],
]);
const campus = polygon(
  [
    [-74.0045, 40.7275],
    [-73.9935, 40.7275],
    [-73.9935, 40.7345],
    [-74.0045, 40.7345],
  ],
  [
    [-74.0008, 40.7298],
    [-73.9972, 40.7298],
    [-73.9972, 40.732],
    [-74.0008, 40.732],
  ],
);

const pictures: Readonly<Record<string, readonly ZoneInput[]>> = {
  "delivery-zones-rings": [
    { name: "Next door", geometry: circle(1000), fee: money(0), estimated_minutes: { min: 15, max: 25 } },
    {
      name: "Around",
      geometry: circle(2200),
      fee: money(299),
      minimum_order: money(1500),
      free_delivery_over: money(4000),
    },
    { name: "Further out", geometry: circle(4000), fee: money(599), minimum_order: money(2500) },
  ],
  "delivery-zones-overlap": [
    {
      name: "Lower Manhattan",
      geometry: river,
      fee: money(350),
      minimum_order: money(1500),
      estimated_minutes: { min: 30, max: 45 },
    },
    {
      name: "Campus (not the park)",
      geometry: campus,
      fee: money(100),
      priority: 10,
      estimated_minutes: { min: 20, max: 30 },
    },
    {
      name: "Night round",
      geometry: circle(1500),
      fee: money(200),
      hours: { windows: [{ dayOfWeek: 5, startTime: "22:00", endTime: "03:00" }] },
    },
    {
      name: "Across the water",
      geometry: polygon([
        [-73.965, 40.7],
        [-73.945, 40.702],
        [-73.943, 40.725],
        [-73.96, 40.724],
      ]),
      fee: money(800),
      enabled: false,
    },
  ],
};

function zoneOf(input: ZoneInput): DeliveryZone {
  const parsed = parseZone(null, input, bistro);
  if (parsed.kind === "issues") throw new Error(JSON.stringify(parsed.issues));
  const location = "str_01k0w3gzq4w1d8n5v7j2m6t9ke" as Id<"str">;
  return {
    ...parsed.fields,
    id: newId("dzn"),
    location_id: location,
    created_at: 0,
    updated_at: 0,
    version: 1,
    stamp: 1,
  };
}

const images = new URL("../docs/images/", import.meta.url);
await mkdir(images, { recursive: true });
for (const [name, inputs] of Object.entries(pictures)) {
  const svg = previewSvg({
    name: "Maple Street Bistro",
    coordinate: bistro,
    timeZone: "America/New_York",
    now: Date.parse("2026-03-01T17:00:00Z"),
    index: buildZoneIndex(inputs.map(zoneOf)),
  });
  await writeFile(new URL(`${name}.svg`, images), svg);
}

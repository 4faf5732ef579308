/** The map as a picture, for a browser that runs no script: zones, the restaurant, the pin in the middle, a scale. Pure. */
import { polygonsOf, type ZoneGeometry } from "../../delivery-zones/geometry/geometry.ts";
import type { Coordinate } from "../../locations/location/location.ts";
import { metersPerPixel, pointOf, type GroundView } from "../../maps/ground-scale.ts";

/** The edge of the picture in CSS pixels: what a press on it is counted in. */
export const pictureSize = 280;
export const zooms = { least: 11, area: 13, street: 16, most: 19 } as const;

/** Words in the picture's colours would have to be read aloud; the page says them beside it. */
const look = { ground: "#f4f2ee", line: "#c9c4bb", zone: "#0072b2", pin: "#b3261e", ink: "#222222" } as const;

/** An SVG document. */
export function groundPicture(
  center: Coordinate,
  zoom: number,
  { zones, restaurant }: { readonly zones: readonly ZoneGeometry[]; readonly restaurant: Coordinate | null },
): string {
  const view = { center, zoom, size: pictureSize };
  const size = String(pictureSize);
  const house = restaurant === null ? undefined : pointOf(view, restaurant);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}">
<defs><pattern id="stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" stroke="${look.zone}" stroke-opacity=".35" stroke-width="3"/></pattern></defs>
<rect width="${size}" height="${size}" fill="${look.ground}"/>
${grid()}
${zones.map((zone) => zoneShape(zone, view)).join("\n")}
${house === undefined ? "" : `<circle cx="${figure(house.x)}" cy="${figure(house.y)}" r="7" fill="${look.ink}" stroke="#ffffff" stroke-width="3"/>`}
<g transform="translate(${pictureSize / 2} ${pictureSize / 2})"><path d="M0 0C-4-10-12-14-12-24a12 12 0 0 1 24 0C12-14 4-10 0 0Z" fill="${look.pin}" stroke="#ffffff" stroke-width="2"/><circle cy="-24" r="4.5" fill="#ffffff"/></g>
${scale(view)}
</svg>
`;
}

const figure = (pixels: number): string => Math.max(-1e5, Math.min(1e5, pixels)).toFixed(1);

function grid(): string {
  const lines = Array.from({ length: 6 }, (_, index) => (index + 1) * 40);
  const path = lines.map((at) => `M${at} 0V${pictureSize}M0 ${at}H${pictureSize}`).join("");
  return `<path d="${path}" stroke="${look.line}" fill="none"/>`;
}

function zoneShape(zone: ZoneGeometry, view: GroundView): string {
  const shown = `fill="url(#stripes)" stroke="${look.zone}" stroke-width="2" fill-rule="evenodd"`;
  if (zone.type === "Circle") {
    const { x, y } = pointOf(view, zone.center);
    return `<circle cx="${figure(x)}" cy="${figure(y)}" r="${figure(zone.radius_meters / metersPerPixel(view))}" ${shown}/>`;
  }
  const rings = polygonsOf(zone).flat();
  const path = rings
    .map((ring) => {
      const points = ring.map(([longitude, latitude]) => pointOf(view, { latitude, longitude }));
      return `M${points.map(({ x, y }) => `${figure(x)} ${figure(y)}`).join("L")}Z`;
    })
    .join("");
  return `<path d="${path}" ${shown}/>`;
}

/** A round length of up to a third of the picture. */
function scale(view: GroundView): string {
  const most = metersPerPixel(view) * (pictureSize / 3);
  const step = 10 ** Math.floor(Math.log10(most));
  const meters = [5, 2, 1].map((factor) => factor * step).find((length) => length <= most) ?? step;
  const pixels = figure(meters / metersPerPixel(view));
  const label = meters >= 1_000 ? `${meters / 1_000} km` : `${meters} m`;
  return `<g transform="translate(12 ${pictureSize - 12})"><path d="M0-6V0H${pixels}V-6" fill="none" stroke="${look.ink}" stroke-width="2"/><text x="6" y="-8" font-size="12" font-family="sans-serif" fill="${look.ink}">${label}</text></g>`;
}

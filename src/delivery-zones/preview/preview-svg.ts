/**
 * The delivery zones of a location as a picture for the people who keep them: areas in order of precedence, numbered
 * where they decide, hatched where several deliver; the terms in a list. Pure. Every typed text is escaped.
 */
import { minorDigits } from "../../kernel/minor-units.ts";
import type { Instant } from "../../kernel/clock.ts";
import { isOpenAt } from "../../kernel/wall-time.ts";
import { partsOf, type ZonePart } from "../geometry/covers.ts";
import type { DeliveryZone } from "../zones/delivery-zone.ts";
import type { Point } from "../geometry/geometry.ts";
import { badgeSpots, fitMap, pathOf, type MapView, type Spot } from "./preview-map.ts";
import type { ZoneIndex } from "../zones/zone-index.ts";

export interface PreviewOf {
  readonly name: string;
  readonly coordinate: Point | null;
  readonly timeZone: string;
  readonly now: Instant;
  readonly index: ZoneIndex;
}

/** What a picture that names other people's words is sent with: it loads and runs nothing. */
export const previewHeaders = { "content-security-policy": "default-src 'none'", "x-content-type-options": "nosniff" };

const [mapWidth, listWidth, height] = [760, 340, 760];
const maxDrawn = 150;
const maxListed = 14;
const maxOverlaps = 400;
/** Told apart by people with any colour vision (Okabe and Ito). */
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c7a00"];
const off = "#8a8a8a";
const ground = "#f4f2ee";

/** An SVG document of 1100 by 760. */
export function previewSvg(preview: PreviewOf): string {
  const inUse = preview.index.zones.filter((zone) => zone.enabled);
  const drawn = [...inUse, ...preview.index.zones.filter((zone) => !zone.enabled)].slice(0, maxDrawn);
  const view = fitMap(drawn, preview.coordinate, mapWidth, height);
  const colourOf = (zone: DeliveryZone): string =>
    zone.enabled ? (colours[inUse.indexOf(zone) % colours.length] ?? off) : off;
  const spots = badgeSpots(preview.index, drawn, view, preview.coordinate);
  const parts = [
    `<rect width="${mapWidth + listWidth}" height="${height}" fill="#fff"/>`,
    `<rect width="${mapWidth}" height="${height}" fill="${ground}"/>`,
    definitions(drawn, view),
    `<g clip-path="url(#map)">`,
    ...drawn.map((zone, number) => area(zone, number, colourOf(zone))).toReversed(),
    ...overlaps(drawn.filter((zone) => zone.enabled)),
    ...drawn.map((zone, number) => outline(zone, number, colourOf(zone))).toReversed(),
    ...[...spots].map(([zone, spot]) => badge(spot, inUse.indexOf(zone) + 1, colourOf(zone))),
    preview.coordinate === null ? "" : pin(view.spotOf(preview.coordinate.longitude, preview.coordinate.latitude)),
    `</g>`,
    scaleBar(view),
    list(preview, inUse, spots, colourOf),
  ];
  const title = `Delivery zones of ${preview.name}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapWidth + listWidth} ${height}" width="${mapWidth + listWidth}" height="${height}" font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" role="img"><title>${escape(title)}</title>
${parts.filter((part) => part !== "").join("\n")}
</svg>
`;
}

function definitions(drawn: readonly DeliveryZone[], view: MapView): string {
  const paths = drawn.map((zone, number) => `<path id="z${number}" d="${pathOf(zone, view)}"/>`);
  const clips = drawn.map(
    (_, number) => `<clipPath id="c${number}"><use href="#z${number}" clip-rule="evenodd"/></clipPath>`,
  );
  return `<defs><clipPath id="map"><rect width="${mapWidth}" height="${height}"/></clipPath>
<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V9" stroke="#222" stroke-opacity=".45" stroke-width="2"/></pattern>
${[...paths, ...clips].join("\n")}</defs>`;
}

/** Opaque, from the last in precedence to the first: every point has the colour of the zone that decides there. */
function area(zone: DeliveryZone, number: number, colour: string): string {
  if (!zone.enabled) return "";
  const shape = `<use href="#z${number}" fill-rule="evenodd"`;
  return `${shape} fill="${ground}"/>${shape} fill="${colour}" fill-opacity=".3"><title>${escape(zone.name)}</title></use>`;
}

function outline(zone: DeliveryZone, number: number, colour: string): string {
  const line = zone.enabled ? `stroke-width="2.5"` : `stroke-width="2" stroke-dasharray="7 5"`;
  return `<use href="#z${number}" fill="none" stroke="${colour}" stroke-linejoin="round" ${line}/>`;
}

/** Hatches what two zones have in common; the clipping does the geometry. */
function overlaps(enabled: readonly DeliveryZone[]): readonly string[] {
  const hatched: string[] = [];
  const parts = enabled.map((zone) => partsOf(zone.geometry));
  for (let first = 0; first < enabled.length; first++) {
    for (let second = first + 1; second < enabled.length && hatched.length < maxOverlaps; second++) {
      if (!boxesMeet(parts[first] ?? [], parts[second] ?? [])) continue;
      hatched.push(
        `<g clip-path="url(#c${first})"><use href="#z${second}" fill="url(#hatch)" fill-rule="evenodd"/></g>`,
      );
    }
  }
  return hatched;
}

function boxesMeet(one: readonly ZonePart[], other: readonly ZonePart[]): boolean {
  return one.some(({ box: a }) =>
    other.some(({ box: b }) => a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north),
  );
}

function badge({ x, y }: Spot, number: number, colour: string): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="15" fill="#fff" stroke="${colour}" stroke-width="4"/><text y="5.5" text-anchor="middle" font-size="${number > 99 ? 12 : 16}" font-weight="700" fill="#222">${number}</text></g>`;
}

function pin({ x, y }: Spot): string {
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><path d="M0 0C-4-10-12-14-12-24a12 12 0 0 1 24 0C12-14 4-10 0 0Z" fill="#b3261e" stroke="#fff" stroke-width="2"/><circle cy="-24" r="4.5" fill="#fff"/></g>`;
}

/** A round length that takes up to a fifth of the map. */
function scaleBar(view: MapView): string {
  const most = view.metersPerPixel * (mapWidth / 5);
  const step = 10 ** Math.floor(Math.log10(most));
  const meters = [5, 2, 1].map((factor) => factor * step).find((length) => length <= most) ?? step;
  const pixels = meters / view.metersPerPixel;
  const label = meters >= 1000 ? `${meters / 1000} km` : `${meters} m`;
  return `<g transform="translate(20 ${height - 22})"><path d="M0-7V0H${pixels.toFixed(1)}V-7" fill="none" stroke="#222" stroke-width="2"/><text x="${(pixels / 2).toFixed(1)}" y="-8" text-anchor="middle" font-size="13" fill="#222">${label}</text></g>`;
}

function list(
  preview: PreviewOf,
  inUse: readonly DeliveryZone[],
  spots: ReadonlyMap<DeliveryZone, Spot>,
  colourOf: (zone: DeliveryZone) => string,
): string {
  const { zones } = preview.index;
  const rows = [...inUse, ...zones.filter((zone) => !zone.enabled)];
  const lines = rows.slice(0, maxListed).map((zone, position) => {
    const y = 124 + position * 42;
    const number = inUse.indexOf(zone) + 1;
    const mark =
      number > 0
        ? badge({ x: 18, y }, number, colourOf(zone))
        : `<path d="M6 ${y}H30" stroke="${off}" stroke-width="2" stroke-dasharray="7 5"/>`;
    return `${mark}<text x="44" y="${y - 2}" font-size="15" font-weight="600" fill="#222">${escape(shorten(zone.name, 28))}</text><text x="44" y="${y + 16}" font-size="12.5" fill="#555">${escape(shorten(termsOf(zone, preview, spots.has(zone)), 42))}</text>`;
  });
  const more =
    rows.length > maxListed
      ? `<text x="44" y="${124 + maxListed * 42}" font-size="13" fill="#555">and ${rows.length - maxListed} more${rows.length > maxDrawn ? `; ${maxDrawn} are drawn` : ""}</text>`
      : "";
  const hint =
    rows.length === 0 ? "No delivery zones: no delivery is offered." : "Hatched: overlaps; the lower number decides.";
  return `<g transform="translate(${mapWidth + 20} 0)"><text y="44" font-size="20" font-weight="700" fill="#222">${escape(shorten(preview.name, 28))}</text><text y="70" font-size="13" fill="#555">${hint}</text>${preview.coordinate === null ? `<text y="90" font-size="13" fill="#b3261e">The location has no coordinate.</text>` : ""}
${lines.join("\n")}${more}</g>`;
}

function termsOf(zone: DeliveryZone, { timeZone, now }: PreviewOf, decides: boolean): string {
  const money = (amount: number): string => formatMoney(amount, zone.currency);
  const minutes = zone.estimated_minutes;
  const words = [
    zone.fee === 0 ? "free" : money(zone.fee),
    zone.minimum_order === null ? "" : `from ${money(zone.minimum_order)}`,
    zone.free_delivery_over === null ? "" : `free at ${money(zone.free_delivery_over)}`,
    minutes === null ? "" : `${minutes.min}–${minutes.max} min`,
  ];
  const covered = zone.enabled && !decides ? "all behind others" : "";
  const state = !zone.enabled ? "off" : zone.hours !== null && !isOpenAt(zone.hours, timeZone, now) ? "closed now" : "";
  return [state, covered, ...words].filter((word) => word !== "").join(" · ");
}

function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const all = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const short = { trailingZeroDisplay: "stripIfInteger" } as const;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, ...all, ...short });
  return format.format(amount / 10 ** digits);
}

function shorten(text: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** Also drops what XML cannot carry. */
function escape(text: string): string {
  return Array.from(text)
    .filter((character) => character >= " " && character !== "\ufffe" && character !== "\uffff")
    .join("")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

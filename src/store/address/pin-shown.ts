/** The first view of the pin's map. Pure. */
import type { Coordinate } from "../../locations/location/location.ts";
import type { MapTiles } from "../../maps/map-tiles.ts";
import type { ZoneGeometry } from "../../delivery-zones/geometry/geometry.ts";
import type { Parts } from "../../words/speak.ts";
import type { DeliveryWords } from "./address-words.ts";

const sentences = [
  "pin.map",
  "pin.keys",
  "pin.zoom_in",
  "pin.zoom_out",
  "pin.restaurant",
  "pin.here",
  "pin.asking",
  "pin.known",
  "pin.unknown",
] as const satisfies readonly (keyof Parts["delivery"])[];

/** The sentences that the browser says; they have no arguments, so the page needs no formatter. */
export type PinWords = Readonly<Record<(typeof sentences)[number], string>>;

export interface PinShown {
  readonly center: Coordinate;
  readonly zoom: number;
  /** Where the restaurant is; null when nobody has said. */
  readonly restaurant: Coordinate | null;
  /** Where it delivers. */
  readonly zones: readonly ZoneGeometry[];
  /** Null: the ground is a grid. */
  readonly tiles: MapTiles | null;
  readonly imperial: boolean;
  readonly words: PinWords;
}

/** The sentences in the language of the reader. */
export function pinWords(say: DeliveryWords): PinWords {
  return Object.fromEntries(sentences.map((key) => [key, say(key)])) as PinWords;
}

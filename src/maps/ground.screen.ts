/** Makes a map in the browser: tiles or a grid, zoom, scale, the line of thanks. */
import { control, DomUtil, GridLayer, map, tileLayer, type Map as LeafletMap } from "leaflet";
import type { MapTiles } from "./map-tiles.ts";

export interface GroundOptions {
  /** Null: a grid. */
  readonly tiles: MapTiles | null;
  readonly words: { readonly map: string; readonly zoomIn: string; readonly zoomOut: string };
  /** Feet and miles beside metres. */
  readonly imperial: boolean;
  /** How far an arrow key moves the map; absent: 80 pixels. */
  readonly panPixels?: number;
}

const mostZoom = 19;

/** A map in the element; `remove()` ends it. */
export function createGround(element: HTMLElement, { tiles, words, imperial, panPixels }: GroundOptions): LeafletMap {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const made = map(element, {
    zoomControl: false,
    attributionControl: false,
    doubleClickZoom: false,
    minZoom: 2,
    maxZoom: mostZoom,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    inertia: !still,
    ...(panPixels === undefined ? {} : { keyboardPanDelta: panPixels }),
  });
  if (still) {
    // Moves by keys too are made at once.
    const pan = made.panBy.bind(made);
    made.panBy = (offset, options) => pan(offset, { ...options, animate: false });
  }
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", words.map);
  control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(made);
  control.scale({ imperial, maxWidth: 140 }).addTo(made);
  (tiles === null ? new Grid() : groundOf(tiles)).addTo(made);
  if (tiles !== null) {
    const thanks = document.createElement("span");
    thanks.textContent = tiles.attribution;
    control.attribution({ prefix: false }).addAttribution(thanks.outerHTML).addTo(made);
  }
  return made;
}

function groundOf({ url }: MapTiles): ReturnType<typeof tileLayer> {
  return tileLayer(url, { maxZoom: mostZoom, referrerPolicy: "origin", className: "map-tiles" });
}

/** Squares that grow with the zoom, as the tiles of a map do. */
class Grid extends GridLayer {
  override createTile(): HTMLElement {
    return DomUtil.create("div", "map-square");
  }
}

/** Where the pictures under a map are loaded from. Pure. */

export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** The line of thanks that stands on the map; text, not HTML. */
  readonly attribution: string;
}

/** The sources that the policy of a page with a map allows for pictures; none without tiles. */
export function tileSources(tiles: MapTiles | null): readonly string[] {
  return tiles === null ? [] : [new URL(tiles.url).origin];
}

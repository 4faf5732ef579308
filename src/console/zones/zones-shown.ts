/** The first data of the page of delivery zones. Types only. */
import type { MapTiles } from "../../maps/map-tiles.ts";
import type { WireZone } from "./zone-draft.ts";

export interface ZonesShown {
  readonly locationId: string;
  /** Where the restaurant is; null when nobody has said. */
  readonly coordinate: { readonly latitude: number; readonly longitude: number } | null;
  /** Newest first. */
  readonly zones: readonly WireZone[];
  /** How many more zones the location has than are shown. */
  readonly hidden: number;
  /** Of the menu, or of the zones; empty when nobody knows. */
  readonly currency: string;
  /** Null: the ground is a grid. */
  readonly tiles: MapTiles | null;
  /** Feet and miles beside metres. */
  readonly imperial: boolean;
  /** IANA name: the clock of the restaurant. */
  readonly timeZone: string;
  /** Where one goes to sign in again, and comes back. */
  readonly signIn: string;
}

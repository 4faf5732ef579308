/** The page of a location's delivery zones: the map and the list are drawn by the browser. */
import { tileSources, type MapTiles } from "../../maps/map-tiles.ts";
import { html } from "../../pages/html.ts";
import { ofPeople, type PageRoute } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { readZoneMap } from "./read-zone-map.query.ts";
import type { ZonesShown } from "./zones-shown.ts";

export interface ZonePageDeps extends AccountDeps {
  /** Null: maps have a grid as their ground. */
  readonly tiles: MapTiles | null;
}

/** The delivery zones of a location. */
export function zonesPages(deps: ZonePageDeps): PageRoute[] {
  const { database, tiles } = deps;
  const page = locationPage(deps, "zones");
  return ofPeople([
    page.read(async (visitor) => {
      const { location, language, locale, path } = visitor;
      const read = await readZoneMap(database.read, location, { livemode: database.livemode, tiles });
      const shown: ZonesShown = { ...read, signIn: `/sign-in?to=${encodeURIComponent(path)}` };
      return showInShell(visitor, {
        main: html`<div id="screen" translate="no"></div>
          <noscript><p class="notice warn">${speak(language, "zones")("needs_script")}</p></noscript>`,
        part: { screen: "zones", language, locale, words: ["screens", "zones"], shown, images: tileSources(tiles) },
      });
    }),
  ]);
}

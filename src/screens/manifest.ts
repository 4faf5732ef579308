/**
 * The manifest by which a browser installs a screen: its name, icon and first page. It names no restaurant, because
 * anybody may read it. Pure.
 */
import { icon } from "../pages/icon.ts";
import type { WholeScreen } from "./screen-sources.ts";

const names: Readonly<Record<WholeScreen, string>> = { board: "Maple Orders", stand: "Maple Host Stand" };

/** The manifest of a screen of a location. */
export function manifestOf(screen: WholeScreen, locationId: string): object {
  return {
    id: `/${screen}/${encodeURIComponent(locationId)}`,
    name: names[screen],
    short_name: names[screen],
    start_url: `/${screen}/${encodeURIComponent(locationId)}`,
    scope: `/${screen}/`,
    display: "standalone",
    background_color: "#eceae6",
    theme_color: "#a63a12",
    icons: [
      {
        src: `data:image/svg+xml,${encodeURIComponent(icon.trim())}`,
        sizes: "any",
        type: "image/svg+xml",
        purpose: "any",
      },
    ],
  };
}

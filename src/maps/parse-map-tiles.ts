/** The part of the configuration that is about the ground of maps, and what is wrong with it. Pure. */
import type { MapTiles } from "./map-tiles.ts";

type Read = (name: string) => string | null;

const mostCharacters = 200;

/** Reads where the pictures of a map come from; null: maps have a grid. */
export function parseMapTiles(read: Read, problems: string[]): MapTiles | null {
  const [url, attribution] = [read("MAP_TILE_URL"), read("MAP_ATTRIBUTION")];
  if (url === null && attribution === null) return null;
  if (url === null || attribution === null) {
    problems.push("MAP_TILE_URL and MAP_ATTRIBUTION belong together; set both or none");
    return null;
  }
  const before = problems.length;
  if (!isTileUrl(url))
    problems.push(
      "MAP_TILE_URL must be an address with {z}, {x} and {y} in its path that begins with https://, or with http:// on this machine",
    );
  if (attribution.length > mostCharacters)
    problems.push(`MAP_ATTRIBUTION must have at most ${mostCharacters} characters`);
  return problems.length > before ? null : { url, attribution };
}

/** Browsers load the tiles, so the host is no pattern: it stands in the policy of pages with a map. */
function isTileUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const isSafe =
    url.protocol === "https:" || (url.protocol === "http:" && /^(localhost|127\.0\.0\.1)$/.test(url.hostname));
  return isSafe && ["{z}", "{x}", "{y}"].every((part) => text.includes(part)) && !/[{};,\s]|%7b/i.test(url.host);
}

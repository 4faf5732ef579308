import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMapTiles } from "./parse-map-tiles.ts";

const read = (environment: Readonly<Record<string, string>>) => {
  const problems: string[] = [];
  const tiles = parseMapTiles((name) => environment[name] ?? null, problems);
  return problems.length > 0 ? problems : tiles;
};

test("tiles are a whole address with a line of thanks, or there are none", () => {
  const MAP_ATTRIBUTION = "© Example Maps";
  assert.equal(read({}), null);
  for (const url of ["https://tiles.example.com/{z}/{x}/{y}.png?key=1", "http://127.0.0.1:8090/{z}/{x}/{y}"])
    assert.deepEqual(read({ MAP_TILE_URL: url, MAP_ATTRIBUTION }), { url, attribution: MAP_ATTRIBUTION });
  for (const wrong of [
    "https://tiles.example.com/{z}/{x}",
    "http://tiles.example.com/{z}/{x}/{y}.png",
    "https://{s}.example.com/{z}/{x}/{y}.png",
    "https://me:secret@tiles.example.com/{z}/{x}/{y}.png",
    "tiles",
  ])
    assert.match(
      JSON.stringify(read({ MAP_TILE_URL: wrong, MAP_ATTRIBUTION })),
      /^\["MAP_TILE_URL must be an address/,
      wrong,
    );
  for (const one of [{ MAP_TILE_URL: "https://tiles.example.com/{z}/{x}/{y}.png" }, { MAP_ATTRIBUTION }])
    assert.deepEqual(read(one), ["MAP_TILE_URL and MAP_ATTRIBUTION belong together; set both or none"]);
  const long = { MAP_TILE_URL: "https://tiles.example.com/{z}/{x}/{y}.png", MAP_ATTRIBUTION: "x".repeat(201) };
  assert.deepEqual(read(long), ["MAP_ATTRIBUTION must have at most 200 characters"]);
});

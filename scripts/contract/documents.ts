/** Reads the released descriptions and today's. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { compareDocuments } from "./compare-documents.ts";
import type { Difference } from "./difference.ts";
import type { Json } from "./shape.ts";

const folder = new URL("../../openapi/", import.meta.url);

const read = (path: string): Json => JSON.parse(readFileSync(new URL(path, folder), "utf8")) as Json;

/** The audiences that have a released document, `partner` for one. */
export function releasedAudiences(): readonly string[] {
  return readdirSync(new URL("released/", folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.replace(/\.json$/, ""))
    .toSorted();
}

/** Every difference between what is released and what openapi/ says; a document that is gone throws. */
export function differencesToReleased(): readonly Difference[] {
  return releasedAudiences().flatMap((audience) => {
    if (!existsSync(new URL(`${audience}.json`, folder))) throw new Error(`openapi/${audience}.json is missing`);
    const differences = compareDocuments(read(`released/${audience}.json`), read(`${audience}.json`));
    return audience === "partner"
      ? differences
      : differences.map((difference) => ({ ...difference, place: `${audience}: ${difference.place}` }));
  });
}

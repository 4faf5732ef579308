/** The scenarios that come with Maple: one file each in the folder `scenarios`. */
import { readFileSync } from "node:fs";
import type { Scenario } from "./scenario.schemas.ts";

const folder = new URL("../../scenarios/", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));

/** Reads them, in the order in which `order.json` names them. A test checks each against its schema. */
export function readScenarios(): readonly Scenario[] {
  return (read("order") as readonly string[]).map((id) => read(id) as Scenario);
}

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { refusalCodes, refusalKind } from "./refusal-catalogue.ts";

/** The codes of a part: its one export is its list. */
async function codesOf(part: string): Promise<readonly string[]> {
  const module: Readonly<Record<string, object>> = await import(`./${part}`);
  return Object.values(module).flatMap((list) => Object.keys(list));
}

test("every part of the folder is in the catalogue, and no code stands in two parts", async () => {
  const parts = readdirSync(import.meta.dirname).filter((name) => name.endsWith("-refusals.ts"));
  const codes = (await Promise.all(parts.map(codesOf))).flat();
  assert.deepEqual(codes.toSorted(), refusalCodes.toSorted());
});

test("codes stand in the order of their statuses", () => {
  const statuses = refusalCodes.map((code) => refusalKind(code).status);
  assert.deepEqual(
    statuses,
    statuses.toSorted((a, b) => a - b),
  );
});

test("a code outside the catalogue is a fault, also one that every object has", () => {
  assert.throws(() => refusalKind("no_such_code"), /outside the catalogue/);
  assert.throws(() => refusalKind("constructor"), /outside the catalogue/);
});

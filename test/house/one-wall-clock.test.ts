/**
 * One place turns local time and instants into each other, so that hours that a zone leaves out or has twice have one
 * answer everywhere.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

const conversion =
  /\bZonedDateTime\b|\btoZonedDateTime(?!\("UTC"\))|\bgetTimezoneOffset\b|\bAT TIME ZONE (?!'UTC')|\bSELECT\b[^`]*\btimezone\(/;
const converters: readonly string[] = ["src/kernel/wall-time.ts", "src/kernel/zone-offsets.ts"];

/** The files that convert, without what comments say. */
function filesThatConvert(files: readonly Pick<SourceFile, "path" | "text">[]): readonly string[] {
  return files
    .filter(({ text }) => conversion.test(text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "")))
    .map(({ path }) => path);
}

test("local time is converted in the kernel only; SQL compares instants only (rules/bookings 15.1)", () => {
  const product = readSourceFiles().filter(
    ({ path }) =>
      path.startsWith("src/") && !/\.(?:test|fixture)\.tsx?$/.test(path) && !path.startsWith("src/time-zones/"),
  );
  assert.ok(product.length > 500, `${product.length} files`);
  assert.deepEqual(filesThatConvert(product), converters);
});

test("a file that converts would be found, in code and in SQL", () => {
  for (const text of [
    "at.toZonedDateTimeISO(zone)",
    "`SELECT starts_at AT TIME ZONE l.timezone`",
    "`SELECT timezone(l.timezone, at)`",
  ])
    assert.deepEqual(filesThatConvert([{ path: "src/x.ts", text }]), ["src/x.ts"], text);
  for (const text of [
    "// Temporal.ZonedDateTime",
    "`date_trunc('week', now() AT TIME ZONE 'UTC')`",
    "{ timezone: null }",
  ])
    assert.deepEqual(filesThatConvert([{ path: "src/x.ts", text }]), [], text);
});

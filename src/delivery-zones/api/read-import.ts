/**
 * Turns the bytes of an import into zones that can be stored, or into everything that is wrong with them. Computes only:
 * small imports are read where they arrive, all others in a thread.
 */
import Type, { type Static } from "typebox";
import { parseStrictJson } from "../../platform/http/reading/strict-json.ts";
import { compileCheck } from "../../platform/http/reading/validate.ts";
import { optionalTerms } from "../zones/delivery-zones.schemas.ts";
import type { Point } from "../geometry/geometry.ts";
import { listImportEntries, type ImportEntry } from "../zones/import-entries.ts";
import { importBody } from "./import.schemas.ts";
import { parseZone, type ZoneInput, type ZoneIssue } from "../zones/parse-zone.ts";
import type { ReadZone, ZonesReading } from "../zones/ready-import.ts";

const maxIssues = 1_000;
const checkBody = compileCheck("body", importBody);
const checkTerms = compileCheck("", Type.Object(optionalTerms));
const termNames = Object.keys(optionalTerms);

/** Reads the body of an import; `location` is where the restaurant is, null when nobody has said. */
export function readImport(bytes: Uint8Array, location: Point | null): ZonesReading {
  const json = parseStrictJson(bytes);
  if (!json.ok) return { kind: "issues", issues: json.issues };
  const issues = checkBody(json.value);
  if (issues.length > 0) return { kind: "issues", issues };
  const body = json.value as Static<typeof importBody>;
  const listed = listImportEntries(body);
  return listed.kind === "issues" ? atMost(listed.issues) : readEntries(listed.entries, body.defaults ?? {}, location);
}

function readEntries(
  entries: readonly ImportEntry[],
  defaults: Omit<ZoneInput, "geometry">,
  location: Point | null,
): ZonesReading {
  const zones: ReadZone[] = [];
  const issues: ZoneIssue[] = [];
  for (const [index, entry] of entries.entries()) {
    const number = entries.length === 1 ? "" : ` ${index + 1}`;
    const own = readProperties(entry, issues);
    const name = own.name ?? `${defaults.name ?? "Zone"}${number}`;
    const parsed = parseZone(null, { ...defaults, ...own, name, geometry: entry.geometry ?? null }, location, {
      terms: `${entry.path}.properties`,
      geometry: entry.geometryPath,
    });
    if (parsed.kind === "issues") issues.push(...parsed.issues);
    else zones.push({ path: entry.path, fields: parsed.fields });
  }
  return issues.length > 0 ? atMost(issues) : { kind: "zones", zones };
}

/** The properties that mean something here; a null is an empty column of somebody's table, and others are theirs. */
function readProperties({ path, properties }: ImportEntry, issues: ZoneIssue[]): ZoneInput {
  const known = Object.fromEntries(
    termNames.flatMap((name) => {
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
  const faults = checkTerms(known);
  issues.push(...faults.map((fault) => ({ ...fault, path: `${path}.properties${fault.path}` })));
  return faults.length > 0 ? {} : known;
}

function atMost(issues: readonly ZoneIssue[]): ZonesReading {
  if (issues.length <= maxIssues) return { kind: "issues", issues };
  const more = { path: "body", message: `has ${issues.length - maxIssues} issues more` };
  return { kind: "issues", issues: [...issues.slice(0, maxIssues), more] };
}

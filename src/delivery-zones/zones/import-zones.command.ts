/**
 * Imports what a partner already has (GeoJSON, WKT, an encoded polyline) as zones: all of it or, with every issue listed,
 * none. Features are read one by one with the event loop free in between, since a file may have half a million corners.
 */
import { setImmediate } from "node:timers/promises";
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { compileCheck } from "../../platform/http/reading/validate.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { addZones, refuseZone, type ZoneRefusal } from "./change-zone.command.ts";
import type { ZoneFields } from "./delivery-zone.ts";
import { optionalTerms } from "./delivery-zones.schemas.ts";
import type { Point } from "../geometry/geometry.ts";
import { listImportEntries, type ImportEntry, type ImportSource } from "./import-entries.ts";
import { parseZone, type ZoneInput, type ZoneIssue } from "./parse-zone.ts";
import { getConnectedLocation, type NotConnected } from "./read-zones.query.ts";

export interface ImportRequest extends ImportSource {
  /** For what a feature's properties do not say. */
  readonly defaults?: Omit<ZoneInput, "geometry">;
}

export interface ImportedZone {
  /** Null in a dry run. */
  readonly id: Id<"dzn"> | null;
  readonly path: string;
  readonly fields: ZoneFields;
}

const maxIssues = 1_000;
const checkTerms = compileCheck("", Type.Object(optionalTerms));
const termNames = Object.keys(optionalTerms);

/** Reads and, unless it is a dry run, stores the zones in the order of the source. */
export async function importZones(
  tx: Tx,
  app: Id<"app">,
  locationId: Id<"str">,
  request: ImportRequest,
  dryRun: boolean,
): Promise<readonly ImportedZone[] | NotConnected | ZoneRefusal> {
  const location = await getConnectedLocation(tx, app, locationId);
  if (isRefusal(location)) return location;
  const listed = listImportEntries(request);
  if (listed.kind === "issues") return refuseImport(listed.issues);
  const read = await readEntries(listed.entries, request.defaults ?? {}, location.coordinate);
  if (isRefusal(read)) return read;
  const added = dryRun
    ? undefined
    : await addZones(
        tx,
        locationId,
        read.map(({ fields }) => fields),
      );
  if (isRefusal(added)) return added;
  return read.map((zone, index) => ({ ...zone, id: added?.[index]?.id ?? null }));
}

async function readEntries(
  entries: readonly ImportEntry[],
  defaults: Omit<ZoneInput, "geometry">,
  location: Point | null,
): Promise<readonly Omit<ImportedZone, "id">[] | ZoneRefusal> {
  const zones: Omit<ImportedZone, "id">[] = [];
  const issues: ZoneIssue[] = [];
  for (const [index, entry] of entries.entries()) {
    await setImmediate();
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
  return issues.length > 0 ? refuseImport(issues) : zones;
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

function refuseImport(
  issues: readonly ZoneIssue[],
): Refusal<"invalid_request" | "invalid_geometry" | "configuration_missing"> {
  if (issues.length <= maxIssues) return refuseZone(issues);
  const more = { path: "body", message: `has ${issues.length - maxIssues} issues more` };
  return refuseZone([...issues.slice(0, maxIssues), more]);
}

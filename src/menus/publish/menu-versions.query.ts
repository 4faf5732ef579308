/** The kept versions of a location's menu, as the operator and the managers see them. */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { getLocationClock } from "../../locations/grants/read-locations.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuChanges } from "../read/menu-sync.ts";
import { getVersionDocument, getVersionText } from "../read/menu-versions.sql.ts";
import type { CompareMenus } from "./apply-menu.command.ts";
import * as sql from "./menu-versions.sql.ts";

/** Newest first; refuses an unknown location. */
export async function listMenuVersions(
  db: Db,
  locationId: Id<"str">,
  page: { readonly before: Id<"mnv"> | undefined; readonly limit: number },
): Promise<readonly sql.MenuVersion[] | Refusal<"not_found">> {
  const location = await getLocationClock(db, locationId);
  return isRefusal(location) ? location : sql.listMenuVersions(db, locationId, page);
}

/** A version with the text of its document; refuses one that the location does not have. */
export async function getMenuVersion(
  db: Db,
  locationId: Id<"str">,
  id: Id<"mnv">,
): Promise<{ readonly version: sql.MenuVersion; readonly document: string } | Refusal<"not_found">> {
  const version = await sql.findMenuVersion(db, locationId, id);
  return version === undefined ? noVersion(locationId, id) : { version, document: await getVersionDocument(db, id) };
}

export interface ComparedVersions {
  readonly version: sql.MenuVersion;
  /** What it was compared with; null: with nothing, as there was no menu before. */
  readonly against: Id<"mnv"> | null;
  /** From that one to the version asked for, every change named. */
  readonly changes: MenuChanges;
}

/**
 * How a version differs from the live one, or from the version named: without stock, which stays when a version is made
 * live. The live one is compared with the one before it, with the stock that its document states.
 * Refuses versions that the location does not have.
 */
export async function compareVersions(
  db: Db,
  locationId: Id<"str">,
  { versionId, against }: { readonly versionId: Id<"mnv">; readonly against: Id<"mnv"> | undefined },
  compare: CompareMenus,
): Promise<ComparedVersions | Refusal<"not_found">> {
  const version = await sql.findMenuVersion(db, locationId, versionId);
  if (version === undefined) return noVersion(locationId, versionId);
  const other = await findOther(db, version, against);
  if (other === undefined && against !== undefined) return noVersion(locationId, against);
  const before = other === undefined ? null : await getVersionText(db, other.id);
  const comparing = { detailed: true, stock: version.live && against === undefined ? "other" : "stays" } as const;
  const { changes } = await compare(db, before, await getVersionText(db, versionId), comparing);
  return { version, against: other?.id ?? null, changes };
}

async function findOther(
  db: Db,
  { id, location_id, live }: sql.MenuVersion,
  against: Id<"mnv"> | undefined,
): Promise<sql.MenuVersion | undefined> {
  if (against !== undefined) return sql.findMenuVersion(db, location_id, against);
  if (live) return (await sql.listMenuVersions(db, location_id, { before: id, limit: 1 }))[0];
  return sql.findLiveVersion(db, location_id);
}

function noVersion(locationId: Id<"str">, id: Id<"mnv">): Refusal<"not_found"> {
  return refuse("not_found", `location ${locationId} has no menu version ${id}`);
}

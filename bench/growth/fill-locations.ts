/** More locations, each connected to an app of its own kind and with a copy of a published menu. */
import { nthId, type RowCopier, type TextRow } from "./copy-rows.ts";

export interface Filler {
  /** How many locations are added. */
  readonly count: number;
  /** The location whose menu and settings are copied. */
  readonly like: string;
  /** The app that holds the connections of those that are added. */
  readonly appId: string;
  /** Locations that are there and have no menu yet. */
  readonly bare: readonly string[];
}

/** Adds locations and menus; answers the locations that were added. */
export async function fillLocations(copier: RowCopier, { count, like, appId, bare }: Filler): Promise<string[]> {
  const added = Array.from({ length: count }, (_, n) => nthId("str", n));
  const locations = await copier.templates("locations", "id = $1", [like]);
  const grants = await copier.templates("grants", "location_id = $1", [like]);
  const connections = await copier.templates("connections", "location_id = $1", [like]);
  const toEach = (templates: readonly TextRow[], change: (id: string, n: number) => TextRow) =>
    added.flatMap((id, n) => templates.map((of) => ({ of, with: change(id, n) })));
  await copier.copy({
    table: "locations",
    templates: locations,
    copies: toEach(locations, (id, n) => ({ id, name: `Diner ${n}` })),
  });
  const connected = (id: string) => ({ location_id: id, app_id: appId });
  await copier.copy({ table: "grants", templates: grants, copies: toEach(grants, connected) });
  await copier.copy({ table: "connections", templates: connections, copies: toEach(connections, connected) });
  await fillMenus(copier, like, [...bare, ...added]);
  return added;
}

async function fillMenus(copier: RowCopier, like: string, locations: readonly string[]): Promise<void> {
  const catalogs = await copier.templates("menu_catalogs", "location_id = $1", [like]);
  const versions = await copier.templates("menu_versions", "id = $1", [catalogs[0]?.["current_version_id"]]);
  const objects = await copier.templates("menu_objects", "location_id = $1", [like]);
  const each = function* (templates: readonly TextRow[], change: (id: string, n: number, at: number) => TextRow) {
    for (const [n, id] of locations.entries())
      for (const [at, of] of templates.entries()) yield { of, with: change(id, n, at) };
  };
  await copier.copy({
    table: "menu_versions",
    templates: versions,
    copies: each(versions, (_, n) => ({ id: nthId("mnv", n), catalog_id: nthId("cat", n) })),
  });
  await copier.copy({
    table: "menu_catalogs",
    templates: catalogs,
    copies: each(catalogs, (id, n) => ({
      id: nthId("cat", n),
      location_id: id,
      current_version_id: nthId("mnv", n),
    })),
  });
  await copier.copy({
    table: "menu_objects",
    templates: objects,
    copies: each(objects, (id, n, at) => ({
      id: nthId((objects[at]?.["id"] ?? "item").split("_")[0] ?? "item", n * objects.length + at),
      location_id: id,
    })),
  });
}

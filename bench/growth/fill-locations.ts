/** More locations, each connected to an app of its own kind and with a copy of a published menu. */
import { nthId, type RowMaker } from "./make-rows.ts";

export interface LocationFiller {
  /** How many locations are added. */
  readonly count: number;
  /** The location whose menu and settings are copied. */
  readonly like: string;
  /** The app that holds the connections of those that are added. */
  readonly appId: string;
}

/** Adds locations; answers them. */
export async function fillLocations(maker: RowMaker, { count, like, appId }: LocationFiller): Promise<string[]> {
  const tables = ["locations", "grants", "connections"] as const;
  for (const table of tables) {
    const column = table === "locations" ? "id" : "location_id";
    await maker.keepTemplates(table, { table, where: `${column} = '${like}'` });
    const changes = {
      [column]: nthId("str", "n"),
      ...(table === "locations" ? { name: "'Diner ' || n" } : { app_id: `'${appId}'` }),
    };
    maker.add({ table, first: 0, last: count - 1, from: `CROSS JOIN bench.${table} t`, isCopied: true, changes });
  }
  await maker.run();
  const rows = await maker.ask<{ id: string }>(
    `SELECT ${nthId("str", "n")} AS id FROM generate_series(0::bigint, $1::bigint - 1) AS n ORDER BY n`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** To be made for each location in the list: a copy of the menu of one. */
export async function addMenus(maker: RowMaker, like: string, locations: readonly string[]): Promise<void> {
  const of = `location_id = '${like}'`;
  await maker.keepTemplates("menu_catalogs", { table: "menu_catalogs", where: of });
  const current = "id IN (SELECT current_version_id FROM bench.menu_catalogs)";
  await maker.keepTemplates("menu_versions", { table: "menu_versions", where: current });
  const objects = await maker.keepTemplates("menu_objects", { table: "menu_objects", where: of });
  await maker.keepList(
    "menu_locations",
    locations.map((id) => ({ id })),
  );
  const [first, last] = [0, locations.length - 1];
  const each = (name: string): string => `JOIN bench.menu_locations l ON l.k = n CROSS JOIN bench.${name} t`;
  const copied = { first, last, isCopied: true };
  maker.add({
    ...copied,
    table: "menu_objects",
    from: each("menu_objects"),
    changes: { id: `split_part(t.id, '_', 1) || ${nthId("", `n * ${objects} + t.k`)}`, location_id: "l.id" },
  });
  maker.add({
    ...copied,
    table: "menu_versions",
    from: each("menu_versions"),
    changes: { id: nthId("mnv", "n"), catalog_id: nthId("cat", "n") },
  });
  maker.add({
    ...copied,
    table: "menu_catalogs",
    from: each("menu_catalogs"),
    changes: { id: nthId("cat", "n"), location_id: "l.id", current_version_id: nthId("mnv", "n") },
  });
}

/** SQL of the names under which locations have their front pages. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const take = defineStatement({
  name: "take-location-slug",
  prepare: false,
  takes: ["text", "text"],
  gives: row<{ readonly location_id: Id<"str"> }>({ location_id: "text" }),
  text: `INSERT INTO location_slugs AS s (slug, location_id) VALUES ($1, $2)
    ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug RETURNING s.location_id`,
});

/** Gives the slug to the location unless another has, or had, it; answers whether it is the location's. */
export async function takeSlug(tx: Tx, slug: string, id: Id<"str">): Promise<boolean> {
  return (await tx.one(take, [slug, id])).location_id === id;
}

/** A location by a name of its front page. */
export interface NamedLocation {
  readonly id: Id<"str">;
  /** The present one; null when the location has none any more. */
  readonly slug: string | null;
}

const find = defineStatement({
  name: "find-location-by-slug",
  prepare: false,
  takes: ["text"],
  gives: row<NamedLocation>({ id: "text", slug: "text" }),
  text: `SELECT l.id, l.profile ->> 'slug' AS slug FROM location_slugs s JOIN locations l ON l.id = s.location_id
    WHERE s.slug = $1`,
});

/** The location that has, or had, the slug. */
export function findBySlug(db: Db, slug: string): Promise<NamedLocation | undefined> {
  return db.maybe(find, [slug]);
}

const list = defineStatement({
  name: "list-listed-locations",
  prepare: false,
  takes: ["bool", "int8"],
  gives: row<ListedLocation>({
    id: "text",
    name: "text",
    slug: "text",
    street: "text",
    city: "text",
    cuisines: "jsonb",
  }),
  text: `SELECT l.id, l.name, l.profile ->> 'slug' AS slug, l.address ->> 'line1' AS street, l.address ->> 'city' AS city,
      coalesce(l.profile -> 'cuisines', '[]') AS cuisines
    FROM locations l
    WHERE ($1 OR l.profile -> 'listed' = 'true') AND l.status <> 'inactive' ORDER BY l.name, l.id LIMIT $2`,
});

/** A location of the directory. */
export interface ListedLocation {
  readonly id: Id<"str">;
  readonly name: string | null;
  readonly slug: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly cuisines: readonly string[];
}

/** The locations of the directory, or all, by name. */
export function listListed(db: Db, all: boolean, most: number): Promise<ListedLocation[]> {
  return db.rows(list, [all, most]);
}

const only = defineStatement({
  name: "find-only-location",
  prepare: false,
  takes: [],
  gives: row<{ readonly id: Id<"str"> }>({ id: "text" }),
  text: "SELECT id FROM locations WHERE status <> 'inactive' ORDER BY id LIMIT 2",
});

/** The location, where there is one alone. */
export async function findOnly(db: Db): Promise<Id<"str"> | undefined> {
  const found = await db.rows(only, []);
  return found.length === 1 ? found[0]?.id : undefined;
}

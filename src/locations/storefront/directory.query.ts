/** Finds locations for strangers: by the directory, by a slug, or as the only one. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findBySlug, findOnly, listListed, type ListedLocation, type NamedLocation } from "./slugs.sql.ts";

export type { ListedLocation };

/** More are not shown on a page or in a map of the site. */
const mostListed = 5_000;

/** The locations that may be shown to strangers, by name: those that are listed, or all where `all` is true. */
export function listDirectory(db: Db, { all, most = mostListed }: { readonly all: boolean; readonly most?: number }) {
  return listListed(db, all, most);
}

/** The location that has, or had, the slug, with its present one. */
export function findLocationBySlug(db: Db, slug: string): Promise<NamedLocation | undefined> {
  return findBySlug(db, slug);
}

/** The location, where there is one alone. */
export function findOnlyLocation(db: Db): Promise<Id<"str"> | undefined> {
  return findOnly(db);
}

/** The path of the front page. */
export function frontPathOf({ id, slug }: { readonly id: string; readonly slug: string | null }): string {
  return `/r/${slug ?? id}`;
}

/**
 * Makes the links between PostgreSQL's libraries. npm packages carry no links: the platform package lists them in
 * pg-symlinks.json, and its install script makes them. Where scripts do not run (`--ignore-scripts`, which `maple dev`
 * itself uses for what it fetches) the programs do not start without this.
 */
import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { EmbeddedPostgresError } from "./embedded-error.ts";

interface Link {
  /** Both paths start with "native/". */
  readonly source: string;
  readonly target: string;
}

/** Adds to `native`, the directory that holds bin, lib and share, the links of its list that are not there. */
export function addMissingLinks(native: string): void {
  for (const { source, target } of listedLinks(native)) {
    const link = join(native, relative("native", target));
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (cause) {
      // Another start may have made it meanwhile.
      if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new EmbeddedPostgresError(
        `PostgreSQL lacks ${link}, which could not be made (${reason}): run Maple once as a user who may write there.`,
        { cause },
      );
    }
  }
}

function listedLinks(native: string): readonly Link[] {
  let text: string;
  try {
    text = readFileSync(join(native, "pg-symlinks.json"), "utf8");
  } catch {
    return [];
  }
  return JSON.parse(text) as Link[];
}

/** Which texts of the live menu a language lacks, for the people who write the menu. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuDocument } from "../document/menu-document.ts";
import { isSameLanguage } from "../document/menu-texts.ts";
import { languagesOf, languageStates, type LanguageState } from "./menu-languages.ts";
import { getVersionDocument } from "./menu-versions.sql.ts";
import { findOrderableState } from "./menus.sql.ts";

export interface MenuLanguages {
  /** What the base texts are written in. */
  readonly base: string;
  /** The languages that are wanted, then the others that the menu has. */
  readonly states: readonly LanguageState[];
}

/** The state of each language; undefined where nothing is published. `fallback` is the language of a menu that names none. */
export async function readMenuLanguages(
  db: Db,
  locationId: Id<"str">,
  { fallback, wanted }: { readonly fallback: string; readonly wanted: readonly string[] },
): Promise<MenuLanguages | undefined> {
  const live = await findOrderableState(db, locationId);
  if (live === undefined) return undefined;
  const document = JSON.parse(await getVersionDocument(db, live.version_id)) as MenuDocument;
  const base = document.language ?? fallback;
  const has = [...languagesOf(document)].filter((language) => !wanted.includes(language)).toSorted();
  const shown = [...wanted.filter((language) => !isSameLanguage(language, base)), ...has];
  return { base, states: languageStates(document, shown) };
}

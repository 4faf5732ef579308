/** The live document of a location for its own people, as it was published: without ids and without the present stock. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import type { MenuDocument } from "../document/menu-document.ts";
import { getVersionDocument } from "./menu-versions.sql.ts";
import { findCurrentVersion, type CurrentVersion } from "./menus.sql.ts";

export interface LiveDocument extends Pick<CurrentVersion, "version_id" | "published_at"> {
  readonly document: MenuDocument;
}

/** The live document; undefined where nothing is published, "too_long" where the document has more than `mostBytes`. */
export async function readLiveDocument(
  db: Db,
  locationId: Id<"str">,
  mostBytes: number,
): Promise<LiveDocument | "too_long" | undefined> {
  const live = await findCurrentVersion(db, locationId);
  if (live === undefined) return undefined;
  if (live.document_bytes > mostBytes) return "too_long";
  const { version_id, published_at } = live;
  return { version_id, published_at, document: JSON.parse(await getVersionDocument(db, version_id)) as MenuDocument };
}

/** The canonical text of a document and its hash: two publishes are the same menu when their hashes are equal. */
import { createHash } from "node:crypto";
import type { MenuDocument } from "./menu-document.ts";

export interface CanonicalMenu {
  readonly text: string;
  readonly hash: Buffer;
}

/** The parser writes known fields in one order and sorts metadata, so equal content is equal text. */
export function canonicalMenu(document: MenuDocument): CanonicalMenu {
  return fingerprint(JSON.stringify(document));
}

/** The same, of text that is canonical already. */
export function fingerprint(text: string): CanonicalMenu {
  return { text, hash: createHash("sha256").update(text).digest() };
}

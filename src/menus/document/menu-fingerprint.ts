/** The canonical text of a document and its hash: two publishes are the same menu when their hashes are equal. */
import { createHash } from "node:crypto";
import type { MenuDocument } from "./menu-document.ts";
import type { MenuText } from "./menu-text.ts";

/** A sound document, ready to be published: text and counts, without the objects. */
export interface ReadMenu {
  readonly text: MenuText;
  /** SHA-256 of the text. */
  readonly hash: Uint8Array;
  /** Categories, items, variations, groups and options. */
  readonly objectCount: number;
  /** Everything with an externalId. */
  readonly entityCount: number;
}

/** The parser writes known fields in one order and sorts metadata, so equal content is equal text. */
export function canonicalMenu(parsed: {
  readonly document: MenuDocument;
  readonly objectCount: number;
  readonly entityCount: number;
}): ReadMenu & { readonly text: Uint8Array } {
  const { document, objectCount, entityCount } = parsed;
  const text = Buffer.from(JSON.stringify(document));
  return { text, hash: sha256(text), objectCount, entityCount };
}

/** SHA-256, computed beside the event loop: a body of 25 MiB takes some ten milliseconds. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

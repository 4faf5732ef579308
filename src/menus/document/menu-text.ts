/** The canonical text of a menu: in memory, or as the row that has it, so that a large text need not pass the event loop. */

/** A row with a canonical text. */
export interface StoredText {
  readonly table: "menu_versions" | "menu_syncs";
  readonly id: string;
  /** Its length in UTF-8. */
  readonly bytes: number;
}

/** Canonical JSON in UTF-8, or where it lies. */
export type MenuText = Uint8Array | StoredText;

export function isStored(text: MenuText): text is StoredText {
  return !(text instanceof Uint8Array);
}

/** The length in UTF-8. */
export function bytesOf(text: MenuText | null): number {
  if (text === null) return 0;
  return isStored(text) ? text.bytes : text.byteLength;
}

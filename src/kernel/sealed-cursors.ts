/**
 * Cursors of lists: opaque and sealed. A cursor has the filters of its list, so all pages belong to one list
 * (rules/http 7.4). A page with another filter, or with a changed cursor, is refused. Pure.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "./clock.ts";
import { isRefusal, refuse, type Refusal } from "./refusal.ts";

/** Where a page begins: after what has this time and this id. */
export interface CursorPosition {
  readonly at: Instant;
  readonly id: string;
}

export interface SealedCursors {
  /** Seals a position in the list that the text names: its app and its filters. */
  seal(list: string, position: CursorPosition): string;
  /** Reads a cursor of the same list. */
  unseal(text: string, list: string): CursorPosition | Refusal<"invalid_cursor">;
}

const macBytes = 16;

/** Makes the cursors of one service; the key is derived for this purpose and service alone. */
export function createSealedCursors(key: Buffer): SealedCursors {
  const sealed = createSealedFields(key);
  return {
    seal: (list, { at, id }) => sealed.seal([list, at, id]),
    unseal(text, list) {
      const fields = sealed.unseal(text, list);
      if (isRefusal(fields)) return fields;
      const [, at, id] = fields as readonly [string, Instant, string];
      return { at, id };
    },
  };
}

/** Seals lists of plain values, of which the first names the list. */
export interface SealedFields {
  seal(fields: readonly [string, ...(string | number | null)[]]): string;
  unseal(text: string, list: string): readonly unknown[] | Refusal<"invalid_cursor">;
}

/** Makes sealed fields, for a list whose cursors carry more than a position. */
export function createSealedFields(key: Buffer): SealedFields {
  const mac = (payload: Buffer): Buffer => createHmac("sha256", key).update(payload).digest().subarray(0, macBytes);
  return {
    seal(fields) {
      const payload = Buffer.from(JSON.stringify(fields));
      return Buffer.concat([mac(payload), payload]).toString("base64url");
    },
    unseal(text, list) {
      const bytes = Buffer.from(text, "base64url");
      const payload = bytes.subarray(macBytes);
      const isSealed = bytes.length > macBytes && timingSafeEqual(bytes.subarray(0, macBytes), mac(payload));
      if (!isSealed || bytes.toString("base64url") !== text) {
        return refuse(
          "invalid_cursor",
          "query.starting_after is not the next_cursor of a page of this list; leave it out to begin anew",
        );
      }
      const fields = JSON.parse(payload.toString()) as readonly unknown[];
      if (fields[0] !== list) {
        return refuse(
          "invalid_cursor",
          "query.starting_after is of a list with other filters; keep the filters the same on every page",
        );
      }
      return fields;
    },
  };
}

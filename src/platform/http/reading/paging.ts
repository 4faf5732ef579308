/**
 * Lists and their pages (rules/http 7). A list is given whole or page by page: `starting_after` takes the `next_cursor`
 * of the page before. Where the newest entry is first, the cursor is the id of the last entry of the page, so new entries
 * neither repeat nor hide one. The contract says of each list which of the two it is (`x-pagination`).
 */
import Type, { type TSchema } from "typebox";
import type { Id, IdPrefix } from "../../../kernel/id.ts";
import type { Refusal } from "../../../kernel/refusal.ts";
import { idField, nullable } from "./fields.ts";
import { invalidRequest } from "./invalid-request.ts";

export type Pagination = "cursor" | "whole";

/** The longest cursor that is written. */
const longestCursor = 1_000;

/** What an envelope says of the next page. */
export const pageFields = {
  has_more: Type.Boolean(),
  next_cursor: nullable(
    Type.String({ maxLength: longestCursor, description: "Send it as starting_after; null on the last page." }),
  ),
};

/** Marks the schema of an envelope, for the contract. */
export const paginated = (pagination: Pagination) => ({ "x-pagination": pagination });

/** The envelope of a list that is always whole: the fields are there, so that one program reads every list. */
export function listOf<T extends TSchema>(items: T) {
  return Type.Object({ object: Type.Literal("list"), data: Type.Array(items), ...pageFields }, paginated("whole"));
}

/** The envelope of a list that is read page by page. */
export function pageOf<T extends TSchema>(items: T) {
  return Type.Object({ object: Type.Literal("list"), data: Type.Array(items), ...pageFields }, paginated("cursor"));
}

/** The answer of a list that is always whole. */
export function wholeList<T>(entries: T[]) {
  return { object: "list" as const, data: entries, has_more: false, next_cursor: null };
}

/** A page as it is read: one entry more than the page has shows whether another page follows. */
export interface PageRead<Prefix extends IdPrefix> {
  /** The last entry of the page before. */
  readonly before: Id<Prefix> | undefined;
  /** One more than the page has. */
  readonly limit: number;
}

interface PageAsked<Prefix extends IdPrefix> {
  readonly limit?: number | undefined;
  readonly starting_after?: Id<Prefix> | undefined;
  readonly before?: Id<Prefix> | undefined;
}

/** The pages of a list whose cursors are ids of one kind: at most `most` entries, `usual` where no limit is asked for. */
export function pagesBy<Prefix extends IdPrefix>(prefix: Prefix, most: number, usual = most) {
  const startingAfter = Type.Optional(idField(prefix));
  return {
    query: {
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: most, description: `How many at most; ${usual} when absent.` }),
      ),
      starting_after: startingAfter,
      before: startingAfter,
    },
    /** Reads which page is asked for; `before` is another name of `starting_after`. */
    read: (asked: PageAsked<Prefix>): PageRead<Prefix> | Refusal<"invalid_request"> => {
      if (asked.before !== undefined && asked.starting_after !== undefined) return invalidRequest([bothNames]);
      return { before: asked.before ?? asked.starting_after, limit: (asked.limit ?? usual) + 1 };
    },
  };
}

const bothNames = { path: "query.before", message: "is another name of starting_after: send one of the two" };

/** The answer of a page: the entries that were read for it, and the same as they are written. */
export function pageAnswer<T extends { readonly id: string }, W>(
  page: { readonly limit: number },
  read: readonly T[],
  written: readonly W[],
) {
  const last = read[page.limit - 2];
  const hasMore = read.length >= page.limit && last !== undefined;
  return {
    object: "list" as const,
    data: written.slice(0, page.limit - 1),
    has_more: hasMore,
    next_cursor: hasMore ? (last.id as T["id"]) : null,
  };
}

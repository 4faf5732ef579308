/**
 * Finds an order by a key to it: the diner's own token, unguessable (192 bits) and stored as a hash, or the token of a
 * link in a message, for as long as that link leads to the order (rules/messages-and-privacy 4.2).
 */
import { isLinkToken } from "../../guest-links/guest-link.ts";
import { findLinkedThing } from "../../guest-links/find-linked-thing.query.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { hashDinerToken } from "./diner-token.ts";
import {
  findFollowedOrder,
  findLinkedOrder,
  findReplacedBy,
  findTrackedOrder,
  followLinkedOrder,
  listOrdersByCode,
  listOrdersOf,
  listSequences,
  type FollowedOrder,
  type FoundOrder,
  type OneContact,
  type OrderOfContact,
  type TrackedOrder,
} from "./order-tracking.sql.ts";

/** The order with its location, or undefined for every text that is not the token of one. */
export async function findOrderByToken(db: Db, token: string): Promise<TrackedOrder | undefined> {
  if (isToken(token)) return findTrackedOrder(db, hashDinerToken(token));
  const id = await findLinkedId(db, token);
  return id === undefined ? undefined : findLinkedOrder(db, id);
}

/** The same with its history, both as of one moment. */
export async function followOrderByToken(db: Db, token: string): Promise<FollowedOrder | undefined> {
  if (isToken(token)) return findFollowedOrder(db, hashDinerToken(token));
  const id = await findLinkedId(db, token);
  return id === undefined ? undefined : followLinkedOrder(db, id);
}

export interface LatestOrder {
  readonly order: TrackedOrder;
  /** It took the place of the order of the token. */
  readonly isLater: boolean;
}

/** The same order, or the latest that its diner placed in its place before paying. */
export async function findLatestByToken(db: Db, token: string): Promise<LatestOrder | undefined> {
  const found = await findOrderByToken(db, token);
  if (found === undefined) return undefined;
  const latest = await findLatest(db, found.id);
  const order = latest === found.id ? found : await findLinkedOrder(db, latest);
  return order === undefined ? undefined : { order, isLater: order !== found };
}

/** The order, or the latest that its diner placed in its place before paying. */
export async function findLatest(db: Db, id: Id<"ord">): Promise<Id<"ord">> {
  const next = await findReplacedBy(db, id);
  return next === undefined ? id : findLatest(db, next);
}

async function findLinkedId(db: Db, token: string): Promise<Id<"ord"> | undefined> {
  return isLinkToken(token) ? ((await findLinkedThing(db, token))?.order_id ?? undefined) : undefined;
}

function isToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text);
}

/** The orders with a code that a guest may still find, latest first; `phone` finds those from before codes. */
export function findOrdersByCode(db: Db, code: string, phone: string | null): Promise<readonly FoundOrder[]> {
  return listOrdersByCode(db, code, phone);
}

/** The orders of a contact that links still lead to, latest first. */
export function findOrdersOf(db: Db, contact: OneContact, most: number): Promise<readonly OrderOfContact[]> {
  return listOrdersOf(db, contact, most);
}

/** The present sequence of each order: how one sees that it has changed. */
export async function readSequences(db: Db, ids: readonly Id<"ord">[]): Promise<ReadonlyMap<Id<"ord">, number>> {
  return new Map((await listSequences(db, ids)).map(({ id, sequence }) => [id, sequence]));
}

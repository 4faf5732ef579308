/** An order by the diner's own key to it. The token is unguessable (192 bits) and only its hash is stored. */
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { hashDinerToken } from "./diner-token.ts";
import {
  findFollowedOrder,
  findTrackedOrder,
  listSequences,
  type FollowedOrder,
  type TrackedOrder,
} from "./order-tracking.sql.ts";

/** The order with its location, or undefined for every text that is not the token of one. */
export async function findOrderByToken(db: Db, token: string): Promise<TrackedOrder | undefined> {
  return isToken(token) ? findTrackedOrder(db, hashDinerToken(token)) : undefined;
}

/** The same with its history, both as of one moment. */
export async function followOrderByToken(db: Db, token: string): Promise<FollowedOrder | undefined> {
  return isToken(token) ? findFollowedOrder(db, hashDinerToken(token)) : undefined;
}

function isToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text);
}

/** The present sequence of each order: how one sees that it has changed. */
export async function readSequences(db: Db, ids: readonly Id<"ord">[]): Promise<ReadonlyMap<Id<"ord">, number>> {
  return new Map((await listSequences(db, ids)).map(({ id, sequence }) => [id, sequence]));
}

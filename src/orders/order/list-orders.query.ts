/**
 * GET /orders: newest first, or with `since` a drain, oldest first, that misses nothing (rules/ordering 13.1 to 13.3).
 */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import type { Order } from "./order.ts";
import { findPosition, listNewest, listSince, readDrainHorizon } from "./order-list.sql.ts";

export interface OrderListRequest {
  readonly app: Id<"app">;
  /** Unix seconds, exclusive. */
  readonly since: number | undefined;
  readonly startingAfter: Id<"ord"> | undefined;
  readonly limit: number;
}

export interface OrderPage {
  readonly orders: readonly Order[];
  readonly hasMore: boolean;
}

/** A page of the orders of the app's connected locations; 400 when `starting_after` names no order it can see. */
export async function listOrders(db: Db, request: OrderListRequest): Promise<OrderPage | Refusal<"invalid_request">> {
  const { app, since, startingAfter, limit } = request;
  const after = startingAfter === undefined ? null : await findPosition(db, startingAfter, app);
  if (after === undefined) {
    const message = "must be the id of an order that this app can see";
    return refuse("invalid_request", `query.starting_after ${message}`, {
      issues: [{ path: "query.starting_after", message }],
    });
  }
  // Not one snapshot: what ends between the horizon and the list must be in the list.
  const orders =
    since === undefined
      ? await listNewest(db, app, after, limit + 1)
      : await listSince(db, app, since * 1000, await readDrainHorizon(db), after, limit + 1);
  return { orders: orders.slice(0, limit), hasMore: orders.length > limit };
}

/** How far the drain is behind real time, in seconds: the age of the oldest transaction that holds it back. */
export async function readDrainAge({ read, clock }: Database): Promise<number> {
  return Math.max(0, (clock.now() - (await readDrainHorizon(read))) / 1000);
}

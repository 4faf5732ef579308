/**
 * GET /orders: newest first; or oldest first without missing any, with `since` by placing and with `updated_since` by the
 * last change (rules/ordering 13).
 */
import type { Instant } from "../../kernel/clock.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { SealedCursors } from "../../kernel/sealed-cursors.ts";
import type { LateRow } from "../../platform/postgres/answers/late-row.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { listByUpdate, listSince, readDrainHorizon, type WrittenPosition } from "./order-drain.sql.ts";
import type { Order } from "./order.ts";
import { findPosition, listNewest, type OrderFilters, type Position } from "./order-list.sql.ts";
import { writtenAt } from "./order-wire.ts";

export interface OrderListRequest extends OrderFilters {
  readonly app: Id<"app">;
  /** By the clock of the location; exclusive in whole seconds. */
  readonly since: Instant | undefined;
  /** Real time, inclusive. */
  readonly updatedSince: Instant | undefined;
  /** The `next_cursor` of the page before; where it is no drain by update, any id of an order. */
  readonly startingAfter: string | undefined;
  readonly limit: number;
}

export interface OrderPage {
  readonly orders: readonly LateRow<Order>[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export type OrderListRefusal = Refusal<"invalid_request" | "invalid_window" | "invalid_cursor">;

/** A page of the orders of the app's connected locations; 400 when `starting_after` names no order it can see. */
export async function listOrders(
  db: Db,
  cursors: SealedCursors,
  request: OrderListRequest,
): Promise<OrderPage | OrderListRefusal> {
  const { since, updatedSince } = request;
  if (updatedSince === undefined) return listByPlacing(db, request);
  if (since !== undefined)
    return refuse("invalid_window", "updated_since cannot be combined with since: send one of the two");
  return drainByUpdate(db, cursors, request, updatedSince);
}

async function listByPlacing(db: Db, request: OrderListRequest): Promise<OrderPage | Refusal<"invalid_request">> {
  const { app, since, startingAfter, limit } = request;
  const after = startingAfter === undefined ? null : await readPosition(db, app, startingAfter);
  if (isRefusal(after)) return after;
  // Not one snapshot: what ends between the horizon and the list must be in the list.
  const orders =
    since === undefined
      ? await listNewest(db, app, request, after, limit + 1)
      : await listSince(db, app, request, { since, horizon: await readDrainHorizon(db), after }, limit + 1);
  return toPage(orders, limit, (last) => last.id);
}

async function readPosition(db: Db, app: Id<"app">, text: string): Promise<Position | Refusal<"invalid_request">> {
  const parsed = parseId("ord", text);
  const found = parsed.kind === "ok" ? await findPosition(db, parsed.id, app) : undefined;
  const message = "must be the id of an order that this app can see";
  return found ?? invalidRequest([{ path: "query.starting_after", message }]);
}

async function drainByUpdate(
  db: Db,
  cursors: SealedCursors,
  request: OrderListRequest,
  updatedSince: Instant,
): Promise<OrderPage | Refusal<"invalid_cursor">> {
  const { app, status, actionable, startingAfter, limit } = request;
  const list = JSON.stringify(["orders", app, updatedSince, status, actionable]);
  const position = startingAfter === undefined ? null : cursors.unseal(startingAfter, list);
  if (isRefusal(position)) return position;
  const after: WrittenPosition = position ?? { at: updatedSince, id: "" };
  const orders = await listByUpdate(db, app, request, { after, horizon: await readDrainHorizon(db) }, limit + 1);
  return toPage(orders, limit, (last) => cursors.seal(list, { at: writtenAt(last), id: last.id }));
}

function toPage(rows: readonly LateRow<Order>[], limit: number, cursorOf: (last: Order) => string): OrderPage {
  const orders = rows.slice(0, limit);
  const last = orders.at(-1);
  return { orders, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last.read()) : null };
}

/** How far the drain is behind real time, in seconds: the age of the oldest transaction that holds it back. */
export async function readDrainAge(db: Db, now: Instant): Promise<number> {
  return Math.max(0, (now - (await readDrainHorizon(db))) / 1000);
}

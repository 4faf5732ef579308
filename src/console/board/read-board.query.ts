/** The board of a location: everything of one moment, or the changed resources. */
import { getApp } from "../../apps/read-apps.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { readLiveSequence } from "../../live/read-live-sequence.query.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { LiveTopic } from "../../live/live-topics.ts";
import { getBoardOrder, listBoardOrders, listBoardOrdersById } from "../../orders/staff/list-board-orders.query.ts";
import type { BoardOrder } from "../../orders/order/order.ts";
import type { WireContext } from "../../orders/order/order-wire.ts";
import type { Acting } from "../../people/person/require-role.ts";
import type { ConsoleCaller } from "../../platform/http/console/console-caller.ts";
import { requireActingOn } from "./board-access.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { isSubscribed } from "../../webhooks/subscriptions/is-subscribed.query.ts";
import { orderToBoard, settingsToBoard } from "./board-wire.ts";
import type * as wire from "./board-wire.schemas.ts";

const dayMs = 24 * 3_600_000;
/** Orders that are not over, and orders that are, each. */
const mostOrders = 500;

/** The whole board; every part is of the same moment as the sequence. */
export function readBoard(
  snapshot: Database["snapshot"],
  locationId: Id<"str">,
  context: WireContext,
): Promise<wire.BoardSnapshot | Refusal<"not_found">> {
  return snapshot(async (db) => {
    const location = await getLocationSettings(db, locationId);
    if (isRefusal(location)) return location;
    const sequence = await readLiveSequence(db, locationId);
    const orders = await listBoardOrders(db, locationId, location.now - dayMs, mostOrders);
    return {
      object: "board_snapshot",
      sequence,
      now_ms: Math.round(location.now),
      settings: await showSettings(db, location),
      orders: await showOrders(db, location, orders, context),
    };
  });
}

/** The settings that the board shows. */
export async function readBoardSettings(
  db: Db,
  locationId: Id<"str">,
): Promise<wire.BoardSettings | Refusal<"not_found">> {
  const location = await getLocationSettings(db, locationId);
  return isRefusal(location) ? location : showSettings(db, location);
}

/** Resources of one topic by their ids; what is gone, or of another location, is left out. */
export async function readResources(
  db: Db,
  locationId: Id<"str">,
  { topic, ids }: { readonly topic: LiveTopic; readonly ids: readonly string[] },
  context: WireContext,
): Promise<ReadonlyMap<string, wire.BoardOrder | wire.BoardSettings>> {
  const location = await getLocationSettings(db, locationId);
  if (isRefusal(location)) return new Map();
  if (topic === "settings") return new Map([[locationId, await showSettings(db, location)]]);
  if (topic !== "orders") return new Map();
  const orders = (await listBoardOrdersById(db, ids)).filter(({ location_id: id }) => id === locationId);
  return new Map((await showOrders(db, location, orders, context)).map((order) => [order.id, order]));
}

/** Orders as the board shows them, in the same order. */
export async function showOrders(
  db: Db,
  { connected_app_id: app }: Pick<LocationSettings, "connected_app_id">,
  orders: readonly BoardOrder[],
  context: WireContext,
): Promise<wire.BoardOrder[]> {
  const isAwaited = orders.some(({ status, receiver }) => status === "PENDING" && receiver === "app");
  const appHears = isAwaited && app !== null && (await isSubscribed(db, app, "order.notification"));
  const names = await namesFor(db, orders);
  return orders.map((order) => orderToBoard(order, { ...context, names, appHears }));
}

async function namesFor(db: Db, orders: readonly BoardOrder[]): Promise<ReadonlyMap<string, string>> {
  const parties = orders.flatMap(({ acted_by: party }) => (party === null || party.id === null ? [] : [party]));
  const idsOf = (isApp: boolean) => [
    ...new Set(parties.flatMap(({ kind, id }) => (id !== null && (kind === "app") === isApp ? [id] : []))),
  ];
  const names = new Map(await listNames(db, idsOf(false)));
  for (const id of idsOf(true)) {
    const app = await getApp(db, id as Id<"app">);
    if (!isRefusal(app)) names.set(id, app.name);
  }
  return names;
}

async function showSettings(db: Db, location: LocationSettings): Promise<wire.BoardSettings> {
  const app = location.connected_app_id === null ? null : await getApp(db, location.connected_app_id);
  return settingsToBoard(location, app === null || isRefusal(app) ? null : app.name);
}

/** An order, and the caller in a role at its location; of other locations there is no order. */
export async function findOrderFor(
  db: Db,
  caller: ConsoleCaller,
  orderId: Id<"ord">,
): Promise<{ readonly order: BoardOrder; readonly acting: Acting } | Refusal<"not_found" | "role_required">> {
  const order = await getBoardOrder(db, orderId);
  if (isRefusal(order)) return order;
  const acting = requireActingOn(caller, order);
  return isRefusal(acting) ? acting : { order, acting };
}

/** Reads orders for the board, and stores when a board last showed them. */
import Type from "typebox";
import { toUnixSeconds } from "../../kernel/clock.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { notePrinted, noteSeen } from "../../orders/staff/note-at-board.command.ts";
import { listOrdersAtBoard, searchOrders } from "../../orders/staff/list-board-orders.query.ts";
import { filledPattern, idField } from "../../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { boardRoles, requireActing } from "./board-access.ts";
import { orderSearchAnswer, printedAnswer, seenAnswer } from "./board-calls.schemas.ts";
import { boardOrderSchema } from "./board-wire.schemas.ts";
import { findOrderFor, showOrders } from "./read-board.query.ts";

const orderPages = pagesBy("ord", 100);
const board = { tag: "Board", access: { kind: "console", needs: "actor", roles: boardRoles } } as const;
const ofOrder = { ...board, params: { orderId: idField("ord") }, refusals: ["not_found", "role_required"] } as const;

const listRoute = defineRoute({
  ...board,
  method: "GET",
  path: "/console/v1/locations/{locationId}/orders",
  operationId: "consoleListOrders",
  summary: "List the orders of a location",
  description: "Newest first.",
  params: { locationId: idField("str") },
  query: orderPages.query,
  success: { 200: pageOf(boardOrderSchema) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const searchRoute = defineRoute({
  ...board,
  method: "GET",
  path: "/console/v1/locations/{locationId}/order_search",
  operationId: "consoleSearchOrders",
  summary: "Find orders of a location",
  description:
    "Orders of any age whose number or name holds the text, newest first. One call looks through 5,000 orders and answers at most 30; send `next` as `before` to look further back.",
  params: { locationId: idField("str") },
  query: {
    q: Type.String({ minLength: 1, maxLength: 100, pattern: filledPattern }),
    before: Type.Optional(idField("ord")),
  },
  success: { 200: orderSearchAnswer },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const getRoute = defineRoute({
  ...ofOrder,
  method: "GET",
  path: "/console/v1/orders/{orderId}",
  callClass: 2,
  operationId: "consoleGetOrder",
  summary: "Read an order",
  success: { 200: boardOrderSchema },
});

const seenRoute = defineRoute({
  ...ofOrder,
  method: "POST",
  path: "/console/v1/orders/{orderId}/seen",
  operationId: "consoleSeeOrder",
  summary: "Stop the ringing of an order",
  description: "No tablet of the location rings for the order for 60 seconds. The order does not change.",
  bodyEmpty: true,
  success: { 200: seenAnswer },
});

const printedRoute = defineRoute({
  ...ofOrder,
  method: "POST",
  path: "/console/v1/orders/{orderId}/printed",
  operationId: "consoleCountTicket",
  summary: "Count a printed ticket",
  description: "Send an Idempotency-Key: each ticket counts once.",
  bodyEmpty: true,
  success: { 200: printedAnswer },
});

export interface BoardOrderDeps {
  readonly baseUrl: () => string;
}

/** The routes of reading orders and noting what was seen and printed. */
export function boardOrderRoutes({ baseUrl }: BoardOrderDeps): BoundRoute[] {
  return [
    bindRead(listRoute, async ({ console: caller, params: { locationId }, query, livemode }, db) => {
      const acting = requireActing(caller, locationId);
      if (isRefusal(acting)) return acting;
      const location = await getLocationSettings(db, locationId);
      if (isRefusal(location)) return location;
      const page = orderPages.read(query);
      if (isRefusal(page)) return page;
      const orders = await listOrdersAtBoard(db, locationId, page);
      const data = await showOrders(db, location, orders, { livemode, baseUrl: baseUrl() });
      return reply(200, pageAnswer(page, orders, data));
    }),
    bindRead(searchRoute, async ({ console: caller, params: { locationId }, query, livemode }, db) => {
      const acting = requireActing(caller, locationId);
      if (isRefusal(acting)) return acting;
      const location = await getLocationSettings(db, locationId);
      if (isRefusal(location)) return location;
      const found = await searchOrders(db, locationId, query.q.trim(), query);
      const data = await showOrders(db, location, found.orders, { livemode, baseUrl: baseUrl() });
      const to = found.lookedBackTo === null ? null : toUnixSeconds(found.lookedBackTo);
      return reply(200, { object: "order_search", data, looked_back_to: to, next: found.next } as const);
    }),
    bindRead(getRoute, async ({ console: caller, params, livemode }, db) => {
      const found = await findOrderFor(db, caller, params.orderId);
      if (isRefusal(found)) return found;
      const location = await getLocationSettings(db, found.order.location_id);
      if (isRefusal(location)) return location;
      const [order] = await showOrders(db, location, [found.order], { livemode, baseUrl: baseUrl() });
      if (order === undefined) throw new Error(`order ${params.orderId} was read and is not shown`);
      return reply(200, order);
    }),
    bindWrite(seenRoute, async ({ console: caller, params: { orderId } }, tx) => {
      const found = await findOrderFor(tx, caller, orderId);
      if (isRefusal(found)) return found;
      const until = await noteSeen(tx, found.order);
      if (isRefusal(until)) return until;
      return reply(200, { object: "order_seen", order_id: orderId, seen_until: toUnixSeconds(until) } as const);
    }),
    bindWrite(printedRoute, async ({ console: caller, params: { orderId } }, tx) => {
      const found = await findOrderFor(tx, caller, orderId);
      if (isRefusal(found)) return found;
      const printed = await notePrinted(tx, found.order);
      if (isRefusal(printed)) return printed;
      return reply(200, { object: "order_printed", order_id: orderId, printed } as const);
    }),
  ];
}

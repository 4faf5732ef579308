/** The route by which a partner reports items of an accepted order as unavailable. */
import { isRefusal } from "../../kernel/refusal.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { itemChangeExample, itemChangeSchema, unavailableItemsBody } from "./item-changes.schemas.ts";
import { itemChangeToWire } from "../order/order-wire.ts";
import { reportUnavailable } from "../change/report-unavailable.command.ts";

const reportRoute = defineRoute({
  method: "POST",
  path: "/v1/orders/{orderId}/unavailable_items",
  operationId: "reportUnavailableItems",
  callClass: 1,
  tag: "Orders",
  summary: "Report items of an accepted order as unavailable",
  description:
    "The diner is offered the order without them, and the money for them back, or its cancellation, and has five minutes; without an answer, or when you report the order ready first, they are removed. The same report again changes nothing; a further one is added to the open offer and gives the diner five minutes anew. What came of it is in `changes` of the order; order.updated or order.cancelled tells of it.",
  access: { kind: "app", scope: "orders:write" },
  params: { orderId: idField("ord") },
  body: unavailableItemsBody,
  success: { 200: itemChangeSchema },
  refusals: ["not_found", "illegal_transition", "invalid_request", "nothing_left"],
  example: {
    request: { line_items: [{ id: "oli_01k7zfmt64eae8pv7md9cjpk9f", quantity: 1 }], reason: "The pot is empty" },
    response: itemChangeExample,
  },
});

/** The route, bound. */
export function itemChangeRoutes(): BoundRoute[] {
  return [
    bindWrite(reportRoute, async (call, tx) => {
      const { line_items: lines, reason = null, out_of_stock: outOfStock = [] } = call.body;
      const { id: app } = call.app;
      const reporter = { app, actor: "partner", by: { kind: "app", id: app } } as const;
      const taken = await reportUnavailable(tx, call.params.orderId, reporter, { lines, reason, outOfStock });
      return isRefusal(taken) ? taken : reply(200, itemChangeToWire(taken.change, taken.order));
    }),
  ];
}

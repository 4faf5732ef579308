/** The diner's answer about items that the restaurant cannot make, by the token of the order. */
import Type from "typebox";
import { isRefusal } from "../../kernel/refusal.ts";
import { answerItemChange } from "../../orders/change/answer-item-change.command.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import { itemChangeAnswerBody, itemChangeExample, itemChangeSchema } from "../../orders/api/item-changes.schemas.ts";
import { itemChangeToWire } from "../../orders/order/order-wire.ts";
import { idField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { noSuchOrder } from "./track-order.query.ts";
import type { Database } from "../../platform/postgres/database.ts";

const answerRoute = defineRoute({
  tag: "Store",
  access: { kind: "public" },
  method: "POST",
  path: "/store/v1/orders/{orderToken}/changes/{changeId}",
  operationId: "answerStoreOrderChange",
  callClass: 1,
  summary: "Answer what is unavailable",
  description:
    "For a change that is `offered`, until its answer_by. The same answer again is answered the same; any other is change_closed.",
  addressLimit: "diner_writes",
  params: {
    orderToken: Type.String({ maxLength: 200, description: "The token that placing the order answered." }),
    changeId: idField("och"),
  },
  body: itemChangeAnswerBody,
  success: { 200: itemChangeSchema },
  refusals: ["not_found", "change_closed"],
  example: {
    request: { choice: "remove" },
    response: { ...itemChangeExample, status: "removed", answered_at: 1_795_279_460, answered_by: "diner" },
  },
});

/** The route, bound. */
export function orderChangeRoutes({ database }: { readonly database: Database }): BoundRoute[] {
  return [
    bindWrite(
      answerRoute,
      async (call, tx) => {
        const order = await findOrderByToken(tx, call.params.orderToken);
        if (order === undefined) return noSuchOrder();
        const taken = await answerItemChange(tx, order.id, call.params.changeId, call.body.choice);
        if (isRefusal(taken)) return taken;
        const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
        return reply(200, itemChangeToWire(taken.change, taken.order), { headers });
      },
      {
        keeps: async (call) => (await findOrderByToken(database.read, call.params.orderToken)) !== undefined,
      },
    ),
  ];
}

/** The pages of `/order/{token}`. The token is the right to the order; what they change goes through the commands of orders. */
import { parseId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { answerItemChange } from "../../orders/change/answer-item-change.command.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageRoute,
} from "../../pages/page.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { cancelTrackedOrder } from "./cancel-tracked-order.command.ts";
import { cancelOrderPage, orderPage } from "./order-page.ts";
import type { StoreOrder } from "./store-order.ts";
import { trackOrder } from "./track-order.query.ts";

export interface OrderPagesDeps {
  readonly database: Database;
  readonly baseUrl: () => string;
}

interface Known {
  readonly order: StoreOrder;
  readonly database: Database;
}

/** For every text that is not the key to an order. */
export const unknownOrder = messagePage(
  404,
  "Order not found",
  "The link is not complete, or it is of no order. Open it again from where it was given to you.",
);

/** The pages, for the kit to serve. */
export function orderPages(deps: OrderPagesDeps): PageRoute[] {
  const known = async (token: string, run: (found: Known) => Promise<PageAnswer> | PageAnswer): Promise<PageAnswer> => {
    const found = await findOrder(deps, token);
    return found === undefined ? unknownOrder : run(found);
  };
  /** The page as it is after a step that was refused. */
  const again = (token: string, problem: string): Promise<PageAnswer> =>
    known(token, ({ order }) => orderPage({ order, token, problem }));
  const keeps = async ({ params: { token } }: { readonly params: { readonly token: string } }) =>
    (await findOrderByToken(deps.database.read, token)) !== undefined;
  return keptBy(keeps, [
    getPage("/order/{token}", ({ params: { token } }) =>
      known(token, ({ order }) => orderPage({ order, token, problem: null })),
    ),
    getPage("/order/{token}/cancel", ({ params: { token } }) =>
      known(token, ({ order }) =>
        order.can_cancel ? cancelOrderPage({ order, token, problem: null }) : redirectTo(`/order/${token}`),
      ),
    ),
    postPage("/order/{token}/cancel", ({ params: { token } }) =>
      known(token, async ({ database }) => {
        const cancelled = await database.transaction((tx) => cancelTrackedOrder(tx, token, "OTHER"));
        if (!isRefusal(cancelled)) return redirectTo(`/order/${token}`);
        return again(token, "It is too late to cancel the order here. Call the restaurant.");
      }),
    ),
    postPage("/order/{token}/changes/{changeId}", ({ params: { token, changeId }, form }) =>
      known(token, async ({ order, database }) => {
        const id = parseId("och", changeId);
        const choice = form.get("choice");
        if (id.kind !== "ok" || (choice !== "remove" && choice !== "cancel")) return redirectTo(`/order/${token}`);
        const taken = await database.transaction((tx) => answerItemChange(tx, order.id, id.id, choice));
        if (!isRefusal(taken)) return redirectTo(`/order/${token}`);
        return again(token, "That has been settled in the meantime. This is how the order stands now.");
      }),
    ),
  ]);
}

async function findOrder({ database, baseUrl }: OrderPagesDeps, token: string): Promise<Known | undefined> {
  if ((await findOrderByToken(database.read, token)) === undefined) return undefined;
  const context = { livemode: database.livemode, baseUrl: baseUrl() };
  const order = await trackOrder(database.read, token, context);
  return isRefusal(order) ? undefined : { order, database };
}

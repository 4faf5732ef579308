/** The pages of `/order/{token}`. The token is the right to the order; what they change goes through the commands of orders. */
import { parseId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { answerItemChange } from "../../orders/change/answer-item-change.command.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import {
  getPage,
  keptBy,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { cancelTrackedOrder } from "./cancel-tracked-order.command.ts";
import { cancelOrderPage, noOrderPage, orderPage } from "./order-page.ts";
import type { StoreOrder } from "./store-order.ts";
import { trackOrder } from "./track-order.query.ts";

export interface OrderPagesDeps {
  readonly database: Database;
  readonly baseUrl: () => string;
}

interface Known {
  readonly order: StoreOrder;
  readonly database: Database;
  readonly reader: Reader;
}

type Call = PageCall<"token">;

/** The pages, for the kit to serve. */
export function orderPages(deps: OrderPagesDeps): PageRoute[] {
  const known = async (call: Call, run: (found: Known) => Promise<PageAnswer> | PageAnswer): Promise<PageAnswer> => {
    const found = await findOrder(deps, call);
    return found === undefined ? noOrderPage(call.reader()) : run(found);
  };
  /** The page as it is after a step that was refused. */
  const again = (call: Call, key: "late.cancel" | "late.change"): Promise<PageAnswer> =>
    known(call, ({ order, reader }) => {
      const problem = speak(reader.language, "tracking")(key);
      return orderPage({ order, token: call.params.token, problem, reader });
    });
  const keeps = async ({ params: { token } }: { readonly params: { readonly token: string } }) =>
    (await findOrderByToken(deps.database.read, token)) !== undefined;
  return keptBy(keeps, [
    getPage("/order/{token}", (call) =>
      known(call, ({ order, reader }) => orderPage({ order, token: call.params.token, problem: null, reader })),
    ),
    getPage("/order/{token}/cancel", (call) => {
      const { token } = call.params;
      return known(call, ({ order, reader }) =>
        order.can_cancel ? cancelOrderPage({ order, token, reader }) : redirectTo(`/order/${token}`),
      );
    }),
    postPage("/order/{token}/cancel", (call) => {
      const { token } = call.params;
      return known(call, async ({ database }) => {
        const cancelled = await database.transaction((tx) => cancelTrackedOrder(tx, token, "OTHER"));
        return isRefusal(cancelled) ? again(call, "late.cancel") : redirectTo(`/order/${token}`);
      });
    }),
    postPage("/order/{token}/changes/{changeId}", (call) => {
      const { token, changeId } = call.params;
      return known(call, async ({ order, database }) => {
        const id = parseId("och", changeId);
        const choice = call.form.get("choice");
        if (id.kind !== "ok" || (choice !== "remove" && choice !== "cancel")) return redirectTo(`/order/${token}`);
        const taken = await database.transaction((tx) => answerItemChange(tx, order.id, id.id, choice));
        return isRefusal(taken) ? again(call, "late.change") : redirectTo(`/order/${token}`);
      });
    }),
  ]);
}

async function findOrder({ database, baseUrl }: OrderPagesDeps, { params, reader: readerOf }: Call) {
  const found = await findOrderByToken(database.read, params.token);
  if (found === undefined) return undefined;
  const location = await getLocationSettings(database.read, found.location_id);
  const place = isRefusal(location) ? undefined : { language: location.language, country: location.address.country };
  const reader = readerOf({ stored: found.language, ...(place === undefined ? {} : { place }) });
  const context = { livemode: database.livemode, baseUrl: baseUrl(), reader };
  const order = await trackOrder(database.read, params.token, context);
  return isRefusal(order) ? undefined : { order, database, reader };
}

/** The pages of `/order/{token}`. The token is the right to the order; the commands of orders make the changes. */
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
import { speak } from "../../words/speak.ts";
import { cancelTrackedOrder } from "./cancel-tracked-order.command.ts";
import { findKnownOrder, type KnownOrder, type OrderPagesDeps } from "./known-order.query.ts";
import { cancelOrderPage, noOrderPage, orderPage } from "./order-page.ts";

type Call = PageCall<"token">;

/** The pages, for the kit to serve. */
export function orderPages(deps: OrderPagesDeps): PageRoute[] {
  const known = async (
    call: Call,
    run: (found: KnownOrder) => Promise<PageAnswer> | PageAnswer,
  ): Promise<PageAnswer> => {
    const found = await findKnownOrder(deps, call);
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
      return known(call, async () => {
        const cancelled = await deps.database.transaction((tx) => cancelTrackedOrder(tx, token, "OTHER"));
        return isRefusal(cancelled) ? again(call, "late.cancel") : redirectTo(`/order/${token}`);
      });
    }),
    postPage("/order/{token}/changes/{changeId}", (call) => {
      const { token, changeId } = call.params;
      return known(call, async ({ order }) => {
        const id = parseId("och", changeId);
        const choice = call.form.get("choice");
        if (id.kind !== "ok" || (choice !== "remove" && choice !== "cancel")) return redirectTo(`/order/${token}`);
        const taken = await deps.database.transaction((tx) => answerItemChange(tx, order.id, id.id, choice));
        return isRefusal(taken) ? again(call, "late.change") : redirectTo(`/order/${token}`);
      });
    }),
  ]);
}

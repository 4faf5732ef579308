/** `/order/{token}/receipt`, and the calendar file of a scheduled order. */
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import { getPage, keptBy, redirectTo, type PageAnswer, type PageCall, type PageRoute } from "../../pages/page.ts";
import { calendarFile } from "../../mail/calendar-file.ts";
import { findKnownOrder, type KnownOrder, type OrderPagesDeps } from "./known-order.query.ts";
import { orderEntry } from "./order-calendar.ts";
import { noOrderPage } from "./order-page.ts";
import { hasReceipt, receiptPage } from "./receipt-page.ts";

type Call = PageCall<"token">;

/** The pages, for the kit to serve. */
export function receiptPages(deps: OrderPagesDeps): PageRoute[] {
  const known = async (call: Call, run: (found: KnownOrder) => PageAnswer): Promise<PageAnswer> => {
    const found = await findKnownOrder(deps, call);
    return found === undefined ? noOrderPage(call.reader()) : run(found);
  };
  const keeps = async ({ params: { token } }: { readonly params: { readonly token: string } }) =>
    (await findOrderByToken(deps.database.read, token)) !== undefined;
  return keptBy(keeps, [
    getPage("/order/{token}/receipt", (call) =>
      known(call, ({ order, location, reader }) => {
        const { token } = call.params;
        return hasReceipt(order) ? receiptPage({ order, location, token, reader }) : redirectTo(`/order/${token}`);
      }),
    ),
    getPage("/order/{token}/calendar.ics", (call) =>
      known(call, ({ order, location, reader: { language } }) => {
        const { token } = call.params;
        const entry = orderEntry({ order, location, language });
        if (entry === null) return redirectTo(`/order/${token}`);
        const body = calendarFile({ ...entry, url: `${deps.baseUrl()}/order/${token}` });
        return { kind: "file", contentType: "text/calendar; charset=utf-8", fileName: "order.ics", body };
      }),
    ),
  ]);
}

/** `/order/{token}/receipt`, and a scheduled order as a calendar file. */
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import type { Reader } from "../../pages/reader.ts";
import { getPage, keptBy, redirectTo, type PageAnswer, type PageCall, type PageRoute } from "../../pages/page.ts";
import { calendarFile } from "../../mail/calendar-file.ts";
import { orderEntry } from "./order-calendar.ts";
import { noOrderPage } from "./order-page.ts";
import type { OrderPagesDeps } from "./order.pages.ts";
import { hasReceipt, receiptPage } from "./receipt-page.ts";
import type { StoreOrder } from "./store-order.ts";
import { trackOrder } from "./track-order.query.ts";

interface Known {
  readonly order: StoreOrder;
  readonly location: LocationSettings;
  readonly reader: Reader;
}

type Call = PageCall<"token">;

/** The pages, for the kit to serve. */
export function receiptPages(deps: OrderPagesDeps): PageRoute[] {
  const known = async (call: Call, run: (found: Known) => PageAnswer): Promise<PageAnswer> => {
    const found = await findKnown(deps, call);
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

/** As of one moment, for whom reads at the place that sold. */
async function findKnown({ database, baseUrl }: OrderPagesDeps, { params, reader }: Call): Promise<Known | undefined> {
  return database.snapshot(async (db) => {
    const found = await findOrderByToken(db, params.token);
    const location = found === undefined ? undefined : await getLocationSettings(db, found.location_id);
    if (found === undefined || location === undefined || isRefusal(location)) return undefined;
    const place = { language: location.language, country: location.address.country };
    const context = {
      livemode: database.livemode,
      baseUrl: baseUrl(),
      reader: reader({ stored: found.language, place }),
    };
    const order = await trackOrder(db, params.token, context);
    return isRefusal(order) ? undefined : { order, location, reader: context.reader };
  });
}

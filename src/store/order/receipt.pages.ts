/** `/order/{token}/receipt`, and a scheduled order as a calendar file. */
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
import { findOrderByToken } from "../../orders/order/find-order-by-token.query.ts";
import type { Reader } from "../../pages/reader.ts";
import { getPage, keptBy, redirectTo, type PageAnswer, type PageCall, type PageRoute } from "../../pages/page.ts";
import { calendarFile } from "../shared/calendar-file.ts";
import { orderEntry } from "./order-calendar.ts";
import { unknownOrder, type OrderPagesDeps } from "./order.pages.ts";
import { hasReceipt, receiptPage } from "./receipt-page.ts";
import type { StoreOrder } from "./store-order.ts";
import { trackOrder } from "./track-order.query.ts";

interface Known {
  readonly order: StoreOrder;
  readonly location: LocationSettings;
}

/** The pages, for the kit to serve. */
export function receiptPages(deps: OrderPagesDeps): PageRoute[] {
  const known = async (token: string, run: (found: Known) => PageAnswer): Promise<PageAnswer> => {
    const found = await findKnown(deps, token);
    return found === undefined ? unknownOrder : run(found);
  };
  const keeps = async ({ params: { token } }: { readonly params: { readonly token: string } }) =>
    (await findOrderByToken(deps.database.read, token)) !== undefined;
  return keptBy(keeps, [
    getPage("/order/{token}/receipt", ({ params: { token }, reader }) =>
      known(token, ({ order, location }) => {
        if (!hasReceipt(order)) return redirectTo(`/order/${token}`);
        return receiptPage({ order, location, token, reader: readerAt(location, reader) });
      }),
    ),
    getPage("/order/{token}/calendar.ics", ({ params: { token }, reader }) =>
      known(token, ({ order, location }) => {
        const { language } = readerAt(location, reader);
        const entry = orderEntry({ order, location, language });
        if (entry === null) return redirectTo(`/order/${token}`);
        const body = calendarFile({ ...entry, url: `${deps.baseUrl()}/order/${token}` });
        return { kind: "file", contentType: "text/calendar; charset=utf-8", fileName: "order.ics", body };
      }),
    ),
  ]);
}

/** Who reads, at the place that sold. */
function readerAt({ language, address }: LocationSettings, reader: PageCall["reader"]): Reader {
  return reader({ place: { language, country: address.country } });
}

async function findKnown({ database, baseUrl }: OrderPagesDeps, token: string): Promise<Known | undefined> {
  return database.snapshot(async (db) => {
    const order = await trackOrder(db, token, { livemode: database.livemode, baseUrl: baseUrl() });
    if (isRefusal(order)) return undefined;
    const location = await getLocationSettings(db, order.location.id);
    return isRefusal(location) ? undefined : { order, location };
  });
}

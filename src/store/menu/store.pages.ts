/** The page at `/store/{locationId}`. It only reads; changes go through the diner's interface. */
import { toUnixSeconds } from "../../kernel/clock.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { listPossibleTimes } from "../../orders/place/find-next-time.query.ts";
import { getPage, keptBy, type PageAnswer, type PageCall, type PageRoute } from "../../pages/page.ts";
import type { AddressDeps } from "../address/address-state.query.ts";
import { readMenuDelivery } from "../address/menu-delivery.query.ts";
import { getStoreLocation } from "../shared/get-store-location.query.ts";
import { getStoreMenu } from "./get-store-menu.query.ts";
import type { DeliveryTerms } from "../../orders/order/delivery-terms.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import { parseBasket } from "../shared/basket-field.ts";
import type { StoreLocation } from "../shared/store-location.ts";
import { priceLines } from "./price-lines.query.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import type { KeepsLocation } from "./store-menu.routes.ts";
import { noStorePage, storePage } from "./store-page.ts";

/** Three days of quarters of an hour. */
const mostTimes = 288;

export interface StorePagesDeps extends AddressDeps {
  readonly database: Database;
  readonly keepsLocation: KeepsLocation;
  readonly deliveryTerms: DeliveryTerms;
}

/** Whether a location id, as an address gives it, is kept by this service. */
export async function keepsText(keepsLocation: KeepsLocation, text: string): Promise<boolean> {
  const parsed = parseId("str", text);
  return parsed.kind === "ok" && keepsLocation(parsed.id);
}

/** The pages of ordering, for the kit to serve. */
export function storePages(deps: StorePagesDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keepsText(deps.keepsLocation, params.locationId);
  return keptBy(keeps, [getPage("/store/{locationId}", ({ params, ...call }) => show(deps, params.locationId, call))]);
}

async function show(
  { database, deliveryTerms, geocoder, placeTokens }: StorePagesDeps,
  text: string,
  { query, cookie, reader: readerOf }: Pick<PageCall, "query" | "reader" | "cookie">,
): Promise<PageAnswer> {
  const section = query.get("section");
  const parsed = parseId("str", text);
  if (parsed.kind !== "ok") return noStorePage(readerOf());
  const items = parseBasket(query.get("b"));
  const asked = { id: parsed.id, readerOf, items, at: query.get("at"), deliveryTerms };
  const seen = await database.snapshot((db) => readStore(db, asked));
  if (isRefusal(seen)) return noStorePage(readerOf());
  const { settings, ...shown } = seen;
  const call = { query, cookie };
  const delivery = await readMenuDelivery(
    database.read,
    { geocoder, placeTokens },
    { location: settings, reader: seen.reader, call },
  );
  return storePage({
    ...shown,
    items,
    delivery: delivery.part,
    query,
    section: section !== null && /^\d{1,5}$/.test(section) ? Number(section) : null,
  });
}

interface Asked {
  readonly id: Id<"str">;
  readonly readerOf: PageCall["reader"];
  readonly items: readonly BasketItem[];
  /** The time to show the menu for, as the address has it. */
  readonly at: string | null;
  readonly deliveryTerms: DeliveryTerms;
}

async function readStore(db: Db, { id, readerOf, items, at: asked, deliveryTerms }: Asked) {
  const settings = await getLocationSettings(db, id);
  if (isRefusal(settings)) return settings;
  const reader = readerOf({ location: { language: settings.language, country: settings.address.country } });
  const location = await getStoreLocation(db, id, reader);
  if (isRefusal(location)) return location;
  const takesOrders = location.next_possible_time !== null;
  const times = (takesOrders ? await listPossibleTimes(db, settings, mostTimes) : []).map(toUnixSeconds);
  // While nothing can be had at once, the menu is that of the first time to order for.
  const at = times.find((time) => String(time) === asked) ?? (location.open_now ? null : (times[0] ?? null));
  const menu = await getStoreMenu(db, id, at === null ? null : at * 1_000, reader);
  const shown = { location, times, at, now: toUnixSeconds(settings.now), reader, settings };
  if (isRefusal(menu) || items.length === 0) return { ...shown, menu: isRefusal(menu) ? null : menu, price: null };
  const price = await priceLines(db, requestOf({ id, items, at, location }), deliveryTerms, reader);
  return { ...shown, menu, price };
}

/** A basket as it is beside the menu: to fetch, without a tip. */
function requestOf({
  id,
  items,
  at,
  location,
}: Pick<Asked, "id" | "items"> & { at: number | null; location: StoreLocation }) {
  return {
    locationId: id,
    items,
    fulfillmentType: "pickup" as const,
    coordinate: null,
    tip: 0,
    couponCodes: [],
    scheduledFor: at === null ? null : at * 1_000,
    paymentOption: location.payment_options[0] ?? ("link" as const),
    phone: null,
  };
}

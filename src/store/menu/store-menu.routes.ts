/**
 * The calls of a diner before ordering: the location, its menu, and the price of a basket (rules/ordering 5.1,
 * rules/menus 5.4).
 */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import type { PlaceTokens } from "../../addresses/place-token.ts";
import type { DeliveryTerms } from "../../orders/order/delivery-terms.ts";
import { quoteOrder, type OrderQuote } from "../../orders/place/quote-order.query.ts";
import { toUnixSeconds } from "../../kernel/clock.ts";
import { idField, unixSeconds } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { explainAmounts } from "../shared/amount-words.ts";
import { programReader, type Reader } from "../../pages/reader.ts";
import { lineWords } from "../shared/line-words.ts";
import { menuWords } from "../shared/menu-words.ts";
import { reasonsIn } from "../shared/reason-words.ts";
import { knownTimes } from "../shared/store-location.ts";
import { getStoreLocation } from "../shared/get-store-location.query.ts";
import { getStoreMenu } from "./get-store-menu.query.ts";
import { readQuote } from "./read-basket.ts";
import * as examples from "./store-examples.ts";
import { storeMenuSchema } from "./store-menu.schemas.ts";
import * as schemas from "./store.schemas.ts";

const store = {
  tag: "Store",
  access: { kind: "public" },
  addressLimit: "diner_reads",
  params: { locationId: idField("str") },
} as const;
/** Stock and hours may change at any moment. */
const fresh = { headers: { "cache-control": "no-store" } } as const;

const locationRoute = defineRoute({
  ...store,
  method: "GET",
  path: "/store/v1/locations/{locationId}",
  operationId: "getStoreLocation",
  summary: "Look at a location",
  description: "Whether it takes orders now, and if not, why and when it does.",
  success: { 200: schemas.storeLocationSchema },
  refusals: ["not_found"],
  example: { response: examples.locationExample },
});

const menuRoute = defineRoute({
  ...store,
  method: "GET",
  path: "/store/v1/locations/{locationId}/menu",
  operationId: "getStoreMenu",
  compress: true,
  summary: "Look at the menu",
  description:
    "Everything on the menu, what of it can be ordered at that time, and why not the rest: sold out, outside its hours, or with a choice that cannot be met.",
  query: { at: Type.Optional(unixSeconds("The time to show it for; default now.")) },
  success: { 200: storeMenuSchema },
  refusals: ["not_found", "menu_not_published"],
  example: { response: examples.menuExample },
});

const quoteRoute = defineRoute({
  ...store,
  method: "POST",
  path: "/store/v1/locations/{locationId}/quotes",
  operationId: "quoteStoreOrder",
  summary: "Price a basket",
  description:
    "The very price and rules of placing, without placing: totals and why each amount is what it is, or every reason against it with the next possible time. `details.quote` has the price also where only the time, the place or the payment is at fault. Nothing is held.",
  body: schemas.quoteBody,
  success: { 200: schemas.quoteSchema },
  refusals: ["invalid_request", "not_found", "invalid_phone", "menu_not_published", "basket_refused"],
  example: { request: examples.basketExample, response: examples.quoteExample },
});

/** Whether a location is kept by this service. */
export type KeepsLocation = (id: Id<"str">) => Promise<boolean>;

export interface StoreMenuDeps {
  readonly keepsLocation: KeepsLocation;
  readonly deliveryTerms: DeliveryTerms;
  readonly placeTokens: Pick<PlaceTokens, "read">;
}

/** The routes, bound. */
export function storeMenuRoutes({ keepsLocation, deliveryTerms, placeTokens }: StoreMenuDeps): BoundRoute[] {
  return [
    bindRead(
      locationRoute,
      async (call, _db, snapshot) => {
        const location = await snapshot((db) =>
          getStoreLocation(db, call.params.locationId, programReader(call.languages)),
        );
        return isRefusal(location) ? location : reply(200, location, fresh);
      },
      { keeps: (call) => keepsLocation(call.params.locationId) },
    ),
    bindRead(
      menuRoute,
      async (call, db) => {
        const { at } = call.query;
        const menu = await getStoreMenu(
          db,
          call.params.locationId,
          at === undefined ? null : at * 1000,
          programReader(call.languages),
        );
        return isRefusal(menu) ? menu : reply(200, menu, fresh);
      },
      { keeps: (call) => keepsLocation(call.params.locationId) },
    ),
    bindRead(
      quoteRoute,
      async (call, _db, snapshot) => {
        const { locationId } = call.params;
        const basket = readQuote(placeTokens, locationId, call.body);
        if (isRefusal(basket)) return basket;
        const request = { ...basket, phone: call.body.customer?.phone ?? null };
        const quote = await snapshot((db) => quoteOrder(db, request, deliveryTerms));
        if (isRefusal(quote)) return quote;
        const reader = programReader(call.languages);
        if ("readyAt" in quote) return reply(200, { ...quoteToWire(quote, reader), location_id: locationId }, fresh);
        const { context, refusal, priced } = quote;
        const shown = priced === null ? {} : { quote: quoteToWire({ context, priced, readyAt: null }, reader) };
        return refuse("basket_refused", refusal.message, {
          ...reasonsIn(reader, refusal, knownTimes(context.location)).details,
          ...shown,
        });
      },
      { keeps: (call) => keepsLocation(call.params.locationId) },
    ),
  ];
}

function quoteToWire({ context: { location, menu }, priced, readyAt }: OrderQuote, reader: Reader) {
  const about = { language: location.language, country: location.address.country };
  const words = lineWords(menu.menu, menuWords(menu.menu, about, reader));
  return {
    object: "quote" as const,
    line_items: priced.lines.map((line) => words.line(line)),
    totals: priced.totals,
    amounts: explainAmounts(priced.breakdown.map(words.row), priced.totals.currency, reader),
    estimated_ready_at: readyAt === null ? null : toUnixSeconds(readyAt),
  };
}

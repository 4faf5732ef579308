/**
 * The routes by which a diner places, follows and cancels an order (rules/ordering 14.2, 14.3). Only the token of an
 * order gives access to the order. A token is 192 random bits, and its hash is stored. No browser or proxy stores an
 * answer with a token, and no log line has one.
 */
import Type from "typebox";
import type { Id } from "../../kernel/id.ts";
import type { PlaceTokens } from "../../addresses/place-token.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { findOrderByToken, readSequences } from "../../orders/order/find-order-by-token.query.ts";
import type { TrackContext } from "../order/store-order.ts";
import { placeOrder, type PlacingDeps } from "../../orders/place/place-order.command.ts";
import { idField, textField } from "../../platform/http/reading/fields.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, bindStream, bindWrite, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import type { Wakeups } from "../../platform/jobs/wakeups.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { createKeyedSemaphore } from "../../platform/postgres/keyed-semaphore.ts";
import { cancelTrackedOrder } from "../order/cancel-tracked-order.command.ts";
import { readOrder } from "./read-basket.ts";
import type { KeepsLocation } from "./store-menu.routes.ts";
import * as examples from "./store-examples.ts";
import * as schemas from "./store.schemas.ts";
import { streamOrder, type StreamPace } from "../order/order.stream.ts";
import { programReader } from "../../pages/reader.ts";
import { reasonsIn } from "../shared/reason-words.ts";
import { trackOrder, trackPlacedOrder } from "../order/track-order.query.ts";
import { StreamRoom, watchVersions } from "../shared/watch-versions.stream.ts";

const store = { tag: "Store", access: { kind: "public" } } as const;
const byToken = {
  ...store,
  params: { orderToken: Type.String({ maxLength: 200, description: "The token that placing the order answered." }) },
} as const;
/** A token stands in the address or in the answer. */
const secret = { headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } } as const;

const placeRoute = defineRoute({
  ...store,
  method: "POST",
  path: "/store/v1/locations/{locationId}/orders",
  operationId: "placeStoreOrder",
  summary: "Place an order",
  description:
    "Needs an Idempotency-Key made at random (a UUID): sent again with the same body, it answers the first order instead of placing another. Then send the diner to payment_link_url, where there is one.",
  addressLimit: "diner_writes",
  params: { locationId: idField("str") },
  headers: {
    "idempotency-key": textField(255, {
      description: "Required here: made at random for each order, and sent again with each repetition.",
    }),
  },
  body: schemas.placeBody,
  success: { 201: schemas.placedSchema },
  refusals: ["invalid_request", "invalid_phone", "not_found", "menu_not_published", "basket_refused"],
  example: { request: examples.placeExample, response: examples.placedExample },
});

const trackRoute = defineRoute({
  ...byToken,
  method: "GET",
  path: "/store/v1/orders/{orderToken}",
  operationId: "trackStoreOrder",
  callClass: 2,
  summary: "Follow an order",
  addressLimit: "diner_reads",
  success: { 200: schemas.storeOrderSchema },
  refusals: ["not_found"],
  example: { response: examples.storeOrderExample },
});

const eventsRoute = defineRoute({
  ...byToken,
  method: "GET",
  path: "/store/v1/orders/{orderToken}/events",
  operationId: "streamStoreOrder",
  summary: "Follow an order live",
  description:
    "Server-sent events: the order as it is, then the order after each change. Ends after ten minutes; a browser's EventSource connects again by itself.",
  addressLimit: "diner_reads",
  media: "text/event-stream",
  success: { 200: schemas.storeOrderEvent },
  refusals: ["not_found", "rate_limited"],
  example: { response: examples.storeOrderExample },
});

const cancelRoute = defineRoute({
  ...byToken,
  method: "POST",
  path: "/store/v1/orders/{orderToken}/cancel",
  operationId: "cancelStoreOrder",
  summary: "Cancel an order",
  description: "While can_cancel is true: until it is ready. What was paid goes back.",
  addressLimit: "diner_writes",
  body: schemas.cancelStoreOrderBody,
  bodyOptional: true,
  success: { 200: schemas.storeOrderSchema },
  refusals: ["not_found", "illegal_transition"],
  example: {
    request: {},
    response: examples.cancelledExample,
  },
});

export interface StoreOrderDeps {
  readonly database: Database;
  readonly keepsLocation: KeepsLocation;
  /** How long a call waits for other calls about its location, in milliseconds. */
  readonly locationWaitMs: number;
  readonly placing: PlacingDeps;
  readonly placeTokens: Pick<PlaceTokens, "read">;
  readonly baseUrl: () => string;
  readonly wakeups: Pick<Wakeups, "onWake">;
  readonly pace?: StreamPace;
}

/** Streams that a process serves at once. */
const mostStreams = { inAll: 2_000, perAddress: 20 };

/** The routes, bound. */
export function storeOrderRoutes(deps: StoreOrderDeps): BoundRoute[] {
  const context: ContextOf = ({ livemode, languages }) => ({
    livemode,
    baseUrl: deps.baseUrl(),
    reader: programReader(languages),
  });
  const located: LocatedByToken = {
    keeps: async (call) => (await findOrderByToken(deps.database.read, call.params.orderToken)) !== undefined,
  };
  return [
    bindPlace(deps, context),
    bindRead(
      trackRoute,
      async (call, db) => {
        const order = await trackOrder(db, call.params.orderToken, context(call));
        return isRefusal(order) ? order : reply(200, order, secret);
      },
      located,
    ),
    bindEvents(deps, context, located),
    bindWrite(
      cancelRoute,
      async (call, tx) => {
        const { orderToken } = call.params;
        const cancelled = await cancelTrackedOrder(tx, orderToken, call.body?.reason ?? "OTHER");
        if (isRefusal(cancelled)) return cancelled;
        const order = await trackOrder(tx, orderToken, context(call));
        return isRefusal(order) ? order : reply(200, order, secret);
      },
      located,
    ),
  ];
}

type ContextOf = (call: { readonly livemode: boolean; readonly languages: string | undefined }) => TrackContext;

interface LocatedByToken {
  readonly keeps: (call: { readonly params: { readonly orderToken: string } }) => Promise<boolean>;
}

const needsAddress = "is required where told_by is email";
const noAddress = refuse("invalid_request", `body.customer.email ${needsAddress}`, {
  issues: [{ path: "body.customer.email", message: needsAddress }],
});

/** A rush at one location waits here and not on the connections that all share. */
const placingPermits = { atOnce: 6, maxWaiting: 64 };

function bindPlace(deps: StoreOrderDeps, context: ContextOf): BoundRoute {
  const permits = createKeyedSemaphore({ ...placingPermits, maxWaitMs: deps.locationWaitMs });
  return bindWrite(
    placeRoute,
    async (call, tx) => {
      if (call.body.told_by === "email" && call.body.customer.email === undefined) return noAddress;
      const request = readOrder(deps.placeTokens, call.params.locationId, call.body, call.languages);
      if (isRefusal(request)) return request;
      const placed = await placeOrder(tx, request, deps.placing);
      if (isRefusal(placed)) return reasonsIn(programReader(call.languages), placed);
      const order = await trackPlacedOrder(tx, placed, context(call));
      const { payment_link_url } = order;
      const body = { object: "placed_order" as const, order, token: placed.dinerToken, payment_link_url };
      return reply(201, body, secret);
    },
    {
      keeps: (call) => deps.keepsLocation(call.params.locationId),
      permit: (call) => permits.take(call.params.locationId),
    },
  );
}

function bindEvents(deps: StoreOrderDeps, context: ContextOf, located: LocatedByToken): BoundRoute {
  const watch = watchVersions<Id<"ord">>({
    wakeups: deps.wakeups,
    read: (ids) => readSequences(deps.database.read, ids),
  });
  const room = new StreamRoom(mostStreams);
  return bindStream(
    eventsRoute,
    async (call, { read: db }, signal) => {
      const { orderToken } = call.params;
      const read = () => trackOrder(db, orderToken, context(call));
      const order = await read();
      if (isRefusal(order)) return order;
      if (!room.enter(networkOf(call.address), signal))
        return refuse("rate_limited", "too many pages of this address follow an order", undefined, 30);
      const pace = deps.pace === undefined ? {} : { pace: deps.pace };
      return streamOrder(order, signal, { watch, read, ...pace });
    },
    located,
  );
}

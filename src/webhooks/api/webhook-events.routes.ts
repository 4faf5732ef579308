/** The ledger: GET /v1/webhook_events, one event, and its attempts. */
import Type from "typebox";
import { idPrefixOf } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { idField, oneOf } from "../../platform/http/reading/fields.ts";
import { pageAnswer, pagesBy, wholeList } from "../../platform/http/reading/paging.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import type { EnvelopeSource } from "../ledger/envelope.ts";
import { parseEventType } from "../subscriptions/event-types.ts";
import { getWholeEvent, getWholeEventWithListeners, readLedgerWithListeners } from "../ledger/read-ledger.query.ts";
import { attemptExample, eventExample } from "./webhook-examples.ts";
import { attemptList, attemptToWire, eventList, eventShape, eventToWire } from "./webhook-events.schemas.ts";
import { deliveryStates } from "../subscriptions/webhook-machines.ts";

const tag = "Webhooks";
const access = { kind: "app", scope: "webhooks:read" } as const;
const oneEvent = { eventId: idField("evt") };
const pages = pagesBy("evt", 50);

const list = defineRoute({
  method: "GET",
  path: "/v1/webhook_events",
  operationId: "listWebhookEvents",
  mayBeOld: true,
  emptyForStrangers: true,
  tag,
  summary: "List the app's events, newest first",
  description: "The ledger keeps every event for 30 days, also those for which no subscription existed.",
  access,
  query: {
    event_type: Type.Optional(
      Type.String({ maxLength: 100, description: "Only this type; orders.* is accepted for order.*." }),
    ),
    location_id: Type.Optional(idField("str")),
    status: Type.Optional(oneOf(deliveryStates, "Only events with a delivery in this state.")),
    ...pages.query,
  },
  success: { 200: eventList },
  refusals: ["invalid_request", "not_found"],
  example: { response: wholeList([eventExample]) },
});

const get = defineRoute({
  method: "GET",
  path: "/v1/webhook_events/{eventId}",
  operationId: "getWebhookEvent",
  callClass: 4,
  tag,
  summary: "Read an event and its deliveries",
  access,
  params: oneEvent,
  success: { 200: eventShape },
  refusals: ["not_found"],
  example: { response: eventExample },
});

const attempts = defineRoute({
  method: "GET",
  path: "/v1/webhook_events/{eventId}/attempts",
  operationId: "listWebhookDeliveryAttempts",
  callClass: 4,
  tag,
  summary: "List the delivery attempts of an event, newest first",
  description: "Each with its time, duration, status, error and the first 4 KiB of the answer.",
  access,
  params: oneEvent,
  success: { 200: attemptList },
  refusals: ["not_found"],
  example: { response: wholeList([attemptExample]) },
});

/** The routes of the ledger; `source` answers where links point. */
export function webhookEventRoutes(source: () => EnvelopeSource): BoundRoute[] {
  return [
    bindRead(list, async (call, _db, snapshot) => {
      const { event_type: name, location_id: locationId, status: state } = call.query;
      const page = pages.read(call.query);
      if (isRefusal(page)) return page;
      if (locationId !== undefined && idPrefixOf(locationId) !== "str")
        return eventNotFound("query.location_id", "str");
      const eventType = name === undefined ? undefined : parseEventType(name);
      if (name !== undefined && eventType === undefined) return unknownEventType();
      const filter = { appId: call.app.id, eventType, locationId, state, ...page };
      const ledger = await snapshot((db) => readLedgerWithListeners(db, filter));
      const from = source();
      return reply(
        200,
        pageAnswer(
          page,
          ledger.events,
          ledger.events.map((event) => eventToWire(event, ledger, from)),
        ),
      );
    }),
    bindRead(get, async (call, _db, snapshot) => {
      const whole = await snapshot((db) => getWholeEventWithListeners(db, call.app.id, call.params.eventId));
      return isRefusal(whole) ? whole : reply(200, eventToWire(whole.event, whole, source()));
    }),
    bindRead(attempts, async (call, _db, snapshot) => {
      const whole = await snapshot((db) => getWholeEvent(db, call.app.id, call.params.eventId));
      if (isRefusal(whole)) return whole;
      return reply(200, wholeList(whole.attempts.map(attemptToWire)));
    }),
  ];
}

function eventNotFound(field: string, prefix: string) {
  return refuse("not_found", `${field} must be an id that begins with ${prefix}_`);
}

function unknownEventType() {
  const message = "is not a known event type; GET /v1/webhook_event_types lists them";
  return refuse("invalid_request", `query.event_type ${message}`, { issues: [{ path: "query.event_type", message }] });
}

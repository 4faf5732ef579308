/** The records of an app for its developer: keys, endpoints, events with their attempts, requests. */
import Type from "typebox";
import { listAppKeys } from "../apps/read-apps.query.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { idField, oneOf } from "../platform/http/reading/fields.ts";
import { listOf, pageAnswer, pageOf, pagesBy, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { findRequest, listRequests } from "../requests/list-requests.query.ts";
import { readFilter } from "../requests/request-filter.ts";
import {
  requestFilters,
  requestShape as loggedRequestShape,
  requestWithBodiesToWire,
} from "../requests/requests.schemas.ts";
import {
  attemptList,
  attemptToWire,
  eventList,
  eventShape,
  eventToWire,
} from "../webhooks/api/webhook-events.schemas.ts";
import { isFailing } from "../webhooks/delivery/endpoint.ts";
import { listEndpoints } from "../webhooks/delivery/read-endpoints.query.ts";
import type { EnvelopeSource } from "../webhooks/ledger/envelope.ts";
import {
  getWholeEvent,
  getWholeEventWithListeners,
  readLedgerWithListeners,
} from "../webhooks/ledger/read-ledger.query.ts";
import { parseEventType } from "../webhooks/subscriptions/event-types.ts";
import { deliveryStates } from "../webhooks/subscriptions/webhook-machines.ts";
import { readers, requireApp } from "./app-access.query.ts";
import {
  developerAppShape,
  endpointShape,
  endpointToWire,
  keyToWire,
  requestShape,
  requestToWire,
} from "./developer.schemas.ts";

const ofApp = {
  method: "GET",
  tag: "Developers",
  callClass: 4,
  access: { kind: "console", needs: "person", roles: readers },
  refusals: ["not_found", "role_required"],
} as const;
const params = { appId: idField("app") };
const ofEvent = { ...ofApp, params: { ...params, eventId: idField("evt") } } as const;
const eventPages = pagesBy("evt", 50);
const requestPages = pagesBy("req", 100);

const readApp = defineRoute({
  ...ofApp,
  path: "/console/v1/apps/{appId}",
  operationId: "consoleGetApp",
  summary: "Read an app and its keys",
  params,
  success: { 200: developerAppShape },
});

const endpoints = defineRoute({
  ...ofApp,
  path: "/console/v1/apps/{appId}/failing_endpoints",
  operationId: "consoleListFailingEndpoints",
  summary: "List the endpoints that fail",
  description:
    "Webhook subscriptions to which an attempt failed within 24 hours or since the last success, and those that were disabled because of failures.",
  params,
  success: { 200: listOf(endpointShape) },
});

const events = defineRoute({
  ...ofApp,
  path: "/console/v1/apps/{appId}/events",
  operationId: "consoleListAppEvents",
  summary: "List an app's events, newest first",
  params,
  query: {
    event_type: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(oneOf(deliveryStates, "Only events with a delivery in this state.")),
    ...eventPages.query,
  },
  success: { 200: eventList },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const event = defineRoute({
  ...ofEvent,
  path: "/console/v1/apps/{appId}/events/{eventId}",
  operationId: "consoleGetAppEvent",
  summary: "Read an event of an app and its deliveries",
  success: { 200: eventShape },
});

const attempts = defineRoute({
  ...ofEvent,
  path: "/console/v1/apps/{appId}/events/{eventId}/attempts",
  operationId: "consoleListAppAttempts",
  summary: "List the attempts to deliver an event, newest first",
  success: { 200: attemptList },
});

const requests = defineRoute({
  ...ofApp,
  path: "/console/v1/apps/{appId}/requests",
  operationId: "consoleListAppRequests",
  summary: "List an app's requests, newest first",
  description: "Of the last seven days. A request appears within a second of its answer.",
  params,
  query: { ...requestFilters, ...requestPages.query },
  success: { 200: pageOf(requestShape) },
  refusals: ["not_found", "role_required", "invalid_request"],
});

const request = defineRoute({
  ...ofApp,
  path: "/console/v1/apps/{appId}/requests/{requestId}",
  operationId: "consoleGetAppRequest",
  summary: "Read a request of an app with its bodies",
  params: { ...params, requestId: idField("req") },
  success: { 200: loggedRequestShape },
});

/** The routes of an app's records. */
export function developerRecordRoutes(source: () => EnvelopeSource): BoundRoute[] {
  return [
    bindRead(readApp, async ({ console: caller, params: { appId }, livemode }, db) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const keys = await listAppKeys(db, appId);
      if (isRefusal(keys)) return keys;
      const { id, name, status, scopes } = found.app;
      const shown = { object: "app" as const, id, name, status, livemode, scopes: [...scopes] };
      return reply(200, { ...shown, keys: keys.map(keyToWire) });
    }),
    bindRead(endpoints, async ({ console: caller, params: { appId } }, db) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const failing = (await listEndpoints(db, appId)).filter(isFailing);
      return reply(200, wholeList(failing.map(endpointToWire)));
    }),
    bindRead(events, async ({ console: caller, params: { appId }, query }, db, snapshot) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const { event_type: name, status: state } = query;
      const page = eventPages.read(query);
      if (isRefusal(page)) return page;
      const eventType = name === undefined ? undefined : parseEventType(name);
      if (name !== undefined && eventType === undefined) return noSuchType();
      const read = await snapshot((own) => readLedgerWithListeners(own, { appId, eventType, state, ...page }));
      const data = read.events.map((one) => eventToWire(one, read, source()));
      return reply(200, pageAnswer(page, read.events, data));
    }),
    bindRead(event, async ({ console: caller, params: { appId, eventId } }, db, snapshot) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const whole = await snapshot((own) => getWholeEventWithListeners(own, appId, eventId));
      return isRefusal(whole) ? whole : reply(200, eventToWire(whole.event, whole, source()));
    }),
    bindRead(attempts, async ({ console: caller, params: { appId, eventId } }, db, snapshot) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const whole = await snapshot((own) => getWholeEvent(own, appId, eventId));
      if (isRefusal(whole)) return whole;
      return reply(200, wholeList(whole.attempts.map(attemptToWire)));
    }),
    bindRead(requests, async ({ console: caller, params: { appId }, query }, db) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const page = requestPages.read(query);
      if (isRefusal(page)) return page;
      const rows = await listRequests(db, { appId, ...readFilter(query), ...page });
      return reply(200, pageAnswer(page, rows, rows.map(requestToWire)));
    }),
    bindRead(request, async ({ console: caller, params: { appId, requestId } }, db) => {
      const found = await requireApp(db, caller, appId, readers);
      if (isRefusal(found)) return found;
      const one = await findRequest(db, appId, requestId);
      if (one === undefined) return refuse("not_found", "there is no such request of this app in the last 7 days");
      return reply(200, requestWithBodiesToWire(one));
    }),
  ];
}

function noSuchType() {
  const message = "is not a known event type; GET /v1/webhook_event_types lists them";
  return refuse("invalid_request", `query.event_type ${message}`, { issues: [{ path: "query.event_type", message }] });
}

/** GET /v1/requests and /v1/requests/{requestId}: the app's requests and their answers (rules/http 13). */
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { findRequest, listRequests } from "./list-requests.query.ts";
import type { RequestLog } from "./request-log.cache.ts";
import { readFilter } from "./request-filter.ts";
import {
  requestFilters,
  requestShape,
  requestToWire,
  requestWithBodiesExample,
  requestWithBodiesToWire,
} from "./requests.schemas.ts";

const ofApp = { method: "GET", tag: "Requests", access: { kind: "app", scope: null } } as const;
const pages = pagesBy("req", 100, 50);

const list = defineRoute({
  ...ofApp,
  path: "/v1/requests",
  operationId: "listRequests",
  summary: "List the app's requests, newest first",
  description: "Of the last seven days, without bodies. A request appears within a second of its answer.",
  query: { ...requestFilters, limit: pages.query.limit, starting_after: pages.query.starting_after },
  success: { 200: pageOf(requestShape) },
  refusals: ["invalid_request"],
  example: { response: { object: "list", data: [], has_more: false, next_cursor: null } },
});

const get = defineRoute({
  ...ofApp,
  path: "/v1/requests/{requestId}",
  operationId: "getRequest",
  summary: "Read a request with its bodies",
  description: "By the x-request-id of its answer.",
  params: { requestId: idField("req") },
  success: { 200: requestShape },
  refusals: ["not_found"],
  example: { response: requestWithBodiesExample },
});

/** The routes of this feature. What waits to be written is written before it is read. */
export function requestRoutes(log: Pick<RequestLog, "flush">): BoundRoute[] {
  return [
    bindRead(list, async ({ app, query }, db) => {
      const page = pages.read(query);
      if (isRefusal(page)) return page;
      await log.flush();
      const rows = await listRequests(db, { appId: app.id, ...readFilter(query), ...page });
      return reply(200, pageAnswer(page, rows, rows.map(requestToWire)));
    }),
    bindRead(get, async ({ app, params: { requestId } }, db) => {
      await log.flush();
      const found = await findRequest(db, app.id, requestId);
      if (found === undefined) return refuse("not_found", "there is no such request of this app in the last 7 days");
      return reply(200, requestWithBodiesToWire(found));
    }),
  ];
}

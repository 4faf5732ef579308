/** Calls of the operator that read the messages to guests and the score of a venue's wait estimates. */
import Type from "typebox";
import { isRefusal } from "../kernel/refusal.ts";
import { getOperatedLocation } from "../locations/grants/read-locations.query.ts";
import { messageExample, messageShape, messageToWire } from "../messaging/message/messages.schemas.ts";
import { listMessages } from "../messaging/message/read-messages.query.ts";
import { idField, nullable } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { readWaitScore } from "../waitlist/estimate/read-wait-score.query.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const messagePages = pagesBy("msg", 100);

const messagesRoute = defineRoute({
  method: "GET",
  path: operatorPath("/messages"),
  operationId: "operatorListMessages",
  mayBeOld: true,
  tag: "Operator",
  summary: "List messages to guests, newest first",
  description: "Those that the outbox only recorded too. Numbers are masked.",
  access: operatorAccess,
  params: operatorParams,
  query: {
    location_id: Type.Optional(idField("str")),
    ...messagePages.query,
  },
  success: { 200: pageOf(messageShape) },
  refusals: ["invalid_request"],
  example: { response: wholeList([messageExample]) },
});

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));

const scoreRoute = defineRoute({
  method: "GET",
  path: operatorPath("/locations/{locationId}/wait_score"),
  operationId: "operatorGetWaitScore",
  mayBeOld: true,
  tag: "Operator",
  summary: "Read how the wait estimates of a location do",
  description:
    "Of the last 300 parties that were told a wait and then got a table. docs/waitlist.md says how to read it.",
  access: operatorAccess,
  params: { ...operatorParams, locationId: idField("str") },
  success: {
    200: Type.Object(
      {
        object: Type.Literal("wait_score"),
        location_id: idField("str"),
        quotes: Type.Integer({ minimum: 0 }),
        coverage: share("The share that waited as long as they were told; 0.8 is aimed at."),
        late: share("The share that waited longer than they were told."),
        mean_width_minutes: nullable(Type.Number({ minimum: 0 })),
        winkler_score: nullable(Type.Number({ minimum: 0, description: "Width plus ten minutes for each outside." })),
        correction: Type.Number({ description: "How far bands are widened now; below 0 they are narrowed." }),
        stays: Type.Integer({ minimum: 0, description: "Finished stays that it has learned from." }),
      },
      { title: "WaitScore" },
    ),
  },
  refusals: ["not_found"],
  example: {
    response: {
      object: "wait_score",
      location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
      quotes: 300,
      coverage: 0.81,
      late: 0.1,
      mean_width_minutes: 21.4,
      winkler_score: 30.2,
      correction: 0.08,
      stays: 1_844,
    },
  },
});

/** The operator's routes about waits and messages. */
export function operatorWaitRoutes(): BoundRoute[] {
  return [
    bindRead(messagesRoute, async ({ query }, db) => {
      const page = messagePages.read(query);
      if (isRefusal(page)) return page;
      const messages = await listMessages(db, { locationId: query.location_id, ...page });
      return reply(200, pageAnswer(page, messages, messages.map(messageToWire)));
    }),
    bindRead(scoreRoute, async ({ params }, db, snapshot) => {
      const location = await getOperatedLocation(db, params.locationId);
      if (isRefusal(location)) return location;
      const score = await snapshot((reads) => readWaitScore(reads, params.locationId));
      return reply(200, {
        object: "wait_score",
        location_id: params.locationId,
        quotes: score.quotes,
        coverage: score.coverage,
        late: score.late,
        mean_width_minutes: score.meanWidth,
        winkler_score: score.winkler,
        correction: score.correction,
        stays: score.stays,
      });
    }),
  ];
}

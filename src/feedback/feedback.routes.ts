/** POST /v1/feedback (rules/http 11). */
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { feedbackShape, feedbackToWire, newFeedbackBody } from "./feedback.schemas.ts";
import type { RequestLog } from "../requests/request-log.cache.ts";
import { recordFeedback } from "./record-feedback.command.ts";

const give = defineRoute({
  method: "POST",
  path: "/v1/feedback",
  operationId: "createFeedback",
  callClass: 4,
  tag: "Feedback",
  summary: "Report a bug, a gap or an unclear error",
  description:
    "Cite requests by their x-request-id. An id that matches none of the app's requests of the last seven days is kept as sent.",
  access: { kind: "app", scope: null },
  body: newFeedbackBody,
  success: { 201: feedbackShape },
  refusals: [],
});

/** The routes of this feature. */
export function feedbackRoutes(memory: Pick<RequestLog, "listUnwritten">): BoundRoute[] {
  return [
    bindWrite(give, async ({ app, body }, tx) => {
      const requestIds = body.request_ids ?? [];
      const feedback = await recordFeedback(tx, {
        appId: app.id,
        kind: body.kind,
        summary: body.summary,
        description: body.description ?? null,
        requestIds,
        unwritten: memory.listUnwritten(app.id, requestIds),
      });
      return reply(201, feedbackToWire(feedback));
    }),
  ];
}

/** Calls of the operator about feedback and the audit log. */
import Type from "typebox";
import { auditEntryShape, auditEntryToWire } from "../audit/audit.schemas.ts";
import { listAuditEntries } from "../audit/list-audit-entries.query.ts";
import { changeFeedback } from "../feedback/change-feedback.command.ts";
import { feedbackStates } from "../feedback/feedback.ts";
import { listFeedback } from "../feedback/list-feedback.query.ts";
import { feedbackChangesBody, receivedFeedbackShape, receivedFeedbackToWire } from "../feedback/feedback.schemas.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField, oneOf } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const feedbackPages = pagesBy("fbk", 100);
const auditPages = pagesBy("aud", 100);

const feedback = defineRoute({
  method: "GET",
  path: operatorPath("/feedback"),
  operationId: "operatorListFeedback",
  mayBeOld: true,
  tag: "Operator",
  summary: "List the feedback of every app, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: { status: Type.Optional(oneOf(feedbackStates)), ...feedbackPages.query },
  success: { 200: pageOf(receivedFeedbackShape) },
  refusals: ["invalid_request"],
});

const changeFeedbackRoute = defineRoute({
  method: "PATCH",
  path: operatorPath("/feedback/{feedbackId}"),
  operationId: "operatorUpdateFeedback",
  tag: "Operator",
  summary: "Say what became of feedback",
  description: "Its state, and a note for the operator's people. The app is told nothing.",
  access: { ...operatorAccess, support: true },
  params: { ...operatorParams, feedbackId: idField("fbk") },
  body: feedbackChangesBody,
  success: { 200: receivedFeedbackShape },
  refusals: ["not_found"],
  example: {
    request: { status: "answered", note: "Told them of the new field." },
    response: {
      object: "feedback",
      id: "fbk_01k0w3hc7m4e9s2w5z8b1f6j3x",
      kind: "unclear_error",
      summary: "Which field is wrong?",
      request_ids: [],
      matched_request_ids: [],
      app_id: "app_01k0w3gzq4w1d8n5v7j2m6t9ke",
      created_at: "2026-03-04T16:20:00.000Z",
      description: null,
      status: "answered",
      note: "Told them of the new field.",
      handled_at: "2026-03-05T09:00:00.000Z",
    },
  },
});

const auditLog = defineRoute({
  method: "GET",
  path: operatorPath("/audit_log"),
  operationId: "operatorListAuditLog",
  mayBeOld: true,
  tag: "Operator",
  summary: "List who changed what, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: auditPages.query,
  success: { 200: pageOf(auditEntryShape) },
  refusals: ["invalid_request"],
});

/** The operator's routes about records. */
export function operatorRecordRoutes(): BoundRoute[] {
  return [
    bindRead(feedback, async ({ query }, db) => {
      const page = feedbackPages.read(query);
      if (isRefusal(page)) return page;
      const rows = await listFeedback(db, { ...page, status: query.status });
      return reply(200, pageAnswer(page, rows, rows.map(receivedFeedbackToWire)));
    }),
    bindWrite(changeFeedbackRoute, async (call, tx) => {
      const changed = await changeFeedback(tx, call.params.feedbackId, call.body, operatorOf(call));
      return isRefusal(changed) ? changed : reply(200, receivedFeedbackToWire(changed));
    }),
    bindRead(auditLog, async ({ query }, db) => {
      const page = auditPages.read(query);
      if (isRefusal(page)) return page;
      const entries = await listAuditEntries(db, page);
      return isRefusal(entries) ? entries : reply(200, pageAnswer(page, entries, entries.map(auditEntryToWire)));
    }),
  ];
}

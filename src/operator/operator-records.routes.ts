/** Calls of the operator that read feedback and the audit log. */
import { auditEntryShape, auditEntryToWire } from "../audit/audit.schemas.ts";
import { listAuditEntries } from "../audit/list-audit-entries.query.ts";
import { listFeedback } from "../feedback/list-feedback.query.ts";
import { receivedFeedbackShape, receivedFeedbackToWire } from "../feedback/feedback.schemas.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { pageAnswer, pageOf, pagesBy } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const feedbackPages = pagesBy("fbk", 100);
const auditPages = pagesBy("aud", 100);

const feedback = defineRoute({
  method: "GET",
  path: operatorPath("/feedback"),
  operationId: "operatorListFeedback",
  tag: "Operator",
  summary: "List the feedback of every app, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: feedbackPages.query,
  success: { 200: pageOf(receivedFeedbackShape) },
  refusals: ["invalid_request"],
});

const auditLog = defineRoute({
  method: "GET",
  path: operatorPath("/audit_log"),
  operationId: "operatorListAuditLog",
  tag: "Operator",
  summary: "List who changed what, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: auditPages.query,
  success: { 200: pageOf(auditEntryShape) },
  refusals: ["invalid_request"],
});

/** The operator's routes that only read records. */
export function operatorRecordRoutes(): BoundRoute[] {
  return [
    bindRead(feedback, async ({ query }, db) => {
      const page = feedbackPages.read(query);
      if (isRefusal(page)) return page;
      const rows = await listFeedback(db, page);
      return reply(200, pageAnswer(page, rows, rows.map(receivedFeedbackToWire)));
    }),
    bindRead(auditLog, async ({ query }, db) => {
      const page = auditPages.read(query);
      if (isRefusal(page)) return page;
      const entries = await listAuditEntries(db, page);
      return isRefusal(entries) ? entries : reply(200, pageAnswer(page, entries, entries.map(auditEntryToWire)));
    }),
  ];
}

/** Calls of the operator that read feedback and the audit log. */
import Type from "typebox";
import { auditEntryShape, auditEntryToWire } from "../audit/audit.schemas.ts";
import { listAuditEntries } from "../audit/list-audit-entries.query.ts";
import { listFeedback } from "../feedback/list-feedback.query.ts";
import { receivedFeedbackShape, receivedFeedbackToWire } from "../feedback/feedback.schemas.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField, listOf } from "../platform/http/reading/fields.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorParams, operatorPath } from "./operator-call.ts";

const defaultLimit = 100;
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, description: `How many at most; ${defaultLimit} when absent.` }),
);

const feedback = defineRoute({
  method: "GET",
  path: operatorPath("/feedback"),
  operationId: "operatorListFeedback",
  tag: "Operator",
  summary: "List the feedback of every app, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: { limit, before: Type.Optional(idField("fbk")) },
  success: { 200: listOf(receivedFeedbackShape) },
  refusals: [],
});

const auditLog = defineRoute({
  method: "GET",
  path: operatorPath("/audit_log"),
  operationId: "operatorListAuditLog",
  tag: "Operator",
  summary: "List who changed what, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: { limit, before: Type.Optional(idField("aud")) },
  success: { 200: listOf(auditEntryShape) },
  refusals: ["invalid_request"],
});

/** The operator's routes that only read records. */
export function operatorRecordRoutes(): BoundRoute[] {
  return [
    bindRead(feedback, async ({ query }, db) => {
      const rows = await listFeedback(db, { before: query.before, limit: query.limit ?? defaultLimit });
      return reply(200, { object: "list" as const, data: rows.map(receivedFeedbackToWire) });
    }),
    bindRead(auditLog, async ({ query }, db) => {
      const entries = await listAuditEntries(db, { before: query.before, limit: query.limit ?? defaultLimit });
      return isRefusal(entries)
        ? entries
        : reply(200, { object: "list" as const, data: entries.map(auditEntryToWire) });
    }),
  ];
}

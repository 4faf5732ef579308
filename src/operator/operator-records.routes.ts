/** What the operator looks up: feedback, the audit log, and the operation that a partner's error named. */
import Type from "typebox";
import { auditEntryShape, auditEntryToWire } from "../audit/audit.schemas.ts";
import { listAuditEntries } from "../audit/list-audit-entries.query.ts";
import { listFeedback } from "../feedback/list-feedback.query.ts";
import { receivedFeedbackShape, receivedFeedbackToWire } from "../feedback/feedback.schemas.ts";
import { toIso } from "../kernel/clock.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { idField, isoInstant, listOf, oneOf } from "../platform/http/fields.ts";
import { findOperation } from "../platform/http/find-operation.query.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { environmentParams, operatorAccess } from "./operator-call.ts";

const defaultLimit = 100;
const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, description: `How many at most; ${defaultLimit} when absent.` }),
);

const feedback = defineRoute({
  method: "GET",
  path: "/operator/v1/{environment}/feedback",
  operationId: "operatorListFeedback",
  tag: "Operator",
  summary: "List the feedback of every app, newest first",
  access: operatorAccess,
  params: environmentParams,
  query: { limit, before: Type.Optional(idField("fbk")) },
  success: { 200: listOf(receivedFeedbackShape) },
  refusals: [],
});

const auditLog = defineRoute({
  method: "GET",
  path: "/operator/v1/{environment}/audit_log",
  operationId: "operatorListAuditLog",
  tag: "Operator",
  summary: "List who changed what, newest first",
  access: operatorAccess,
  params: environmentParams,
  query: { limit, before: Type.Optional(idField("aud")) },
  success: { 200: listOf(auditEntryShape) },
  refusals: ["invalid_request"],
});

const operation = defineRoute({
  method: "GET",
  path: "/operator/v1/{environment}/operations/{operationId}",
  operationId: "operatorGetOperation",
  tag: "Operator",
  summary: "Look up the write behind an operation_id",
  description: "404: it did not end, it had no lasting answer, or it is older than 30 days.",
  access: operatorAccess,
  params: { ...environmentParams, operationId: idField("opn") },
  success: {
    200: Type.Object({
      object: Type.Literal("operation"),
      id: idField("opn"),
      state: oneOf(
        ["answered", "expired"],
        "answered: its key replays the answer; expired: the answer is no longer kept.",
      ),
      method: Type.String(),
      path: Type.String(),
      status: Type.Integer({ description: "The HTTP status it was answered with." }),
      created_at: isoInstant("When it was answered."),
    }),
  },
  refusals: ["not_found"],
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
    bindRead(operation, async ({ params }, db) => {
      const found = await findOperation(db, params.operationId);
      if (found === undefined) return refuse("not_found", `no answered operation ${params.operationId} is kept`);
      return reply(200, {
        object: "operation" as const,
        id: found.operation_id,
        state: found.replayable ? ("answered" as const) : ("expired" as const),
        method: found.method,
        path: found.path,
        status: found.status,
        created_at: toIso(found.created_at),
      });
    }),
  ];
}

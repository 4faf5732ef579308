/** How a logged request looks to its app (rules/http 13). */
import Type, { type Static } from "typebox";
import { toIso } from "../kernel/clock.ts";
import { idField, isoInstant, nullable } from "../platform/http/reading/fields.ts";
import { faultMarkShape, toFaultMark } from "../platform/http/sandbox-faults/api-fault.ts";
import type { RequestRow, RequestWithBodies } from "./list-requests.query.ts";

const redactedText = 'What is unknown, personal or secret is "[redacted]".';

/** A request; its bodies are there where one request is read. */
export const requestShape = Type.Object(
  {
    object: Type.Literal("request"),
    id: idField("req"),
    at: isoInstant("When it was answered."),
    method: Type.String(),
    path: Type.String(),
    query: Type.Record(Type.String(), Type.String()),
    operation: nullable(Type.String()),
    resource_id: nullable(Type.String({ description: "What the path names last, or what was made." })),
    status: Type.Integer(),
    code: nullable(Type.String({ description: "Of the error; null for a success." })),
    duration_ms: nullable(Type.Integer()),
    key_last_four: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    idempotency_key: nullable(Type.String()),
    replayed: Type.Boolean(),
    event_ids: Type.Array(idField("evt"), { description: "What the call made, at most 100." }),
    fault: nullable(faultMarkShape),
    request_body: Type.Optional(
      Type.Unknown({
        description: `Where one request is read. Null in live where the answer is below 400. ${redactedText}`,
      }),
    ),
    response_body: Type.Optional(Type.Unknown()),
  },
  { title: "LoggedRequest" },
);

/** A row of the log, as its app sees it. */
export function requestToWire(one: RequestRow): Static<typeof requestShape> {
  const [method = "", path = ""] = one.route.split(" ");
  return {
    object: "request",
    id: one.id,
    at: toIso(one.at),
    method: one.method ?? method,
    path: one.path ?? path,
    query: (one.query ?? {}) as Record<string, string>,
    operation: one.operation,
    resource_id: one.resource_id,
    status: one.status,
    code: one.code,
    duration_ms: one.duration_ms,
    key_last_four: one.key_last_four,
    user_agent: one.user_agent,
    idempotency_key: one.idempotency_key,
    replayed: one.replayed,
    event_ids: [...one.event_ids],
    fault: toFaultMark(one.fault),
  };
}

/** A request with its bodies, as its app sees it. */
export function requestWithBodiesToWire(one: RequestWithBodies): Static<typeof requestShape> {
  const { request_body, response_body, ...rest } = one;
  return { ...requestToWire(rest), request_body, response_body };
}

/** Wire shapes of logged requests (rules/http 13). */
import Type, { type Static } from "typebox";
import { toIso } from "../kernel/clock.ts";
import {
  idField,
  isoInstant,
  nullable,
  oneOf,
  statusPattern,
  textField,
  unixSeconds,
} from "../platform/http/reading/fields.ts";
import { faultMarkShape, toFaultMark } from "../platform/http/sandbox-faults/api-fault.ts";
import type { RequestRow, RequestWithBodies } from "./list-requests.query.ts";

const redactedText = 'What is unknown, personal or secret is "[redacted]".';

/** A request; its bodies are there where one request is read. */
export const requestShape = Type.Object(
  {
    object: Type.Literal("request"),
    id: idField("req"),
    at: isoInstant("When it was answered."),
    method: Type.String({ maxLength: 10 }),
    path: Type.String({ maxLength: 2000 }),
    query: Type.Record(Type.String(), Type.String({ maxLength: 16_384 })),
    operation: nullable(Type.String({ maxLength: 100 })),
    resource_id: nullable(Type.String({ maxLength: 40, description: "What the path names last, or what was made." })),
    status: Type.Integer(),
    code: nullable(Type.String({ maxLength: 100, description: "Of the error; null for a success." })),
    duration_ms: nullable(Type.Integer()),
    key_last_four: nullable(Type.String({ maxLength: 4 })),
    user_agent: nullable(Type.String({ maxLength: 2048 })),
    idempotency_key: nullable(Type.String({ maxLength: 255 })),
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

/** What lists of requests are narrowed by; the console asks alike. */
export const requestFilters = {
  status: Type.Optional(Type.String({ pattern: statusPattern, maxLength: 3, description: "409 or 4xx." })),
  code: Type.Optional(textField(100)),
  method: Type.Optional(oneOf(["GET", "POST", "PUT", "PATCH", "DELETE"])),
  operation: Type.Optional(textField(100, { description: "An operationId." })),
  resource_id: Type.Optional(textField(40)),
  since: Type.Optional(unixSeconds("Answered at this time or later.")),
  until: Type.Optional(unixSeconds("Answered at this time or earlier.")),
};

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

/** A request with what was sent and answered, as an example. */
export const requestWithBodiesExample = {
  object: "request",
  id: "req_01m7zfmt64eads0t9pbhwrr3ek",
  at: "2026-11-21T19:42:06.120Z",
  method: "POST",
  path: "/v1/orders/ord_01m7zfmt64eads0t9pbhwrr3ek/accept",
  query: {},
  operation: "acceptOrder",
  resource_id: "ord_01m7zfmt64eads0t9pbhwrr3ek",
  status: 409,
  code: "illegal_transition",
  duration_ms: 4,
  key_last_four: "x7Qa",
  user_agent: "example-pos/2.1",
  idempotency_key: "accept-ord_01m7zfmt64eads0t9pbhwrr3ek",
  replayed: false,
  event_ids: [],
  fault: null,
  request_body: { pos_ticket_id: "T-1042" },
  response_body: { _tag: "DeveloperApiConflict", code: "illegal_transition" },
} as const;

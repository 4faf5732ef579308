/** The answers of an operation: what it declares, and its refusals grouped by status. */
import type { TSchema } from "typebox";
import type { JsonSchema, Parameter, Reference, Response } from "./openapi-document.ts";
import type { SchemaCollector } from "./openapi-schemas.ts";
import { refusalKind, tagOf, type RefusalCode } from "../refusals/refusal-catalogue.ts";
import type { RouteValue } from "../route-value.ts";
import { isWrite, refusalsOf } from "./openapi-refusals.ts";

const meanings: Readonly<Record<string, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Accepted; the work goes on as a job.",
  204: "Done; there is no body.",
  304: "Not changed since the version that If-None-Match names; there is no body.",
};

const errorMeanings: Readonly<Record<string, string>> = {
  400: "The request is malformed or a value is invalid.",
  401: "The credential is missing, malformed, expired or disabled.",
  403: "The credential does not open this.",
  404: "There is nothing here that the credential can see.",
  406: "The caller does not accept JSON.",
  409: "The request conflicts with the present state.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "A rule of the business refuses it.",
  429: "Too many requests.",
  500: "Something failed on the service's side.",
  503: "The service cannot answer now.",
};

export interface AnswerCollector {
  readonly schemas: SchemaCollector;
  /** Error answers of one status are the same everywhere and are written once. */
  readonly responses: Map<string, Response>;
  /** Parameters that are the same everywhere: the ids of paths, and the headers of deliveries. */
  readonly parameters: Map<string, Parameter>;
}

/** All responses of a route by status, the successes first. */
export function responsesOf(
  route: RouteValue,
  collector: AnswerCollector,
): Readonly<Record<string, Response | Reference>> {
  const successes = Object.entries(route.success).map(([status, schema], index) => {
    return [status, success(route, status, schema, index === 0, collector.schemas)] as const;
  });
  const byStatus = Map.groupBy(refusalsOf(route), (code) => refusalKind(code).status);
  const errors = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), errorResponse(status, codes, collector.responses)] as const);
  return Object.fromEntries([...successes, ...errors]);
}

function success(
  route: RouteValue,
  status: string,
  schema: TSchema,
  first: boolean,
  schemas: SchemaCollector,
): Response {
  const headers = {
    "x-request-id": header("RequestId"),
    ...(isWrite(route) ? { "idempotent-replayed": header("IdempotentReplayed") } : {}),
    ...(route.budget === undefined
      ? {}
      : { "ratelimit-policy": header("RateLimitPolicy"), ratelimit: header("RateLimit") }),
    ...(route.deprecated === undefined
      ? {}
      : { deprecation: header("Deprecation"), sunset: header("Sunset"), link: header("DeprecationLink") }),
  };
  const description = meanings[status] ?? "Done.";
  if (status === "204" || status === "304") return { description, headers };
  // The example is of the first declared status.
  const example = first && route.example !== undefined ? { example: route.example.response } : {};
  const media = route.media ?? "application/json";
  const body = bodyEndings.get(media);
  const name = `${capitalised(route.operationId)}${body ?? ""}${first ? "" : status}`;
  const written = body === undefined ? schemas.toSchema(schema) : schemas.toBody(schema, name);
  const csv = route.csvToo === true ? { "text/csv": { schema: { type: "string" } } } : {};
  return { description, headers, content: { [media]: { schema: written, ...example }, ...csv } };
}

/** How the name of a body ends that has no name of its own; a picture or a table of text has none. */
const bodyEndings: ReadonlyMap<string, string> = new Map([
  ["application/json", "Result"],
  ["application/x-ndjson", "Line"],
  ["text/event-stream", "Line"],
]);

/** An operation id as the beginning of a component's name. */
export function capitalised(operationId: string): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

/** The errors of one status are described once: which codes an operation has is said by the operation. */
function errorResponse(status: number, codes: readonly RefusalCode[], shared: Map<string, Response>): Reference {
  const name = errorNames[status];
  if (name === undefined) throw new Error(`errors of status ${status} have no name`);
  const waits = status === 429 || status === 503 || codes.includes("operation_in_progress");
  const known = shared.get(name);
  shared.set(name, {
    description: errorMeanings[status] ?? "Refused.",
    headers: {
      "x-request-id": header("RequestId"),
      ...(waits || known?.headers?.["retry-after"] !== undefined ? { "retry-after": header("RetryAfter") } : {}),
    },
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  });
  return { $ref: `#/components/responses/${name}` };
}

const errorNames: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  406: "NotAcceptable",
  409: "Conflict",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  422: "Unprocessable",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable",
};

function header(name: string): Reference {
  return { $ref: `#/components/headers/${name}` };
}

/** The body of every error (rules/http 6.3), with the codes that may stand in it now; more may come. */
export function errorSchema(codes: readonly RefusalCode[]): JsonSchema {
  const tags = new Set(codes.map((code) => tagOf(refusalKind(code).status)));
  const { properties } = errorFields;
  return {
    ...errorFields,
    properties: {
      ...properties,
      _tag: { ...properties._tag, "x-extensible-enum": [...tags] },
      code: { ...properties.code, "x-extensible-enum": codes },
    },
  };
}

const errorFields = {
  type: "object",
  description: "What every error answers. Branch on `_tag` and `code`, never on `message`.",
  required: ["_tag", "message", "code", "feedback", "doc_url"],
  properties: {
    _tag: { type: "string", maxLength: 100, description: "A stable tag for the kind of error." },
    message: {
      type: "string",
      maxLength: 100_000_000,
      description: "For a person: what is wrong and what to change. It may change.",
    },
    code: { type: "string", maxLength: 100, description: "A stable code for the very reason." },
    feedback: {
      type: "string",
      maxLength: 500,
      description: "A line that says where to report an error that does not say what to change.",
    },
    doc_url: {
      type: "string",
      format: "uri",
      maxLength: 500,
      description: "The page that says what the code means and what to do.",
    },
    details: { type: "object", description: "The reason as data, for the codes that have some." },
    retry_after: { type: "integer", minimum: 1, description: "Whole seconds to wait before trying again." },
  },
} as const;

export const answerHeaders: Readonly<Record<string, JsonSchema>> = {
  RequestId: {
    description: "Identifies the request; cite it when you report a problem.",
    schema: { type: "string", maxLength: 40, pattern: "^req_" },
  },
  IdempotentReplayed: {
    description:
      "Present when this is the first answer again, byte for byte, because the Idempotency-Key was used before.",
    schema: { type: "string", const: "true" },
  },
  RateLimitPolicy: {
    description: 'The budget of the call: its name, `q` calls in `w` seconds, for example `"bookings";q=300;w=60`.',
    schema: { type: "string", maxLength: 100 },
  },
  RateLimit: {
    description:
      'What is left of it: `r` calls until it is full again in `t` seconds, for example `"bookings";r=41;t=22`.',
    schema: { type: "string", maxLength: 100 },
  },
  RetryAfter: { description: "Whole seconds to wait.", schema: { type: "integer", minimum: 1 } },
  Deprecation: {
    description: "Since when not to use the call: @ and Unix seconds.",
    schema: { type: "string", maxLength: 20 },
  },
  Sunset: {
    description: "When the call ends at the earliest, as an HTTP date.",
    schema: { type: "string", maxLength: 40 },
  },
  DeprecationLink: { description: "The page of the call.", schema: { type: "string", maxLength: 2100 } },
};

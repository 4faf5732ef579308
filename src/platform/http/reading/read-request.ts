/** Reads a request by the checks of its route, and checks an answer against them. */
import Type, { type TSchema } from "typebox";
import { idPrefixOf, type Id } from "../../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../../kernel/refusal.ts";
import { Reply, textOf } from "../reply.ts";
import type { RouteValue } from "../route-value.ts";
import { invalidRequest } from "./invalid-request.ts";
import { createQueryReader } from "./read-query.ts";
import type { RouteChecks } from "./route-checks.ts";
import {
  compileCheck,
  compileFields,
  readTextFields,
  unstorableFields,
  type Check,
  type FieldIssue,
} from "./validate.ts";

/** A request as the server hands it over: texts still unread, the body parsed strictly. */
export interface IncomingRequest {
  readonly requestId: Id<"req">;
  readonly address: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Uint8Array | undefined;
  readonly body: unknown;
  /** Called when the work begins to ask other services: it may take long and needs the database little. */
  readonly goesOut?: () => void;
  /** Ends a stream; present for those only. */
  readonly signal?: AbortSignal;
}

/** Makes the checks of a route; a schema is compiled when a value is first held against it. */
export function compileChecks(route: RouteValue): RouteChecks {
  return {
    params: compileFields("path", route.params ?? {}),
    query: createQueryReader(route),
    headers: compileFields("header", route.headers ?? {}),
    body: compileBodyCheck(route),
    success: new Map(
      Object.entries(route.success).map(([status, schema]) => [Number(status), compileCheck("answer", schema)]),
    ),
  };
}

const emptyObject = Type.Object({}, { additionalProperties: false });

/** A call without fields that says so admits an empty object at the most. */
function compileBodyCheck(route: RouteValue): Check | undefined {
  const schema = route.bodyEmpty === true ? emptyObject : route.body;
  return schema === undefined || hasOwnCheck(route) ? undefined : compileCheck("body", schema);
}

/** The feature judges the body itself. */
function hasOwnCheck(route: RouteValue): boolean {
  return route.bodyUnchecked === true || route.bodyRaw === true;
}

export interface ReadFields {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly rawBody: Uint8Array | undefined;
}

/** The fields of a request, read by the checks of its route; 400 with every issue, 404 for an id of another kind. */
export function readRequest(route: RouteValue, checks: RouteChecks, request: IncomingRequest): ReadFields | Refusal {
  const params = request.params;
  const { query, issues: queryIssues } = checks.query(request.query);
  const headers = readTextFields(route.headers ?? {}, request.headers);
  const issues = [
    ...checks.params(params),
    ...unstorableFields("path", params),
    ...queryIssues,
    ...checks.headers(headers),
  ];
  const body = route.body === undefined && route.bodyEmpty !== true ? undefined : request.body;
  if (body === undefined) {
    if (route.body !== undefined && route.bodyOptional !== true)
      issues.push({ path: "body", message: "is required, as JSON" });
  } else if (checks.body !== undefined) issues.push(...checks.body(body), ...missingKey(route, request));
  if (issues.length > 0) return invalidRequest(issues);
  const ids = checkKindsOfIds(route, params);
  return isRefusal(ids) ? ids : { params, query, headers, body, rawBody: request.rawBody };
}

/** A write that needs an idempotency key has one in its body or as the header (rules/http 5.10). */
function missingKey(route: RouteValue, { body, headers }: IncomingRequest): readonly FieldIssue[] {
  if (route.keyNeeded !== true || headers["idempotency-key"] !== undefined) return [];
  const isAbsent = typeof body === "object" && body !== null && !("idempotency_key" in body);
  return isAbsent ? [{ path: "body.idempotency_key", message: "is required, or the header Idempotency-Key" }] : [];
}

/** A well-formed id of another kind names nothing here: 404. */
function checkKindsOfIds(route: RouteValue, params: Readonly<Record<string, unknown>>): Done | Refusal {
  for (const [name, schema] of Object.entries(route.params ?? {})) {
    const wanted = (schema as TSchema & { readonly "x-id-prefix"?: string })["x-id-prefix"];
    const prefix = typeof params[name] === "string" ? idPrefixOf(params[name]) : undefined;
    if (wanted !== undefined && prefix !== wanted) {
      return refuse(
        "not_found",
        `path.${name} must be an id that begins with ${wanted}_; this one begins with ${prefix}_`,
      );
    }
  }
  return done;
}

/** Throws when an answer has another status or shape than its route declares. */
export function checkAnswer(route: RouteValue, checks: RouteChecks, outcome: Reply): void {
  const check = checks.success.get(outcome.status);
  if (check === undefined) throw new Error(`${route.operationId} answered the undeclared status ${outcome.status}`);
  const issues = check(JSON.parse(textOf(outcome.body)));
  if (issues.length > 0) throw new Error(`${route.operationId} answered outside its schema: ${JSON.stringify(issues)}`);
}

/** The same values; throws at the first that has another shape than the route declares. */
export async function* checkedLines(
  route: RouteValue,
  checks: RouteChecks,
  lines: AsyncIterable<unknown>,
): AsyncIterable<unknown> {
  for await (const line of lines) {
    checkAnswer(route, checks, new Reply(200, line));
    yield line;
  }
}

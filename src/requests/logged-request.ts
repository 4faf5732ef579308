/** A row of the request log, made of the request and its answer (rules/http 13). Pure. */
import type { TSchema } from "typebox";
import type { Id } from "../kernel/id.ts";
import type { KeptBody } from "../platform/http/exchange/exchange.ts";
import type { AnsweredRequest } from "../platform/http/ports.ts";
import { isUnstorable, parseStrictJson } from "../platform/http/reading/strict-json.ts";
import { redactError, type Redactor } from "./redact.ts";
import { redacted, redactName, redactText } from "./redacted-text.ts";

/** A request as the log keeps it; bodies and query are JSON text. */
export interface LoggedRequest {
  readonly id: string;
  readonly app_id: string | null;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly duration_ms: number;
  readonly answered_at: number;
  readonly method: string | null;
  readonly path: string | null;
  readonly query: string | null;
  readonly operation: string | null;
  readonly resource_id: string | null;
  readonly key_last_four: string | null;
  readonly user_agent: string | null;
  readonly idempotency_key: string | null;
  readonly replayed: boolean;
  readonly event_ids: readonly Id<"evt">[];
  /** The fault of the sandbox that the call met, as JSON. */
  readonly fault: string | null;
  readonly request_body: string | null;
  readonly response_body: string | null;
}

/** Longer bodies are cut; in characters of their JSON. */
const longestBody = 16 * 1024;
const longestPath = 2_000;
/** What a call without a body is sent all the same: names are shown, values are not. */
const noFields: TSchema = { type: "object", properties: {} };

/** The row of an answered request, without anything that tells of a person or opens something. */
export function toLoggedRequest(answered: AnsweredRequest, redactor: Redactor): LoggedRequest {
  const { exchange } = answered;
  const route = exchange?.route;
  return {
    id: answered.requestId,
    app_id: answered.appId,
    route: answered.route,
    status: answered.status,
    code: answered.code,
    duration_ms: Math.round(answered.durationMs),
    answered_at: answered.answeredAt,
    method: route?.method ?? null,
    path: exchange === null ? null : pathOf(exchange, redactor),
    query: exchange === null ? null : queryOf(exchange, redactor),
    operation: route?.operationId ?? null,
    resource_id: exchange?.resourceId ?? null,
    key_last_four: exchange?.keyLastFour ?? null,
    user_agent: redactText(exchange?.userAgent ?? "") || null,
    idempotency_key: exchange?.idempotencyKey ?? null,
    replayed: exchange?.replayed === true,
    event_ids: exchange?.eventIds ?? [],
    fault: exchange === null || exchange.fault === null ? null : JSON.stringify(exchange.fault),
    request_body: bodyText(exchange?.sent, (value) => redactor.redact(value, route?.body ?? noFields)),
    response_body: bodyText(exchange?.answered, (value) =>
      answered.status >= 400 ? redactError(value) : redactor.redact(value, route?.success[answered.status]),
    ),
  };
}

type Exchange = NonNullable<AnsweredRequest["exchange"]>;

function pathOf({ route, params }: Exchange, redactor: Redactor): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const shown = redactor.redact(params[name], route.params?.[name]);
    return typeof shown === "string" && !isUnstorable(shown) ? shown : redacted;
  });
  return path.slice(0, longestPath);
}

/** Values are text, whatever they mean: each is shown where its field is declared and not marked. */
function queryOf({ route, query }: Exchange, redactor: Redactor): string {
  const shown = Object.entries(query).map(([name, value]) => {
    const schema = route.query?.[name];
    const text = schema === undefined ? redacted : redactor.redact(value, asText(schema));
    return [schema === undefined ? redactName(name) : name, text] as const;
  });
  const text = JSON.stringify(Object.fromEntries(shown));
  return text.length > longestBody ? "{}" : text;
}

/** A number or a word of a query is sent as text. */
function asText(schema: TSchema): TSchema {
  const { "x-personal": isPersonal, "x-secret": isSecret } = schema as Readonly<Record<string, unknown>>;
  return { type: "string", "x-personal": isPersonal === true, "x-secret": isSecret === true };
}

/** The JSON text of a body that may be shown; a body too large to be read is told by its length. */
function bodyText(body: KeptBody | null | undefined, redact: (value: unknown) => unknown): string | null {
  if (body === null || body === undefined) return null;
  if (body.value === undefined) return JSON.stringify(`[${body.length} bytes, not kept]`);
  const value = parsed(body.value);
  if (value === undefined) return null;
  const text = JSON.stringify(redact(value));
  return text.length <= longestBody ? text : JSON.stringify(text.slice(0, longestBody).toWellFormed());
}

/** Answers come as text, and bodies that a feature parses by itself as bytes, which may hold anything. */
function parsed(value: unknown): unknown {
  if (typeof value === "string") return JSON.parse(value);
  if (!(value instanceof Uint8Array)) return value;
  const read = parseStrictJson(value);
  return read.ok ? read.value : undefined;
}

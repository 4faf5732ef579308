/** One call of an app with its answer, for the request log (rules/http 13). */
import type { FastifyReply, FastifyRequest } from "fastify";
import { idPrefixOf, type Id } from "../../../kernel/id.ts";
import type { RouteValue } from "../route-value.ts";
import type { ApiFault, FaultMark } from "../sandbox-faults/api-fault.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The events that the call made; null where nobody asks. */
    madeEvents: Id<"evt">[] | null;
    /** The fault of the sandbox that the call meets. */
    fault: ApiFault | null;
  }
  interface FastifyReply {
    /** The JSON that was answered, before it is compressed; null for everything else. */
    answerText: string | null;
  }
  interface FastifyContextConfig {
    /** The route that the path belongs to. */
    readonly route?: RouteValue;
  }
}

/** A body as the server reads it: the bytes, and what they say (the bytes again where the feature parses them). */
export interface ParsedBody {
  readonly raw: Uint8Array;
  readonly value: unknown;
}

/** A body as it came; `value` is undefined where the body is too large to be kept. */
export interface KeptBody {
  readonly length: number;
  /** Parsed, or JSON as bytes or text. */
  readonly value: unknown;
}

export interface Exchange {
  readonly route: RouteValue;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly keyLastFour: string;
  readonly userAgent: string | null;
  readonly idempotencyKey: string | null;
  /** The answer was kept under the key and given again. */
  readonly replayed: boolean;
  readonly eventIds: readonly Id<"evt">[];
  /** The fault of the sandbox that the call met. */
  readonly fault: FaultMark | null;
  /** What the call names last in its path, or what its answer is of. */
  readonly resourceId: string | null;
  /** Null where there was none, and in live where the call succeeded. */
  readonly sent: KeptBody | null;
  readonly answered: KeptBody | null;
}

/** Larger bodies are not looked at: reading them would hold up other calls. */
const largestBody = 64 * 1024;
const longestUserAgent = 200;

/** The exchange of an answered request; null when no app called. */
export function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange | null {
  const { route } = request.routeOptions.config;
  const { authorized } = request;
  if (route === undefined || authorized?.app === undefined) return null;
  const params = request.params as Readonly<Record<string, string>>;
  const body = request.body as ParsedBody | undefined;
  const { headers } = request;
  const keepsBodies = authorized.service?.keepsBodies === true || reply.statusCode >= 400;
  return {
    route,
    params,
    query: request.query as Readonly<Record<string, unknown>>,
    keyLastFour: (headers.authorization ?? "").trimEnd().slice(-4),
    userAgent: headers["user-agent"]?.slice(0, longestUserAgent) ?? null,
    idempotencyKey: idempotencyKeyIn(headers["idempotency-key"], body?.value, route),
    replayed: reply.hasHeader("idempotent-replayed"),
    eventIds: request.madeEvents ?? [],
    fault: request.fault === null ? null : { rule_id: request.fault.ruleId, kind: request.fault.kind },
    resourceId: resourceIdOf(params, reply.statusCode < 300 ? reply.answerText : null),
    sent: keepsBodies && body !== undefined ? kept(body.raw.length, body.value) : null,
    answered: keepsBodies && reply.answerText !== null ? kept(reply.answerText.length, reply.answerText) : null,
  };
}

function kept(length: number, value: unknown): KeptBody {
  return { length, value: length > largestBody ? undefined : value };
}

function idempotencyKeyIn(header: string | string[] | undefined, body: unknown, { keyField }: RouteValue) {
  const own: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, keyField ?? "idempotency_key") : undefined;
  const key = typeof own === "string" ? own : header;
  return typeof key === "string" ? key.slice(0, 255) : null;
}

/** Answers begin with `object` and `id`; the text is not parsed for it. */
const answeredId = /^\{"object":"[a-z_.]{1,60}","id":"([a-z]{3,4}_[0-9a-z]{26})"/;

/** What the path names last, but for the location; else what was answered; else the location. */
function resourceIdOf(params: Readonly<Record<string, string>>, answer: string | null): string | null {
  const named = Object.values(params).filter((value) => idPrefixOf(value) !== undefined);
  const last = named.findLast((id) => idPrefixOf(id) !== "str");
  return last ?? answeredId.exec(answer?.slice(0, 120) ?? "")?.[1] ?? named.at(-1) ?? null;
}

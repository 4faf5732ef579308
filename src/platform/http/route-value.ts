/** A route as a value: the one source of an endpoint's validation, types, OpenAPI entry and documentation. */
import type { TSchema } from "typebox";
import type { CallClass } from "../admission/call-class.ts";
import type { AddressLimitName } from "../limits/address-limits.ts";
import type { BudgetName } from "../limits/rate-budget.sql.ts";
import type { Access } from "./callers.ts";
import type { RouteChecks } from "./reading/route-checks.ts";
import type { RefusalCode } from "./refusals/refusal-catalogue.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Fields = Readonly<Record<string, TSchema>>;

/** Values that go on: one line of JSON each, or one server-sent event each. */
export type StreamMedia = "application/x-ndjson" | "text/event-stream";

/** That a call ends (`deprecation.ts`). Days by UTC, YYYY-MM-DD. */
interface Deprecated {
  /** Since when the call should not be used. */
  readonly since: string;
  /** When the call ends at the earliest. */
  readonly sunset: string;
  /** What to do instead, in one sentence. */
  readonly instead: string;
}

export interface RouteValue {
  readonly method: Method;
  /** With `{name}` for parameters, as documents and OpenAPI write it. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The call ends: its answers say so, and so do the contract and GET /v1/ping (`deprecation.ts`). */
  readonly deprecated?: Deprecated;
  /** What is served first and shed last when there is not room for all; by the rules of `class-of-route.ts` when absent. */
  readonly callClass?: CallClass;
  /**
   * What the call reads may be some seconds old, so a replica may answer it: for lists of what has been, never for what is
   * decided by, drained, or told of by its id (rules/operating 1.20).
   */
  readonly mayBeOld?: true;
  /** Answers as if nothing were there, and not 404, for a location that the app never had; one of the other service is told. */
  readonly emptyForStrangers?: true;
  /** The shared count per minute and app that a call takes one of (`rate-budget.sql.ts`). */
  readonly budget?: BudgetName;
  /** The count per minute and address that a call without a key takes one of (`address-limits.ts`). */
  readonly addressLimit?: AddressLimitName;
  readonly params?: Fields;
  readonly query?: Fields;
  /** Request headers read by the handler, lower-case. */
  readonly headers?: Fields;
  readonly body?: TSchema;
  /** The body holds a secret of a person, of which not even a hash may be kept: an Idempotency-Key is checked and not used. */
  readonly unkeyed?: true;
  /** The body field that carries the idempotency key, when it is not called `idempotency_key`. */
  readonly keyField?: string;
  /** The write needs an idempotency key, in its body or as the header. */
  readonly keyNeeded?: true;
  /** The same path with a slash at its end is served as well: contracts of others write it so. */
  readonly slashToo?: true;
  /** The body may be left out; the handler then reads undefined. */
  readonly bodyOptional?: boolean;
  /** The call has no fields; a body with a field in it is refused (rules/http 4.5). */
  readonly bodyEmpty?: true;
  /** In bytes; 1 MiB when absent. */
  readonly bodyLimit?: number;
  /** Milliseconds from the head to the answer, without the time in which the body arrives; ten seconds when absent. */
  readonly answerWithinMs?: number;
  /** The body is handed over as parsed JSON without a check against the schema: the feature collects all issues. */
  readonly bodyUnchecked?: boolean;
  /** The body is handed over as its bytes: the feature parses it itself, off the event loop where it is large. */
  readonly bodyRaw?: boolean;
  /** What the answer is when it is not JSON: text sent as it is, or values that go on (`bindStream`). */
  readonly media?: "image/svg+xml" | "text/calendar" | "text/csv" | StreamMedia;
  /** With `format=csv` in its query the read answers CSV (`replyText`), without it JSON of the declared shape. */
  readonly csvToo?: true;
  /** The answer is large enough to be worth compressing. */
  readonly compress?: boolean;
  readonly success: Readonly<Record<number, TSchema>>;
  /** What `defineRoute` makes of the schemas, for all services that serve the route. */
  readonly checks?: RouteChecks;
  readonly refusals: readonly RefusalCode[];
  /** Real request and answer bodies, taken from a running sandbox; checked against the schemas in a test. */
  readonly example?: { readonly request?: unknown; readonly response: unknown };
}

/** What an answer of the route is, by its query, when it is not JSON. */
export function mediaOf(
  { media, csvToo }: RouteValue,
  { format }: Readonly<Record<string, unknown>>,
): RouteValue["media"] {
  return csvToo === true && format === "csv" ? "text/csv" : media;
}

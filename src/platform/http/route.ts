/**
 * A route value is the one source of an endpoint's validation, types, OpenAPI entry and documentation. The handler's
 * type is derived from the whole value: it can read only what is declared, answer only a declared status with a body
 * of that shape, and refuse only with a declared code (`test/house/must-not-compile` keeps that true).
 */
import type { Static, TObject, TSchema } from "typebox";
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Database, Db, Tx } from "../postgres/database.ts";
import type { CallClass } from "../admission/call-class.ts";
import type { AddressLimitName } from "../limits/address-limits.ts";
import type { BudgetName } from "../limits/rate-budget.ts";
import type { RefusalCode } from "./refusal-catalogue.ts";
import type { Reply } from "./reply.ts";
import type { Scope } from "./scopes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: anybody; an app with a scope (or any key when null); an app with a test key; the operator; a booking
 * channel with its name and password.
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "app"; readonly scope: Scope | null }
  | { readonly kind: "sandbox" }
  | { readonly kind: "operator" }
  | { readonly kind: "channel" };

export type Fields = Readonly<Record<string, TSchema>>;

/** Values that go on: one line of JSON each, or one server-sent event each. */
export type StreamMedia = "application/x-ndjson" | "text/event-stream";

export interface RouteValue {
  readonly method: Method;
  /** With `{name}` for parameters, as documents and OpenAPI write it. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** What is served first and shed last when there is not room for all; by the rules of `class-of-route.ts` when absent. */
  readonly callClass?: CallClass;
  /** The shared count per minute and app that a call takes one of (`rate-budget.ts`). */
  readonly budget?: BudgetName;
  /** The count per minute and address that a call without a key takes one of (`address-limits.ts`). */
  readonly addressLimit?: AddressLimitName;
  readonly params?: Fields;
  readonly query?: Fields;
  /** Request headers read by the handler, lower-case. */
  readonly headers?: Fields;
  readonly body?: TSchema;
  /** The body field that carries the idempotency key, when it is not called `idempotency_key`. */
  readonly keyField?: string;
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
  readonly media?: "image/svg+xml" | "text/calendar" | StreamMedia;
  /** The answer is large enough to be worth compressing. */
  readonly compress?: boolean;
  readonly success: Readonly<Record<number, TSchema>>;
  readonly refusals: readonly RefusalCode[];
  /** Real request and answer bodies, taken from a running sandbox; checked against the schemas in a test. */
  readonly example?: { readonly request?: unknown; readonly response: unknown };
}

/** Declares a route; the value keeps its exact type, which `bindRead`, `bindWrite` and `bindStaged` build on. */
export function defineRoute<const R extends RouteValue>(route: R): R {
  return route;
}

type StaticFields<F> = F extends Fields ? DeepReadonly<Static<TObject<F>>> : Readonly<Record<never, never>>;

type StaticBody<R extends RouteValue> = R["body"] extends TSchema
  ? R["bodyRaw"] extends true
    ? Uint8Array<ArrayBuffer>
    : R["bodyUnchecked"] extends true
      ? unknown
      : R["bodyOptional"] extends true
        ? Static<R["body"]> | undefined
        : Static<R["body"]>
  : undefined;

/** The app behind a key, as it is at this request. */
export interface AppCaller {
  readonly id: Id<"app">;
  readonly name: string;
  readonly livemode: boolean;
  readonly scopes: readonly Scope[];
  readonly keyId: Id<"key">;
}

/** The booking channel behind a name and password, as it is at this request. */
export interface ChannelCaller {
  readonly id: Id<"bch">;
  /** The locations that it may book at. */
  readonly locationIds: readonly Id<"str">[];
}

export type Caller<A extends Access> = A extends { readonly kind: "app" | "sandbox" }
  ? { readonly app: AppCaller }
  : A extends { readonly kind: "channel" }
    ? { readonly channel: ChannelCaller }
    : Readonly<Record<never, never>>;

export type Call<R extends RouteValue> = Caller<R["access"]> & {
  readonly requestId: Id<"req">;
  readonly livemode: boolean;
  readonly params: StaticFields<R["params"]>;
  readonly query: StaticFields<R["query"]>;
  readonly headers: StaticFields<R["headers"]>;
  readonly body: StaticBody<R>;
  /** The raw bytes of the body, for hashes and signatures. */
  readonly rawBody: Uint8Array | undefined;
  /** The peer's address, for limits per address. */
  readonly address: string;
};

type DeepReadonly<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Element)[]
    ? readonly DeepReadonly<Element>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

type SuccessOf<R extends RouteValue> = {
  [S in keyof R["success"] & number]: Reply<S, DeepReadonly<Static<R["success"][S]>>>;
}[keyof R["success"] & number];

/** What the handler of a route may answer. */
export type Outcome<R extends RouteValue> = SuccessOf<R> | Refusal<R["refusals"][number]>;

export type AnyCall = Call<RouteValue> & { readonly app?: AppCaller; readonly channel?: ChannelCaller };
export type AnyOutcome = Reply | Refusal;

export type StagedRun = (call: AnyCall, database: Database, operationId: Id<"opn">) => Promise<AnyOutcome>;

/**
 * A write that turns out, inside its transaction, to be one that goes over the network: the transaction is rolled back and
 * the call runs again in stages, under the same key. Costs a write that stays in its transaction nothing.
 */
export interface Elsewhere {
  readonly when: (refusal: Refusal) => boolean;
  readonly run: StagedRun;
}

/**
 * For callers without a key: whether what the call names is kept by this service. It is asked once the fields are read; the
 * call then runs there like any other, its idempotent answer included.
 */
export interface Located<R extends RouteValue = RouteValue> {
  readonly keeps?: (call: Call<R>) => Promise<boolean>;
}

export type BoundRoute = { readonly route: RouteValue } & Located &
  (
    | {
        readonly kind: "read";
        readonly run: (call: AnyCall, db: Db, snapshot: Database["snapshot"]) => Promise<AnyOutcome>;
      }
    | {
        readonly kind: "write";
        readonly prepare?: (call: AnyCall, db: Db) => Promise<unknown>;
        readonly run: (call: AnyCall, tx: Tx, prepared: unknown) => Promise<AnyOutcome>;
        readonly turn?: (call: AnyCall, db: Db) => Promise<() => void>;
        readonly elsewhere?: Elsewhere;
      }
    | { readonly kind: "staged"; readonly run: StagedRun; readonly safeTwice?: boolean }
    | { readonly kind: "public"; readonly run: (call: AnyCall) => Promise<AnyOutcome> }
    | {
        readonly kind: "stream";
        readonly run: (
          call: AnyCall,
          database: Database,
          signal: AbortSignal,
        ) => Promise<AsyncIterable<unknown> | Refusal>;
      }
  );

type ReadRun<R extends RouteValue> = (call: Call<R>, db: Db, snapshot: Database["snapshot"]) => Promise<Outcome<R>>;

/**
 * Binds a handler that only reads. An answer that is made of several statements is read within `snapshot`, so that no
 * write lies between two of its parts; no network call and no long computation belongs in there.
 */
export function bindRead<R extends RouteValue>(route: R, run: ReadRun<R>, located: Located<R> = {}): BoundRoute {
  const bound = run as unknown as ReadRun<RouteValue>;
  return { kind: "read", route, run: bound, ...(located as Located) };
}

/**
 * Binds a handler that writes inside the one transaction that also stores the idempotent answer. With `turn` the call
 * waits for its turn before the transaction takes a connection (`postgres/turns.ts`).
 */
export function bindWrite<R extends RouteValue>(
  route: R,
  run: (call: Call<R>, tx: Tx) => Promise<Outcome<R>>,
  options: Located<R> & {
    readonly turn?: (call: Call<R>, db: Db) => Promise<() => void>;
    readonly elsewhere?: {
      readonly when: (refusal: Refusal) => boolean;
      readonly run: (call: Call<R>, database: Database, operationId: Id<"opn">) => Promise<Outcome<R>>;
    };
  } = {},
): BoundRoute {
  const bound = run as unknown as (call: AnyCall, tx: Tx) => Promise<AnyOutcome>;
  const { turn, elsewhere, ...located } = options;
  const write = {
    kind: "write" as const,
    route,
    run: bound,
    ...(located as Located),
    ...(elsewhere === undefined
      ? {}
      : { elsewhere: { when: elsewhere.when, run: elsewhere.run as unknown as StagedRun } }),
  };
  if (turn === undefined) return write;
  return { ...write, turn: turn as unknown as (call: AnyCall, db: Db) => Promise<() => void> };
}

/**
 * Binds a write that computes something large before its transaction begins, so that no connection waits for it. What
 * `prepare` answers is given to `run`, unless it is a refusal. It has no effects: it runs again for every retry.
 */
export function bindPreparedWrite<R extends RouteValue, Prepared>(
  route: R,
  prepare: (call: Call<R>, db: Db) => Promise<Prepared | Refusal<R["refusals"][number] | "invalid_request">>,
  run: (call: Call<R>, tx: Tx, prepared: Prepared) => Promise<Outcome<R>>,
): BoundRoute {
  return {
    kind: "write",
    route,
    prepare: prepare as unknown as (call: AnyCall, db: Db) => Promise<unknown>,
    run: run as unknown as (call: AnyCall, tx: Tx, prepared: unknown) => Promise<AnyOutcome>,
  };
}

/**
 * Binds a handler that goes over the network or runs several transactions of its own. Its idempotency key is taken
 * before it starts and its answer is stored when it ends; it must itself be safe to run again after a crash between.
 */
export function bindStaged<R extends RouteValue>(
  route: R,
  run: (call: Call<R>, database: Database, operationId: Id<"opn">) => Promise<Outcome<R>>,
  /** The work may run twice at once and is done once: after a crash its key is soon open again. */
  options: { readonly safeTwice?: boolean } = {},
): BoundRoute {
  return { kind: "staged", route, run: run as unknown as StagedRun, ...options };
}

/** Binds a handler that anybody may call and that needs no database. */
export function bindPublic<R extends RouteValue>(route: R, run: (call: Call<R>) => Promise<Outcome<R>>): BoundRoute {
  return { kind: "public", route, run: run as unknown as (call: AnyCall) => Promise<AnyOutcome> };
}

type LineOf<R extends RouteValue> = DeepReadonly<Static<R["success"][keyof R["success"] & number]>>;

/**
 * Binds a handler that answers 200 and then values, each of the declared shape, until it ends or `signal` is
 * aborted: the caller has gone or the server stops. The caller's right is judged once, so a stream must end by itself.
 */
export function bindStream<R extends RouteValue & { readonly media: StreamMedia }>(
  route: R,
  run: (
    call: Call<R>,
    database: Database,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<LineOf<R>> | Refusal<R["refusals"][number]>>,
  located: Located<R> = {},
): BoundRoute {
  return {
    ...(located as Located),
    kind: "stream",
    route,
    run: run as unknown as (call: AnyCall, database: Database, signal: AbortSignal) => Promise<AsyncIterable<unknown>>,
  };
}

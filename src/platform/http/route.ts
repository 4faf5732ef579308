/**
 * A route value is the one source of an endpoint's validation, types, OpenAPI entry and documentation. The handler's
 * type is derived from the whole value: it can read only what is declared, answer only a declared status with a body
 * of that shape, and refuse only with a declared code (`test/must-not-compile` keeps that true).
 */
import type { Static, TObject, TSchema } from "typebox";
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Database, Db, Environment, Tx } from "../postgres/database.ts";
import type { BudgetName } from "../rate-budget.ts";
import type { RefusalCode } from "./refusal-catalogue.ts";
import type { Reply } from "./reply.ts";
import type { Scope } from "./scopes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: anybody; an app with a scope (or any key when null); an app with a test key; the operator. */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "app"; readonly scope: Scope | null }
  | { readonly kind: "sandbox" }
  | { readonly kind: "operator" };

export type Fields = Readonly<Record<string, TSchema>>;

export interface RouteValue {
  readonly method: Method;
  /** With `{name}` for parameters, as documents and OpenAPI write it. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The shared count per minute, app and environment that a call takes one of (`rate-budget.ts`). */
  readonly budget?: BudgetName;
  readonly params?: Fields;
  readonly query?: Fields;
  /** Request headers read by the handler, lower-case. */
  readonly headers?: Fields;
  readonly body?: TSchema;
  /** The body may be left out; the handler then reads undefined. */
  readonly bodyOptional?: boolean;
  /** In bytes; 1 MiB when absent. */
  readonly bodyLimit?: number;
  /** The body is handed over as parsed JSON without a check against the schema: the feature collects all issues. */
  readonly bodyUnchecked?: boolean;
  /** The body is handed over as its bytes: the feature parses it itself, off the event loop where it is large. */
  readonly bodyRaw?: boolean;
  /** What the answer is when it is not JSON: text sent as it is, or lines of JSON that go on (`bindStream`). */
  readonly media?: "image/svg+xml" | "application/x-ndjson";
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
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly keyId: Id<"key">;
}

export type Caller<A extends Access> = A extends { readonly kind: "app" | "sandbox" }
  ? { readonly app: AppCaller }
  : Readonly<Record<never, never>>;

export type Call<R extends RouteValue> = Caller<R["access"]> & {
  readonly requestId: Id<"req">;
  readonly environment: Environment;
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

export type AnyCall = Call<RouteValue> & { readonly app?: AppCaller };
export type AnyOutcome = Reply | Refusal;

export type BoundRoute = { readonly route: RouteValue } & (
  | { readonly kind: "read"; readonly run: (call: AnyCall, db: Db) => Promise<AnyOutcome> }
  | {
      readonly kind: "write";
      readonly prepare?: (call: AnyCall, db: Db) => Promise<unknown>;
      readonly run: (call: AnyCall, tx: Tx, prepared: unknown) => Promise<AnyOutcome>;
      readonly turn?: (call: AnyCall, db: Db) => Promise<() => void>;
    }
  | { readonly kind: "staged"; readonly run: (call: AnyCall, database: Database) => Promise<AnyOutcome> }
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

/** Binds a handler that only reads. */
export function bindRead<R extends RouteValue>(
  route: R,
  run: (call: Call<R>, db: Db) => Promise<Outcome<R>>,
): BoundRoute {
  return { kind: "read", route, run: run as unknown as (call: AnyCall, db: Db) => Promise<AnyOutcome> };
}

/**
 * Binds a handler that writes inside the one transaction that also stores the idempotent answer. With `turn` the call
 * waits for its turn before the transaction takes a connection (`postgres/turns.ts`).
 */
export function bindWrite<R extends RouteValue>(
  route: R,
  run: (call: Call<R>, tx: Tx) => Promise<Outcome<R>>,
  options: { readonly turn?: (call: Call<R>, db: Db) => Promise<() => void> } = {},
): BoundRoute {
  const bound = run as unknown as (call: AnyCall, tx: Tx) => Promise<AnyOutcome>;
  if (options.turn === undefined) return { kind: "write", route, run: bound };
  const turn = options.turn as unknown as (call: AnyCall, db: Db) => Promise<() => void>;
  return { kind: "write", route, run: bound, turn };
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
  run: (call: Call<R>, database: Database) => Promise<Outcome<R>>,
): BoundRoute {
  return { kind: "staged", route, run: run as unknown as (call: AnyCall, database: Database) => Promise<AnyOutcome> };
}

/** Binds a handler that anybody may call and that needs no environment. */
export function bindPublic<R extends RouteValue>(route: R, run: (call: Call<R>) => Promise<Outcome<R>>): BoundRoute {
  return { kind: "public", route, run: run as unknown as (call: AnyCall) => Promise<AnyOutcome> };
}

type LineOf<R extends RouteValue> = DeepReadonly<Static<R["success"][keyof R["success"] & number]>>;

/**
 * Binds a handler that answers 200 and then lines of JSON, each of the declared shape, until it ends or `signal` is
 * aborted: the caller has gone or the server stops. The caller's right is judged once, so a stream must end by itself.
 */
export function bindStream<R extends RouteValue & { readonly media: "application/x-ndjson" }>(
  route: R,
  run: (
    call: Call<R>,
    database: Database,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<LineOf<R>> | Refusal<R["refusals"][number]>>,
): BoundRoute {
  return {
    kind: "stream",
    route,
    run: run as unknown as (call: AnyCall, database: Database, signal: AbortSignal) => Promise<AsyncIterable<unknown>>,
  };
}

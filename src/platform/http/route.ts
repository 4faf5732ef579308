/**
 * Binds a handler to its route value (`route-value.ts`). The handler's type is derived from the whole value: it can read
 * only what is declared, answer only a declared status with a body of that shape, and refuse only with a declared code
 * (`test/house/must-not-compile` keeps that true).
 */
import type { Static } from "typebox";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Db, Tx } from "../postgres/database.ts";
import { compileChecks } from "./reading/read-request.ts";
import type { DeepReadonly, StaticBody, StaticFields } from "./reading/static-fields.ts";
import type { AppCaller, Caller, ChannelCaller } from "./callers.ts";
import type { ConsoleCaller } from "./console/console-caller.ts";
import type { Reply } from "./reply.ts";
import type { RouteValue, StreamMedia } from "./route-value.ts";
import type { Way } from "./way.ts";

/** Declares a route; the value keeps its exact type, which `bindRead`, `bindWrite` and `bindStaged` build on. */
export function defineRoute<const R extends RouteValue>(route: R): R {
  return { ...route, checks: compileChecks(route) };
}

/** What a call says, read by the checks of its route; which service serves the call may not be known yet. */
export type NamingCall<R extends RouteValue> = Caller<R["access"]> & {
  readonly requestId: Id<"req">;
  readonly params: StaticFields<R["params"]>;
  readonly query: StaticFields<R["query"]>;
  readonly headers: StaticFields<R["headers"]>;
  readonly body: StaticBody<R>;
  /** The raw bytes of the body, for hashes and signatures. */
  readonly rawBody: Uint8Array | undefined;
  /** The peer's address, for limits per address. */
  readonly address: string;
  /** The languages that its reader prefers, best first (the header Accept-Language). */
  readonly languages: string | undefined;
};

export type Call<R extends RouteValue> = NamingCall<R> & { readonly livemode: boolean };

type SuccessOf<R extends RouteValue> = {
  [S in keyof R["success"] & number]: Reply<S, DeepReadonly<Static<R["success"][S]>>>;
}[keyof R["success"] & number];

/** What the handler of a route may answer. */
export type Outcome<R extends RouteValue> = SuccessOf<R> | Refusal<R["refusals"][number]>;

/** A call before a service is found for it: what it names is read, by the checks of `route`. */
export interface ReadNames {
  readonly route: RouteValue;
  readonly requestId: Id<"req">;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly rawBody: Uint8Array | undefined;
  readonly address: string;
  readonly languages: string | undefined;
  readonly app?: AppCaller;
  readonly channel?: ChannelCaller;
  readonly console?: ConsoleCaller;
}

/** A call that a service serves. */
export interface ReadCall extends ReadNames {
  readonly livemode: boolean;
}

/**
 * Gives a call the types of its route: the checks of exactly this route value have read its fields, and the route's access
 * has found its caller. Throws when another route read the call. Nothing else gives a call its types.
 */
export function callOf<R extends RouteValue, C extends ReadNames>(route: R, call: C): C & NamingCall<R> {
  if (isReadBy(route, call)) return call;
  throw new Error(`a call of ${call.route.operationId} came to the handler of ${route.operationId}`);
}

function isReadBy<R extends RouteValue, C extends ReadNames>(route: R, call: C): call is C & NamingCall<R> {
  return call.route === route;
}

/** What any handler may answer. */
export type AnyOutcome = Reply | Refusal;

/** The work of a write within its transaction; it may run again after a conflict with another. */
export type WriteWork = (tx: Tx) => Promise<AnyOutcome>;

export type StagedRun = (call: ReadCall, database: Database, operationId: Id<"opn">) => Promise<AnyOutcome>;

/**
 * For callers without a key: whether what the call names is kept by this service. It is asked once the fields are read; the
 * call then runs there like any other, its idempotent answer included.
 */
export interface Located<R extends RouteValue> {
  readonly keeps?: (call: NamingCall<R>) => Promise<boolean>;
}

interface OfRoute {
  readonly route: RouteValue;
  readonly keeps?: (call: ReadNames) => Promise<boolean>;
}

/** A handler and the route that it belongs to, whichever that is: the handler reads only calls that its route has read. */
export type BoundRoute = OfRoute &
  (
    | {
        readonly kind: "read";
        readonly run: (call: ReadCall, db: Db, snapshot: Database["snapshot"]) => Promise<AnyOutcome>;
      }
    | {
        readonly kind: "write";
        /** Answers the work of the transaction, or refuses before the transaction begins. */
        readonly prepare: (call: ReadCall, db: Db) => WriteWork | Promise<WriteWork | Refusal>;
        readonly permit?: (call: ReadCall, db: Db) => Promise<() => void>;
      }
    | { readonly kind: "chosen"; readonly choose: (call: ReadCall, db: Db) => Promise<Way<AnyOutcome>> }
    | { readonly kind: "staged"; readonly run: StagedRun; readonly safeTwice?: boolean }
    | { readonly kind: "public"; readonly run: (call: ReadCall) => Promise<AnyOutcome> }
    | {
        readonly kind: "stream";
        readonly run: (
          call: ReadCall,
          database: Database,
          signal: AbortSignal,
        ) => Promise<AsyncIterable<unknown> | Refusal>;
      }
  );

function ofRoute<R extends RouteValue>(route: R, { keeps }: Located<R>): OfRoute {
  return keeps === undefined ? { route } : { route, keeps: (call) => keeps(callOf(route, call)) };
}

/**
 * Binds a handler that only reads. An answer that is made of several statements is read within `snapshot`, so that no
 * write lies between two of its parts; no network call and no long computation belongs in there.
 */
export function bindRead<R extends RouteValue>(
  route: R,
  run: (call: Call<R>, db: Db, snapshot: Database["snapshot"]) => Promise<Outcome<R>>,
  located: Located<R> = {},
): BoundRoute {
  return {
    ...ofRoute(route, located),
    kind: "read",
    run: (call, db, snapshot) => run(callOf(route, call), db, snapshot),
  };
}

/**
 * Binds a handler that writes inside the one transaction that also stores the idempotent answer. With `permit` the call
 * waits for its permit before the transaction takes a connection (`postgres/keyed-semaphore.ts`).
 */
export function bindWrite<R extends RouteValue>(
  route: R,
  run: (call: Call<R>, tx: Tx) => Promise<Outcome<R>>,
  options: Located<R> & {
    readonly permit?: (call: Call<R>, db: Db) => Promise<() => void>;
  } = {},
): BoundRoute {
  const { permit } = options;
  return {
    ...ofRoute(route, options),
    kind: "write",
    prepare: (call) => {
      const own = callOf(route, call);
      return (tx) => run(own, tx);
    },
    ...(permit === undefined ? {} : { permit: (call, db) => permit(callOf(route, call), db) }),
  };
}

/**
 * Binds a write of which the call tells whether it is done in a transaction or in stages. `choose` has no effects and must
 * choose the same for the same request: the key of a write is kept in the way in which it is done.
 */
export function bindChosen<R extends RouteValue>(
  route: R,
  choose: (call: Call<R>, db: Db) => Promise<Way<Outcome<R>>>,
  located: Located<R> = {},
): BoundRoute {
  return { ...ofRoute(route, located), kind: "chosen", choose: (call, db) => choose(callOf(route, call), db) };
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
    prepare: async (call, db) => {
      const own = callOf(route, call);
      const prepared = await prepare(own, db);
      return isRefusal(prepared) ? prepared : (tx) => run(own, tx, prepared);
    },
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
  return { kind: "staged", route, run: (call, database, id) => run(callOf(route, call), database, id), ...options };
}

/** Binds a handler that anybody may call and that needs no database. */
export function bindPublic<R extends RouteValue>(route: R, run: (call: Call<R>) => Promise<Outcome<R>>): BoundRoute {
  return { kind: "public", route, run: (call) => run(callOf(route, call)) };
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
    ...ofRoute(route, located),
    kind: "stream",
    run: (call, database, signal) => run(callOf(route, call), database, signal),
  };
}

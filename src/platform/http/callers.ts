/** The kinds of callers that a route admits, and the caller that was found. */
import type { Id } from "../../kernel/id.ts";
import type { ConsoleAccess, ConsoleCaller, ConsoleCallerOf } from "./console/console-caller.ts";
import type { Scope } from "./scopes.ts";

/**
 * Who may call: anybody; an app with a scope (or any key when null); an app with a test key; the operator; a booking
 * channel with its name and password; somebody at the console.
 */
export type Access =
  | { readonly kind: "public" }
  | { readonly kind: "app"; readonly scope: Scope | null }
  | { readonly kind: "sandbox" }
  | OperatorAccess
  | { readonly kind: "channel" }
  | ConsoleAccess;

/** The operator: a program with the token, or one of the operator's people with a session (`console/operator-session.ts`). */
export interface OperatorAccess {
  readonly kind: "operator";
  /** By session operator_support may make the call too; what only reads they always may. */
  readonly support?: true;
  /** By session the call needs a sign-in within the last fifteen minutes. */
  readonly fresh?: true;
}

/** The app behind a key, as it is at this request. */
export interface AppCaller {
  readonly id: Id<"app">;
  readonly name: string;
  readonly livemode: boolean;
  readonly scopes: readonly Scope[];
  readonly keyId: Id<"key">;
  /** The app may have rules by which its calls go wrong; in test only. */
  readonly hasFaults?: boolean;
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
    : A extends ConsoleAccess
      ? { readonly console: ConsoleCallerOf<A["needs"]> }
      : A extends OperatorAccess
        ? { readonly console?: ConsoleCaller }
        : Readonly<Record<never, never>>;

/** A write at a provider as the ledger has it, and the time of its next question. Times are real. Pure. */
import type { StaffActor } from "../../kernel/actor.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";
import { refusalOf, type OperationKind, type ProviderRefusalCode } from "./provider-refusals.ts";
import type { ProviderGuest, ProviderSlot } from "./reservation-provider.ts";

export const operationStates = ["sending", "unsettled", "unsent", "done", "refused"] as const;
export type OperationState = (typeof operationStates)[number];

/** Who moves an operation: its caller, an answer of the provider, time without one, or the operator. */
export type OperationMover = "caller" | "answer" | "time" | "operator";

/** What becomes of a write at a provider (rules/providers 2). `unsent` never left, and its caller may begin it anew. */
export const operationMachine: StateMachine<OperationState, OperationMover> = {
  states: operationStates,
  initial: ["sending"],
  terminal: ["done", "refused"],
  transitions: [
    { from: "sending", to: "done", by: ["answer", "operator"] },
    { from: "sending", to: "refused", by: ["answer", "operator"] },
    { from: "sending", to: "unsettled", by: ["answer", "time"], how: "nobody knows" },
    { from: "sending", to: "unsent", by: ["answer"], how: "never left" },
    { from: "unsettled", to: "done", by: ["answer", "operator"] },
    { from: "unsettled", to: "refused", by: ["answer", "operator"] },
    { from: "unsent", to: "sending", by: ["caller"], how: "asked for again" },
  ],
};

/** What an operation does to which hold or booking, and what to ask the provider with, as often as it takes. */
export type OperationWork =
  | {
      readonly kind: "hold";
      readonly subject_id: Id<"bkh">;
      readonly hold_id: null;
      readonly request: { readonly slot: ProviderSlot };
    }
  | {
      readonly kind: "book";
      /** Of a booking that has no row until it is made. */
      readonly subject_id: Id<"bkg">;
      /** The hold that is booked. */
      readonly hold_id: Id<"bkh"> | null;
      readonly request: {
        readonly slot: ProviderSlot;
        /** Taken out, as are the key and the note, when the operation is settled. */
        readonly guest: ProviderGuest | null;
        readonly guestKey: string | null;
        readonly notes: string | null;
        /** What the guest reads; absent: the language of the location. */
        readonly language?: GuestLanguage | null;
        /** The SHA-256 of the guest's own key to the booking, as base64url; absent for one that a partner asked for. */
        readonly guestTokenHash?: string;
      };
    }
  | {
      readonly kind: "change";
      readonly subject_id: Id<"bkg">;
      readonly hold_id: null;
      readonly request: {
        readonly reference: string;
        /** Null: the time stays. */
        readonly slot: ProviderSlot | null;
        /** Undefined, which is not stored: the note of the booking is kept. */
        readonly notes?: string | null;
        /** Who of the restaurant asked for it; undefined, which is not stored: the app or the guest. */
        readonly staff?: StaffActor;
      };
    }
  | {
      readonly kind: "cancel";
      readonly subject_id: Id<"bkg">;
      readonly hold_id: null;
      readonly request: { readonly reference: string; readonly reason: string | null };
    };

export type ProviderOperation = OperationWork & {
  readonly id: Id<"opn">;
  readonly location_id: Id<"str">;
  readonly app_id: Id<"app"> | null;
  readonly state: OperationState;
  readonly refusal: { readonly cause: string; readonly description: string | null } | null;
  readonly attempts: number;
  readonly last_fault: string | null;
  readonly created_at: Instant;
  readonly next_attempt_at: Instant | null;
  readonly settled_at: Instant | null;
  readonly settled_by: "answer" | "asking" | "operator" | null;
};

/** An operation of one kind. */
export type OperationOf<Kind extends OperationKind> = Extract<ProviderOperation, { readonly kind: Kind }>;

/** How long a call may be out before its process is taken for dead and the provider is asked. */
export const callLimitMs = 20_000;
/** Whoever waits for a provider is answered after this, settled or not. */
export const answerWithinMs = 2_000;

const delays = [500, 1_000, 2_000, 5_000, 10_000];
const longestDelayMs = 30_000;
/** Providers need not know a token for longer: after this only the operator settles. */
const askingMs = 24 * 3_600_000;

/** When to ask again after so many attempts; null: no more, the operator settles it. */
export function nextAttemptAt(attempts: number, createdAt: Instant, now: Instant): Instant | null {
  const at = now + (delays[attempts - 1] ?? longestDelayMs);
  return at - createdAt > askingMs ? null : at;
}

/** A hold that nobody could settle in this time is given up: what the provider kept has lapsed. */
export const holdGivenUpMs = 10 * 60_000;

/** Whether an answer may still settle the operation. */
export function isUnderWay({ state }: Pick<ProviderOperation, "state">): boolean {
  return canMove(operationMachine, state, "done", "answer");
}

/** Whether an operation that could not be sent counts as never sent. Only the first sending does: an earlier one may have arrived. */
export function mayBeTakenBack({ state, attempts }: Pick<ProviderOperation, "state" | "attempts">): boolean {
  return attempts === 1 && canMove(operationMachine, state, "unsent", "answer");
}

/** What a caller is told of an operation that is not done. */
export function unfinished(operation: ProviderOperation): Refusal<ProviderRefusalCode | "operation_in_progress"> {
  if (operation.refusal !== null) return refusalOf(operation.kind, operation.refusal.cause);
  const seconds = operation.attempts > 4 ? 30 : 5;
  return refuse(
    "operation_in_progress",
    "the provider has not settled this yet; send the same request with the same key again",
    { operation_id: operation.id, retry_after: seconds, reason: "provider_unsettled" },
    seconds,
  );
}

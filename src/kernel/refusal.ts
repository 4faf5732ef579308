/**
 * A refusal is an expected "no": a value that commands return, never a throw. Its code is looked up in
 * `platform/http/refusals`, the only place that knows statuses. Returned inside a transaction, it rolls the transaction
 * back.
 */
export class Refusal<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Whole seconds to wait before trying again, at least 1. */
  readonly retryAfter: number | undefined;

  constructor(code: Code, message: string, details?: Readonly<Record<string, unknown>>, retryAfter?: number) {
    this.code = code;
    this.message = message;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

/** Builds a refusal; `message` is for a person and says what to change, `details` is data for a program. */
export function refuse<const Code extends string>(
  code: Code,
  message: string,
  details?: Readonly<Record<string, unknown>>,
  retryAfter?: number,
): Refusal<Code> {
  return new Refusal(code, message, details, retryAfter);
}

/** One of several reasons for a refusal; `path` says which part of the request the reason is about. */
export interface RefusalCause {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

/** A refusal with all reasons for it; `details` is `{ reasons }`. */
export class ReasonedRefusal<Code extends string, Cause extends RefusalCause> extends Refusal<Code> {
  readonly reasons: readonly Cause[];

  constructor(code: Code, reasons: readonly Cause[]) {
    super(code, reasons.map(({ message }) => message).join(" "), { reasons });
    this.reasons = reasons;
  }
}

/** Refuses for the given reasons; there is at least one. */
export function refuseFor<const Code extends string, Cause extends RefusalCause>(
  code: Code,
  reasons: readonly Cause[],
): ReasonedRefusal<Code, Cause> {
  return new ReasonedRefusal(code, reasons);
}

/** A success that has nothing to say: what a check or a command answers that answers a refusal otherwise. */
export interface Done {
  readonly kind: "done";
}
export const done: Done = Object.freeze({ kind: "done" });

/** The first refusal among checks; done when there is none. */
export function firstRefusal<const Checks extends readonly (Done | Refusal)[]>(
  ...checks: Checks
): Done | Extract<Checks[number], Refusal> {
  const refused = checks.find((check): check is Extract<Checks[number], Refusal> => isRefusal(check));
  return refused ?? done;
}

/** Tells a refusal from every other value. */
export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

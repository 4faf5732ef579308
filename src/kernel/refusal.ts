/**
 * A refusal is an expected "no": a value that commands return, never a throw. Its code is looked up in
 * `platform/http/refusal-catalogue.ts`, the only place that knows statuses. Returned inside a transaction, it rolls
 * the transaction back.
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

/** Tells a refusal from every other value. */
export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

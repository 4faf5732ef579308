/** The errors that the SDK throws: a refusal of the service, or a missing answer. */
import type { DetailsOf, ErrorDetails } from "./error-details.ts";
import type { Error as ErrorBody } from "./generated/schemas.ts";

/** A code of the contract; the service may add others. */
export type ErrorCode = ErrorBody["code"];

interface Refusal<Code extends string> {
  readonly status: number;
  readonly tag: string;
  readonly code: Code;
  readonly message: string;
  readonly details: DetailsOf<Code>;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  readonly retryAfter: number | null;
}

/** Tells the errors of every copy of the SDK in one program, also of an ES module and a CommonJS copy. */
const kind = Symbol.for("maple.sdk.error");

/** The service refused the call. Branch on `code`, never on the message. */
export class MapleError<Code extends string = ErrorCode> extends Error implements Refusal<Code> {
  override readonly name = "MapleError";
  readonly [kind] = "refusal";
  readonly status: number;
  /** `_tag` of the answer: the kind of error. */
  readonly tag: string;
  readonly code: Code;
  readonly details: DetailsOf<Code>;
  readonly requestId: string | null;
  /** The page that says what the code means and what to do. */
  readonly docUrl: string | null;
  /** Whole seconds to wait before trying again, where the service says so. */
  readonly retryAfter: number | null;

  constructor(refusal: Refusal<Code>) {
    super(`${refusal.status} ${refusal.code}: ${refusal.message}${trail(refusal.requestId)}`);
    this.status = refusal.status;
    this.tag = refusal.tag;
    this.code = refusal.code;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
    this.docUrl = refusal.docUrl;
    this.retryAfter = refusal.retryAfter;
  }
}

/** No whole answer came: whether a write took effect is unknown until it is repeated with the same key. */
export class MapleConnectionError extends Error {
  override readonly name: string = "MapleConnectionError";
  readonly [kind]: string = "connection";
}

/** No whole answer came within `timeoutMs`. */
export class MapleTimeoutError extends MapleConnectionError {
  override readonly name = "MapleTimeoutError";
}

/** Whether the service refused with this code, or with any; the code narrows `details`. */
export function isMapleError<Code extends keyof ErrorDetails | ErrorCode>(
  error: unknown,
  code: Code,
): error is MapleError<Code>;
export function isMapleError(error: unknown): error is MapleError;
export function isMapleError(error: unknown, code?: string): boolean {
  if (!isKind(error, "refusal")) return false;
  return code === undefined || ("code" in error && error.code === code);
}

/** Whether no whole answer came, a time-out included. */
export function isMapleConnectionError(error: unknown): error is MapleConnectionError {
  return isKind(error, "connection");
}

function isKind(error: unknown, wanted: string): error is object {
  return typeof error === "object" && error !== null && kind in error && error[kind] === wanted;
}

function trail(requestId: string | null): string {
  return requestId === null ? "" : ` (request ${requestId})`;
}

/** The body of every error (rules/http 6.3). */
import type { Refusal } from "../../../kernel/refusal.ts";
import { refusalKind, tagOf } from "./refusal-catalogue.ts";

export interface ErrorBody {
  readonly _tag: string;
  readonly message: string;
  readonly code: string;
  readonly feedback: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retry_after?: number;
}

const feedbackLine =
  "If this message does not say what to change, tell us: POST /v1/feedback with the x-request-id of this answer.";

/**
 * The body of an error with `doc_url`, the address of the page that describes its code (rules/http 6.14);
 * a body of another kind stays as it is. The address is not kept with idempotent answers: it is that of today.
 */
export function withDocUrl(body: string, docsAddress: string): string {
  if (!body.startsWith('{"_tag":')) return body;
  const error = JSON.parse(body) as ErrorBody;
  return JSON.stringify({ ...error, doc_url: `${docsAddress}/errors/${error.code}` });
}

/** The longest message of an error, in characters: a body may have thousands of faults. */
export const longestMessage = 10_000;
const andMore = " … and more";

/** A message as it is sent: a long one ends after its last part that has room. Parts stand on lines or between semicolons. */
function boundedMessage(message: string): string {
  if (message.length <= longestMessage) return message;
  const kept = message.slice(0, longestMessage - andMore.length);
  const end = Math.max(kept.lastIndexOf("; "), kept.lastIndexOf("\n"));
  return (end > 0 ? kept.slice(0, end) : kept).toWellFormed() + andMore;
}

/** The status and body that a refusal becomes on the wire. */
export function errorAnswer(refusal: Refusal): { readonly status: number; readonly body: ErrorBody } {
  const { status } = refusalKind(refusal.code);
  return {
    status,
    body: {
      _tag: tagOf(status),
      message: boundedMessage(refusal.message),
      code: refusal.code,
      feedback: feedbackLine,
      ...(refusal.details === undefined ? {} : { details: refusal.details }),
      ...(refusal.retryAfter === undefined ? {} : { retry_after: refusal.retryAfter }),
    },
  };
}

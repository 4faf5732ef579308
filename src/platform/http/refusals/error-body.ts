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
 * The body of an error with `doc_url`, the address of the page that describes its code (rules/http 6.14); a body of another
 * kind stays as it is. The address is not kept with idempotent answers: it is that of today. The text is not parsed, as a
 * refused menu may name 100,000 faults; a quotation mark within a text is escaped, so the mark of the code is found once.
 */
export function withDocUrl(body: string, docsAddress: string): string {
  if (!body.startsWith('{"_tag":')) return body;
  const at = body.indexOf(beforeCode);
  if (at < 0) return body;
  const begins = at + beforeCode.length;
  const code = body.slice(begins, body.indexOf('"', begins));
  return `${body.slice(0, at + 1)},"doc_url":${JSON.stringify(`${docsAddress}/errors/${code}`)}${body.slice(at + 1)}`;
}

const beforeCode = '","code":"';

/** The longest message of an error, in characters, but for a menu, whose faults are all named (rules/menus 4.2). */
const longestMessage = 10_000;
const andMore = " … and more";

/** A message as it is sent: a long one ends after its last part that has room. Parts stand on lines or between semicolons. */
function boundedMessage({ code, message }: Refusal): string {
  if (message.length <= longestMessage || code === "invalid_menu") return message;
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
      message: boundedMessage(refusal),
      code: refusal.code,
      feedback: feedbackLine,
      ...(refusal.details === undefined ? {} : { details: refusal.details }),
      ...(refusal.retryAfter === undefined ? {} : { retry_after: refusal.retryAfter }),
    },
  };
}

/** The one place that turns thrown faults into answers, and writes those of our own making to the log. */
import { refuse, type Refusal } from "../../../kernel/refusal.ts";
import type { Log } from "../../log.ts";
import {
  DatabaseUnavailable,
  isConnectionLoss,
  OutcomeUnknown,
  Overloaded,
  sqlStateOf,
} from "../../postgres/faults.ts";
import { TaskTooLarge, TaskTooLong } from "../../threads/thread-lane.ts";
import { TimeIsUp } from "../../time-limit.ts";
import { toAnswer, type Answer } from "../idempotency/idempotency.ts";
import { sendAgain } from "./refuse-now.ts";
import type { JsonIssue } from "../reading/strict-json.ts";

/** The body is not JSON that may be read. */
export class BadBody extends Error {
  readonly issues: readonly JsonIssue[];

  constructor(message: string, issues: readonly JsonIssue[]) {
    super(message);
    this.issues = issues;
  }
}

/** The request is refused before its route is asked; each surface says so in its own form. */
export class RefusedRequest extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

interface FaultyRequest {
  readonly id: string;
  readonly method: string;
}

/** A bad request of the transport, 503 when trying again helps, else 500 and a log line. */
export function faultAnswer(error: unknown, request: FaultyRequest, log: Log): Answer {
  const { id: requestId, method } = request;
  if (error instanceof RefusedRequest) return toAnswer(error.refusal);
  if (error instanceof BadBody) return toAnswer(refuse("invalid_request", error.message, { issues: error.issues }));
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return toAnswer(refuse("payload_too_large", "the body is larger than this call takes"));
  if (code === "FST_ERR_MAX_PARAM_LENGTH")
    return toAnswer(refuse("invalid_request", "path: a part of the address is too long"));
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return toAnswer(refuse("unsupported_media_type", "header.content-type must be application/json"));
  }
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return toAnswer(refuse("invalid_request", (error as Error).message));
  if (isPassing(error)) {
    log.warn({ err: error, requestId }, "request could not be served now");
    return toAnswer(refuse("unavailable", `${whyNotNow(error, method)}; ${sendAgain(method)}`, undefined, 1));
  }
  log.error({ err: error, requestId }, "request failed");
  return toAnswer(
    refuse("internal", "something failed on our side; retry with backoff and cite x-request-id when it stays"),
  );
}

/** Trouble that passes: no room, no time, a computation that a busy machine did not end, and a database that locks, restarts, has no connection left or is not there. */
function isPassing(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined && /^(55P03|57014|53|40001|40P01)/.test(state)) return true;
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return true;
  const kinds = [Overloaded, OutcomeUnknown, DatabaseUnavailable, TimeIsUp, TaskTooLong, TaskTooLarge];
  return isConnectionLoss(error) || kinds.some((kind) => error instanceof kind);
}

function whyNotNow(error: unknown, method: string): string {
  if (error instanceof TimeIsUp && (method === "GET" || method === "HEAD")) return "the answer took too long";
  // Work whose time was up may have reached its COMMIT.
  if (error instanceof OutcomeUnknown || error instanceof TimeIsUp)
    return "it is not known whether the change was made";
  if (error instanceof TaskTooLarge) return "there is no memory for what was sent";
  return error instanceof DatabaseUnavailable ? "the database does not answer" : "the service is busy";
}

/**
 * Idempotency (rules/http 5): one key, one effect, one answer.
 *
 * Guarantees: the answer is stored in the transaction of the effect, so a crash leaves both or neither. Of parallel calls
 * with one key one runs, and the others are told `operation_in_progress`. A repeated call gets the first answer, byte for
 * byte. Called by the route runner for every write that carries a key.
 */
import { createHash } from "node:crypto";
import { isRefusal, refuse, type Refusal } from "../../../kernel/refusal.ts";
import { idOfDigest, type Id } from "../../../kernel/id.ts";
import type { Database, Tx } from "../../postgres/database.ts";
import { errorAnswer } from "../refusals/error-body.ts";
import { Reply, textOf } from "../reply.ts";
import type { AnyOutcome } from "../route.ts";
import * as sql from "./idempotency-keys.sql.ts";

/** An answer as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What follows instead of the body, one line of JSON or one server-sent event for each. */
  readonly lines?: AsyncIterable<unknown>;
  /** Of a refusal that was made now; a kept answer that is given again has none. */
  readonly code?: string;
}

export interface KeyedRequest {
  /** The app id, or the surface for callers without one. */
  readonly scope: string;
  readonly key: string;
  /** The field that the key came in: `header.idempotency-key`, `body.idempotency_key`. */
  readonly keyField: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** The path as it is written down. */
  readonly storedPath: string;
  readonly rawBody: Uint8Array | undefined;
}

const replaySeconds = 24 * 3600;
/** Longer than any work of several steps takes. */
const leaseSeconds = 120;
/** The same for work that is itself safe to run twice at once: after a crash the key is soon open again. */
const shortLeaseSeconds = 10;

/** Turns what a handler answered into status, headers and body text. */
export function toAnswer(outcome: AnyOutcome): Answer {
  if (isRefusal(outcome)) {
    const { status, body } = errorAnswer(outcome);
    const headers = outcome.retryAfter === undefined ? {} : { "retry-after": String(outcome.retryAfter) };
    return { status, body: JSON.stringify(body), headers, code: outcome.code };
  }
  return { status: outcome.status, body: textOf(outcome.body), headers: outcome.headers };
}

/** Runs a write under its key in one transaction: effect and stored answer together. */
export function runKeyed(
  database: Database,
  request: KeyedRequest,
  work: (tx: Tx) => Promise<AnyOutcome>,
): Promise<Answer> {
  const fingerprint = fingerprintOf(request);
  return database
    .transaction(async (tx) => {
      const known = answerForKey(await tx.one(sql.takeKey, [request.scope, request.key]), request, fingerprint);
      if (isRefusal(known)) return known;
      if (known !== undefined) {
        sql.sendConfirmation(tx, request.scope, request.key);
        return { answer: known };
      }
      const outcome = await tx.nested(() => work(tx));
      // A refusal that is not kept is returned as it is, which rolls everything back.
      if (isRefusal(outcome) && !isKept(outcome)) return outcome;
      const answer = toAnswer(outcome);
      sql.sendAnswer(tx, usedKey(request, fingerprint), answer.status, keptBody(outcome, answer));
      return { answer };
    })
    .then((result) => (isRefusal(result) ? toAnswer(result) : result.answer));
}

/**
 * Runs work of several steps under its key: a lease, written before the work begins, keeps parallel calls out; the answer
 * replaces it at the end. After a crash in between the lease runs out and the next call with the key runs the work again;
 * so it does after an answer `operation_in_progress`, which leaves the key and what it was used for.
 */
export async function runKeyedStaged(
  database: Database,
  request: KeyedRequest,
  work: (operationId: Id<"opn">) => Promise<AnyOutcome>,
  options: { readonly safeTwice?: boolean } = {},
): Promise<Answer> {
  const fingerprint = fingerprintOf(request);
  const operationId = operationIdOf(request);
  const { scope, key } = request;
  const seconds = options.safeTwice === true ? shortLeaseSeconds : leaseSeconds;
  const { known } = await database.transaction(async (tx) => {
    const state = await tx.one(sql.takeKey, [scope, key]);
    const known = answerForKey(state, request, fingerprint);
    if (known === undefined) sql.sendLease(tx, usedKey(request, fingerprint), seconds);
    else if (!isRefusal(known)) sql.sendConfirmation(tx, scope, key);
    return { known };
  });
  if (known !== undefined) return isRefusal(known) ? toAnswer(known) : known;
  let kept: Answer | undefined;
  let unsettled = false;
  try {
    const outcome = await work(operationId);
    const answer = toAnswer(outcome);
    unsettled = isRefusal(outcome) && outcome.code === "operation_in_progress";
    if (!isRefusal(outcome) || isKept(outcome)) kept = { ...answer, body: keptBody(outcome, answer) };
    return answer;
  } finally {
    await database.transaction(async (tx) => {
      if (kept !== undefined) tx.send(sql.finishLease, [scope, key, kept.status, kept.body]);
      else if (unsettled) tx.send(sql.endLease, [scope, key]);
      else tx.send(sql.dropLease, [scope, key]);
    });
  }
}

/** What the state of a key means for the call: an answer to replay, a refusal, or undefined when it is the first. */
function answerForKey(state: sql.KeyState, request: KeyedRequest, fingerprint: Buffer): Answer | Refusal | undefined {
  if (state.state === "fresh") return undefined;
  if (state.state === "in_flight") return inProgress(operationIdOf(request), "in_flight", 1);
  if (state.fingerprint === null || !state.fingerprint.equals(fingerprint)) {
    return refuse(
      "idempotency_key_reused",
      `${request.keyField} was used for a different request; use a new key for a new request`,
    );
  }
  // Work of several steps: under way, unsettled, or left behind by a process that died.
  if (state.status === null && state.leased === true) return inProgress(operationIdOf(request), "in_flight", 1);
  if (state.status === null && (state.age_seconds ?? 0) <= replaySeconds) return undefined;
  if (state.status === null || state.body === null || (state.age_seconds ?? 0) > replaySeconds) {
    return inProgress(state.operation_id ?? operationIdOf(request), "replay_window_expired", 60);
  }
  return { status: state.status, body: state.body, headers: { "idempotent-replayed": "true" } };
}

function inProgress(operationId: string, reason: "in_flight" | "replay_window_expired", seconds: number): Refusal {
  const message =
    reason === "in_flight"
      ? "the first call with this idempotency key is still running; send the same request with the same key again"
      : "the answer to this idempotency key is no longer kept; stop retrying and contact the operator with the operation id";
  return refuse("operation_in_progress", message, { operation_id: operationId, retry_after: seconds, reason }, seconds);
}

/** Refusals of the operation itself are kept; those that may pass by themselves are not. */
function isKept(refusal: Refusal): boolean {
  const { status } = errorAnswer(refusal);
  const passing = refusal.code === "operation_in_progress" || refusal.code === "idempotency_key_reused";
  return (status === 409 || status === 422) && !passing;
}

function keptBody(outcome: AnyOutcome, answer: Answer): string {
  if (!(outcome instanceof Reply) || outcome.secretFields.length === 0) return answer.body;
  const body: Record<string, unknown> = { ...(outcome.body as Readonly<Record<string, unknown>>), secret_shown: true };
  for (const field of outcome.secretFields) body[field] = null;
  return JSON.stringify(body);
}

function usedKey(request: KeyedRequest, fingerprint: Buffer): sql.UsedKey {
  const { scope, key, method, storedPath: path } = request;
  return { scope, key, operation_id: operationIdOf(request), fingerprint, method, path };
}

/**
 * The scope of callers who have no identity: the very address they call. What one does with a key is nothing to what another
 * does elsewhere, and no token is written down.
 */
export function scopeOfAddress(surface: string | undefined, url: string): string {
  return `surface:${surface}:${createHash("sha256").update(url).digest("hex").slice(0, 32)}`;
}

function fingerprintOf(request: KeyedRequest): Buffer {
  const hash = createHash("sha256").update(`${request.method} ${request.path}\n`);
  if (request.rawBody !== undefined) hash.update(request.rawBody);
  return hash.digest();
}

/** The operation id of a key, the same for every call with it, so that a call under way can already be named. */
function operationIdOf(request: KeyedRequest): Id<"opn"> {
  return idOfDigest("opn", createHash("sha256").update(`${request.scope} ${request.key}`).digest());
}

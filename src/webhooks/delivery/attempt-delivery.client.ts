/** One attempt of one leased delivery over the network; called by the delivery worker and the test call. */
import { randomBytes } from "node:crypto";
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import type { AnswerStart, OutgoingAnswer, OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import { beginTrace, currentTraceparent, type Span } from "../../platform/tracing/span.ts";
import { parseTraceparent } from "../../platform/tracing/trace-context.ts";
import { copiesOf, oldTimestampSeconds, type DeliveryFault } from "./delivery-fault.ts";
import {
  explainFailure,
  type AttemptedDelivery,
  type AttemptResult,
  type DecidedDelivery,
} from "./delivery-outcome.ts";
import { attemptHeaders, envelopeBody, type EnvelopeSource, type RecordedEvent } from "../ledger/envelope.ts";
import type { SealedSecrets } from "../subscriptions/sealed-secrets.ts";

/** What an attempt needs. */
export interface AttemptDeps {
  readonly outgoing: OutgoingHttp;
  readonly sealing: SealedSecrets;
  /** Asked for each attempt: the address is known only once the service listens. */
  readonly source: () => EnvelopeSource;
  /** The database's time to sign by; throws when it is not known well enough. */
  readonly now: () => Instant;
}

/** What an attempt needs of a leased delivery. */
export interface LeasedAttempt extends RecordedEvent {
  readonly deliveryId: string;
  readonly attempts: number;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
  readonly sealedSecret: Uint8Array;
  readonly previousSealedSecret: Uint8Array | null;
  /** Of the change that the event tells, where its trace is kept. */
  readonly traceparent?: string | null;
}

/** What a fault of the sandbox does to the signature of one attempt. */
export interface WrongSignature {
  readonly secret?: string;
  readonly signedSecondsAgo?: number;
}

/** Signs and posts the event; throws only when its signing secret cannot be opened. */
export async function attemptDelivery<Leased extends LeasedAttempt>(
  delivery: Leased,
  deps: AttemptDeps,
  wrong: WrongSignature = {},
): Promise<AttemptedDelivery<Leased>> {
  const { subscriptionId, previousSealedSecret } = delivery;
  const secrets = [wrong.secret ?? deps.sealing.unseal(subscriptionId, delivery.sealedSecret)];
  if (previousSealedSecret !== null && wrong.secret === undefined)
    secrets.push(deps.sealing.unseal(subscriptionId, previousSealedSecret));
  const body = envelopeBody(delivery, deps.source());
  const identity = { ...delivery, attempt: delivery.attempts };
  const startedAt = deps.now();
  const signedAt = toUnixSeconds(startedAt) - (wrong.signedSecondsAgo ?? 0);
  const span = traceAttempt(delivery);
  const traceparent = span === undefined ? (delivery.traceparent ?? undefined) : currentTraceparent(span);
  const headers = {
    ...attemptHeaders(identity, secrets, signedAt, body),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  const sent = await deps.outgoing.send({ method: "POST", url: delivery.notificationUrl, headers, body });
  const result = resultOf(sent);
  endAttempt(span, delivery, result.kind === "answered" ? result.status : result.code);
  return { stage: "attempted", delivery, startedAt, durationMs: sent.durationMs, result };
}

/** The status says what came of an attempt (rules/webhooks 6.1), also where the rest of the answer never came. */
function resultOf(sent: OutgoingAnswer): AttemptResult {
  if (sent.kind === "answered") return statusOf(sent);
  return sent.begun === undefined ? { kind: "failed", code: sent.code, message: sent.message } : statusOf(sent.begun);
}

function statusOf({ status, retryAfter, bodyStart }: AnswerStart): AttemptResult {
  return { kind: "answered", status, retryAfter, bodyStart };
}

/** The attempt belongs to the trace of the change that it tells, however much later it is made. */
function traceAttempt({ eventType, traceparent }: LeasedAttempt): Span | undefined {
  return beginTrace(`attempt ${eventType}`, "client", { from: parseTraceparent(traceparent), isOurs: true });
}

function endAttempt(span: Span | undefined, delivery: LeasedAttempt, outcome: number | string): void {
  const { eventId, deliveryId, attempts } = delivery;
  const facts = { "maple.event_id": eventId, "maple.delivery_id": deliveryId, "maple.attempt": attempts };
  const isAccepted = typeof outcome === "number" && outcome < 300;
  span?.end({ ...facts, "maple.outcome": outcome }, !isAccepted);
}

/** Attempts the delivery, as its fault says where it has one; copies go out together, and the first one's answer counts. */
export async function attemptWithFault<Leased extends LeasedAttempt>(
  delivery: Leased,
  fault: DeliveryFault | undefined,
  deps: AttemptDeps,
): Promise<AttemptedDelivery<Leased>> {
  switch (fault?.kind) {
    case "webhook_duplicate": {
      const copies = Array.from({ length: copiesOf(fault) }, () => attemptDelivery(delivery, deps));
      const [first] = await Promise.all(copies);
      return first ?? attemptDelivery(delivery, deps);
    }
    case "webhook_bad_signature":
      return attemptDelivery(delivery, deps, { secret: `whsec_${randomBytes(32).toString("base64")}` });
    case "webhook_old_timestamp":
      return attemptDelivery(delivery, deps, { signedSecondsAgo: oldTimestampSeconds });
    default:
      return attemptDelivery(delivery, deps);
  }
}

/** A delivery that is never sent: failed, and only a replay sends it. */
export function dropDelivery<Leased>(delivery: Leased, deps: Pick<AttemptDeps, "now">): DecidedDelivery<Leased> {
  const message = "webhook_dropped: the sandbox never sent this delivery; a replay sends it";
  const result = { kind: "failed", code: "sandbox_fault", message } as const;
  const outcome = { kind: "exhausted", error: explainFailure(result) } as const;
  return { stage: "decided", delivery, startedAt: deps.now(), durationMs: 0, result, outcome };
}

/** One attempt of one claimed delivery over the network; called by the delivery worker and the test call. */
import { toUnixSeconds, type Instant } from "../../kernel/clock.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { AttemptedDelivery, AttemptResult } from "./delivery-outcome.ts";
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

/** What an attempt needs of a claim. */
export interface AttemptClaim extends RecordedEvent {
  readonly deliveryId: string;
  readonly attempts: number;
  readonly subscriptionId: string;
  readonly notificationUrl: string;
  readonly sealedSecret: Uint8Array;
  readonly previousSealedSecret: Uint8Array | null;
}

/** Signs and posts the event; throws only when its signing secret cannot be opened. */
export async function attemptDelivery<Claim extends AttemptClaim>(
  claim: Claim,
  deps: AttemptDeps,
): Promise<AttemptedDelivery<Claim>> {
  const { subscriptionId, previousSealedSecret } = claim;
  const secrets = [deps.sealing.open(subscriptionId, claim.sealedSecret)];
  if (previousSealedSecret !== null) secrets.push(deps.sealing.open(subscriptionId, previousSealedSecret));
  const body = envelopeBody(claim, deps.source());
  const identity = { ...claim, attempt: claim.attempts };
  const startedAt = deps.now();
  const headers = attemptHeaders(identity, secrets, toUnixSeconds(startedAt), body);
  const sent = await deps.outgoing.send({ method: "POST", url: claim.notificationUrl, headers, body });
  const result: AttemptResult =
    sent.kind === "answered"
      ? { kind: "answered", status: sent.status, retryAfter: sent.retryAfter, bodyStart: sent.bodyStart }
      : { kind: "failed", code: sent.code, message: sent.message };
  return { stage: "attempted", claim, startedAt, durationMs: sent.durationMs, result };
}

/** The reason why a delivery does not verify. */

export type VerificationReason =
  | "missing_headers"
  | "malformed_secret"
  | "old_timestamp"
  | "future_timestamp"
  | "altered_timestamp"
  | "wrong_secret"
  | "wrong_url"
  | "altered_body"
  | "not_json";

export const messages: Readonly<Record<VerificationReason, string>> = {
  missing_headers:
    "X-Service-Signature or X-Service-Timestamp is missing or malformed: this is not a delivery, or a proxy drops its headers.",
  malformed_secret: "The secret must be the whole text that was shown at creation, whsec_ included.",
  old_timestamp: "The delivery is older than the tolerance: it is a replay of an old request, or your clock is ahead.",
  future_timestamp: "The delivery is from the future: your clock is behind.",
  altered_timestamp: "The time in X-Service-Signature and X-Service-Timestamp differ: a header was changed on the way.",
  wrong_secret:
    "No signature fits, by either method: the secret belongs to another subscription or was rotated, or the body was changed.",
  wrong_url:
    "The body and secret are right, the address is not: compare notificationUrl and subscriptionId with the subscription, character for character (a closing slash, a query, http for https).",
  altered_body:
    "The secret is right, the body is not: verify the raw bytes, before anything parses, re-encodes or trims them.",
  not_json: "The signature is right but the body is not JSON; report this to Maple.",
};

/** Tells the errors of every copy of the SDK in one program. */
const kind = Symbol.for("maple.sdk.webhook_verification");

/** A delivery that must not be trusted: answer 400, and look at `reason`. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly [kind] = true;
  readonly reason: VerificationReason;

  constructor(reason: VerificationReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Whether the error says that a delivery does not verify. */
export function isWebhookVerificationError(error: unknown): error is WebhookVerificationError {
  return typeof error === "object" && error !== null && kind in error;
}

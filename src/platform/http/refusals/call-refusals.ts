/** Refusals of the HTTP call itself: its form, its address, its repetition, and faults of the service. */
import type { RefusalKind } from "./refusal-kind.ts";

export const callRefusals = {
  invalid_request: {
    status: 400,
    advice: "Change the field that the message names, then send the request again.",
    details: ["issues"],
  },
  change_required: { status: 400, advice: "Send at least one of the fields that the call can change." },
  invalid_cursor: {
    status: 400,
    advice: "Start again at the first page, and keep the filters unchanged across pages.",
  },
  request_timeout: {
    status: 408,
    advice: "Send the whole request without pauses: the head within 10 s, the body within 15 s.",
  },
  not_acceptable: { status: 406, advice: "Accept application/json." },
  method_not_allowed: { status: 405, advice: "Use one of the methods in the Allow header." },
  payload_too_large: {
    status: 413,
    advice: "Send a smaller body: at most 1 MiB, for a menu 25 MiB.",
  },
  address_too_long: { status: 414, advice: "Send a shorter address: at most 8 KiB with its query." },
  unsupported_media_type: {
    status: 415,
    advice: "Send JSON in UTF-8 with the header Content-Type: application/json and without Content-Encoding.",
  },
  expectation_failed: { status: 417, advice: "Leave the header Expect out, or send 100-continue." },
  headers_too_large: { status: 431, advice: "Send fewer or smaller headers: at most 16 KiB and 100 of them." },
  not_found: { status: 404, advice: "Check the id, and that the app is granted the location." },
  idempotency_key_reused: { status: 409, advice: "Use a new Idempotency-Key for a different request." },
  operation_in_progress: {
    status: 409,
    advice:
      "Wait retry_after seconds and send the same request with the same key; when the reason is replay_window_expired, stop and contact the operator.",
    details: ["operation_id", "retry_after", "reason"],
  },
  stale_version: {
    status: 409,
    advice: "Read the resource again and repeat the change with its present version.",
    details: ["expected", "actual", "updated_by"],
  },
  rate_limited: { status: 429, advice: "Wait the seconds in Retry-After, then try again." },
  internal: { status: 500, advice: "Retry with exponential backoff and jitter; cite x-request-id when it stays." },
  unavailable: { status: 503, advice: "Retry after the seconds in Retry-After, with the same Idempotency-Key." },
} as const satisfies Record<string, RefusalKind>;

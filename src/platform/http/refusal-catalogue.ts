/**
 * The one list of refusals: status, `_tag`, and one sentence on what to do. It feeds the error bodies, the OpenAPI
 * document and `docs/errors.md`. Features name a code; only this folder knows statuses.
 */
export interface RefusalKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 413 | 414 | 415 | 417 | 422 | 429 | 431 | 500 | 503;
  /** What a caller should do about it. */
  readonly advice: string;
  /** The names of the fields of `details`, when there are any. */
  readonly details?: readonly string[];
}

export const refusalCatalogue = {
  invalid_request: {
    status: 400,
    advice: "Change the field that the message names, then send the request again.",
    details: ["issues"],
  },
  invalid_menu: {
    status: 400,
    advice: "Correct every issue listed and publish the whole document again.",
    details: ["issues"],
  },
  invalid_slot_token: {
    status: 400,
    advice: "Search availability again and use a token exactly as it was given, with the same app and location.",
  },
  expired_slot_token: { status: 400, advice: "Search availability again and use a fresh token." },
  invalid_window: {
    status: 400,
    advice: "Send both ends of a window of at most 31 days, the end after the start.",
  },
  invalid_cursor: {
    status: 400,
    advice: "Start again at the first page, and keep the filters unchanged across pages.",
  },
  invalid_phone: {
    status: 400,
    advice: "Send the phone with its country code, for example +12175550142.",
    details: ["issues"],
  },
  location_required: {
    status: 400,
    advice: "Name the location: look-ups by phone or confirmation code need location_id.",
  },
  change_required: { status: 400, advice: "Send slot_token, notes, or both." },
  invalid_blackout_dates: {
    status: 400,
    advice: "Correct every range listed and send the whole list again.",
    details: ["issues"],
  },
  invalid_geometry: {
    status: 400,
    advice: "Correct the geometry as the reason says; positions are [longitude, latitude].",
    details: ["reason", "issues"],
  },
  not_acceptable: { status: 406, advice: "Accept application/json." },
  payload_too_large: {
    status: 413,
    advice: "Send a smaller body: at most 1 MiB, for a menu 25 MiB.",
  },
  unsupported_media_type: {
    status: 415,
    advice: "Send JSON in UTF-8 with the header Content-Type: application/json and without Content-Encoding.",
  },
  request_timeout: {
    status: 408,
    advice: "Send the whole request without pauses: the head within 10 s, the body within 15 s.",
  },
  address_too_long: { status: 414, advice: "Send a shorter address: at most 8 KiB with its query." },
  expectation_failed: { status: 417, advice: "Leave the header Expect out, or send 100-continue." },
  headers_too_large: { status: 431, advice: "Send fewer or smaller headers: at most 16 KiB and 100 of them." },
  method_not_allowed: { status: 405, advice: "Use one of the methods in the Allow header." },
  unauthorized: {
    status: 401,
    advice: "Check the Authorization header and the key; a lost key is replaced by the operator.",
  },
  person_required: {
    status: 401,
    advice: "A shared device shows its screen only: choose a name and type the PIN, or sign in.",
  },
  sign_in_failed: {
    status: 401,
    advice: "Check the e-mail, the password, the PIN or the code; the answer is the same when nobody has that name.",
  },
  insufficient_scope: {
    status: 403,
    advice: "Ask the operator for the scope that the message names.",
    details: ["required_scope"],
  },
  wrong_environment: { status: 403, advice: "Use a key of the environment that the data belongs to." },
  cross_site: {
    status: 403,
    advice: "Send the call from a page of this service, or without cookies and with Authorization: Bearer <session>.",
  },
  role_required: {
    status: 403,
    advice: "Ask a manager of the location, or the operator, for one of the roles.",
    details: ["roles"],
  },
  fresh_sign_in_required: { status: 403, advice: "Sign in again, then repeat the call within 15 minutes." },
  own_role: { status: 403, advice: "Nobody changes their own roles: ask another manager, or the operator." },
  passkey_required: {
    status: 403,
    advice: "In live the operator's people sign in with a passkey: add one under /me, then sign in with it.",
  },
  not_found: { status: 404, advice: "Check the id, and that the app is granted the location." },
  connection_not_found: {
    status: 404,
    advice: "Connect the app to the location first: POST /v1/locations/{locationId}/connection.",
  },
  menu_not_published: { status: 404, advice: "Publish a menu first: POST /v1/locations/{locationId}/menu." },
  location_connected: { status: 409, advice: "Another app receives this location's orders; it must disconnect first." },
  idempotency_key_reused: { status: 409, advice: "Use a new Idempotency-Key for a different request." },
  operation_in_progress: {
    status: 409,
    advice:
      "Wait retry_after seconds and send the same request with the same key; when the reason is replay_window_expired, stop and contact the operator.",
    details: ["operation_id", "retry_after", "reason"],
  },
  illegal_transition: {
    status: 409,
    advice: "Read the order again and act on its present status.",
    details: ["from_status", "decision", "to_status", "reason"],
  },
  stale_version: {
    status: 409,
    advice: "Read the resource again and repeat the change with its present version.",
    details: ["expected", "actual"],
  },
  stale_configuration: {
    status: 409,
    advice: "Read the configuration again, carry your change over, and publish with its present revision.",
    details: ["expected", "actual"],
  },
  stale_blackout_dates: {
    status: 409,
    advice: "Read the profile again, carry your change over, and send its present blackout_dates_revision.",
    details: ["expected", "actual"],
  },
  overlapping_booking: { status: 409, advice: "This guest has a booking that overlaps; change or cancel that one." },
  slot_unavailable: { status: 409, advice: "The table has gone; search availability again and offer another time." },
  hold_expired: { status: 409, advice: "Search availability again and hold another slot." },
  hold_consumed: { status: 409, advice: "The hold has become a booking; read or cancel the booking." },
  not_changeable: {
    status: 409,
    advice: "The booking can no longer be changed here; ask the venue.",
    details: ["reason"],
  },
  not_cancellable: {
    status: 409,
    advice: "The booking can no longer be cancelled here; ask the venue.",
    details: ["reason"],
  },
  waitlist_closed: {
    status: 409,
    advice: "The venue takes no remote parties now; try again later or come in person.",
    details: ["reason"],
  },
  order_not_ready: {
    status: 409,
    advice: "Wait for the order.notification event of this order.",
    details: ["from_status"],
  },
  app_decides: {
    status: 409,
    advice:
      "An app is connected and decides the location's orders. Decide the order there, or end the connection first.",
    details: ["app_id"],
  },
  app_decides_first: {
    status: 409,
    advice: "The connected app decides the order first. Wait until `staff_from`, or ask a manager to cancel it.",
    details: ["staff_from"],
  },
  order_terminal: { status: 409, advice: "The order is over; nothing can be sent again.", details: ["status"] },
  validation_expired: {
    status: 409,
    advice: "The validation was answered, has lapsed or is unknown; nothing more is needed.",
  },
  change_closed: {
    status: 409,
    advice: "The change was decided already; read the order and show what came of it.",
    details: ["status"],
  },
  nothing_left: {
    status: 409,
    advice: "Nothing of the order would be left: cancel it instead (POST /v1/orders/{orderId}/cancel).",
  },
  payment_not_open: {
    status: 409,
    advice: "The payment is settled, void or not needed; read the order.",
    details: ["payment_status"],
  },
  subscription_limit: {
    status: 409,
    advice: "Delete a webhook subscription first: an app has at most 20.",
    details: ["limit"],
  },
  zone_limit: {
    status: 409,
    advice: "Remove delivery zones first, or draw them with fewer corners.",
    details: ["limit"],
  },
  email_taken: { status: 409, advice: "Sign in with the account of this e-mail, then open the link again." },
  passkey_limit: { status: 409, advice: "Remove a passkey first: a person has at most ten." },
  last_of_role: {
    status: 409,
    advice: "Give the role to somebody else first: the last one stays.",
    details: ["role"],
  },
  name_taken: { status: 409, advice: "Choose another name." },
  basket_refused: {
    status: 422,
    advice: "Show the reasons to the diner and change the basket, or offer the next possible time.",
    details: ["reasons", "next_possible_time", "quote"],
  },
  clock_limit: {
    status: 422,
    advice: "A location's clock moves forward only, by at most 400 days in total.",
    details: ["offset_seconds", "limit_seconds"],
  },
  configuration_missing: { status: 422, advice: "Configure the location first, as the message says." },
  capability_unsupported: { status: 422, advice: "The location does not offer this.", details: ["managed_by"] },
  configuration_rejected: {
    status: 422,
    advice: "The configuration cannot work as the message says; complete it and publish again.",
    details: ["reasons"],
  },
  bookings_not_enabled: { status: 422, advice: "The venue has not switched bookings on; managers do so themselves." },
  party_size_out_of_bounds: {
    status: 422,
    advice: "Ask for a party size within the bounds of the booking profile.",
    details: ["min", "max"],
  },
  large_party_inquiry_required: {
    status: 422,
    advice: "Parties of this size are agreed with the venue directly: ask it by phone.",
    details: ["threshold"],
  },
  outside_booking_window: {
    status: 422,
    advice: "Choose a time within the booking window of the booking profile.",
    details: ["reason"],
  },
  date_blocked: { status: 422, advice: "The venue takes no reservations then; choose another time." },
  guest_contact_required: {
    status: 422,
    advice: "Add the guest's contact that the message names.",
    details: ["required"],
  },
  guest_messaging_unavailable: {
    status: 422,
    advice: "Guest texts are off here; seat or remove the party instead.",
    details: ["reason"],
  },
  payment_instrument_required: {
    status: 422,
    advice: "This needs a card, which cannot be taken here; book it with the venue.",
  },
  passkeys_unavailable: {
    status: 422,
    advice: "Open the service by its host name over https, or at localhost: browsers offer passkeys there only.",
  },
  provider_rejected: {
    status: 422,
    advice: "The provider refused and nothing changed; trying again gives the same answer.",
  },
  hold_limit_reached: { status: 429, advice: "Release a hold, or wait the seconds in Retry-After." },
  pin_locked: { status: 429, advice: "Wait the seconds in Retry-After, or sign in with one's own account." },
  rate_limited: { status: 429, advice: "Wait the seconds in Retry-After, then try again." },
  internal: { status: 500, advice: "Retry with exponential backoff and jitter; cite x-request-id when it stays." },
  unavailable: { status: 503, advice: "Retry after the seconds in Retry-After, with the same Idempotency-Key." },
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof refusalCatalogue;

/** The kind of a code; a code outside the catalogue is a fault of the program. */
export function refusalKind(code: string): RefusalKind {
  const kind = (refusalCatalogue as Readonly<Record<string, RefusalKind>>)[code];
  if (kind === undefined) throw new Error(`refusal code outside the catalogue: ${code}`);
  return kind;
}

const tags: Readonly<Record<number, string>> = {
  401: "DeveloperApiUnauthorized",
  403: "DeveloperApiForbidden",
  404: "DeveloperApiNotFound",
  409: "DeveloperApiConflict",
  422: "DeveloperApiUnprocessable",
  429: "DeveloperApiRateLimited",
  500: "DeveloperApiInternalError",
  503: "DeveloperApiInternalError",
};

/** The `_tag` of a status (rules/http 6.4); the transport's own refusals are bad requests. */
export function tagOf(status: number): string {
  return tags[status] ?? "DeveloperApiBadRequest";
}

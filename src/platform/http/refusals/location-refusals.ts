/** Refusals about a location, its connection to an app, its configuration, its clock and webhook subscriptions. */
import type { RefusalKind } from "./refusal-kind.ts";

export const locationRefusals = {
  connection_not_found: {
    status: 404,
    advice: "Connect the app to the location first: POST /v1/locations/{locationId}/connection.",
  },
  location_connected: { status: 409, advice: "Another app receives this location's orders; it must disconnect first." },
  subscription_limit: {
    status: 409,
    advice: "Delete a webhook subscription first: an app has at most 20.",
    details: ["limit"],
  },
  stale_configuration: {
    status: 409,
    advice: "Read the configuration again, carry your change over, and publish with its present revision.",
    details: ["expected", "actual"],
  },
  clock_limit: {
    status: 422,
    advice: "A location's clock moves forward only, by at most 400 days in total.",
    details: ["offset_seconds", "limit_seconds"],
  },
  trigger_impossible: {
    status: 409,
    advice: "Nothing can cause this event now; the message says what is missing.",
    details: ["cause"],
  },
  configuration_missing: { status: 422, advice: "Configure the location first, as the message says." },
  capability_unsupported: { status: 422, advice: "The location does not offer this.", details: ["managed_by"] },
  configuration_rejected: {
    status: 422,
    advice: "The configuration cannot work as the message says; complete it and publish again.",
    details: ["reasons"],
  },
} as const satisfies Record<string, RefusalKind>;

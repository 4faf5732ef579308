/** The words and columns of the operator's commands. All else is read from the calls that they name. */
import type { CommandRow } from "./derive-command.ts";

const ofApp = ["id", "name", "status", "scopes"];
const ofLocation = ["id", "name", "status", "timezone"];
const scopes = {
  scopes: { about: "what the app's keys may do, with commas between; all for every scope", value: "A,B" },
} as const;
const locations = { location_ids: { about: "the ids of the native locations where it may book" } } as const;
/** The fields of a location that the operator sets (rules/http 10.4). */
const settings = {
  spread: ["address", "coordinate"],
  says: {
    name: { about: "the name diners see" },
    phone: { value: "NUMBER", about: "the phone number, kept as given" },
    "address.line1": { about: "address: street and number" },
    "address.line2": { about: "address: second line" },
    "address.city": { about: "address: city" },
    "address.region": { about: "address: state or region" },
    "address.postal_code": { about: "address: postal code" },
    "address.country": { about: "address: country" },
    timezone: { value: "ZONE", about: "the IANA time zone: America/New_York" },
    "coordinate.latitude": { value: "DEGREES", about: "with --longitude: where it is" },
    "coordinate.longitude": { value: "DEGREES", about: "with --latitude: where it is" },
    opening_hours: { about: "windows and exceptions; empty: always open" },
    order_capacity: { about: 'orders per interval: {"interval_minutes":15,"max_orders":8}; empty: as many as come' },
    ordering_paused_until: { name: "paused-until", about: "no orders before: 2026-03-01T18:30:00Z; empty: now" },
    lead_minutes: { about: "minutes before its time that a scheduled order is handed over; empty: at once" },
    preparation_minutes: { about: "minutes from placing to ready on a quiet day" },
    busy_delay_minutes: { about: "minutes added while the kitchen is busy" },
    payment_options: { about: "how diners may pay" },
    booking_mode: { about: "who keeps the book" },
    bookings_enabled: { about: "whether tables can be booked" },
    booking_provider: { about: "the reservation provider; empty: none (see location provider)" },
  },
} as const;

const appsAndLocations: readonly CommandRow[] = [
  {
    words: "app create",
    call: "operatorCreateApp",
    example: '--name "Corner POS" --scopes orders:read,orders:write',
    columns: ofApp,
    says: scopes,
    afterwards: "Next: maple key issue {id}{env}, and maple grant add {id} LOCATION{env}",
  },
  { words: "app list", call: "operatorListApps", columns: ofApp },
  {
    words: "app update",
    call: "operatorUpdateApp",
    example: "APP --status disabled",
    columns: ofApp,
    says: { ...scopes, status: { about: "whether its keys work" } },
  },
  {
    words: "key issue",
    call: "operatorIssueKey",
    about: "Make an API key for an app. The key is shown once: store it now.",
    example: "APP --expires-at 2027-01-31T00:00:00Z",
    columns: ["key", "id", "expires_at"],
    says: {
      expires_at: {
        value: "INSTANT",
        about: "when the key ends, in ISO 8601: 2027-01-31T00:00:00Z; without it, never",
      },
    },
    afterwards: "The key is not shown again. Revoke it with: maple key revoke {id}{env}",
  },
  {
    words: "key list",
    call: "operatorListKeys",
    columns: ["id", "last_four", "created_at", "expires_at", "revoked_at"],
  },
  {
    words: "certification list",
    call: "operatorListCertifications",
    columns: ["created_at", "profile", "passed", "location_id", "id"],
  },
  {
    words: "key revoke",
    call: "operatorRevokeKey",
    columns: ["id"],
    says: { keyId: { about: "the key's id, key_… (not the key itself)" } },
  },
  {
    words: "location create",
    call: "operatorCreateLocation",
    example: '--name "Corner Bistro" --timezone America/New_York --city "New York"',
    columns: ofLocation,
    ...settings,
    afterwards: "Next: maple grant add APP {id}{env}",
  },
  { words: "location list", call: "operatorListLocations", columns: ofLocation },
  { words: "location show", call: "operatorGetLocation", columns: ofLocation },
  {
    words: "location update",
    call: "operatorUpdateLocation",
    about: "Change a location; what is not named stays. An address is changed as a whole: all its lines, or none.",
    example: "LOCATION --status paused",
    columns: ofLocation,
    ...settings,
    whole: ["address"],
  },
  {
    words: "location provider",
    call: "operatorUpdateLocation",
    about: "Say which reservation provider keeps a location's book; --booking-mode provider hands the book over.",
    example: "LOCATION --adapter booking_server_v3 --base-url https://bookings.example.com/reserve",
    columns: ["id", "name", "booking_mode"],
    only: ["booking_provider", "booking_mode"],
    spread: ["booking_provider"],
    required: ["booking_provider.adapter"],
    says: {
      booking_mode: { about: "who keeps the book" },
      "booking_provider.base_url": { value: "URL" },
      "booking_provider.username": { about: "for HTTP Basic authentication" },
      "booking_provider.slot_interval_minutes": { name: "interval", about: "minutes between starts; 30 when absent" },
      "booking_provider.duration_minutes": { name: "duration", about: "minutes of a stay; 90 when absent" },
      "booking_provider.first_start": { value: "HH:MM" },
      "booking_provider.last_start": { value: "HH:MM" },
      "booking_provider.max_party_size": { name: "max-party", about: "the largest party; 20 when absent" },
    },
  },
  { words: "grant add", call: "operatorGrantLocation", columns: ["app_id", "location_id"] },
  { words: "grant remove", call: "operatorRevokeGrant", columns: ["app_id", "location_id"] },
];

const records: readonly CommandRow[] = [
  {
    words: "person invite",
    call: "operatorInvitePerson",
    example: "--role operator_admin",
    columns: ["url", "role", "expires_at", "id"],
    says: {
      location_id: { name: "location", about: "where: for manager, host, staff and accountant" },
      app_id: { name: "app", about: "for which app: for developer" },
    },
    afterwards: "Open the link in a browser, or send it to the person. It is not shown again.",
  },
  {
    words: "person list",
    call: "operatorListPeople",
    columns: ["id", "role", "name", "email", "app_name", "since"],
  },
  {
    words: "person remove",
    call: "operatorEndRole",
    columns: ["id"],
  },
  {
    words: "invitation list",
    call: "operatorListInvitations",
    columns: ["id", "role", "name", "app_name", "created_at", "expires_at"],
  },
  { words: "invitation withdraw", call: "operatorWithdrawInvitation", columns: ["id"] },
  {
    words: "health",
    call: "operatorGetHealth",
    columns: ["state", "read_at"],
    tables: {
      findings: ["state", "name", "figure", "runbook"],
      unattended: ["location_id", "name", "orders"],
      processes: ["alive", "kind", "host", "silent_seconds", "skew_milliseconds", "recent_calls", "recent_refused"],
    },
  },
  {
    words: "search",
    call: "operatorSearch",
    example: '--q "Corner Bistro"',
    columns: ["kind", "id", "label", "status", "location_id", "app_id", "created_at"],
  },
  {
    words: "feedback list",
    call: "operatorListFeedback",
    columns: ["id", "created_at", "app_id", "kind", "status", "summary"],
    says: { status: { about: "only those that are" } },
  },
  {
    words: "feedback update",
    call: "operatorUpdateFeedback",
    example: "FEEDBACK --status answered",
    columns: ["id", "status", "note", "summary"],
    says: { status: { about: "what became of it" } },
  },
  {
    words: "audit list",
    call: "operatorListAuditLog",
    example: "--limit 20",
    columns: ["at", "actor", "action", "subject", "id"],
  },
  { words: "operation show", call: "operatorGetOperation", columns: [] },
  {
    words: "operation list",
    call: "operatorListOperations",
    example: "--state unsettled",
    columns: ["id", "kind", "state", "attempts", "created_at", "last_fault"],
  },
  {
    words: "operation settle",
    call: "operatorSettleOperation",
    example: "OPERATION --outcome ask_again",
    columns: ["id", "state", "settled_by"],
    says: {
      outcome: { about: "the outcome that you found" },
      provider_reference: { name: "reference", about: "the provider's name of the booking that was made" },
    },
  },
  {
    words: "message list",
    call: "operatorListMessages",
    example: "--limit 20",
    columns: ["id", "created_at", "kind", "status", "to", "error"],
  },
  { words: "wait score", call: "operatorGetWaitScore", columns: [] },
  {
    words: "menu versions",
    call: "operatorListMenuVersions",
    columns: ["id", "published_at", "object_count", "live"],
  },
  { words: "menu restore", call: "operatorRestoreMenuVersion", columns: ["id", "live", "published_at"] },
];

const moneyAndGuests: readonly CommandRow[] = [
  {
    words: "refunds",
    call: "operatorListOwedRefunds",
    columns: ["id", "created_at", "order_id", "amount", "currency", "attempts", "last_error"],
  },
  {
    words: "ledger",
    call: "operatorListPaymentsLedger",
    example: "--order ORDER",
    columns: ["at", "kind", "debit", "credit", "amount", "currency", "order_id", "reason", "id"],
  },
  {
    words: "guest export",
    call: "operatorExportGuest",
    example: '--phone "+33 1 42 60 01 43" --json',
    columns: ["phone", "email"],
    says: { email: { about: "the e-mail address" } },
  },
  {
    words: "guest erase",
    call: "operatorEraseGuest",
    example: "--email guest@example.com",
    columns: ["bookings", "waitlist_entries"],
    says: { email: { about: "the e-mail address" } },
  },
];

const channels: readonly CommandRow[] = [
  {
    words: "channel create",
    call: "operatorCreateBookingChannel",
    about: "Offer native locations to a booking channel at /reserve/v3. The password is shown once: store it now.",
    example: "--name Maps --locations LOCATION",
    columns: ["username", "password", "id"],
    says: locations,
    afterwards: "The password is not shown again. Renew it with: maple channel update {id} --renew-password on{env}",
  },
  { words: "channel list", call: "operatorListBookingChannels", columns: ["id", "name", "enabled", "username"] },
  {
    words: "channel update",
    call: "operatorUpdateBookingChannel",
    example: "CHANNEL --enabled off",
    columns: ["username", "password", "enabled"],
    says: {
      ...locations,
      enabled: { about: "whether it may call" },
      renew_password: { value: "on", about: "makes a new password and ends the old one" },
    },
  },
];

const decided = ["order_id", "decision", "status"];
/** Orders that no app decides (rules/ordering 1.9). */
const orders: readonly CommandRow[] = [
  {
    words: "order list",
    call: "operatorListOrders",
    columns: ["id", "display_number", "status", "payment_status", "fulfillment_type", "updated_at"],
  },
  { words: "order show", call: "operatorGetOrder", columns: ["id", "display_number", "status", "payment_status"] },
  { words: "order accept", call: "operatorAcceptOrder", columns: decided },
  { words: "order deny", call: "operatorDenyOrder", example: "ORDER --reason CAPACITY", columns: decided },
  { words: "order ready", call: "operatorReadyOrder", columns: decided },
  { words: "order out-for-delivery", call: "operatorSendOrderOut", columns: decided },
  { words: "order complete", call: "operatorCompleteOrder", columns: decided },
  { words: "order cancel", call: "operatorCancelOrder", example: "ORDER --reason STORE_CLOSED", columns: decided },
];

export const operatorRows: readonly CommandRow[] = [
  ...appsAndLocations,
  ...orders,
  ...records,
  ...moneyAndGuests,
  ...channels,
];

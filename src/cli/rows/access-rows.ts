/** The words and columns of the operator's commands about apps, keys, locations and grants. */
import type { CommandRow } from "../derive-command.ts";

const ofApp = ["id", "name", "status", "scopes"];
const ofLocation = ["id", "name", "status", "timezone"];
const scopes = {
  scopes: { about: "what the app's keys may do, with commas between; all for every scope", value: "A,B" },
} as const;
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

export const accessRows: readonly CommandRow[] = [
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

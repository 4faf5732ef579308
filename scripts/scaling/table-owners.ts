/** The owner of each table's rows. A new table names its location in a column, or stands here with a reason. */

/** Tables of nobody's location, with whose they are: they stay in the one control database. */
export const ofNoLocation: Readonly<Record<string, string>> = {
  address_counts: "of a network",
  api_keys: "of an app",
  apps: "of the operator",
  audit_log: "one chain for the service",
  booking_channels: "of the operator",
  event_replays: "of an app",
  feedback: "of an app",
  guest_tries: "of a network, a code or a contact",
  health_samples: "of the service",
  idempotency_answers: "of a caller",
  idempotency_keys: "of a caller",
  locations: "the locations themselves",
  mail_stops: "of an address, at every location",
  maple_migrations: "of the schema",
  message_opt_outs: "of a phone, at every location",
  message_settings: "of the service",
  passkeys: "of a person",
  person_invitations: "of the operator, or of a location where it names one",
  person_roles: "of the operator, or of a location where it names one",
  person_sessions: "of a person",
  persons: "of themselves",
  processes: "of the service",
  processor_events: "of a payment processor",
  provider_identities: "of a person",
  rate_budgets: "of an app",
  recovery_codes: "of a person",
  recovery_links: "of a person",
  requests: "of an app",
  sandbox_faults: "of an app",
  service_mark: "of the service",
  sign_in_challenges: "of a person who is not known yet",
  sign_in_failures: "of an account name",
  webhook_subscriptions: "of an app",
};

/** Tables of a location's things that do not say so in every row of their own. The list may only shrink. */
export const withoutLocation: readonly string[] = [
  "channel_bookings",
  "channel_leases",
  "deliveries",
  "delivery_attempts",
  "events",
  "menu_versions",
  "order_changes",
  "payment_links",
  "provider_holds",
  "test_processor_refunds",
];

/** References that no constraint writes down, because the table that is named is partitioned, one of several, or archived. */
export const unwrittenKeys: readonly (readonly [from: string, to: string])[] = [
  ["deliveries.event_id", "events.id"],
  ["delivery_attempts.event_id", "events.id"],
  ["event_replays.event_id", "events.id"],
  ["claims.owner_id", "bookings.id"],
  ["claims.owner_id", "booking_holds.id"],
  ["claims.owner_id", "table_blocks.id"],
  ["bookings.waitlist_entry_id", "waitlist_entries.id"],
  ["provider_operations.subject_id", "bookings.id"],
  ["test_processor_charges.payment_id", "payments.id"],
  ["coupon_redemptions.order_id", "orders.id"],
  ["payments.order_id", "orders.id"],
  ["messages.subject_id", "orders.id"],
  ["message_choices.subject_id", "orders.id"],
];

/** The words and columns of the operator's commands. All else is read from the calls that they name. */
import type { CommandRow } from "../derive-command.ts";
import { accessRows } from "./access-rows.ts";

const locations = { location_ids: { about: "the ids of the native locations where it may book" } } as const;

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
  ...accessRows,
  ...orders,
  ...records,
  ...moneyAndGuests,
  ...channels,
];

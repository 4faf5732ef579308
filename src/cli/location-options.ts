/** The fields of a location that the operator sets (rules/http 10.4), as options of the commands. */
import type { CommandOption } from "./command.ts";

type Kind = CommandOption["kind"];

const option = (name: string, field: string, kind: Kind, value: string, about: string): CommandOption => ({
  name,
  field,
  kind,
  value,
  about,
});

export const locationOptions: readonly CommandOption[] = [
  option("name", "name", "text", "TEXT", "the name diners see"),
  option("status", "status", "text", "active|paused|inactive", "only an active location takes new orders"),
  option("timezone", "timezone", "text", "ZONE", "the IANA time zone: America/New_York"),
  option("phone", "phone", "text", "NUMBER", "the phone number"),
  option("line1", "address.line1", "text", "TEXT", "address: street and number"),
  option("line2", "address.line2", "text", "TEXT", "address: second line"),
  option("city", "address.city", "text", "TEXT", "address: city"),
  option("region", "address.region", "text", "TEXT", "address: state or region"),
  option("postal-code", "address.postal_code", "text", "TEXT", "address: postal code"),
  option("country", "address.country", "text", "TEXT", "address: country"),
  option("latitude", "coordinate.latitude", "number", "DEGREES", "with --longitude: where it is"),
  option("longitude", "coordinate.longitude", "number", "DEGREES", "with --latitude: where it is"),
  option("opening-hours", "opening_hours", "json", "JSON", "windows and exceptions; empty: always open"),
  option("order-routing", "order_routing", "text", "app|manual", "who takes the orders"),
  option("decision-timeout", "decision_timeout", "text", "reject|accept", "what an undecided order becomes"),
  option("validation-timeout", "validation_timeout", "text", "reject|continue", "when a validation is not answered"),
  option("lead-minutes", "lead_minutes", "whole", "N", "minutes before its time that a scheduled order is handed over"),
  option(
    "paused-until",
    "ordering_paused_until",
    "text",
    "INSTANT",
    "no orders before: 2026-03-01T18:30:00Z; empty: now",
  ),
  option("preparation-minutes", "preparation_minutes", "whole", "N", "minutes from placing to ready"),
  option("busy-delay-minutes", "busy_delay_minutes", "whole", "N", "minutes added while the kitchen is busy"),
  option(
    "order-capacity",
    "order_capacity",
    "json",
    "JSON",
    'orders per interval: {"interval_minutes":15,"max_orders":8}',
  ),
  option("payment-options", "payment_options", "list", "link,pay_in_store", "how diners may pay"),
  option("payment-window-minutes", "payment_window_minutes", "whole", "N", "minutes to pay by link, 5 to 60"),
  option("booking-mode", "booking_mode", "text", "native|provider", "who keeps the book"),
  option("bookings-enabled", "bookings_enabled", "switch", "on|off", "whether tables can be booked"),
  option("messaging", "messaging", "text", "on|off", "whether diners get messages"),
  option(
    "language",
    "language",
    "text",
    "LANG",
    "of messages and pages for guests: en, fr, de, es, it, nl, pt; empty: by country",
  ),
  option(
    "guest-retention-days",
    "guest_retention_days",
    "whole",
    "N",
    "days after a stay at which its guest is erased",
  ),
];

/** The operator's commands about reservation providers, their operations, and booking channels. */
import type { Command, CommandArgument, CommandOption } from "./command.ts";

const location: CommandArgument = { name: "LOCATION", about: "the location's id, str_…" };
const operation: CommandArgument = { name: "OPERATION", about: "the operation's id, opn_…" };
const channel: CommandArgument = { name: "CHANNEL", about: "the channel's id, bch_…" };
const locationsOption: CommandOption = {
  name: "locations",
  field: "location_ids",
  kind: "list",
  value: "A,B",
  about: "the ids of the native locations where it may book",
};
const ofProvider = (
  name: string,
  field: string,
  value: string,
  about: string,
  kind: CommandOption["kind"] = "text",
): CommandOption => ({ name, field: `booking_provider.${field}`, kind, value, about });

export const providerCommands: readonly Command[] = [
  {
    words: ["location", "provider"],
    about: "Say which reservation provider keeps a location's book; --booking-mode provider hands the book over.",
    arguments: [location],
    options: [
      { ...ofProvider("adapter", "adapter", "simulated|booking_server_v3", "what it speaks"), required: true },
      ofProvider("base-url", "base_url", "URL", "the address before /v3"),
      ofProvider("username", "username", "TEXT", "for HTTP Basic authentication"),
      ofProvider("password", "password", "TEXT", "sealed at rest, never shown"),
      ofProvider("merchant", "merchant_id", "TEXT", "what the provider calls the location"),
      ofProvider("service", "service_id", "TEXT", "what it calls a reservation"),
      ofProvider("leases", "leases", "on|off", "whether it offers CreateLease", "switch"),
      ofProvider("interval", "slot_interval_minutes", "N", "minutes between starts", "whole"),
      ofProvider("duration", "duration_minutes", "N", "minutes of a stay", "whole"),
      ofProvider("first-start", "first_start", "HH:MM", "the first start of a day"),
      ofProvider("last-start", "last_start", "HH:MM", "the last start of a day"),
      ofProvider("max-party", "max_party_size", "N", "the largest party", "whole"),
      {
        name: "booking-mode",
        field: "booking_mode",
        kind: "text",
        value: "native|provider",
        about: "who keeps the book",
      },
    ],
    method: "PATCH",
    path: "/locations/{LOCATION}",
    example: "location provider LOCATION --adapter booking_server_v3 --base-url https://bookings.example.com/reserve",
    columns: ["id", "name", "booking_mode"],
  },
  {
    words: ["operation", "list"],
    about: "Show the writes at reservation providers, newest first.",
    arguments: [],
    options: [
      {
        name: "state",
        field: "state",
        kind: "text",
        value: "sending|unsettled|unsent|done|refused",
        about: "only those of one state",
      },
      { name: "limit", field: "limit", kind: "whole", value: "N", about: "how many, 1 to 100; 100 without it" },
      {
        name: "before",
        field: "before",
        kind: "text",
        value: "OPERATION",
        about: "only what is older than this one, opn_…",
      },
    ],
    method: "GET",
    path: "/operations",
    example: "operation list --state unsettled",
    columns: ["id", "kind", "state", "attempts", "created_at", "last_fault"],
  },
  {
    words: ["operation", "settle"],
    about: "Settle a write at a provider by hand, once you know what became of it; or have the provider asked at once.",
    arguments: [operation],
    options: [
      {
        name: "outcome",
        field: "outcome",
        kind: "text",
        value: "made|not_made|ask_again",
        about: "what you found out",
        required: true,
      },
      {
        name: "reference",
        field: "provider_reference",
        kind: "text",
        value: "TEXT",
        about: "what the provider calls the booking that was made",
      },
    ],
    method: "POST",
    path: "/operations/{OPERATION}/settle",
    example: "operation settle OPERATION --outcome ask_again",
    columns: ["id", "state", "settled_by"],
  },
  {
    words: ["channel", "create"],
    about: "Offer native locations to a booking channel at /reserve/v3. The password is shown once: store it now.",
    arguments: [],
    options: [
      { name: "name", field: "name", kind: "text", value: "TEXT", about: "the name", required: true },
      { ...locationsOption, required: true },
    ],
    method: "POST",
    path: "/booking_channels",
    example: "channel create --name Maps --locations LOCATION",
    columns: ["username", "password", "id"],
    afterwards: "The password is not shown again. Renew it with: maple channel update {id} --renew-password on{env}",
  },
  {
    words: ["channel", "list"],
    about: "Show the booking channels.",
    arguments: [],
    options: [],
    method: "GET",
    path: "/booking_channels",
    example: "channel list",
    columns: ["id", "name", "enabled", "username"],
  },
  {
    words: ["channel", "update"],
    about: "Change a booking channel; acts on its next call.",
    arguments: [channel],
    options: [
      { name: "name", field: "name", kind: "text", value: "TEXT", about: "the name" },
      { name: "enabled", field: "enabled", kind: "switch", value: "on|off", about: "whether it may call" },
      locationsOption,
      {
        name: "renew-password",
        field: "renew_password",
        kind: "switch",
        value: "on",
        about: "makes a new password and ends the old one",
      },
    ],
    method: "PATCH",
    path: "/booking_channels/{CHANNEL}",
    example: "channel update CHANNEL --enabled off",
    columns: ["username", "password", "enabled"],
  },
];

/** The words of the API description that belong to no single route: about the service, and about each tag. */
import type { OpenApiTag } from "../platform/http/openapi/openapi-document.ts";

/** The version of the machine-readable description (rules/http 12.1). */
export const apiVersion = "0.0.1";

export const apiSummary = "Orders, menus, stock and signed webhooks for point-of-sale and platform partners.";

export const apiIntroduction = `Maple is a JSON-over-HTTPS interface for restaurants' partners. Your app is granted locations, connects to them as their order receiver, publishes their menus, and is told of every order by a signed webhook; it fetches the order, accepts or denies it, and reports it ready and complete. Maple takes the payment and computes every total.

Every call of an app but \`GET /v1/ping\` carries \`Authorization: Bearer <API key>\`. The key selects the environment: \`mpk_test_…\` sees test data only, \`mpk_live_…\` live data only. What diners, booking channels, the operator and the people of restaurants call is described apart: \`/docs/diner\`, \`/docs/channel\`, \`/docs/operator\`, \`/console/docs\`.

- Ids are opaque: a type prefix, an underscore and 26 characters. A malformed id answers 400, an id of another kind 404.
- Money is an integer in minor units (cents for USD), never a fraction.
- Menu documents are camelCase; everything else is snake_case. Types are never coerced in a body, and unknown fields are ignored unless a call says otherwise. A query field that a call does not have, a misspelled filter for example, is refused: 400 \`invalid_request\` with its name; lists that are always whole ignore \`limit\`.
- \`created\` is in Unix seconds; fields that end in \`_at\` are ISO 8601 instants, except \`estimated_ready_at\`, which is in Unix seconds. A request names instants and dates of the years 1970 to 2999.
- Lists are \`{object: "list", data: […], has_more, next_cursor}\`, newest first unless a call says otherwise. While \`has_more\` is true, send \`next_cursor\` as \`starting_after\` and keep every other parameter. A whole list has false and null.
- Send an \`Idempotency-Key\` with every write; repeat a write that got no answer with the same key, and its effect happens once.
- Every answer has the header \`x-request-id\`; cite it when you report a problem.`;

export const webhookTag = "Events";

/** The tags in the order of the page. */
export const apiTags: readonly OpenApiTag[] = [
  { name: "Apps", description: "Whether the service answers, and what your key may do." },
  {
    name: "Locations",
    description:
      "The restaurants that your app is granted, and your connection to them: it makes your app the order receiver, and one app at a time holds it.",
  },
  { name: "Orders", description: "Read orders, decide them within six minutes, and report their progress." },
  {
    name: "Menus",
    description: "Publish a location's whole menu as one document, read it back, and say what is in stock.",
  },
  {
    name: "Delivery zones",
    description: "Where a location delivers and what it costs: the areas, and whether a coordinate lies in one.",
  },
  {
    name: "Bookings",
    description:
      "Search free tables, hold and book them, run the floor, and say how and when a location takes reservations.",
  },
  {
    name: "Waitlist",
    description:
      "Parties that wait for a table: the line, how long they will wait, telling, seating and removing them.",
  },
  { name: "Webhooks", description: "Where your app is told of events, and the ledger of what was sent." },
  { name: webhookTag, description: "What Maple posts to your address, signed." },
  { name: "Requests", description: "What your app asked and was answered in the last seven days." },
  { name: "Feedback", description: "Tell us what is broken, missing or unclear." },
  { name: "Sandbox", description: "Simulated diners and a clock that you can move, for test keys." },
];

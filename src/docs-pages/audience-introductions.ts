/** The words of the other audiences' API descriptions (all but the partners') that belong to no single route. */
import type { OpenApiTag } from "../platform/http/openapi/openapi-document.ts";

const shared =
  "Ids, times, money, errors, lists and `Idempotency-Key` are as in the API of partners. Every answer has the header `x-request-id`; cite it when you report a problem.";

export const dinerSummary = "What a diner or a guest does at one restaurant, without a key.";

export const dinerIntroduction = `The pages of diners and guests are made of these calls, and programs may make them too: look at a menu, price a basket, order and pay, search a table and book it, join the waitlist, follow and cancel. A token in the path, which only the diner or the guest was given, opens an order, a booking or a place in the line.

${shared}`;

export const dinerTags: readonly OpenApiTag[] = [
  {
    name: "Store",
    description:
      "A restaurant, its menu, a basket, orders, tables and the waitlist. The pages at `/store/{locationId}`, `/book/{locationId}` and `/join/{locationId}` are made of it.",
  },
];

export const operatorSummary = "For whoever operates this service.";

export const operatorIntroduction = `The operator signs in with a token: \`Authorization: Bearer <operator token>\`. The path names the environment, test or live.

People with a role of the operator make the same calls by their session, without a token: \`/operator/v1/{environment}/apps\` is \`/console/v1/operator/apps\`, in the environment of the host name. operator_support makes the calls that read, and changes feedback (else 403 \`role_required\`). Some need a sign-in within the last 15 minutes (403 \`fresh_sign_in_required\`).

${shared}`;

export const operatorTags: readonly OpenApiTag[] = [
  {
    name: "Operator",
    description: "Apps, keys, locations, grants, channels, refunds, guests and the audit log.",
  },
];

export const channelSummary = "Native locations offered to booking channels.";

export const channelIntroduction = `The booking server v3 contract of the Google Actions Center, for booking channels. A channel signs in with its name and password (HTTP Basic authentication), which the operator made.

${shared}`;

export const channelTags: readonly OpenApiTag[] = [
  { name: "Booking channels", description: "Free tables, leases and bookings, by the contract that channels know." },
];

export const consoleSummary =
  "What the screens of restaurants and of the operator call, and programs of their people too.";

export const consoleIntroduction = `The people of a restaurant work with these calls: through the screens that Maple serves, or with programs of their own.

- A person signs in and gets a session. Browsers keep it in a cookie; programs send \`Authorization: Bearer <session>\`. A shared tablet has a token of its own and may show its screen; to act on it, a person types a PIN.
- The host name selects the environment: that of LIVE_BASE_URL is live, any other is test. Each environment keeps its own people.
- A location at which the caller has no role answers 404. A role that may not do something answers 403 \`role_required\` with \`details.roles\`. No session answers 401; what a device may not do alone answers 401 \`person_required\`.
- A write by cookie is taken from pages of this service only (403 \`cross_site\`). Some calls need a sign-in within the last 15 minutes (403 \`fresh_sign_in_required\`).
- Ids, times, money, errors, lists and \`Idempotency-Key\` are as in the API of partners; a key counts for one person.
- The calls of the operator are below \`/console/v1/operator\` for people with a role of the operator, described at \`/docs/operator\`.
- A session has 600 reads and 120 writes a minute.`;

/** The tags in the order of the page. */
export const consoleTags: readonly OpenApiTag[] = [
  { name: "Sign-in", description: "Signing in and out, and who is signed in." },
  { name: "Account", description: "One's own name, language, password, sessions and other ways to sign in." },
  { name: "People", description: "Who works at a location: roles and invitations." },
  { name: "Devices", description: "Tablets that several people share: pairing them, and whose names stand on them." },
  { name: "Screens", description: "What the order board and the host stand show: a snapshot, and a stream behind it." },
  { name: "Board", description: "The order board of a location: what staff do there." },
  {
    name: "Menu",
    description: "The menu of a location: versions and their differences, photos, a document of one's own.",
  },
  { name: "Settings", description: "How a location takes orders and bookings, for its managers." },
  { name: "Records", description: "What was written to guests, and who changed what at a location." },
  { name: "Reports", description: "What a location had, day by day, and every movement of its money." },
  {
    name: "Stand",
    description: "The host stand of a location: its book, and what hosts and managers do with a party.",
  },
  {
    name: "Developers",
    description: "An app's keys, endpoints, events, requests, sandbox and dry runs, for its developers.",
  },
  { name: "Workplaces", description: "The locations that one works at." },
];

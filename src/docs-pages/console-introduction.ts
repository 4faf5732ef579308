/** The words of the console's API description that belong to no single route. */
import type { OpenApiTag } from "../platform/http/openapi/openapi-document.ts";

export const consoleSummary =
  "What the screens of restaurants and of the operator call, and programs of their people too.";

export const consoleIntroduction = `The people of a restaurant work with these calls: through the screens that Maple serves, or with programs of their own.

- A person signs in and gets a session. Browsers keep it in a cookie; programs send \`Authorization: Bearer <session>\`. A shared tablet has a token of its own and may show its screen; to act on it, a person types a PIN.
- The host name selects the environment: that of LIVE_BASE_URL is live, any other is test. Each environment keeps its own people.
- A location at which the caller has no role answers 404. A role that may not do something answers 403 \`role_required\` with \`details.roles\`. No session answers 401; what a device may not do alone answers 401 \`person_required\`.
- A write by cookie is taken from pages of this service only (403 \`cross_site\`). Some calls need a sign-in within the last 15 minutes (403 \`fresh_sign_in_required\`).
- Ids, times, money, errors, lists and \`Idempotency-Key\` are as in the API of partners; a key counts for one person.
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

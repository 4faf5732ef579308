/** The guides of the site in their order. A file of docs that is for contributors has no page here. Pure. */

export interface GuideGroup {
  readonly name: string;
  /** Files below docs. */
  readonly files: readonly string[];
}

export const guideGroups: readonly GuideGroup[] = [
  {
    name: "Start",
    files: [
      "authentication.md",
      "sdk.md",
      "sdk/client.md",
      "developers.md",
      "requests.md",
      "faults.md",
      "certify.md",
      "go-live.md",
      "cli.md",
    ],
  },
  {
    name: "Guides",
    files: [
      "orders.md",
      "menus.md",
      "webhooks.md",
      "payments.md",
      "bookings.md",
      "waitlist.md",
      "delivery-zones.md",
      "providers.md",
      "store.md",
      "messages.md",
      "states.md",
      "glossary.md",
    ],
  },
  { name: "For restaurants", files: ["board.md", "stand.md", "console.md", "people.md"] },
  { name: "For operators", files: ["operating.md", "runbook.md", "scaling.md"] },
  {
    name: "Rules",
    files: [
      "rules/README.md",
      "rules/ordering.md",
      "rules/menus.md",
      "rules/webhooks.md",
      "rules/http.md",
      "rules/bookings.md",
      "rules/waitlist.md",
      "rules/providers.md",
      "rules/delivery-zones.md",
      "rules/messages-and-privacy.md",
      "rules/languages.md",
      "rules/board.md",
      "rules/console.md",
      "rules/stand.md",
      "rules/packages.md",
      "rules/certification.md",
      "rules/people.md",
      "rules/operating.md",
    ],
  },
];

/** Files of docs without a page of their own: written from the routes, or for people who change Maple. */
export const withoutPage: ReadonlySet<string> = new Set([
  "errors.md",
  "architecture.md",
  "adding-an-endpoint.md",
  "performance.md",
  "threat-model.md",
]);

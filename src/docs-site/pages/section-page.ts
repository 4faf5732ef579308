/** The page of a section of the reference: its calls, the guides that explain them, and the events that they cause. Pure. */
import { endpointsOf, renderCall, type Endpoint } from "../../docs-pages/endpoint-section.ts";
import { inlineProse } from "../../docs-pages/prose.ts";
import { html, join } from "../../pages/html.ts";
import type { OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import type { SitePage } from "../text/page-parts.ts";
import { firstSentence } from "./call-page.ts";
import { reference } from "./reference-pages.ts";
import { callPath, eventPath, sectionPath } from "./site-addresses.ts";

interface Around {
  /** Titles and addresses. */
  readonly guides?: readonly (readonly [string, string])[];
  /** The first words of the types of events. */
  readonly events?: readonly string[];
}

const around: Readonly<Record<string, Around>> = {
  Apps: { guides: [["Authentication", "/docs/authentication"]] },
  Locations: { guides: [["Authentication", "/docs/authentication"]], events: ["store"] },
  Orders: {
    guides: [
      ["Orders", "/docs/orders"],
      ["Payments", "/docs/payments"],
    ],
    events: ["order"],
  },
  Menus: { guides: [["Menus, stock and prices", "/docs/menus"]], events: ["menu"] },
  "Delivery zones": { guides: [["Delivery zones", "/docs/delivery-zones"]] },
  Bookings: {
    guides: [
      ["Bookings", "/docs/bookings"],
      ["Reservation providers and channels", "/docs/providers"],
    ],
    events: ["booking"],
  },
  Waitlist: { guides: [["The waitlist", "/docs/waitlist"]], events: ["waitlist_entry"] },
  Webhooks: { guides: [["Webhooks", "/docs/webhooks"]], events: ["webhook"] },
};

export function sectionPage(document: OpenApiDocument, tag: string, description: string): SitePage {
  const endpoints = endpointsOf(document, tag);
  const { guides = [], events = [] } = around[tag] ?? {};
  const types = Object.keys(document.webhooks).filter((type) => events.includes(type.split(".", 1)[0] ?? ""));
  const pathOf = ({ operation }: Endpoint): string => callPath(tag, operation.operationId);
  return {
    path: sectionPath(tag),
    kind: "section",
    title: tag,
    summary: firstSentence(description),
    above: [reference],
    group: "api",
    terms: [{ name: tag }],
    text: `${description} ${endpoints.map(({ operation }) => operation.summary).join(" ")}`,
    body: () => ({
      headings: [],
      main: html`<h1>${tag}</h1>
        <p class="lead">${inlineProse(description)}</p>
        ${
          guides.length > 0 &&
          html`<p>
            ${guides.length === 1 ? "Guide" : "Guides"}:
            ${join(
              guides.map(([title, path]) => html`<a href="${path}">${title}</a>`),
              ", ",
            )}
          </p>`
        }
        <ul class="calls">
          ${endpoints.map(
            (endpoint) =>
              html`<li>
                <a href="${pathOf(endpoint)}">${endpoint.operation.summary}</a> <span>${renderCall(endpoint)}</span>
              </li>`,
          )}
        </ul>
        ${
          types.length > 0 &&
          html`<h2 id="events">Events</h2>
            <ul class="names">
              ${types.map(
                (type) =>
                  html`<li>
                    <a href="${eventPath(type)}"><code>${type}</code></a>
                  </li>`,
              )}
            </ul>`
        }`,
    }),
    markdown: () =>
      [
        `# ${tag}\n`,
        `${description}\n`,
        ...guides.map(([title, path]) => `Guide: [${title}](${path}.md)\n`),
        ...endpoints.map(
          (each) => `- [${each.operation.summary}](${pathOf(each)}.md): \`${each.method.toUpperCase()} ${each.path}\``,
        ),
        "",
      ].join("\n"),
  };
}

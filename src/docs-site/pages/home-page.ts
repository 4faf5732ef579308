/** The first page: about Maple, the first call, and links to read on. Pure. */
import { endpointsOf } from "../../docs-pages/endpoint-section.ts";
import { inlineProse } from "../../docs-pages/prose.ts";
import { html } from "../../pages/html.ts";
import type { OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import type { SitePage } from "../text/page-parts.ts";
import { codeFigure } from "../text/site-markdown.ts";
import { firstSteps } from "./first-steps.ts";
import { sectionPath } from "./site-addresses.ts";
import { fenced } from "./written-fields.ts";

const steps = [
  ["Decide the order", "/docs/orders", "accept it within six minutes, then say when it is ready and complete."],
  ["Hear of orders", "/docs/webhooks", "a signed event for every change, tried again until you have it."],
  ["Publish a menu", "/docs/menus", "the whole menu as one document, with prices, options and hours."],
  ["Take bookings", "/docs/bookings", "search free tables, hold one, book it, and run the floor."],
  ["Use the SDK", "/docs/sdk", "every call with its types, retries with one effect, verified webhooks."],
  ["Look up an error", "/docs/errors", "every code, which calls answer it, and what to do."],
] as const;

export function homePage(document: OpenApiDocument): SitePage {
  const tags = document.tags.filter(({ name }) => endpointsOf(document, name).length > 0);
  return {
    path: "/docs",
    kind: "page",
    title: "Maple documentation",
    summary: document.info.summary,
    above: [],
    group: "home",
    terms: ["MAPLE_URL", "MAPLE_API_KEY", "LOCATION"].map((name) => ({ name, anchor: "first-call" })),
    text: "start first call sandbox quickstart",
    body: (highlight) => ({
      headings: [
        { level: 2, id: "first-call", text: "The first order" },
        { level: 2, id: "read-on", text: "Read on" },
        { level: 2, id: "reference", text: "Reference" },
      ],
      main: html`<h1>Maple for partners</h1>
        <p class="lead">
          ${document.info.summary} One JSON interface, and a sandbox with simulated diners on your own machine.
        </p>
        <h2 id="first-call">The first order</h2>
        ${firstSteps.map(
          ({ caption, words, code }) =>
            html`<p>${inlineProse(words)}</p>
              ${codeFigure(code, "sh", highlight, caption)}`,
        )}
        <h2 id="read-on">Read on</h2>
        <dl class="cards">
          ${steps.map(
            ([title, path, words]) =>
              html`<div>
                <dt><a href="${path}">${title}</a></dt>
                <dd>${words.slice(0, 1).toUpperCase() + words.slice(1)}</dd>
              </div>`,
          )}
        </dl>
        <h2 id="reference">Reference</h2>
        <dl class="cards">
          ${tags.map(
            ({ name, description }) =>
              html`<div>
                <dt><a href="${sectionPath(name)}">${name}</a></dt>
                <dd>${inlineProse(description)}</dd>
              </div>`,
          )}
        </dl>
        <p>
          Other interfaces: <a href="/docs/diner">diners and guests</a>, <a href="/docs/channel">booking channels</a>,
          <a href="/docs/operator">operators</a>, <a href="/console/docs">the console</a>. For programs:
          <a href="/openapi/partner.json">OpenAPI 3.1</a>.
        </p>`,
    }),
    markdown: () =>
      [
        "# Maple for partners\n",
        `${document.info.summary}\n`,
        "## The first order\n",
        ...firstSteps.map(({ words, code }) => `${words}\n\n${fenced(code, "sh")}`),
        "## Read on\n",
        ...steps.map(([title, path, words]) => `- [${title}](${path}.md): ${words}`),
        "\n## Reference\n",
        ...tags.map(({ name, description }) => `- [${name}](${sectionPath(name)}.md): ${description}`),
        "",
      ].join("\n"),
  };
}

/** The documentation page: one HTML document, written from the same OpenAPI document that programs read. */
import type { OpenApiDocument } from "../platform/http/openapi/openapi-document.ts";
import { idPrefixOf } from "../platform/http/openapi/openapi-ids.ts";
import { webhookTag } from "./api-introduction.ts";
import type { Audience } from "./audience.ts";
import { endpointsOf, renderCall, renderEndpoint } from "./endpoint-section.ts";
import { renderErrors } from "./error-section.ts";
import { renderEvents } from "./event-section.ts";
import { renderSchema } from "./field-list.ts";
import { html, type Markup } from "../pages/html.ts";
import { styleElement } from "./page-style.ts";
import { inlineProse, prose } from "./prose.ts";

/** What the pages of the audiences differ in. */
export interface PageWords {
  /** Where the machine-readable document is. */
  readonly machinePath: string;
  /** The first call: what is set before it (null: nothing), and its path. */
  readonly credential: string | null;
  readonly call: string;
}

/** Where the page of each audience is. */
export const pagePaths = {
  partner: "/docs",
  diner: "/docs/diner",
  operator: "/docs/operator",
  channel: "/docs/channel",
  console: "/console/docs",
} as const satisfies Readonly<Record<Audience, string>>;

/** The page of each audience. The console's documents lie below its own path. */
export const pageWords = {
  partner: { machinePath: "/openapi/partner.json", credential: "MAPLE_API_KEY=mpk_test_…", call: "/v1/me" },
  diner: { machinePath: "/openapi/diner.json", credential: null, call: "/store/v1/locations/{locationId}" },
  operator: {
    machinePath: "/openapi/operator.json",
    credential: "MAPLE_OPERATOR_TOKEN=…",
    call: "/operator/v1/test/apps",
  },
  channel: { machinePath: "/openapi/channel.json", credential: null, call: "/reserve/v3/HealthCheck/" },
  console: { machinePath: "/console/openapi.json", credential: "MAPLE_SESSION=…", call: "/console/v1/me" },
} as const satisfies Readonly<Record<Audience, PageWords>>;

/** Renders the page; it needs nothing else: no script, no font, no image from anywhere. */
export function renderPage(document: OpenApiDocument, about: PageWords = pageWords.partner): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content="${document.info.summary}" />
      <title>${document.info.title} API</title>
      ${styleElement}
    </head>
    <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="#start">${document.info.title} <span>API</span></a>
        <span class="version">version ${document.info.version}</span>
        <a class="machine" href="/docs">All documentation</a>
        <a class="machine" href="${about.machinePath}">openapi.json</a>
      </header>
      <div class="page">
        ${renderNavigation(document)}
        <main id="content">
          ${renderStart(document, about)} ${document.tags.map((tag) => renderTag(document, tag.name, tag.description))}
          ${renderErrors()} ${renderObjects(document)}
        </main>
      </div>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function renderNavigation(document: OpenApiDocument): Markup {
  const tags = document.tags.map((tag) => {
    const endpoints = endpointsOf(document, tag.name);
    return html`<li>
      <a href="#tag-${tag.name}">${tag.name}</a>
      ${
        endpoints.length > 0 &&
        html`<ul>
          ${endpoints.map(
            ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
          )}
        </ul>`
      }
    </li>`;
  });
  return html`<nav aria-label="Contents">
    <ul>
      <li><a href="#start">Start</a></li>
      ${tags}
      <li><a href="#errors">Errors</a></li>
      <li><a href="#objects">Objects</a></li>
    </ul>
  </nav>`;
}

function renderStart(document: OpenApiDocument, { credential, call }: PageWords): Markup {
  const server = document.servers[0]?.url ?? "/";
  const first = `${credential === null ? "" : `export ${credential}\n\n`}curl ${server}${call}${bearer(credential)}`;
  return html`<section id="start" class="guide">
    <h1>${document.info.title} API</h1>
    <p class="lead">${document.info.summary}</p>
    <div class="pair">
      <div class="text">${prose(document.info.description)}</div>
      <div class="code">
        <figure>
          <figcaption>First call</figcaption>
          <pre tabindex="0"><code>${first}</code></pre>
        </figure>
      </div>
    </div>
  </section>`;
}

function bearer(credential: string | null): string {
  return credential === null ? "" : ` \\\n  -H "Authorization: Bearer $${credential.split("=")[0] ?? ""}"`;
}

function renderTag(document: OpenApiDocument, name: string, description: string): Markup {
  if (name === webhookTag) return renderEvents(document, name);
  const endpoints = endpointsOf(document, name);
  return html`<section id="tag-${name}">
    <h2>${name}</h2>
    <p class="lead">${inlineProse(description)}</p>
    <ul class="calls">
      ${endpoints.map(
        (endpoint) => html`<li><a href="#${endpoint.operation.operationId}">${renderCall(endpoint)}</a></li>`,
      )}
    </ul>
    ${endpoints.map((endpoint) => renderEndpoint(document, endpoint))}
  </section>`;
}

function renderObjects(document: OpenApiDocument): Markup {
  return html`<section id="objects" class="guide">
    <h2>Objects</h2>
    <p class="lead">What calls answer, each described once.</p>
    ${Object.entries(document.components.schemas)
      .filter(([, schema]) => idPrefixOf(schema) === undefined)
      .map(
        ([name, schema]) =>
          html`<section class="object" id="object-${name}">
            <h3><a class="anchor" href="#object-${name}">${name}</a></h3>
            ${typeof schema["description"] === "string" && prose(schema["description"])} ${renderSchema(schema)}
          </section>`,
      )}
  </section>`;
}

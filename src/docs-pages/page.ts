/**
 * The pages of a reference: a page for the start, for each section, call and object, and for the errors. They are written
 * from the same OpenAPI document that programs read.
 */
import type { OpenApiDocument } from "../platform/http/openapi/openapi-document.ts";
import { idPrefixOf } from "../platform/http/openapi/openapi-ids.ts";
import { endpointsOf, renderCall, renderEndpoint } from "./endpoint-section.ts";
import { renderErrors } from "./error-section.ts";
import { renderSchema } from "./field-list.ts";
import { html, type Markup } from "../pages/html.ts";
import { styleElement } from "./page-style.ts";
import { inlineProse, prose } from "./prose.ts";
import {
  callAddress,
  errorsAddress,
  objectAddress,
  objectsAddress,
  pagePaths,
  tagAddress,
  type ReferenceAudience,
} from "./reference-addresses.ts";

/** What the references of the audiences differ in. */
export interface PageWords {
  /** Where the machine-readable document is. */
  readonly machinePath: string;
  /** The first call: what is set before it (null: nothing), and its path. */
  readonly credential: string | null;
  readonly call: string;
}

const pageWords = {
  diner: { machinePath: "/openapi/diner.json", credential: null, call: "/store/v1/locations/{locationId}" },
  operator: {
    machinePath: "/openapi/operator.json",
    credential: "MAPLE_OPERATOR_TOKEN=…",
    call: "/operator/v1/test/apps",
  },
  channel: { machinePath: "/openapi/channel.json", credential: null, call: "/reserve/v3/HealthCheck/" },
  console: { machinePath: "/console/openapi.json", credential: "MAPLE_SESSION=…", call: "/console/v1/me" },
} as const satisfies Readonly<Record<ReferenceAudience, PageWords>>;

/** A page before its frame. */
interface Content {
  readonly path: string;
  readonly title: string;
  /** The section whose calls the navigation lists. */
  readonly tag?: string;
  /** The call that is described. */
  readonly call?: string;
  readonly main: Markup;
}

/** Renders the pages, by their address; they need nothing else: no script, no font, no image from anywhere. */
export function renderPages(document: OpenApiDocument, audience: ReferenceAudience): ReadonlyMap<string, string> {
  const addressOf = anchorAddresses(document, audience);
  return new Map(
    contents(document, audience).map((content) => [content.path, frame(document, audience, content, addressOf)]),
  );
}

/** The page of each anchor that the parts of a reference link to. */
function anchorAddresses(document: OpenApiDocument, audience: ReferenceAudience): ReadonlyMap<string, string> {
  const calls = document.tags.flatMap(({ name }) => [
    [`tag-${name}`, tagAddress(audience, name)] as const,
    ...endpointsOf(document, name).map(
      ({ operation: { operationId } }) => [operationId, callAddress(audience, name, operationId)] as const,
    ),
  ]);
  const objects = listedObjects(document).map((name) => [`object-${name}`, objectAddress(audience, name)] as const);
  return new Map([...calls, ...objects]);
}

/** Links within one long page become links between pages; an error has its line on the page of errors. */
function withAddresses(text: string, audience: ReferenceAudience, addressOf: ReadonlyMap<string, string>): string {
  return text.replaceAll(/href="#([^"]+)"/g, (whole, anchor: string) => {
    const address = addressOf.get(anchor);
    if (address !== undefined) return `href="${address}"`;
    return anchor.startsWith("error") ? `href="${errorsAddress(audience)}#${anchor}"` : whole;
  });
}

function frame(
  document: OpenApiDocument,
  audience: ReferenceAudience,
  { title, tag, call, main }: Content,
  addressOf: ReadonlyMap<string, string>,
): string {
  const { machinePath } = pageWords[audience];
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content="${document.info.summary}" />
      <title>${title}</title>
      ${styleElement}
    </head>
    <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="${pagePaths[audience]}">${document.info.title} <span>API</span></a>
        <span class="version">version ${document.info.version}</span>
        <a class="machine" href="/docs">All documentation</a>
        <a class="machine" href="${machinePath}">openapi.json</a>
      </header>
      <div class="page">
        ${renderNavigation(document, audience, { tag, call })}
        <main id="content">${main}</main>
      </div>
    </body>
  </html>`;
  return `<!doctype html>\n${withAddresses(page.text, audience, addressOf)}\n`;
}

/** The sections; below the one that is read its calls. */
function renderNavigation(
  document: OpenApiDocument,
  audience: ReferenceAudience,
  current: { readonly tag: string | undefined; readonly call: string | undefined },
): Markup {
  const tags = document.tags.map(({ name }) => {
    const endpoints = name === current.tag ? endpointsOf(document, name) : [];
    return html`<li>
      <a href="#tag-${name}">${name}</a>
      ${
        endpoints.length > 0 &&
        html`<ul>
          ${endpoints.map(
            ({ operation: { operationId, summary } }) =>
              html`<li>
                <a href="#${operationId}" ${operationId === current.call && html`aria-current="page"`}>${summary}</a>
              </li>`,
          )}
        </ul>`
      }
    </li>`;
  });
  return html`<nav aria-label="Contents">
    <ul>
      <li><a href="${pagePaths[audience]}">Start</a></li>
      ${tags}
      <li><a href="${errorsAddress(audience)}">Errors</a></li>
      <li><a href="${objectsAddress(audience)}">Objects</a></li>
    </ul>
  </nav>`;
}

function contents(document: OpenApiDocument, audience: ReferenceAudience): readonly Content[] {
  const { title: product } = document.info;
  const sections = document.tags.flatMap(({ name, description }): Content[] => [
    {
      path: tagAddress(audience, name),
      title: `${name} · ${product} API`,
      tag: name,
      main: renderTag(document, name, description),
    },
    ...endpointsOf(document, name).map((endpoint) => ({
      path: callAddress(audience, name, endpoint.operation.operationId),
      title: `${endpoint.operation.summary} · ${product} API`,
      tag: name,
      call: endpoint.operation.operationId,
      main: html`<section>${renderEndpoint(document, endpoint)}</section>`,
    })),
  ]);
  const objects = listedObjects(document);
  return [
    { path: pagePaths[audience], title: `${product} API`, main: renderStart(document, audience) },
    ...sections,
    { path: errorsAddress(audience), title: `Errors · ${product} API`, main: renderErrors() },
    { path: objectsAddress(audience), title: `Objects · ${product} API`, main: renderObjects(objects) },
    ...objects.map((name) => ({
      path: objectAddress(audience, name),
      title: `${name} · ${product} API`,
      main: renderObject(document, name),
    })),
  ];
}

function renderStart(document: OpenApiDocument, audience: ReferenceAudience): Markup {
  const { credential, call }: PageWords = pageWords[audience];
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
          <pre tabindex="0" translate="no"><code>${first}</code></pre>
        </figure>
      </div>
    </div>
    <h2>Sections</h2>
    <ul class="calls">
      ${document.tags.map(
        ({ name, description }) => html`<li><a href="#tag-${name}">${name}</a>: ${inlineProse(description)}</li>`,
      )}
    </ul>
  </section>`;
}

function bearer(credential: string | null): string {
  return credential === null ? "" : ` \\\n  -H "Authorization: Bearer $${credential.split("=")[0] ?? ""}"`;
}

function renderTag(document: OpenApiDocument, name: string, description: string): Markup {
  return html`<section>
    <h1>${name}</h1>
    <p class="lead">${inlineProse(description)}</p>
    <ul class="calls">
      ${endpointsOf(document, name).map(
        (endpoint) =>
          html`<li>
            <a href="#${endpoint.operation.operationId}">${renderCall(endpoint)}</a>
            <p>${endpoint.operation.summary}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** The names of what calls answer; ids are words of their fields. */
function listedObjects(document: OpenApiDocument): readonly string[] {
  return Object.entries(document.components.schemas)
    .filter(([, schema]) => idPrefixOf(schema) === undefined)
    .map(([name]) => name);
}

function renderObjects(names: readonly string[]): Markup {
  return html`<section class="guide">
    <h1>Objects</h1>
    <p class="lead">What calls take and answer, each described once.</p>
    <ul class="calls">
      ${names.map((name) => html`<li><a href="#object-${name}">${name}</a></li>`)}
    </ul>
  </section>`;
}

function renderObject(document: OpenApiDocument, name: string): Markup {
  const schema = document.components.schemas[name] ?? {};
  return html`<section class="object">
    <h1>${name}</h1>
    ${typeof schema["description"] === "string" && prose(schema["description"])} ${renderSchema(schema)}
  </section>`;
}

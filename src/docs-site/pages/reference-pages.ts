/** The pages of the reference besides calls: its start, sections, events and objects. Pure. */
import { endpointsOf } from "../../docs-pages/endpoint-section.ts";
import { inlineProse, prose } from "../../docs-pages/prose.ts";
import { fieldsOf } from "../../docs-pages/schema-fields.ts";
import { verificationSnippet } from "../../docs-pages/verification-snippet.ts";
import { html } from "../../pages/html.ts";
import { dereference, type JsonSchema, type OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import type { SitePage } from "../text/page-parts.ts";
import { codeFigure } from "../text/site-markdown.ts";
import { firstSentence, parametersOf } from "./call-page.ts";
import { headersOf } from "./call-headers.ts";
import { renderBody, renderParameters, termsOf, withReferences } from "./field-tree.ts";
import { eventPath, objectPath, sectionPath } from "./site-addresses.ts";
import { fenced, writtenBody, writtenParameters } from "./written-fields.ts";

/** Where the reference begins. */
export const reference = { title: "API reference", path: "/docs/api" };

/** The start of the reference: what holds of every call, and the sections. */
export function referencePage(document: OpenApiDocument): SitePage {
  const tags = document.tags.filter(({ name }) => endpointsOf(document, name).length > 0);
  const headers = headersOf(document);
  return {
    path: reference.path,
    kind: "page",
    title: reference.title,
    summary: "What holds of every call: keys, ids, money, times, lists, idempotency.",
    above: [],
    group: "api",
    terms: [
      ...headers.map(({ name }) => ({ name, anchor: `header-${name}` })),
      ...["has_more", "next_cursor", "starting_after"].map((name) => ({ name })),
    ],
    text: document.info.description,
    body: () => ({
      headings: [
        { level: 2, id: "headers", text: "Headers" },
        { level: 2, id: "sections", text: "Sections" },
      ],
      main: html`<h1>API reference</h1>
        <p class="lead">${document.info.summary}</p>
        ${prose(document.info.description)}
        <h2 id="headers">Headers</h2>
        <dl class="codes">
          ${headers.map(
            ({ name, place, description }) =>
              html`<dt id="header-${name}"><code>${name}</code> <span class="type">${place}</span></dt>
                <dd>${inlineProse(description)}</dd>`,
          )}
        </dl>
        <h2 id="sections">Sections</h2>
        <dl class="cards">
          ${tags.map(
            ({ name, description }) =>
              html`<div>
                <dt><a href="${sectionPath(name)}">${name}</a></dt>
                <dd>${inlineProse(description)}</dd>
              </div>`,
          )}
        </dl>
        <p>The same for programs: <a href="/openapi/partner.json">openapi/partner.json</a> (OpenAPI 3.1).</p>`,
    }),
    markdown: () =>
      [
        `# ${reference.title}\n`,
        `${document.info.description}\n`,
        "## Headers\n",
        ...headers.map(({ name, place, description }) => `- \`${name}\` (${place}): ${description}`),
        "\n## Sections\n",
        ...tags.map(({ name, description }) => `- [${name}](${sectionPath(name)}.md): ${description}`),
        "",
      ].join("\n"),
  };
}

/** The types of events, and how a delivery is verified. */
export function eventsPage(document: OpenApiDocument): SitePage {
  const types = Object.entries(document.webhooks);
  const headers = types[0] === undefined ? [] : parametersOf(document, types[0][1].post);
  return {
    path: "/docs/events",
    kind: "page",
    title: "Events",
    summary: "What Maple posts to your address, signed.",
    above: [],
    group: "events",
    terms: headers.map(({ name }) => ({ name, anchor: `header-${name}` })),
    text: `events webhooks deliveries signature verify ${headers.map(({ description }) => description).join(" ")}`,
    body: (highlight) => ({
      headings: [
        { level: 2, id: "types", text: "Types" },
        { level: 2, id: "headers", text: "Headers of a delivery" },
        { level: 2, id: "verify", text: "Verify a delivery" },
      ],
      main: html`<h1>Events</h1>
        <p class="lead">
          What Maple posts to your address, signed. How to subscribe, what is tried again and what is kept:
          <a href="/docs/webhooks">Webhooks</a>.
        </p>
        <h2 id="types">Types</h2>
        <dl class="codes">
          ${types.map(
            ([type, { post }]) =>
              html`<dt>
                  <a href="${eventPath(type)}"><code>${type}</code></a>
                </dt>
                <dd>${inlineProse(post.description ?? "")}</dd>`,
          )}
        </dl>
        <h2 id="headers">Headers of a delivery</h2>
        ${renderParameters(headers)}
        <h2 id="verify">Verify a delivery</h2>
        <p>
          Verify the raw bytes before anything parses them. The <a href="/docs/sdk">SDK</a> has <code>verify</code>; the
          same in Node.js without a library:
        </p>
        ${codeFigure(verificationSnippet.trim(), "ts", highlight, "Node.js")}`,
    }),
    markdown: () =>
      [
        "# Events\n",
        ...types.map(([type, { post }]) => `- [\`${type}\`](${eventPath(type)}.md): ${post.description ?? ""}`),
        "\n## Headers of a delivery\n",
        writtenParameters(headers),
        "## Verify a delivery\n",
        fenced(verificationSnippet.trim(), "js"),
      ].join("\n"),
  };
}

export function eventPage(document: OpenApiDocument, type: string): SitePage {
  const post = document.webhooks[type]?.post;
  const media = post?.requestBody?.content["application/json"];
  const schema = dereference<JsonSchema>(document, media?.schema ?? {});
  const description = post?.description ?? "";
  return {
    path: eventPath(type),
    kind: "event",
    title: type,
    summary: firstSentence(description),
    above: [{ title: "Events", path: "/docs/events" }],
    group: "events",
    terms: [{ name: type }, ...termsOf(fieldsOf(schema), "event")],
    text: description,
    body: (highlight) => ({
      headings: [{ level: 2, id: "fields", text: "Fields" }],
      main: html`<h1>${type}</h1>
        <div class="pair">
          <div class="text">
            <p class="lead">${inlineProse(description)}</p>
            <h2 id="fields">Fields</h2>
            ${renderBody(withReferences(document, schema), "event")}
          </div>
          <div class="code">${codeFigure(JSON.stringify(media?.example, null, 2), "json", highlight, "Event")}</div>
        </div>`,
    }),
    markdown: () =>
      [
        `# ${type}\n`,
        `${description}\n`,
        "## Fields\n",
        writtenBody(withReferences(document, schema)),
        "## Example\n",
        fenced(JSON.stringify(media?.example, null, 2), "json"),
      ].join("\n"),
  };
}

/** The names of objects that are worth a list: not the bodies of single calls, pages of lists and events. */
export function listedObjects(document: OpenApiDocument): readonly string[] {
  return Object.keys(document.components.schemas)
    .filter(
      (name) =>
        !/(?:Input|List|Event|News|Line|Result|Deleted)$/.test(name) &&
        fieldsOf(document.components.schemas[name] ?? {}).length > 0,
    )
    .toSorted();
}

export function objectsPage(document: OpenApiDocument): SitePage {
  const names = listedObjects(document);
  return {
    path: "/docs/objects",
    kind: "page",
    title: "Objects",
    summary: "What calls take and answer, each described once.",
    above: [],
    group: "objects",
    terms: [],
    text: "objects",
    body: () => ({
      headings: [],
      main: html`<h1>Objects</h1>
        <p class="lead">What calls take and answer, each described once.</p>
        <ul class="names">
          ${names.map((name) => html`<li><a href="${objectPath(name)}">${name}</a></li>`)}
        </ul>`,
    }),
    markdown: () => `# Objects\n\n${names.map((name) => `- [${name}](${objectPath(name)}.md)`).join("\n")}\n`,
  };
}

export function objectPage(document: OpenApiDocument, name: string): SitePage {
  const schema = document.components.schemas[name] ?? {};
  const words = typeof schema["description"] === "string" ? schema["description"] : "";
  return {
    path: objectPath(name),
    kind: "object",
    title: name,
    summary: words === "" ? `The fields of ${name}.` : firstSentence(words),
    above: [{ title: "Objects", path: "/docs/objects" }],
    group: "objects",
    terms: [{ name }, ...termsOf(fieldsOf(schema), "field")],
    text: words,
    body: () => ({
      headings: [],
      main: html`<h1>${name}</h1>
        ${words !== "" && prose(words)} ${renderBody(schema, "field")}`,
    }),
    markdown: () => `# ${name}\n\n${words === "" ? "" : `${words}\n\n`}${writtenBody(schema)}`,
  };
}

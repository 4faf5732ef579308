/** The page of a call: its words, its callers, its fields, its answers, its refusals, and samples to run. Pure. */
import { renderAccess, renderCall, responsesOf, type Endpoint } from "../../docs-pages/endpoint-section.ts";
import { refusalsOfEveryCall } from "../../docs-pages/error-section.ts";
import { inlineProse, prose } from "../../docs-pages/prose.ts";
import { fieldsOf, typeWords } from "../../docs-pages/schema-fields.ts";
import { html, type Markup } from "../../pages/html.ts";
import {
  dereference,
  type JsonSchema,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Parameter,
} from "../../platform/http/openapi/openapi-document.ts";
import { refusalKind } from "../../platform/http/refusals/refusal-catalogue.ts";
import type { Heading, Highlight, PageBody, SitePage, Term } from "../text/page-parts.ts";
import { renderBody, renderParameters, renderType, termsOf } from "./field-tree.ts";
import { renderResponseSample, renderSamples } from "./sample-tabs.ts";
import { samplesOf, type Sample, type SdkMethods } from "./samples.ts";
import { callPath, errorPath, sectionPath } from "./site-addresses.ts";
import { writtenCall } from "./written-call.ts";

/** What a call is limited to a minute; undefined: it has no budget of its own. */
export type BudgetWords = (operationId: string) => string | undefined;

/** What the description of a call does not say. */
export interface CallFacts {
  readonly budget: BudgetWords;
  readonly sdk: SdkMethods;
}

/** The page of a call of a section. */
export function callPage(document: OpenApiDocument, endpoint: Endpoint, about: CallFacts): SitePage {
  const { operation, method, path } = endpoint;
  const budget = about.budget(operation.operationId);
  const samples = (): readonly Sample[] => samplesOf(document, endpoint, about.sdk);
  const [tag = ""] = operation.tags;
  return {
    path: callPath(tag, operation.operationId),
    kind: "call",
    title: operation.summary,
    summary: firstSentence(operation.description ?? operation.summary),
    above: [{ title: tag, path: sectionPath(tag) }],
    group: "api",
    terms: [
      { name: operation.operationId },
      { name: `${method.toUpperCase()} ${path}` },
      ...callTerms(document, operation),
    ],
    text: `${operation.operationId} ${path} ${operation.description ?? ""}`,
    body: (highlight) => callBody(document, endpoint, { samples: samples(), budget }, highlight),
    markdown: () => writtenCall(document, endpoint, samples(), budget),
  };
}

/** The first sentence of a text, without marks. */
export function firstSentence(text: string): string {
  const plain = text.replaceAll("`", "");
  const end = /[.:](?=\s|$)/.exec(plain);
  return end === null ? plain : `${plain.slice(0, end.index)}.`;
}

export function parametersOf(document: OpenApiDocument, operation: Operation): readonly Parameter[] {
  return (operation.parameters ?? []).map((one) => dereference<Parameter>(document, one));
}

export function bodyOf(document: OpenApiDocument, operation: Operation): JsonSchema | undefined {
  const media = operation.requestBody?.content["application/json"];
  return media && dereference<JsonSchema>(document, media.schema);
}

/** The codes that are the call's own. */
export function ownCodes(operation: Operation): readonly string[] {
  return (operation["x-error-codes"] ?? []).filter((code) => !refusalsOfEveryCall.has(code));
}

function callTerms(document: OpenApiDocument, operation: Operation): readonly Term[] {
  const body = bodyOf(document, operation);
  const parameters = parametersOf(document, operation).filter(({ name }) => name !== "Idempotency-Key");
  return [
    ...parameters.map(({ name, in: place }) => ({ name, anchor: `${place}-${name}` })),
    ...(body === undefined ? [] : termsOf(fieldsOf(body), "body")),
  ];
}

function callBody(
  document: OpenApiDocument,
  endpoint: Endpoint,
  { samples, budget }: { readonly samples: readonly Sample[]; readonly budget: string | undefined },
  highlight: Highlight,
): PageBody {
  const { operation } = endpoint;
  const parameters = parametersOf(document, operation);
  const body = bodyOf(document, operation);
  const headings: Heading[] = [];
  const heading = (id: string, text: string): Markup => {
    headings.push({ level: 2, id, text });
    return html`<h2 id="${id}">${text}</h2>`;
  };
  const main = html`<h1>${operation.summary}</h1>
    <div class="pair">
      <div class="text">
        <p class="call">${renderCall(endpoint)}</p>
        <div class="facts">
          ${renderAccess(operation)} ${budget !== undefined && html`<p class="access">${budget}</p>`}
        </div>
        ${operation.deprecated === true && html`<p class="note">This call ends on ${operation["x-sunset"]}.</p>`}
        ${operation.description !== undefined && prose(operation.description)}
        ${parameters.length > 0 && [heading("parameters", "Parameters"), renderParameters(parameters)]}
        ${body !== undefined && [heading("body", operation.requestBody?.required === false ? "Body, optional" : "Body"), renderBody(body, "body")]}
        ${heading("responses", "Responses")} ${renderResponses(document, operation)} ${heading("errors", "Errors")}
        ${renderCodes(operation)}
      </div>
      <div class="code">
        ${renderSamples(samples, highlight)} ${renderResponseSample(document, endpoint, highlight)}
      </div>
    </div>`;
  return { main, headings };
}

function renderResponses(document: OpenApiDocument, operation: Operation): Markup {
  const answers = responsesOf(document, operation).filter(([status]) => Number(status) < 400);
  return html`${answers.map(([status, { description, content }]) => {
    const media = content?.["application/json"];
    return html`<div class="answer">
      <p><span class="status">${status}</span> ${inlineProse(description)}</p>
      ${media !== undefined && renderResponseBody(document, media, `response-${status}`)}
    </div>`;
  })}`;
}

/** An object with at most so many fields is shown unfolded. */
const mostUnfolded = 12;

/** An object that has a page is linked, and its fields can be unfolded; one without a name is shown. */
function renderResponseBody(document: OpenApiDocument, { schema }: MediaType, prefix: string): Markup {
  if (!("$ref" in schema)) return renderBody(schema, prefix);
  const whole = dereference<JsonSchema>(document, schema);
  const isShort = fieldsOf(whole).length <= mostUnfolded;
  return html`<p class="shape">${renderType(typeWords(schema))}</p>
    <details ${isShort && html`open`}>
      <summary>Fields</summary>
      ${renderBody(whole, prefix)}
    </details>`;
}

function renderCodes(operation: Operation): Markup {
  const every = html`<a href="/docs/errors#codes-of-every-call">errors of every call</a>`;
  const codes = ownCodes(operation);
  if (codes.length === 0) return html`<p>Only the ${every}.</p>`;
  return html`<dl class="codes">
      ${codes.map(
        (code) =>
          html`<dt>
              <span class="status">${refusalKind(code).status}</span>
              <a href="${errorPath(code)}"><code>${code}</code></a>
            </dt>
            <dd>${inlineProse(refusalKind(code).advice)}</dd>`,
      )}
    </dl>
    <p>Also the ${every}.</p>`;
}

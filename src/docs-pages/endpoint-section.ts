/** One endpoint of the page: its words, its fields, its answers, its refusals, and an example call. */
import {
  dereference,
  type JsonSchema,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type Response,
} from "../platform/http/openapi/openapi-document.ts";
import { exampleOf } from "../platform/http/openapi/openapi-examples.ts";
import { refusalKind } from "../platform/http/refusals/refusal-catalogue.ts";
import { curlExample } from "./curl-example.ts";
import { refusalsOfEveryCall } from "./error-section.ts";
import { renderParameters, renderSchema, renderType } from "./field-list.ts";
import { html, type Markup } from "../pages/html.ts";
import { inlineProse, prose } from "./prose.ts";
import { typeWords } from "./schema-fields.ts";

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The endpoints of a tag, in the order of the document. */
export function endpointsOf(document: OpenApiDocument, tag: string): readonly Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method, path, operation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  );
}

/** The method and path, with the method as a badge. */
export function renderCall({ method, path }: Pick<Endpoint, "method" | "path">): Markup {
  const parts = path.split(/(\{\w+\})/).map((part) => (part.startsWith("{") ? html`<var>${part}</var>` : part));
  return html`<span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${parts}</code>`;
}

export function renderEndpoint(document: OpenApiDocument, endpoint: Endpoint): Markup {
  const { operation } = endpoint;
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(document, parameter));
  return html`<article id="${operation.operationId}">
    <div class="text">
      <h1>${operation.summary}</h1>
      <p class="call">${renderCall(endpoint)}</p>
      ${renderAccess(operation)} ${operation.description !== undefined && prose(operation.description)}
      ${
        parameters.length > 0 &&
        html`<h2 class="part">Parameters</h2>
          ${renderParameters(parameters)}`
      }
      ${renderRequestBody(document, operation)} ${renderAnswers(document, operation)} ${renderRefusals(operation)}
    </div>
    <div class="code">${renderCode(document, endpoint)}</div>
  </article>`;
}

/** Who may make the call. */
export function renderAccess(operation: Operation): Markup {
  const [scheme, scopes] = Object.entries(operation.security[0] ?? {})[0] ?? [];
  if (scheme === "apiKey") {
    const [scope] = scopes ?? [];
    return html`<p class="access">${scope === undefined ? "Any API key" : html`Scope <code>${scope}</code>`}</p>`;
  }
  if (scheme === "channelPassword") return html`<p class="access">Name and password of a booking channel</p>`;
  if (scheme === "testApiKey") return html`<p class="access">Any test API key</p>`;
  if (scheme === "session") {
    const device = operation.security.some((needed) => "sharedDevice" in needed);
    return html`<p class="access">Session${device && " or shared device"}</p>`;
  }
  return html`<p class="access">${scheme === "operatorToken" ? "Operator token" : "No authentication"}</p>`;
}

function renderRequestBody(document: OpenApiDocument, operation: Operation): Markup | null {
  const media = operation.requestBody?.content["application/json"];
  if (media === undefined) return null;
  const optional = operation.requestBody?.required === false && html` <span class="optional">optional</span>`;
  return html`<h2 class="part">Body${optional}</h2>
    ${renderSchema(dereference<JsonSchema>(document, media.schema))}`;
}

export function responsesOf(document: OpenApiDocument, operation: Operation): readonly (readonly [string, Response])[] {
  return Object.entries(operation.responses).map(([status, response]) => [status, dereference(document, response)]);
}

function renderAnswers(document: OpenApiDocument, operation: Operation): Markup {
  const answers = responsesOf(document, operation).filter(([status]) => Number(status) < 400);
  return html`<h2 class="part">Answers</h2>
    ${answers.map(([status, response]) => {
      const media = response.content?.["application/json"];
      return html`<div class="answer">
        <p><span class="status">${status}</span> ${inlineProse(response.description)}</p>
        ${media !== undefined && renderAnswerBody(document, media)}
      </div>`;
    })}`;
}

function renderAnswerBody(document: OpenApiDocument, { schema }: MediaType): Markup {
  if ("$ref" in schema) return renderNamed(document, schema, html`${renderType(typeWords(schema))}`);
  const data = (schema["properties"] as Readonly<Record<string, JsonSchema>> | undefined)?.["data"];
  const items = data?.["items"] as JsonSchema | undefined;
  const isList = items !== undefined && Object.keys(schema["properties"] ?? {}).length === 2;
  if (!isList) return renderSchema(schema);
  const shape = html`A list: <code>data</code> is ${renderType(typeWords(data ?? {}))}`;
  return "$ref" in items
    ? renderNamed(document, items, shape)
    : html`<p class="shape">${shape}</p>
        ${renderSchema(items)}`;
}

/** A named object is described under Objects; its fields can be unfolded here as well. */
function renderNamed(document: OpenApiDocument, reference: JsonSchema, shape: Markup): Markup {
  const schema = dereference<JsonSchema>(document, reference);
  return html`<p class="shape">${shape}</p>
    <details>
      <summary>Fields</summary>
      ${renderSchema(schema)}
    </details>`;
}

function renderRefusals(operation: Operation): Markup {
  const refusals = (operation["x-error-codes"] ?? []).filter((code) => !refusalsOfEveryCall.has(code));
  const rows = refusals.map(
    (code) =>
      html`<tr>
        <td>${refusalKind(code).status}</td>
        <td>
          <a href="#error-${code}"><code>${code}</code></a>
        </td>
        <td class="advice">${inlineProse(refusalKind(code).advice)}</td>
      </tr>`,
  );
  const every = html`<a href="#errors-of-every-call">errors of every call</a>`;
  if (rows.length === 0) return html`<p class="every">Refuses with the ${every} only.</p>`;
  return html`<h2 class="part">Refusals</h2>
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    <p class="every">Also the ${every}.</p>`;
}

function renderCode(document: OpenApiDocument, endpoint: Endpoint): Markup {
  const curl = curlExample(document, endpoint.method, endpoint.path, endpoint.operation);
  const [status, response] = responsesOf(document, endpoint.operation)[0] ?? [];
  const media = response?.content?.["application/json"];
  const example = media?.example ?? (media && exampleOf(media.schema, (schema) => dereference(document, schema)));
  return html`<figure>
      <figcaption>Request</figcaption>
      <pre tabindex="0" translate="no"><code>${curl}</code></pre>
    </figure>
    ${
      example !== undefined &&
      html`<figure>
        <figcaption>Answer ${status}</figcaption>
        <pre tabindex="0" translate="no"><code>${JSON.stringify(example, null, 2)}</code></pre>
      </figure>`
    }`;
}

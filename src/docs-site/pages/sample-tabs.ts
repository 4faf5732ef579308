/** Samples side by side, chosen by CSS: radio buttons decide which is shown, so all can be chosen without script. Pure. */
import { responsesOf, type Endpoint } from "../../docs-pages/endpoint-section.ts";
import { html, type Markup } from "../../pages/html.ts";
import { exampleOf } from "../../platform/http/openapi/openapi-examples.ts";
import { dereference, type OpenApiDocument } from "../../platform/http/openapi/openapi-document.ts";
import type { Highlight } from "../text/page-parts.ts";
import { codeFigure } from "../text/site-markdown.ts";
import type { Sample } from "./samples.ts";

/** The call in each language. */
export function renderSamples(samples: readonly Sample[], highlight: Highlight): Markup {
  return html`<fieldset class="tabs">
    <legend>Request</legend>
    ${samples.map(
      ({ name, language }, at) =>
        html`<input
            type="radio"
            name="language"
            id="in-${language}"
            value="${language}"
            ${at === 0 && html`checked`}
          /><label for="in-${language}">${name}</label>`,
    )}
    ${samples.map(
      ({ language, code }) =>
        html`<div class="code-box tab ${language}">
          <pre tabindex="0" translate="no"><code>${highlight(code, language)}</code></pre>
        </div>`,
    )}
  </fieldset>`;
}

/** The recorded answer. */
export function responseExample(
  document: OpenApiDocument,
  { operation }: Endpoint,
): readonly [string, unknown] | undefined {
  const [status = "", response] = responsesOf(document, operation)[0] ?? [];
  const media = response?.content?.["application/json"];
  if (media === undefined) return undefined;
  return [status, media.example ?? exampleOf(media.schema, (schema) => dereference(document, schema))];
}

export function renderResponseSample(
  document: OpenApiDocument,
  endpoint: Endpoint,
  highlight: Highlight,
): Markup | null {
  const [status, example] = responseExample(document, endpoint) ?? [];
  if (example === undefined) return null;
  return codeFigure(JSON.stringify(example, null, 2), "json", highlight, `Response ${status}`);
}

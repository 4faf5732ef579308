/** Events on the page: the types, the envelope, and how to verify a delivery. */
import { dereference, type JsonSchema, type OpenApiDocument } from "../platform/http/openapi/openapi-document.ts";
import { retryDelaysSeconds } from "../webhooks/subscriptions/retry-schedule.ts";
import { signatureToleranceSeconds } from "../webhooks/subscriptions/signature.ts";
import { renderParameters, renderSchema } from "./field-list.ts";
import { html, type Markup } from "../pages/html.ts";
import { inlineProse } from "./prose.ts";
import { verificationSnippet } from "./verification-snippet.ts";

export function renderEvents(document: OpenApiDocument, tag: string): Markup {
  const operations = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, post }));
  const media = operations[0]?.post.requestBody?.content["application/json"];
  const headers = (operations[0]?.post.parameters ?? []).map((header) => dereference(document, header));
  return html`<section id="tag-${tag}" class="guide">
    <h2>${tag}</h2>
    <div class="pair">
      <div class="text">
        <p>
          Maple posts each event to the <code>notification_url</code> of the subscriptions that ask for its type. Answer
          2xx within 10 seconds and do the work afterwards. Deliveries may repeat: ignore an <code>event_id</code> that
          you have handled.
        </p>
        <p>
          Anything but 2xx is tried again after ${retryDelaysSeconds.map(inWords).join(", ")}; 410 disables the
          subscription.
        </p>
        <h3 id="event-envelope">The body</h3>
        ${media !== undefined && renderSchema(dereference<JsonSchema>(document, media.schema))}
      </div>
      <div class="code">
        <figure>
          <figcaption>A delivery</figcaption>
          <pre tabindex="0"><code>${JSON.stringify(media?.example, null, 2)}</code></pre>
        </figure>
      </div>
    </div>
    ${renderTypes(operations.map(({ type, post }) => [type, post.description ?? ""]))}
    <h3 id="verify-a-delivery">Verify a delivery</h3>
    <div class="pair">
      <div class="text">
        <p>
          The signature is HMAC-SHA256 over
          <code>${"<timestamp>.<subscription id>.<notification url>.<raw body>"}</code>, keyed with the whole signing
          secret, in hex. Compare in constant time, on the raw bytes, and refuse what is more than
          ${signatureToleranceSeconds} seconds old. The Standard Webhooks headers are sent too, so that its published
          libraries work unchanged.
        </p>
        <h4>Headers</h4>
        ${renderParameters(headers)}
      </div>
      <div class="code">
        <figure>
          <figcaption>Node.js</figcaption>
          <pre tabindex="0"><code>${verificationSnippet.trim()}</code></pre>
        </figure>
      </div>
    </div>
  </section>`;
}

function renderTypes(types: readonly (readonly [string, string])[]): Markup {
  return html`<h3 id="event-types">Types</h3>
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Sent when</th>
          </tr>
        </thead>
        <tbody>
          ${types.map(
            ([type, description]) =>
              html`<tr id="event-${type}">
                <td><code>${type}</code></td>
                <td class="advice">${inlineProse(description)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
}

/** Errors on the page: the body, and the table of all codes. */
import { errorSchema } from "../platform/http/openapi/openapi-answers.ts";
import { refusalCodes, refusalKind, tagOf, type RefusalCode } from "../platform/http/refusals/refusal-catalogue.ts";
import { renderSchema } from "./field-list.ts";
import { html, join, type Markup } from "../pages/html.ts";
import { inlineProse } from "./prose.ts";

/** What any call may answer, so that an endpoint lists only what is its own. */
export const refusalsOfEveryCall: ReadonlySet<string> = new Set<RefusalCode>([
  "invalid_request",
  "not_acceptable",
  "payload_too_large",
  "unsupported_media_type",
  "request_timeout",
  "address_too_long",
  "expectation_failed",
  "headers_too_large",
  "method_not_allowed",
  "unauthorized",
  "insufficient_scope",
  "wrong_environment",
  "idempotency_key_reused",
  "operation_in_progress",
  "rate_limited",
  "internal",
  "unavailable",
]);

const example = {
  _tag: "DeveloperApiBadRequest",
  message: "body.reason must not be empty",
  code: "invalid_request",
  feedback:
    "If this message does not say what to change, tell us: POST /v1/feedback with the x-request-id of this answer.",
  doc_url: "https://maple.example/docs/errors/invalid_request",
  details: { issues: [{ path: "body.reason", message: "must not be empty" }] },
};

export function renderErrors(): Markup {
  const everywhere = refusalCodes.filter((code) => refusalsOfEveryCall.has(code));
  return html`<section id="errors" class="guide">
    <h1>Errors</h1>
    <div class="pair">
      <div class="text">
        <p>
          Every error has the same body. Branch on <code>_tag</code> and <code>code</code>; the message is for a person
          and may change. Do not repeat a 4xx unchanged, except a 409 that may pass; repeat a 429 and a 503 after
          <code>Retry-After</code>, a 500 with growing pauses.
        </p>
        ${renderSchema(errorSchema(refusalCodes))}
      </div>
      <div class="code">
        <figure>
          <figcaption>An error</figcaption>
          <pre tabindex="0" translate="no"><code>${JSON.stringify(example, null, 2)}</code></pre>
        </figure>
      </div>
    </div>
    <h2 id="errors-of-every-call">Errors of every call</h2>
    ${renderTable(everywhere)}
    <h2 id="errors-of-some-calls">Errors of some calls</h2>
    ${renderTable(refusalCodes.filter((code) => !refusalsOfEveryCall.has(code)))}
  </section>`;
}

function renderTable(codes: readonly string[]): Markup {
  const head = ["Status", "Code", "Tag", "What to do", "Details"].map((text) => html`<th scope="col">${text}</th>`);
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${codes.map((code) => {
          const { status, advice, details } = refusalKind(code);
          return html`<tr id="error-${code}">
            <td>${status}</td>
            <td><code>${code}</code></td>
            <td class="tag"><code>${tagOf(status)}</code></td>
            <td class="advice">${inlineProse(advice)}</td>
            <td class="details">
              ${join(
                (details ?? []).map((name) => html`<code>${name}</code>`),
                " ",
              )}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** One request of an app: the request, its answer, and the events that it made. Pure. */
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import type { RequestWithBodies } from "../requests/list-requests.query.ts";
import { requestWithBodiesToWire } from "../requests/requests.schemas.ts";
import { card, developerPage, utc } from "./developer-page.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";
import { statusBadge } from "./requests-page.ts";

/** The request with its bodies, and the ways to its events. */
export function requestPage(at: DeveloperVisit, found: RequestWithBodies): PageAnswer {
  const { say, path } = at;
  const shown = requestWithBodiesToWire(found);
  const facts: readonly (readonly [string, string | number | null])[] = [
    ["operation", shown.operation],
    ["code", shown.code],
    ["resource_id", shown.resource_id],
    ["duration_ms", shown.duration_ms],
    ["key_last_four", shown.key_last_four],
    ["user_agent", shown.user_agent],
    ["idempotency_key", shown.idempotency_key],
    ["replayed", shown.replayed ? "true" : null],
    ["fault", shown.fault === null ? null : shown.fault.kind],
    ["query", Object.keys(shown.query).length === 0 ? null : JSON.stringify(shown.query)],
  ];
  return developerPage(at, "requests", {
    title: `${shown.method} ${shown.path}`,
    main: html`<p>${statusBadge(shown.status)} ${utc(found.at)} · <code>${shown.id}</code></p>
      ${card(
        say("requests.about"),
        html`<dl class="app-facts">
          ${facts.map(
            ([name, value]) =>
              value !== null &&
              html`<dt><code>${name}</code></dt>
                <dd><code>${value}</code></dd>`,
          )}
        </dl>`,
      )}
      ${card(say("requests.sent"), bodyPart(at, shown.request_body))}
      ${card(say("requests.answered"), bodyPart(at, shown.response_body))}
      ${card(
        say("requests.made"),
        shown.event_ids.length === 0
          ? html`<p>${say("events.none")}</p>`
          : html`<ul class="rows app-list">
              ${shown.event_ids.map(
                (id) =>
                  html`<li>
                    <a href="${path}/events/${id}"><code>${id}</code></a>
                  </li>`,
              )}
            </ul>`,
      )}
      ${
        shown.resource_id !== null &&
        html`<p><a href="${path}/requests?resource_id=${shown.resource_id}">${say("requests.same")}</a></p>`
      }`,
  });
}

function bodyPart({ say }: DeveloperVisit, body: unknown): Markup {
  if (body === null) return html`<p>${say("requests.no_body")}</p>`;
  return html`<pre tabindex="0">${typeof body === "string" ? body : JSON.stringify(body, null, 2)}</pre>`;
}

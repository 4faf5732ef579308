/** The request log of an app. Pure. */
import type { RequestRow } from "../requests/list-requests.query.ts";
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import { developerPage, notice, utc } from "./developer-page.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";

export interface RequestsWanted {
  readonly hasMore: boolean;
  /** The id that was looked for. */
  readonly sought: string | undefined;
}

/** A page of the log, newest first, or the one that was looked for. */
export function requestsPage(
  at: DeveloperVisit,
  rows: readonly RequestRow[],
  { hasMore, sought }: RequestsWanted,
): PageAnswer {
  const { say, path } = at;
  const last = rows.at(-1);
  return developerPage(at, "requests", {
    title: say("nav.requests"),
    main: html`<p>${say("requests.text")}</p>
      <form class="app-form" method="get" action="${path}/requests">
        <div class="field">
          <label for="id">${say("requests.find")}</label>
          <input id="id" name="id" value="${sought ?? ""}" placeholder="req_…" maxlength="40" autocomplete="off" />
        </div>
        <button class="quiet" type="submit">${say("requests.show")}</button>
      </form>
      ${rows.length === 0 && notice("bad", html`<p>${say(sought === undefined ? "requests.none" : "requests.unknown")}</p>`)}
      <ul class="rows app-list">
        ${rows.map(rowOf)}
      </ul>
      ${
        hasMore &&
        last !== undefined &&
        html`<p><a href="${path}/requests?before=${last.id}">${say("events.older")}</a></p>`
      }`,
  });
}

function rowOf({ id, at, route, status, code, duration_ms: took }: RequestRow): Markup {
  return html`<li>
    <div class="row apart">
      <code>${route}</code>
      <span class="badge ${status < 400 ? "good" : status < 500 ? "warn" : "bad"}">${status}</span>
    </div>
    <p class="soft small">
      ${utc(at)} · <code>${id}</code> ${took !== null && html`· ${took} ms`}
      ${code !== null && html`· <code>${code}</code>`}
    </p>
  </li>`;
}

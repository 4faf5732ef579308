/** The request log of an app: the list. Pure. */
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import type { RequestRow } from "../requests/list-requests.query.ts";
import { developerPage, notice, utc } from "./developer-page.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";

/** What the list is narrowed by, as it was typed; fields are named as those of the API. */
export type TypedFilters = Readonly<Record<(typeof filterNames)[number], string>>;

export const filterNames = ["status", "code", "method", "operation", "resource_id"] as const;

const examples: Omit<TypedFilters, "method"> = {
  status: "4xx",
  code: "stale_version",
  operation: "acceptOrder",
  resource_id: "ord_…",
};
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Whether a status was typed that no answer can have. */
export function isNoStatus({ status }: TypedFilters): boolean {
  return status !== "" && !/^[1-5](?:\d\d|xx)$/i.test(status);
}

export interface RequestsWanted {
  readonly hasMore: boolean;
  readonly typed: TypedFilters;
  /** The id that was looked for and is not there. */
  readonly unknown: string | undefined;
}

/** A page of the log, newest first. */
export function requestsPage(at: DeveloperVisit, rows: readonly RequestRow[], wanted: RequestsWanted): PageAnswer {
  const { say, path } = at;
  const { hasMore, typed, unknown } = wanted;
  const last = rows.at(-1);
  const asked = filterNames.filter((name) => typed[name] !== "").map((name) => [name, typed[name]] as const);
  const older = new URLSearchParams([...asked.map((pair) => [...pair]), ["before", last?.id ?? ""]]).toString();
  return developerPage(at, "requests", {
    title: say("nav.requests"),
    status: isNoStatus(typed) ? 400 : unknown === undefined ? 200 : 404,
    main: html`<p>${say("requests.text")}</p>
      ${unknown !== undefined && notice("bad", html`<p>${say("requests.unknown")} <code>${unknown}</code></p>`)}
      <form class="app-form" method="get" action="${path}/requests">
        <div class="field">
          <label for="id">${say("requests.find")}</label>
          <input id="id" name="id" value="${unknown ?? ""}" placeholder="req_…" maxlength="40" autocomplete="off" />
        </div>
        <button class="quiet" type="submit">${say("requests.show")}</button>
      </form>
      <form class="app-form app-narrow" method="get" action="${path}/requests">
        ${filterNames.map((name) => filterField(at, name, typed))}
        <button class="quiet" type="submit">${say("requests.filter")}</button>
        ${asked.length > 0 && html`<a href="${path}/requests">${say("requests.all")}</a>`}
      </form>
      ${rows.length === 0 && !isNoStatus(typed) && html`<p>${say(asked.length === 0 ? "requests.none" : "requests.none_fit")}</p>`}
      <ul class="rows app-list">
        ${rows.map((row) => rowOf(at, row))}
      </ul>
      ${hasMore && last !== undefined && html`<p><a href="${path}/requests?${older}">${say("events.older")}</a></p>`}`,
  });
}

function filterField({ say }: DeveloperVisit, name: (typeof filterNames)[number], typed: TypedFilters): Markup {
  const value = typed[name];
  const label = html`<label for="${name}"><code>${name}</code></label>`;
  if (name === "method")
    return html`<div class="field">
      ${label}
      <select id="method" name="method">
        ${["", ...methods].map((one) => html`<option ${one === value && html`selected`}>${one}</option>`)}
      </select>
    </div>`;
  const isWrong = name === "status" && isNoStatus(typed);
  return html`<div class="field">
    ${label}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${isWrong && html`aria-invalid="true" aria-describedby="no-status"`}
      placeholder="${examples[name]}"
      maxlength="100"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
    />
    ${isWrong && html`<p class="mistake" id="no-status">${say("requests.bad_status", { value })}</p>`}
  </div>`;
}

/** The status in the colour of its class. */
export function statusBadge(status: number): Markup {
  return html`<span class="badge ${status < 400 ? "good" : status < 500 ? "warn" : "bad"}">${status}</span>`;
}

function rowOf({ path }: DeveloperVisit, row: RequestRow): Markup {
  const { id, at, status, code, duration_ms: took } = row;
  return html`<li>
    <div class="row apart">
      <a href="${path}/requests/${id}"><code>${row.method === null ? row.route : `${row.method} ${row.path}`}</code></a>
      ${statusBadge(status)}
    </div>
    <p class="soft small">
      ${utc(at)} · <code>${id}</code> ${took !== null && html`· ${took} ms`}
      ${code !== null && html`· <code>${code}</code>`}
      ${row.operation !== null && html`· <code>${row.operation}</code>`}
    </p>
  </li>`;
}

/** The feedback of apps: bugs, gaps, unclear errors, and the state of each. Pure. */
import { feedbackStates, type Feedback, type FeedbackState } from "../../feedback/feedback.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { doneNotice, hiddenFields, problemNotice } from "../shell/operator-forms.ts";
import { operatorPage, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface InboxShown {
  readonly entries: readonly Feedback[];
  readonly older: string | undefined;
  /** Undefined: all. */
  readonly state: FeedbackState | undefined;
  readonly apps: ReadonlyMap<string, string>;
  readonly problem?: string;
}

const path = "/operator/feedback";
export const longestNote = 2_000;

export function inboxPage(at: OperatorVisit, { entries, older, state, apps, problem }: InboxShown): PageAnswer {
  const filter = `state=${state ?? "all"}`;
  return operatorPage(at, {
    title: "Feedback",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}${doneNotice(at, { saved: "Saved." })}
      <nav class="chips operator-chips" aria-label="State">
        ${[...feedbackStates, undefined].map(
          (one) =>
            html`<a class="chip" href="${path}?state=${one ?? "all"}" ${one === state && html`aria-current="true"`}
              >${one ?? "all"}</a
            >`,
        )}
      </nav>
      ${entries.length === 0 && html`<p>Nothing is here.</p>`} ${entries.map((one) => entryPart(one, apps))}
      ${older !== undefined && html`<p><a href="${path}?${filter}&before=${older}">Older</a></p>`}`,
  });
}

function entryPart(one: Feedback, apps: InboxShown["apps"]): Markup {
  const { id, app_id: app, kind, summary, description, status, note } = one;
  const matched = new Set(one.matched_request_ids);
  return html`<section class="card">
    <h2><bdi>${summary}</bdi></h2>
    <p class="soft small">
      <span class="badge ${status === "new" ? "warn" : ""}">${status}</span> ${kind} · ${utc(one.created_at)} ·
      <a href="/operator/apps/${app}"><bdi>${apps.get(app) ?? app}</bdi></a>
    </p>
    ${description !== null && html`<p><bdi>${description}</bdi></p>`}
    ${
      one.request_ids.length > 0 &&
      html`<p class="operator-long">
        About
        ${one.request_ids.map((request) => (matched.has(request) ? html`<a href="/developer/${app}/requests?id=${request}"><code>${request}</code></a> ` : html`<code>${request}</code> `))}
      </p>`
    }
    <form method="post" action="${path}">
      ${hiddenFields({ feedback: id })}
      <div class="field">
        <label for="note-${id}">Note, for us</label>
        <textarea id="note-${id}" name="note" maxlength="${longestNote}">${note ?? ""}</textarea>
      </div>
      <div class="row">
        <div class="field">
          <label for="status-${id}">State</label>
          <select id="status-${id}" name="status">
            ${feedbackStates.map((each) => html`<option value="${each}" ${each === status && html`selected`}>${each}</option>`)}
          </select>
        </div>
        <button class="quiet" type="submit">Save</button>
      </div>
    </form>
  </section>`;
}

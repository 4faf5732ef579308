/** Messages to guests and their outcomes. Pure. */
import { hasFailed, maskRecipient, type Message } from "../../messaging/message/message.ts";
import { html } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { problemNotice } from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface SentShown {
  readonly messages: readonly Message[];
  readonly older: string | undefined;
  readonly of: string;
  readonly names: ReadonlyMap<string, string>;
  readonly problem?: string;
}

const path = "/operator/messages";

export function sentPage(at: OperatorVisit, { messages, older, of, names, problem }: SentShown): PageAnswer {
  const filter = of === "" ? "" : `&of=${encodeURIComponent(of)}`;
  return operatorPage(at, {
    title: "Messages",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}
      <form class="operator-search" method="get" action="${path}">
        <div class="field">
          <label for="of">Of one location, by id</label>
          <input id="of" name="of" value="${of}" maxlength="40" autocomplete="off" placeholder="str_…" />
        </div>
        <button class="quiet" type="submit">Show</button>
      </form>
      <section class="card">
        ${
          messages.length === 0
            ? html`<p>There is none.</p>`
            : table(
                ["At", "Message", "To", "Status", "By", "Location"],
                messages.map((one) => [
                  utc(one.created_at),
                  subjectLink(one),
                  html`<bdi>${one.phone === null && one.email === null ? "forgotten" : maskRecipient(one)}</bdi>`,
                  html`<span class="badge ${hasFailed(one.status) ? "bad" : one.status === "delivered" ? "good" : ""}"
                      >${one.status}</span
                    >
                    ${one.error}`,
                  `${one.sender}, ${one.attempts} ${one.attempts === 1 ? "attempt" : "attempts"}`,
                  html`<a href="/operator/locations/${one.location_id}"
                    ><bdi>${names.get(one.location_id) ?? one.location_id}</bdi></a
                  >`,
                ]),
              )
        }
        ${older !== undefined && html`<p><a href="${path}?before=${older}${filter}">Older</a></p>`}
      </section>`,
  });
}

const pages: Readonly<Record<string, string>> = { ord: "orders", bkg: "bookings", bkw: "parties" };

/** The kind of the message, as a link to what it is about where that has a page. */
function subjectLink({ kind, channel, subject_id: subject }: Message) {
  const page = pages[subject.slice(0, 3)];
  const text = `${kind}, ${channel}`;
  return page === undefined ? text : html`<a href="/operator/${page}/${subject}">${text}</a>`;
}

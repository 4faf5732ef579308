/** The HTML of the page about taking orders. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import { buttonForm, noticeOf } from "../account/field.ts";
import { drawMergedForm, type MergedForm } from "../shell/merged-form.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { orderingSections } from "./ordering-fields.ts";

export interface Ordering extends Omit<MergedForm, "action" | "sections"> {
  /** What the last save did. */
  readonly done?: string | null;
}

/** The whole page. */
export function orderingPage(visitor: LocationVisit, ordering: Ordering): PageAnswer {
  const { say, language, path } = visitor;
  const isWrong = (ordering.mistakes?.size ?? 0) > 0;
  const isClashing = (ordering.clashes?.length ?? 0) > 0;
  return showInShell(visitor, {
    status: isWrong ? 422 : isClashing ? 409 : 200,
    main: html`${ordering.done === "saved" && noticeOf("good", say("save.done"))}
    ${ordering.done === "merged" && noticeOf("good", say("save.merged"))} ${pauseCard(visitor)}
    ${drawMergedForm(say, { ...ordering, action: path, sections: orderingSections(speak(language, "ordering")) })}`,
  });
}

/** Whether the location takes orders now, and the buttons that change it. */
export function pauseCard({ language, locale, location, path }: LocationVisit): Markup {
  const say = speak(language, "ordering");
  const until = location.ordering_paused_until;
  const zone = location.timezone ?? "UTC";
  const action = `${path}/pause`;
  if (until !== null && until > location.now) {
    const time = formatDayTime(until, zone, locale);
    return html`<section class="card">
      <h2>${say("pause.title")}</h2>
      <p class="notice warn">${say("pause.paused", { time })}</p>
      ${buttonForm(action, say("pause.end"), "quiet")}
    </section>`;
  }
  return html`<section class="card">
    <h2>${say("pause.title")}</h2>
    <p>${say("pause.open")}</p>
    <div class="row">
      ${[15, 30, 60].map((minutes) => buttonForm(action, say("minutes", { count: minutes }), "quiet", { for: String(minutes) }))}
      ${buttonForm(action, say("pause.tomorrow"), "quiet", { for: "tomorrow" })}
    </div>
  </section>`;
}

/** The HTML of the page about taking orders. Pure. */
import { isOpenAt } from "../../kernel/wall-time.ts";
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
    ${ordering.done === "merged" && noticeOf("good", say("save.merged"))} ${pauseOrNobody(visitor)}
    ${drawMergedForm(say, { ...ordering, action: path, sections: orderingSections(speak(language, "ordering")) })}`,
  });
}

/** Nobody is told to stop orders that cannot come in. */
function pauseOrNobody(visitor: LocationVisit): Markup {
  if (isDecided(visitor.location) || isPaused(visitor.location)) return pauseCard(visitor);
  return html`<p class="notice warn">${speak(visitor.language, "today")("warn.receiver")}</p>`;
}

/** Orders are stopped for now. */
export function isPaused({ ordering_paused_until: until, now }: LocationVisit["location"]): boolean {
  return (until ?? 0) > now;
}

/** Somebody decides the orders: the connected app, or staff. */
export function isDecided({ order_routing: routing, connected_app_id: app }: LocationVisit["location"]): boolean {
  return routing === "manual" || app !== null;
}

function isOpen({ opening_hours: hours, timezone, now }: LocationVisit["location"]): boolean {
  return hours === null || timezone === null || isOpenAt(hours, timezone, now);
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
    <p>${say(isOpen(location) ? "pause.open" : "pause.closed")}</p>
    <div class="row">
      ${[15, 30, 60].map((minutes) => buttonForm(action, say("minutes", { count: minutes }), "quiet", { for: String(minutes) }))}
      ${buttonForm(action, say("pause.tomorrow"), "quiet", { for: "tomorrow" })}
    </div>
  </section>`;
}

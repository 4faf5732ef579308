/** The frame of every page of an app, and the parts that the pages share. Pure. */
import { keepTyped, typedBack } from "../console/account/typed-back.ts";
import { toIso, type Instant } from "../kernel/clock.ts";
import { html, type Markup, type Part } from "../pages/html.ts";
import { showPage, type PageAnswer } from "../pages/page.ts";
import type { LedgerDelivery } from "../webhooks/ledger/read-ledger.query.ts";
import type { DeliveryState } from "../webhooks/subscriptions/webhook-machines.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";

const pages = ["overview", "events", "requests", "sandbox", "menu"] as const;
type PageName = (typeof pages)[number];

/** A page of the app with the way to the others. */
export function developerPage(
  at: DeveloperVisit,
  name: PageName,
  { title, main, status = 200 }: { readonly title: string; readonly main: Markup; readonly status?: number },
): PageAnswer {
  const { say, app, path, livemode, visitor } = at;
  const shown = pages.filter((page) => page !== "sandbox" || !livemode);
  return showPage({
    status,
    title: `${title} · ${app.name}`,
    language: visitor.language,
    width: "wide",
    modules: ["forms", keepTyped],
    main: html`<div class="row apart app-list">
        <span><bdi>${app.name}</bdi> · <code>${app.id}</code></span>
        <span class="badge ${livemode ? "warn" : "good"}">${say(livemode ? "env.live" : "env.test")}</span>
      </div>
      <nav class="chips app-pages" aria-label="${say("nav.label")}">
        ${shown.map(
          (page) =>
            html`<a
              class="chip"
              href="${page === "overview" ? path : `${path}/${page}`}"
              ${page === name && html`aria-current="true"`}
              >${say(`nav.${page}`)}</a
            >`,
        )}
        <a class="chip" href="/docs">${say("nav.docs")}</a>
        <a class="chip" href="/me">${say("nav.me")}</a>
      </nav>
      <h1>${title}</h1>
      ${typedBack(visitor)} ${main}`,
  });
}

/** A moment to the second, as logs write it. */
export function utc(at: Instant): Markup {
  const iso = toIso(at);
  return html`<time datetime="${iso}">${utcText(at)}</time>`;
}

/** The same as text, for sentences. */
export function utcText(at: Instant): string {
  return `${toIso(at).slice(0, 19).replace("T", " ")} UTC`;
}

const kinds: Readonly<Record<DeliveryState, string>> = {
  delivered: "good",
  pending: "warn",
  held: "warn",
  failed: "bad",
  skipped: "bad",
};

/** What became of a delivery, in the word of the API, with the status of the last answer. */
export function deliveryBadge({ state, last_response_status: status }: LedgerDelivery): Markup {
  return html`<span class="badge ${kinds[state]}">${state}${status !== null && ` · ${status}`}</span>`;
}

/** Where an address leads, without what may be secret in it. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

export function card(title: Part, content: Part): Markup {
  return html`<section class="card">
    <h2>${title}</h2>
    ${content}
  </section>`;
}

/** A form of one button; nothing for those who only read. */
export function actButton(
  { mayAct }: DeveloperVisit,
  action: string,
  text: string,
  hidden: Readonly<Record<string, string>> = {},
): Markup | false {
  return mayAct && oneButton(action, text, hidden);
}

/** The form, for whoever reads the page. */
export function oneButton(action: string, text: string, hidden: Readonly<Record<string, string>> = {}): Markup {
  return html`<form method="post" action="${action}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button class="quiet" type="submit">${text}</button>
  </form>`;
}

/** Says that something was done, or what did not work. */
export function notice(kind: "good" | "bad", content: Part): Markup {
  return html`<div class="notice ${kind}" role="${kind === "good" ? "status" : "alert"}" tabindex="-1" data-focus>
    ${content}
  </div>`;
}

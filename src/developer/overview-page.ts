/** The first page of an app: the health of its endpoints, the newest events, the keys. Pure. */
import type { ApiKey } from "../apps/read-apps.query.ts";
import type { Instant } from "../kernel/clock.ts";
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import { isFailing, type Endpoint } from "../webhooks/delivery/endpoint.ts";
import type { LedgerPage, Listeners } from "../webhooks/ledger/read-ledger.query.ts";
import { actButton, card, developerPage, hostOf, notice, utc, utcText } from "./developer-page.ts";
import type { DeveloperVisit, DeveloperWords } from "./developer-visit.query.ts";
import { endpointActs, newEndpointForm, switchOf, type TypedEndpoint } from "./endpoint-forms.ts";
import { eventRows } from "./events-page.ts";

/** What the last form did. */
export interface OverviewNews {
  readonly tested?: { readonly delivered: boolean; readonly responseStatus: number; readonly eventId: string };
  /** A new signing secret, shown this once. */
  readonly secret?: string;
  /** No new secret was made: the endpoint was changed after the form was read. */
  readonly isSecretKept?: boolean;
  /** The secret is that of a new endpoint. */
  readonly isNew?: true;
  readonly typed?: TypedEndpoint;
  readonly done?: (typeof doneWords)[number];
}

/** What a form did that leads back to the page. */
export const doneWords = ["changed", "enabled", "disabled", "deleted"] as const;

export interface Overview extends OverviewNews {
  readonly endpoints: readonly Endpoint[];
  readonly ledger: LedgerPage & Listeners;
  readonly keys: readonly ApiKey[];
}

/** The whole page: what fails stands first. */
export function overviewPage(at: DeveloperVisit, overview: Overview): PageAnswer {
  const { say } = at;
  const { endpoints, ledger, keys } = overview;
  const sorted = [...endpoints.filter(isFailing), ...endpoints.filter((one) => !isFailing(one))];
  return developerPage(at, "overview", {
    status: overview.typed === undefined ? 200 : overview.typed.mistake.at === "form" ? 409 : 422,
    title: say("nav.overview"),
    main: html`${newsOf(at, overview)}
    ${card(
      say("endpoints.title"),
      sorted.length === 0
        ? html`<p>${say("endpoints.none")}</p>`
        : sorted.map((endpoint) => endpointPart(at, endpoint, overview.typed)),
    )}
    ${newEndpointForm(at, sorted.length === 0, overview.typed)} ${card(say("events.newest"), eventRows(at, ledger))}
    ${keysCard(say, keys)}`,
  });
}

function newsOf(
  { say, path }: DeveloperVisit,
  { tested, secret, isSecretKept, isNew, done }: Overview,
): Markup | false {
  if (done !== undefined) return notice("good", html`<p>${say(`endpoint.done_${done}`)}</p>`);
  if (isSecretKept === true) return notice("bad", html`<p>${say("endpoint.secret_kept")}</p>`);
  if (secret !== undefined)
    return notice(
      "good",
      html`<p>${say(isNew === true ? "endpoint.made" : "endpoint.secret")}</p>
        <p><code>${secret}</code></p>`,
    );
  if (tested === undefined) return false;
  const { delivered, responseStatus, eventId } = tested;
  const words =
    responseStatus === 0
      ? say("test.silent")
      : say(delivered ? "test.taken" : "test.refused", { status: String(responseStatus) });
  return notice(
    delivered ? "good" : "bad",
    html`<p>${words} <a href="${path}/events/${eventId}">${say("test.more")}</a></p>`,
  );
}

function endpointPart(at: DeveloperVisit, endpoint: Endpoint, typed: TypedEndpoint | undefined): Markup {
  const { say, path } = at;
  const { id, notification_url: url } = endpoint;
  const badge = badgeOf(endpoint);
  return html`<article>
    <h3>
      <span class="badge ${badge.look}">${say(badge.word)}</span>
      <bdi>${hostOf(url)}</bdi>
    </h3>
    <p class="soft"><code>${id}</code> · <bdi>${url}</bdi></p>
    <p>${sentenceOf(say, endpoint)}</p>
    ${
      endpoint.last_failed_at !== null &&
      html`<p>
        ${say("endpoint.last", { time: utcText(endpoint.last_failed_at) })}
        <code>${endpoint.last_error ?? ""}</code>
        ${endpoint.last_event_id !== null && html`<a href="${path}/events/${endpoint.last_event_id}">${say("endpoint.look")}</a>`}
      </p>`
    }
    ${endpoint.next_attempt_at !== null && html`<p>${waitingOf(say, endpoint, endpoint.next_attempt_at)}</p>`}
    <div class="row">
      ${actButton(at, `${path}/endpoints/${id}/test`, say("endpoint.test"))}
      ${actButton(at, `${path}/endpoints/${id}/secret`, say("endpoint.rotate"), { read: String(endpoint.updated_at) })}
      ${switchOf(at, endpoint)}
    </div>
    ${endpointActs(at, endpoint, typed)}
  </article>`;
}

function waitingOf(say: DeveloperWords, { waiting, is_due: isDue }: Endpoint, nextAt: Instant): string {
  return isDue ? say("endpoint.due", { waiting }) : say("endpoint.waiting", { waiting, time: utcText(nextAt) });
}

/** What the last attempt says; failures before it are told by the sentence beside the badge. */
function badgeOf(endpoint: Endpoint) {
  if (endpoint.status === "disabled")
    return { word: "endpoint.off", look: isFailing(endpoint) ? "bad" : "warn" } as const;
  return endpoint.failures > 0
    ? ({ word: "endpoint.bad", look: "bad" } as const)
    : ({ word: "endpoint.good", look: "good" } as const);
}

function sentenceOf(say: DeveloperWords, endpoint: Endpoint): string {
  const { status, disabled_reason: reason, failures, failing_since: since, attempts, failed } = endpoint;
  if (status === "disabled") return say(`endpoint.${reason ?? "by_hand"}`);
  if (failures > 0 && since !== null) return say("endpoint.fails", { time: utcText(since), failures });
  if (failed > 0) return say("endpoint.recovered", { failed });
  return attempts === 0 ? say("endpoint.quiet") : say("endpoint.receives", { attempts });
}

function keysCard(say: DeveloperWords, keys: readonly ApiKey[]): Markup {
  return card(
    say("keys.title"),
    html`<p>${say(keys.length === 0 ? "keys.none" : "keys.text")}</p>
      <ul>
        ${keys.map(
          (key) =>
            html`<li>
              <code>…${key.last_four}</code> · ${utc(key.created_at)}
              ${key.revoked_at !== null && html`<span class="badge bad">${say("keys.ended")}</span>`}
              ${key.revoked_at === null && key.expires_at !== null && say("keys.ends", { time: utcText(key.expires_at) })}
            </li>`,
        )}
      </ul>`,
  );
}

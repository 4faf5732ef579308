/** The list of an app's events, and one event with its deliveries and attempts. Pure. */
import { html, type Markup } from "../pages/html.ts";
import type { PageAnswer } from "../pages/page.ts";
import { eventToWire } from "../webhooks/api/webhook-events.schemas.ts";
import type { EnvelopeSource } from "../webhooks/ledger/envelope.ts";
import { countHearing } from "../webhooks/ledger/listeners.ts";
import type {
  LedgerAttempt,
  LedgerDelivery,
  LedgerEvent,
  LedgerPage,
  Listeners,
  WholeEvent,
} from "../webhooks/ledger/read-ledger.query.ts";
import type { Replay } from "../webhooks/ledger/replay-events.command.ts";
import { deliveryStates } from "../webhooks/subscriptions/webhook-machines.ts";
import { actButton, card, deliveryBadge, developerPage, notice, utc, utcText, oneButton } from "./developer-page.ts";
import type { DeveloperVisit } from "./developer-visit.query.ts";

/** The events with what became of each delivery. */
export function eventRows(at: DeveloperVisit, { events, deliveries, listeners }: LedgerPage & Listeners): Markup {
  const { say, path } = at;
  if (events.length === 0) return html`<p>${say("events.none")}</p>`;
  return html`<ul class="rows app-list">
    ${events.map((event) => {
      const own = deliveries.filter(({ event_id: id }) => id === event.id);
      return html`<li>
        <div class="row apart">
          <a href="${path}/events/${event.id}"><code>${event.event_type}</code></a>
          <span
            >${own.length === 0 ? unsent(at, event, listeners) : own.map((one) => html`${deliveryBadge(one)} `)}</span
          >
        </div>
        <p class="soft small">${utc(event.created)} · <code>${event.resource_id}</code></p>
        ${own.map(
          ({ last_error: error, state }) =>
            state !== "delivered" && error !== null && html`<p class="small"><code>${error}</code></p>`,
        )}
      </li>`;
    })}
  </ul>`;
}

/** That no endpoint wanted an event, and how many listeners hear such events. */
function unsent({ say }: DeveloperVisit, event: LedgerEvent, open: Listeners["listeners"]): string {
  const listeners = countHearing(open, [event.event_type]);
  return listeners === 0 ? say("events.unsent") : `${say("events.unsent")} · ${say("events.heard", { listeners })}`;
}

export interface EventsWanted {
  readonly state: string | undefined;
  readonly hasMore: boolean;
}

/** A page of the list, with the choice of a state. */
export function eventsPage(
  at: DeveloperVisit,
  ledger: LedgerPage & Listeners,
  { state, hasMore }: EventsWanted,
): PageAnswer {
  const { say, path } = at;
  const last = ledger.events.at(-1);
  return developerPage(at, "events", {
    title: say("nav.events"),
    main: html`<nav class="chips app-pages" aria-label="${say("events.filter")}">
        <a class="chip" href="${path}/events" ${state === undefined && html`aria-current="true"`}
          >${say("events.all")}</a
        >
        ${deliveryStates.map(
          (one) =>
            html`<a class="chip" href="${path}/events?status=${one}" ${state === one && html`aria-current="true"`}
              >${one}</a
            >`,
        )}
      </nav>
      ${eventRows(at, ledger)}
      ${
        hasMore &&
        last !== undefined &&
        html`<p>
          <a href="${path}/events?before=${last.id}${state === undefined ? "" : `&status=${state}`}"
            >${say("events.older")}</a
          >
        </p>`
      }`,
  });
}

export type Replayed = Pick<Replay, "queued" | "skipped" | "listeners">;

export interface EventSeen {
  /** What a replay did just now. */
  readonly replay: Replayed | undefined;
  /** The request of the app that made the event. */
  readonly requestId: string | undefined;
  /** Where subscriptions lead; those that are gone are not among them. */
  readonly urls: ReadonlyMap<string, string>;
}

/** One event: what was sent, to whom, and every answer. */
export function eventPage(
  at: DeveloperVisit,
  whole: WholeEvent & Listeners,
  source: EnvelopeSource,
  { replay, urls, requestId }: EventSeen,
): PageAnswer {
  const { say, path } = at;
  const { event, deliveries, attempts } = whole;
  const {
    object: _object,
    deliveries: _deliveries,
    listeners: _listeners,
    ...envelope
  } = eventToWire(event, whole, source);
  return developerPage(at, "events", {
    title: event.event_type,
    main: html`${replay !== undefined && replayNotice(at, replay)}
      <p>${utc(event.created)} · <code>${event.id}</code></p>
      ${requestId !== undefined && html`<p><a href="${path}/requests/${requestId}">${say("event.request")}</a></p>`}
      ${card(
        say("event.deliveries"),
        deliveries.length === 0
          ? html`<p>${unsent(at, event, whole.listeners)}</p>`
          : html`${deliveries.map((one) => deliveryPart(at, one, { attempts, url: urls.get(one.subscription_id) }))}
            ${
              deliveries.some(({ state }) => state === "pending") &&
              html`<p><a href="${path}/events/${event.id}">${say("event.again")}</a></p>`
            }`,
      )}
      <div class="row">
        ${oneButton(`${path}/events/${event.id}/replay`, say("event.replay"))}
        ${oneButton(`${path}/events/${event.id}/replay`, say("event.force"), { force: "yes" })}
        ${
          event.resource_type === "order" &&
          actButton(at, `${path}/events/${event.id}/resend`, say("event.resend"), { order: event.resource_id })
        }
      </div>
      ${card(say("event.envelope"), html`<pre tabindex="0">${JSON.stringify(envelope, null, 2)}</pre>`)}`,
  });
}

/** Who gets the event again; when nobody does, why and what to do. */
function replayNotice({ say }: DeveloperVisit, { queued, skipped, listeners }: Replayed): Markup {
  if (queued + listeners === 0)
    return notice("bad", html`<p>${say(skipped === 0 ? "event.nobody" : "event.left")}</p>`);
  return notice(
    "good",
    html`${queued > 0 && html`<p>${say("event.replayed", { queued })}</p>`}
    ${listeners > 0 && html`<p>${say("event.heard", { listeners })}</p>`}`,
  );
}

function deliveryPart(
  at: DeveloperVisit,
  delivery: LedgerDelivery,
  { attempts, url }: { readonly attempts: readonly LedgerAttempt[]; readonly url: string | undefined },
): Markup {
  const { say } = at;
  const own = attempts.filter(({ delivery_id: id }) => id === delivery.id);
  return html`<article class="app-list">
    <h3>${deliveryBadge(delivery)} <code>${url ?? delivery.subscription_id}</code></h3>
    ${url !== undefined && html`<p class="soft small"><code>${delivery.subscription_id}</code></p>`}
    ${delivery.next_at !== null && html`<p>${delivery.is_due ? say("event.due") : say("event.next", { time: utcText(delivery.next_at) })}</p>`}
    <ol class="plain">
      ${own.map((attempt) => attemptPart(at, attempt))}
    </ol>
  </article>`;
}

function attemptPart({ say }: DeveloperVisit, attempt: LedgerAttempt): Markup {
  const { response_status: status, response_body: body } = attempt;
  return html`<li>
    <p>
      <b>${say("event.attempt", { number: String(attempt.attempt) })}</b> · ${utc(attempt.started_at)} ·
      ${attempt.duration_ms} ms · ${status === null ? say("event.no_answer") : status}
    </p>
    ${attempt.error !== null && html`<p><code>${attempt.error}</code></p>`}
    ${body !== null && body !== "" && html`<pre tabindex="0">${body}</pre>`}
  </li>`;
}

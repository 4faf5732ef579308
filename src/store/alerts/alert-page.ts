/** The HTML of an alert's pages: the form, and the state of the alert. Plain forms; no script. Pure. */
import type { TableAlert } from "../../bookings/alerts/table-alert.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import { maskEmail } from "../../mail/letter.ts";
import { maskPhone } from "../../messaging/message/message.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatDate, formatTime } from "../../pages/page-formats.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import { bookingWords } from "../book/booking-shared-page.ts";
import { nearDayWords, timeWords, type When } from "../book/booking-when.ts";
import { saidMarkup, type SaidText } from "../shared/venue-words.ts";
import { alertWords, type AlertField, type AlertMistakes, type AlertScene, type TypedAlert } from "./alert-form.ts";

/** What the form shows. */
export interface AlertFormView {
  readonly scene: AlertScene;
  readonly typed: TypedAlert;
  readonly mistakes: AlertMistakes;
  /** Why nothing was kept although every field is right. */
  readonly problem: string | undefined;
  readonly action: string;
  readonly formKey: string;
  readonly timeZone: string;
  readonly today: string;
  readonly area: SaidText | null;
  readonly back: string;
  readonly reader: Reader;
}

/** The page with the form. */
export function alertFormMain(view: AlertFormView): Markup {
  const { scene, mistakes, problem, reader, action, formKey, back } = view;
  const say = alertWords(reader);
  const said = problem ?? (mistakes.size > 0 ? say("mistakes") : undefined);
  return html`<h1>${say("title")}</h1>
    ${
      scene.isFree
        ? html`<p class="notice">${say("free.intro")}</p>
            <p><a class="button full" href="${back}">${say("free.book")}</a></p>`
        : html`<p>${say("intro")}</p>`
    }
    <div class="card">
      <dl class="facts">
        <dt>${say("fact.day")}</dt>
        <dd>${formatDate(scene.date, reader.locale, "long", view.today)}</dd>
        <dt>${say("fact.party")}</dt>
        <dd>${say("people", { count: scene.party })}</dd>
        ${whereFact(view.area, reader)} ${onlyStart(view)}
      </dl>
    </div>
    ${said !== undefined && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${said}</p>`}
    <form method="post" action="${action}" novalidate data-in-place>
      <input type="hidden" name="key" value="${formKey}" />
      ${startFields(view)} ${contactFields(view)}
      <p class="soft">${say("promise")}</p>
      <p><button class="${scene.isFree ? "quiet full" : "full"}">${say("submit")}</button></p>
    </form>
    ${!scene.isFree && html`<p><a class="button quiet full" href="${back}">${say("back")}</a></p>`}`;
}

function whereFact(area: SaidText | null, reader: Reader): Markup | false {
  return (
    area !== null &&
    html`<dt>${alertWords(reader)("fact.where")}</dt>
      <dd>${saidMarkup(area)}</dd>`
  );
}

/** With one start there is nothing to choose: the time is said. */
function onlyStart({ scene: { starts }, timeZone, reader }: AlertFormView): Markup | false {
  const [only] = starts;
  return (
    only !== undefined &&
    starts.length === 1 &&
    html`<dt>${alertWords(reader)("fact.time")}</dt>
      <dd>${formatTime(only, timeZone, reader.locale)}</dd>`
  );
}

function startFields(view: AlertFormView): Markup {
  const [only] = view.scene.starts;
  if (view.scene.starts.length > 1 || only === undefined)
    return html`<div class="pair">${startField(view, "from")} ${startField(view, "until")}</div>`;
  return html`${(["from", "until"] as const).map((name) => html`<input type="hidden" name="${name}" value="${only}" />`)}`;
}

function startField({ scene, typed, mistakes, timeZone, reader }: AlertFormView, name: "from" | "until"): Markup {
  const say = alertWords(reader);
  return html`<div class="field">
    <label for="${name}">${say(`field.${name}`)}</label>
    <select id="${name}" name="${name}" ${described(name, mistakes)}>
      ${scene.starts.map(
        (start) =>
          html`<option value="${start}" ${String(start) === typed[name] && html`selected`}>
            ${formatTime(start, timeZone, reader.locale)}
          </option>`,
      )}
    </select>
    ${mistakeText(name, mistakes)}
  </div>`;
}

/** How the guest is told, and where; with one way there is nothing to choose. */
function contactFields(view: AlertFormView): Markup {
  const { scene, typed, reader } = view;
  const say = alertWords(reader);
  const { channels } = scene;
  const both = channels.length > 1;
  return html`${
    both &&
    html`<fieldset>
      <legend>${say("told_by")}</legend>
      ${channels.map(
        (channel) =>
          html`<label class="tick"
            ><input type="radio" name="told_by" value="${channel}" ${typed.told_by === channel && html`checked`} /><span
              >${say(`choice.${channel}`)}</span
            ></label
          >`,
      )}
    </fieldset>`
  }
  ${channels.includes("sms") && inputField(view, "phone", html`type="tel" autocomplete="tel" maxlength="50"`)}
  ${channels.includes("email") && inputField(view, "email", html`type="email" autocomplete="email" maxlength="254"`)}
  ${!both && html`<p class="soft">${say(`choice.${channels[0] ?? "sms"}`)}</p>`}`;
}

function inputField({ typed, mistakes, reader }: AlertFormView, name: "phone" | "email", input: Markup): Markup {
  return html`<div class="field by-${name === "phone" ? "sms" : "email"}">
    <label for="${name}">${alertWords(reader)(`field.${name}`)}</label>
    <input id="${name}" name="${name}" value="${typed[name]}" ${input} ${described(name, mistakes)} />
    ${mistakeText(name, mistakes)}
  </div>`;
}

function described(name: AlertField, mistakes: AlertMistakes): Markup | false {
  return mistakes.has(name) && html`aria-invalid="true" aria-describedby="${name}-mistake"`;
}

function mistakeText(name: AlertField, mistakes: AlertMistakes): Markup | false {
  const mistake = mistakes.get(name);
  return mistake !== undefined && html`<p class="mistake" id="${name}-mistake">${mistake}</p>`;
}

/** What the guest of an alert is shown. */
export interface AlertView {
  readonly alert: TableAlert;
  /** The table that is kept for them now, and when it begins. */
  readonly offer: { readonly hold: Hold; readonly when: When; readonly href: string } | undefined;
  readonly area: SaidText | null;
  /** The page of the booking that they have made. */
  readonly bookingHref: string | null;
  readonly finderHref: string;
  readonly stopHref: string;
  readonly timeZone: string;
  readonly today: string;
  readonly phone: string | null;
  readonly reader: Reader;
}

/** The page of an alert. */
export function alertMain(view: AlertView): Markup {
  const { alert, offer, bookingHref, finderHref, phone, reader } = view;
  const say = alertWords(reader);
  const state = offer === undefined && alert.status === "offered" ? "late" : alert.status;
  const isLive = state === "waiting" || state === "offered" || state === "late";
  const call = phone !== null && fill(bookingWords(reader)("call.or", { phone: slots[0] }), phoneLink(phone));
  return html`<h1>${say(`state.${state}`)}</h1>
    <p>
      ${state === "waiting" ? say("state.waiting.text", { contact: contactOf(alert) }) : say(`state.${state}.text`)}
    </p>
    <div class="card">
      <dl class="facts">
        ${offer === undefined ? wishFacts(view) : offerFacts(offer.when, reader)}
        <dt>${say("fact.party")}</dt>
        <dd>${say("people", { count: alert.party_size })}</dd>
        ${whereFact(view.area, reader)}
      </dl>
    </div>
    ${offer !== undefined && takeIt(offer, view)}
    ${bookingHref !== null && html`<p><a class="button full" href="${bookingHref}">${say("booking")}</a></p>`}
    ${
      isLive
        ? html`<form method="post" action="${view.stopHref}">
            <p><button class="quiet full">${say("stop")}</button></p>
          </form>`
        : state !== "booked" && html`<p><a class="button full" href="${finderHref}">${say("again")}</a></p>`
    }
    ${call !== false && html`<p class="soft">${call}</p>`}`;
}

function wishFacts({ alert, today, timeZone, reader }: AlertView): Markup {
  const say = alertWords(reader);
  const [from, until] = [alert.from_at, alert.until_at].map((at) => formatTime(at, timeZone, reader.locale));
  return html`<dt>${say("fact.day")}</dt>
    <dd>${formatDate(alert.on_date, reader.locale, "long", today)}</dd>
    <dt>${say("fact.time")}</dt>
    <dd>${from === until ? from : `${from} – ${until}`}</dd>`;
}

function offerFacts(when: When, reader: Reader): Markup {
  const say = alertWords(reader);
  return html`<dt>${say("fact.day")}</dt>
    <dd>${nearDayWords(when)}</dd>
    <dt>${say("fact.time")}</dt>
    <dd>${timeWords(when)}</dd>`;
}

function takeIt({ hold, href }: NonNullable<AlertView["offer"]>, { timeZone, reader }: AlertView): Markup {
  const say = alertWords(reader);
  return html`<p class="notice">${say("until", { time: formatTime(hold.expires_at, timeZone, reader.locale) })}</p>
    <p><a class="button full" href="${href}">${say("take")}</a></p>`;
}

/** Enough for the guest to know their own number or address again. */
function contactOf({ guest_phone: phone, guest_email: email }: TableAlert): string {
  return phone === null ? maskEmail(email ?? "") : maskPhone(phone);
}

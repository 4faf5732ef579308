/** The pages on which a guest reads, changes and cancels their booking. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { pendingReasonOf, type Booking } from "../../bookings/book/booking.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, fillName, slots } from "../../pages/say-markup.ts";
import type { Say } from "../../words/message-arguments.ts";
import { speak, type Parts } from "../../words/speak.ts";
import { bookingWords } from "../book/booking-shared-page.ts";
import { paidOf } from "./booking-receipt-page.ts";
import { remembered } from "../shared/remembered.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { guestMay } from "../book/booking-guest-wire.ts";
import { dayTimeWords, nearDayWords, timeWords, type When } from "../book/booking-when.ts";
import { saidMarkup, type SaidText } from "../shared/venue-words.ts";
import {
  cancelTermsOf,
  fewerTermsOf,
  payButtonOf,
  paymentFactOf,
  paymentStatusWords,
  refundTermsOf,
} from "../book/booking-payment-words.ts";
import { overWords, statusWords } from "../book/booking-words.ts";

export interface ManageView {
  readonly booking: Booking;
  readonly when: When;
  readonly may: ReturnType<typeof guestMay>;
  /** Whether a note can be written to the restaurant. */
  readonly takesNotes: boolean;
  /** Whether the restaurant has another booking system by now than the one that keeps the booking. */
  readonly isLeft: boolean;
  /** Makes one change of one form. */
  readonly formKey: string;
  readonly reader: Reader;
  /** Location time. */
  readonly now: Instant;
  /** `/booking/{token}`. */
  readonly path: string;
  readonly policy: SaidText | null;
  readonly area: SaidText | null;
  readonly experience: SaidText | null;
  readonly phone: string | null;
  /** Where another table is found. */
  readonly bookHref: string;
  /** Fills in Google's calendar; says nothing of the guest's key. */
  readonly googleHref: string;
  /** The name above the page. */
  readonly venueName: string;
  /** What was just done. */
  readonly done: string | null;
  readonly problem: string | null;
  /** The note as typed, when it was refused. */
  readonly typedNote?: string;
}

/** What was just done, by the address. */
const doneKeys = {
  booked: "done.booked",
  told: "done.told",
  asked: "done.asked",
  already: "done.already",
  changed: "done.changed",
  noted: "done.noted",
  same: "done.same",
} as const;

function isDone(text: string): text is keyof typeof doneKeys {
  return Object.hasOwn(doneKeys, text);
}

type SayVisit = Say<Parts["visit"]>;

/** How the pages of a booking speak to a reader. */
export function visitWords({ language, locale }: Reader): SayVisit {
  return speak(language, "visit", locale);
}

/** The booking. */
export function manageMain(view: ManageView): Markup {
  const { booking, done, problem, phone, reader } = view;
  const say = visitWords(reader);
  const words = isOver(view)
    ? overWords(reader)
    : (paymentStatusWords(booking, reader.locale) ?? statusWords(booking, reader));
  const isNew = done === "booked" || done === "told";
  const isAsked = booking.status === "pending" && isNew;
  // Booked it is when it is paid.
  const isUnpaid = booking.payment_due_at !== null && isNew;
  const doneText = done === null || isUnpaid || !isDone(done) ? undefined : say(doneKeys[isAsked ? "asked" : done]);
  return html`<h1>${words.title}</h1>
    ${keep(view)} ${doneText !== undefined && html`<p class="notice good" role="status">${doneText}</p>`}
    ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
    <p><span class="badge ${words.tone}">${words.badge}</span></p>
    <p ${booking.status === "pending" && html`data-await="${pendingReasonOf(booking)}"`}>${words.text}</p>
    ${payButtonOf(booking, reader.locale, view.path)} ${facts(view)}
    ${paidOf(booking) !== null && html`<p><a href="${view.path}/receipt">${speak(reader.language, "tracking")("receipt")}</a></p>`}
    ${actions(view)}
    ${phone !== null && html`<p class="soft">${fill(bookingWords(reader)("call", { phone: slots[0] }), phoneLink(phone))}</p>`}`;
}

/** What the browser keeps of the booking. */
function keep({ booking, path, venueName, when, reader }: ManageView): Markup {
  const title = bookingWords(reader)("people", { count: booking.party_size });
  return remembered({ kind: "booking", href: path, title, venue: venueName, when: dayTimeWords(when) });
}

function facts({ booking, when, reader, area, experience }: ManageView): Markup {
  const say = bookingWords(reader);
  const name = [booking.guest_first_name, booking.guest_last_name].filter((part) => part !== null).join(" ");
  return html`<div class="card">
    <dl class="facts">
      <dt>${say("fact.day")}</dt>
      <dd>${nearDayWords(when)}</dd>
      <dt>${say("fact.time")}</dt>
      <dd>${timeWords(when)}</dd>
      <dt>${say("fact.party")}</dt>
      <dd>${say("people", { count: booking.party_size })}</dd>
      ${
        area !== null &&
        html`<dt>${say("fact.where")}</dt>
          <dd>${saidMarkup(area)}</dd>`
      }
      ${
        experience !== null &&
        html`<dt>${say("fact.menu")}</dt>
          <dd>${saidMarkup(experience)}</dd>`
      }
      ${
        name !== "" &&
        html`<dt>${say("fact.name")}</dt>
          <dd><bdi>${name}</bdi></dd>`
      }
      ${paymentFactOf(booking, reader.locale)}
      <dt>${say("fact.code")}</dt>
      <dd class="code"><bdi>${booking.confirmation_code}</bdi></dd>
    </dl>
  </div>`;
}

function actions(view: ManageView): Markup {
  const { booking, may, path, bookHref, takesNotes } = view;
  const say = visitWords(view.reader);
  const isExpected = (booking.status === "confirmed" && !isOver(view)) || booking.status === "pending";
  if (!isExpected)
    return html`<p class="row">
      <a class="button" href="${bookHref}">${say("again")}</a>
      ${isCalledOff(booking) && html`<a class="button quiet" href="${path}/calendar.ics">${say("calendar.remove")}</a>`}
    </p>`;
  return html`<p class="row">
      <a class="button" href="${path}/calendar.ics">${say("calendar.add")}</a>
      <a class="button quiet" href="${view.googleHref}" rel="noreferrer"><bdi>Google Calendar</bdi></a>
      ${may.change && html`<a class="button quiet" href="${path}/change">${say("change")}</a>`}
      ${may.cancel && html`<a class="button danger" href="${path}/cancel">${say("cancel")}</a>`}
    </p>
    ${policyOf(view)} ${may.change && takesNotes && noteForm(view)}
    ${!(may.change && takesNotes) && booking.notes !== null && html`<p class="soft">${fillName(say("note.yours", { note: slots[0] }), booking.notes)}</p>`}`;
}

/** Its time has passed, and nobody has noted whether the guest came. */
function isOver({ booking, now }: ManageView): boolean {
  return booking.status === "confirmed" && booking.ends_at <= now;
}

/** Its calendar file takes the entry away. */
function isCalledOff({ status }: Booking): boolean {
  return status === "cancelled_by_guest" || status === "cancelled_by_venue" || status === "declined";
}

function policyOf(view: ManageView): Markup {
  const { booking, reader, policy, may, isLeft, takesNotes, now } = view;
  const say = visitWords(reader);
  const time = formatDayTime(booking.cancellable_until, booking.time_zone, reader.locale, now);
  const timely = `${say(may.change ? "policy.both" : "policy.cancel", { time })}${takesNotes ? "" : ` ${say("policy.tell")}`}`;
  const left = say(may.cancel ? "policy.left.cancel" : "policy.left");
  const words = isLeft ? left : may.cancel ? timely : say("policy.late");
  // Where something was paid, the terms of the payment say what it costs to cancel: no other sentence may say otherwise.
  const terms = may.cancel && !isLeft ? refundTermsOf(booking, { now, locale: reader.locale }) : null;
  const more = booking.payment === null ? saidMarkup(policy) : terms;
  return html`<p class="soft">${words}${more !== null && html` ${more}`}</p>`;
}

function noteForm({ booking, path, typedNote, formKey, reader }: ManageView): Markup {
  const say = visitWords(reader);
  const note = typedNote ?? booking.notes ?? "";
  return html`<form method="post" action="${path}/note" data-in-place>
    <input type="hidden" name="key" value="${formKey}" />
    <div class="field">
      <label for="note">${say("note")}</label>
      <textarea id="note" name="note" rows="3" maxlength="2000">${note}</textarea>
    </div>
    <p><button class="quiet">${say("note.save")}</button></p>
  </form>`;
}

export interface ChosenSlot {
  readonly when: When;
  readonly partySize: number;
  readonly areaId: string | null;
  readonly area: SaidText | null;
  readonly slotToken: string;
}

/** Asks whether to move the booking to the time that was chosen. */
export function confirmChangeMain(
  { booking, when, path, formKey, reader, area, now }: ManageView,
  to: ChosenSlot,
): Markup {
  const say = visitWords(reader);
  const isSame =
    to.when.at === booking.starts_at &&
    to.partySize === booking.party_size &&
    (to.areaId === null || to.areaId === booking.area_id);
  return html`<h1>${say(isSame ? "move.same" : "move.confirm")}</h1>
    <div class="card">
      <dl class="facts">
        <dt>${say("move.fact.now")}</dt>
        <dd>${offerWords(when, booking.party_size, area)}</dd>
        <dt>${say("move.fact.new")}</dt>
        <dd>${offerWords(to.when, to.partySize, to.area)}</dd>
      </dl>
    </div>
    ${!isSame && fewerTermsOf(booking, to.partySize, { now, locale: reader.locale })}
    ${
      !isSame &&
      html`<form method="post" action="${path}/change" data-in-place>
        <input type="hidden" name="key" value="${formKey}" />
        <input type="hidden" name="slot" value="${to.slotToken}" />
        <input type="hidden" name="version" value="${booking.version}" />
        <p><button class="full">${say("move.submit")}</button></p>
      </form>`
    }
    <p class="row">
      <a class="button quiet" href="${path}/change">${say("move.other")}</a>
      <a class="button quiet" href="${path}">${say("move.keep")}</a>
    </p>`;
}

/** When, for how many, and where. */
export function offerWords(when: When, partySize: number, area: SaidText | null): Markup {
  const words = `${dayTimeWords(when)}, ${bookingWords(when.reader)("people", { count: partySize })}`;
  return html`${words}${area !== null && html`, ${saidMarkup(area)}`}`;
}

/** Asks whether to cancel. */
export function cancelMain(view: ManageView): Markup {
  const { booking, when, path, policy, problem, formKey, now, reader } = view;
  const say = visitWords(reader);
  return html`<h1>${say("cancel.title")}</h1>
    ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
    <p class="dated">${fill(say("cancel.text", { what: slots[0] }), offerWords(when, booking.party_size, null))}</p>
    ${booking.payment === null && policy !== null && html`<p class="notice">${saidMarkup(policy)}</p>`}
    ${cancelTermsOf(booking, { now, locale: reader.locale })}
    <form method="post" action="${path}/cancel" data-in-place>
      <input type="hidden" name="key" value="${formKey}" />
      <div class="field">
        <label for="reason">${say("cancel.why")}</label>
        <input id="reason" name="reason" maxlength="500" autocomplete="off" />
      </div>
      <p class="row">
        <button class="danger">${say("cancel.yes")}</button>
        <a class="button quiet" href="${path}">${say("cancel.no")}</a>
      </p>
    </form>`;
}

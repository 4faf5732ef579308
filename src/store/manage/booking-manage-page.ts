/** The pages on which a guest reads, changes and cancels their booking. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { pendingReasonOf, type Booking } from "../../bookings/book/booking.ts";
import { html, type Markup } from "../../pages/html.ts";
import { counted, formatDayTime } from "../../pages/page-formats.ts";
import { paidOf } from "./booking-receipt-page.ts";
import { remembered } from "../shared/remembered.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { guestMay } from "../book/booking-guest-wire.ts";
import { dayTimeWords, dayWords, timeWords, type When } from "../book/booking-when.ts";
import { cancelTermsOf, payButtonOf, paymentFactOf, paymentStatusWords } from "../book/booking-payment-words.ts";
import { statusWords } from "../book/booking-words.ts";

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
  readonly language: string;
  /** Location time. */
  readonly now: Instant;
  /** `/booking/{token}`. */
  readonly path: string;
  readonly policy: string | null;
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

const doneWords: Readonly<Record<string, string>> = {
  booked: "Done! Keep this page: with its address you can change or cancel the booking.",
  asked: "Sent! Keep this page: its address leads you back to your request.",
  already: "This table was booked already, as it stands here. What was sent just now has changed nothing.",
  changed: "Your booking has been moved.",
  noted: "The restaurant has your note.",
  same: "Nothing was changed.",
};

/** The booking. */
export function manageMain(view: ManageView): Markup {
  const { booking, done, problem, phone } = view;
  const words = paymentStatusWords(booking, view.language) ?? statusWords(booking);
  const isAsked = booking.status === "pending" && done === "booked";
  // Booked it is when it is paid.
  const isUnpaid = booking.payment_due_at !== null && done === "booked";
  const doneText = done === null || isUnpaid ? undefined : doneWords[isAsked ? "asked" : done];
  return html`<h1>${words.title}</h1>
    ${keep(view)} ${doneText !== undefined && html`<p class="notice good" role="status">${doneText}</p>`}
    ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
    <p><span class="badge ${words.tone}">${words.badge}</span></p>
    <p ${booking.status === "pending" && html`data-await="${pendingReasonOf(booking)}"`}>${words.text}</p>
    ${payButtonOf(booking, view.language, view.path)} ${facts(view)}
    ${paidOf(booking) !== null && html`<p><a href="${view.path}/receipt">Receipt</a></p>`} ${actions(view)}
    ${phone !== null && html`<p class="soft">Questions? Call the restaurant: ${phoneLink(phone)}.</p>`}`;
}

/** What the browser keeps of the booking. */
function keep({ booking, path, venueName, when }: ManageView): Markup {
  const title = counted(booking.party_size, "person", "people");
  return remembered({ kind: "booking", href: path, title, venue: venueName, when: dayTimeWords(when) });
}

function facts({ booking, when, language }: ManageView): Markup {
  const name = [booking.guest_first_name, booking.guest_last_name].filter((part) => part !== null).join(" ");
  return html`<div class="card">
    <dl class="facts">
      <dt>Day</dt>
      <dd>${dayWords(when)}</dd>
      <dt>Time</dt>
      <dd>${timeWords(when)}</dd>
      <dt>Party</dt>
      <dd>${counted(booking.party_size, "person", "people")}</dd>
      ${
        booking.area_name !== null &&
        html`<dt>Where</dt>
          <dd>${booking.area_name}</dd>`
      }
      ${
        booking.experience_name !== null &&
        html`<dt>Menu</dt>
          <dd>${booking.experience_name}</dd>`
      }
      ${
        name !== "" &&
        html`<dt>Name</dt>
          <dd><bdi>${name}</bdi></dd>`
      }
      ${paymentFactOf(booking, language)}
      <dt>Code</dt>
      <dd class="code">${booking.confirmation_code}</dd>
    </dl>
  </div>`;
}

function actions(view: ManageView): Markup {
  const { booking, may, path, bookHref, takesNotes } = view;
  const isExpected = booking.status === "confirmed" || booking.status === "pending";
  if (!isExpected)
    return html`<p class="row">
      <a class="button" href="${bookHref}">Book another table</a>
      ${isCalledOff(booking) && html`<a class="button quiet" href="${path}/calendar.ics">Remove from calendar</a>`}
    </p>`;
  return html`<p class="row">
      <a class="button" href="${path}/calendar.ics">Add to calendar</a>
      <a class="button quiet" href="${view.googleHref}" rel="noreferrer">Google Calendar</a>
      ${may.change && html`<a class="button quiet" href="${path}/change">Change</a>`}
      ${may.cancel && html`<a class="button danger" href="${path}/cancel">Cancel booking</a>`}
    </p>
    ${policyOf(view)} ${may.change && takesNotes && noteForm(view)}
    ${!(may.change && takesNotes) && booking.notes !== null && html`<p class="soft">Your note: <bdi>${booking.notes}</bdi></p>`}`;
}

/** Its calendar file takes the entry away. */
function isCalledOff({ status }: Booking): boolean {
  return status === "cancelled_by_guest" || status === "cancelled_by_venue" || status === "declined";
}

function policyOf({ booking, language, policy, may, isLeft, takesNotes }: ManageView): Markup {
  const until = formatDayTime(booking.cancellable_until, booking.time_zone, language);
  const changes = may.change ? "change or cancel" : "cancel";
  const left = may.cancel
    ? "The restaurant has another booking system now. You can cancel here; call the restaurant to change the booking."
    : "The restaurant has another booking system now. Call the restaurant to change or cancel the booking.";
  const words = isLeft
    ? left
    : may.cancel
      ? `You can ${changes} here until ${until}.${takesNotes ? "" : " Call the restaurant to tell it something else."}`
      : "It is too close to the time to change or cancel here. Call the restaurant instead.";
  return html`<p class="soft">${words}${policy !== null && ` ${policy}`}</p>`;
}

function noteForm({ booking, path, typedNote, formKey }: ManageView): Markup {
  const note = typedNote ?? booking.notes ?? "";
  return html`<form method="post" action="${path}/note" data-in-place>
    <input type="hidden" name="key" value="${formKey}" />
    <div class="field">
      <label for="note">Note for the restaurant</label>
      <textarea id="note" name="note" rows="3" maxlength="2000">${note}</textarea>
    </div>
    <p><button class="quiet">Save note</button></p>
  </form>`;
}

export interface ChosenSlot {
  readonly when: When;
  readonly partySize: number;
  readonly areaId: string | null;
  readonly areaName: string | null;
  readonly slotToken: string;
}

/** Asks whether to move the booking to the time that was chosen. */
export function confirmChangeMain({ booking, when, path, formKey }: ManageView, to: ChosenSlot): Markup {
  const isSame =
    to.when.at === booking.starts_at &&
    to.partySize === booking.party_size &&
    (to.areaId === null || to.areaId === booking.area_id);
  return html`<h1>${isSame ? "That is your booking as it is" : "Change to this?"}</h1>
    <div class="card">
      <dl class="facts">
        <dt>Now</dt>
        <dd>${offerWords(when, booking.party_size, booking.area_name)}</dd>
        <dt>New</dt>
        <dd>${offerWords(to.when, to.partySize, to.areaName)}</dd>
      </dl>
    </div>
    ${
      !isSame &&
      html`<form method="post" action="${path}/change" data-in-here>
        <input type="hidden" name="key" value="${formKey}" />
        <input type="hidden" name="slot" value="${to.slotToken}" />
        <input type="hidden" name="version" value="${booking.version}" />
        <p><button class="full">Change my booking</button></p>
      </form>`
    }
    <p class="row">
      <a class="button quiet" href="${path}/change">Other times</a>
      <a class="button quiet" href="${path}">Keep it as it is</a>
    </p>`;
}

/** When, for how many, and where. */
export function offerWords(when: When, partySize: number, areaName: string | null): string {
  const words = `${dayTimeWords(when)}, ${counted(partySize, "person", "people")}`;
  return areaName === null ? words : `${words}, ${areaName}`;
}

/** Asks whether to cancel. */
export function cancelMain(view: ManageView): Markup {
  const { booking, when, path, policy, problem, formKey, now } = view;
  return html`<h1>Cancel this booking?</h1>
    ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
    <p>
      ${counted(booking.party_size, "person", "people")}, ${dayTimeWords(when)}. The table goes to somebody else at
      once.
    </p>
    ${policy !== null && html`<p class="notice">${policy}</p>`}
    ${cancelTermsOf(booking, { now, locale: view.language })}
    <form method="post" action="${path}/cancel" data-in-place>
      <input type="hidden" name="key" value="${formKey}" />
      <div class="field">
        <label for="reason">Why? (optional)</label>
        <input id="reason" name="reason" maxlength="500" autocomplete="off" />
      </div>
      <p class="row">
        <button class="danger">Yes, cancel it</button>
        <a class="button quiet" href="${path}">Keep it</a>
      </p>
    </form>`;
}

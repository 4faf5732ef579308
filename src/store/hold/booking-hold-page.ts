/** The page on which a guest says who they are, while the table is held. Pure. */
import type { ContactRequired } from "../../bookings/book/guest-contact.ts";
import type { ChosenChannel, MessageChannel } from "../../messaging/message/message-kinds.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import { bookingWords } from "../book/booking-shared-page.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { toldByField } from "../shared/told-by.ts";
import { nearDayWords, timeWords, type When } from "../book/booking-when.ts";
import { saidMarkup, type SaidText } from "../shared/venue-words.ts";
import { bookAndPay, paymentTermsOf, type PaidStart } from "../book/booking-payment-words.ts";
import { choicesOf, problemWords } from "../book/booking-words.ts";
import { longest, type ContactForm, type Mistakes } from "./contact-form.ts";

export interface HoldView {
  readonly choice: {
    readonly partySize: number;
    /** Null where the restaurant chooses. */
    readonly area: SaidText | null;
    readonly experience: SaidText | null;
  };
  /** Null where the time is not held while the guest types. */
  readonly held: Pick<Hold, "status" | "expires_at" | "kept_by" | "payment"> | null;
  readonly when: When;
  readonly timeZone: string;
  readonly now: number;
  readonly reader: Reader;
  /** What the form is sent to. */
  readonly path: string;
  /** What is sent with the form: `key` makes one booking of one form. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Where other times are; what is held is given up there. */
  readonly otherTimes: { readonly method: "get" | "post"; readonly action: string };
  readonly contactRequired: ContactRequired;
  /** By which the guest can be told. */
  readonly channels: readonly MessageChannel[];
  readonly policy: SaidText | null;
  readonly phone: string | null;
  readonly form: ContactForm;
  readonly mistakes: Mistakes;
  readonly refused: Refusal | undefined;
}

/** The page. */
export function holdMain(view: HoldView): Markup {
  const { refused, mistakes, otherTimes, reader } = view;
  const say = bookingWords(reader);
  return html`<h1>${say(view.held === null ? "who" : "almost")}</h1>
    ${summary(view)} ${paymentTermsOf(paidStartOf(view))} ${stateOf(view)}
    ${refused !== undefined && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problemWords(refused, reader)}</p>`}
    ${
      Object.keys(mistakes).length > 0 &&
      html`<p class="notice bad" role="alert">${say("mistakes", { count: Object.keys(mistakes).length })}</p>`
    }
    ${contactForm(view)}
    ${
      otherTimes.method === "post"
        ? html`<form method="post" action="${otherTimes.action}">
            <p><button class="quiet full">${say("other_time")}</button></p>
          </form>`
        : html`<p><a class="button quiet full" href="${otherTimes.action}">${say("other_time")}</a></p>`
    }
    ${view.phone !== null && html`<p class="soft">${fill(say("call", { phone: slots[0] }), phoneLink(view.phone))}</p>`}`;
}

function summary({ choice, when, reader }: HoldView): Markup {
  const say = bookingWords(reader);
  const { partySize, area, experience } = choice;
  return html`<div class="card">
    <dl class="facts">
      <dt>${say("fact.day")}</dt>
      <dd>${nearDayWords(when)}</dd>
      <dt>${say("fact.time")}</dt>
      <dd>${timeWords(when)}</dd>
      <dt>${say("fact.party")}</dt>
      <dd>${say("people", { count: partySize })}</dd>
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
    </dl>
  </div>`;
}

function paidStartOf({ held, choice, when, now, timeZone, reader }: HoldView): PaidStart {
  const { partySize } = choice;
  return { terms: held?.payment ?? null, partySize, startsAt: when.at, now, timeZone, locale: reader.locale };
}

/** Whether the time is held, and until when. */
function stateOf(view: HoldView): Markup {
  const { held } = view;
  if (held === null) return html`<p class="notice">${bookingWords(view.reader)("not_held")}</p>`;
  if (held.status === "live") return countdown(view, held.expires_at);
  return html`<p class="notice warn">${overWords(view, held.kept_by)}</p>`;
}

/** The seconds are the server's: the visitor's clock may be wrong, and the sandbox's may be moved. */
function countdown(view: HoldView, expiresAt: number): Markup {
  const { held, now, timeZone, reader } = view;
  const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000));
  return html`<div
    class="notice countdown"
    data-seconds="${seconds}"
    data-over="${overWords(view, held?.kept_by ?? "native")}"
  >
    <p>
      ${fill(bookingWords(reader)("held", { time: slots[0] }), html`<b>${formatTime(expiresAt, timeZone, reader.locale)}</b>`)}
      <span role="timer" data-left></span>
    </p>
    <p class="unseen" role="status" data-spoken></p>
  </div>`;
}

function overWords({ reader }: HoldView, keptBy: Hold["kept_by"]): string {
  return bookingWords(reader)(keptBy === "provider" ? "held.over.provider" : "held.over.native");
}

function contactForm(view: HoldView): Markup {
  const { contactRequired: required, policy, held } = view;
  // The terms of a payment say what it costs to cancel: no other sentence may say otherwise.
  const isFree = (held?.payment ?? null) === null;
  const say = bookingWords(view.reader);
  const isAsked = (one: "phone" | "email"): boolean => required === one || required === "either";
  const phoneHint = say(required === "either" ? "hint.either" : "hint.phone");
  return html`<form method="post" action="${view.path}" novalidate data-in-place>
    ${Object.entries(view.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${view.held !== null && html`<h2>${say("who")}</h2>`}
    <div class="pair">
      ${field(view, "first", say("field.first"), { autocomplete: "given-name", required: true })}
      ${field(view, "last", say("field.last"), { autocomplete: "family-name", required: true })}
    </div>
    ${field(view, "phone", say(isAsked("phone") ? "field.phone" : "field.phone.optional"), {
      autocomplete: "tel",
      type: "tel",
      required: required === "phone",
      hint: phoneHint,
    })}
    ${field(view, "email", say(isAsked("email") ? "field.email" : "field.email.optional"), {
      autocomplete: "email",
      type: "email",
      required: required === "email",
    })}
    ${toldByField({ legend: say("tell"), choices: choicesOf(view.channels, view.reader), chosen: chosenOf(view) })}
    ${notesField(view)} ${policy !== null && isFree && html`<p class="soft">${saidMarkup(policy)}</p>`}
    <p><button class="full">${bookAndPay(paidStartOf(view)) ?? say("submit")}</button></p>
  </form>`;
}

/** What the guest chose; before that, the way for which the restaurant asks. */
function chosenOf({ form, channels, contactRequired: required }: HoldView): ChosenChannel | null {
  const asked = required === "email" ? "email" : required === "none" ? "page" : "sms";
  const chosen = form.told_by === "" ? asked : form.told_by;
  return [...channels, "page" as const].find((channel) => channel === chosen) ?? null;
}

interface FieldOptions {
  readonly autocomplete: string;
  readonly type?: string;
  readonly required: boolean;
  readonly hint?: string;
}

function field({ form, mistakes }: HoldView, name: keyof typeof longest, label: string, options: FieldOptions): Markup {
  const mistake = mistakes[name];
  const described = [
    ...(options.hint === undefined ? [] : [`${name}-hint`]),
    ...(mistake === undefined ? [] : [`${name}-mistake`]),
  ];
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${options.hint !== undefined && html`<p class="hint" id="${name}-hint">${options.hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${options.type ?? "text"}"
      autocomplete="${options.autocomplete}"
      value="${form[name]}"
      maxlength="${longest[name]}"
      ${options.required && html`required`}
      ${described.length > 0 && html`aria-describedby="${described.join(" ")}"`}
      ${mistake !== undefined && html`aria-invalid="true"`}
    />
    ${mistake !== undefined && html`<p class="mistake" id="${name}-mistake">${mistake}</p>`}
  </div>`;
}

function notesField({ form, mistakes, reader }: HoldView): Markup {
  return html`<div class="field">
    <label for="notes">${bookingWords(reader)("field.notes")}</label>
    <textarea
      id="notes"
      name="notes"
      rows="3"
      maxlength="2000"
      ${mistakes.notes !== undefined && html`aria-invalid="true" aria-describedby="notes-mistake"`}
    >
${form.notes}</textarea>
    ${mistakes.notes !== undefined && html`<p class="mistake" id="notes-mistake">${mistakes.notes}</p>`}
  </div>`;
}

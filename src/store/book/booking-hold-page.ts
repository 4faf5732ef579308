/** The page on which a guest says who they are, while the table is held. Pure. */
import type { ContactRequired } from "../../bookings/book/guest-contact.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import type { BookingRequest } from "../../bookings/make/create-booking.command.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html, type Markup } from "../../pages/html.ts";
import { counted, formatTime } from "../../pages/page-formats.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { dayWords, timeWords, type When } from "./booking-when.ts";
import { bookAndPay, paymentTermsOf, type PaidStart } from "./booking-payment-words.ts";
import { problemWords } from "./booking-words.ts";

/** What the guest typed. */
export interface ContactForm {
  readonly first: string;
  readonly last: string;
  readonly phone: string;
  readonly email: string;
  readonly notes: string;
}

export type ContactField = keyof ContactForm;
/** What is wrong with a field, in words. */
export type Mistakes = Readonly<Partial<Record<ContactField, string>>>;

export interface HoldView {
  readonly choice: {
    readonly partySize: number;
    /** Null where the restaurant chooses. */
    readonly areaName: string | null;
    readonly experienceName: string | null;
  };
  /** Null where the time is not held while the guest types. */
  readonly held: Pick<Hold, "status" | "expires_at" | "kept_by" | "payment"> | null;
  readonly when: When;
  readonly timeZone: string;
  readonly now: number;
  readonly language: string;
  /** What the form is sent to. */
  readonly path: string;
  /** What is sent with the form: `key` makes one booking of one form. */
  readonly hidden: Readonly<Record<string, string>>;
  /** Where other times are; what is held is given up there. */
  readonly otherTimes: { readonly method: "get" | "post"; readonly action: string };
  readonly contactRequired: ContactRequired;
  readonly policy: string | null;
  readonly phone: string | null;
  readonly form: ContactForm;
  readonly mistakes: Mistakes;
  readonly refused: Refusal | undefined;
}

export const emptyForm: ContactForm = { first: "", last: "", phone: "", email: "", notes: "" };

/** Reads the form, and everything that is wrong with it at once; phones are read as in the restaurant's country. */
export function readContact(
  sent: URLSearchParams,
  required: ContactRequired,
  country: string | null,
): { readonly form: ContactForm; readonly mistakes: Mistakes } {
  const read = (name: string): string => (sent.get(name) ?? "").replaceAll(/\p{Cc}(?<![\n\t])/gu, "").trim();
  const form: ContactForm = {
    first: read("first"),
    last: read("last"),
    phone: read("phone"),
    email: read("email"),
    notes: read("notes").replaceAll("\r\n", "\n"),
  };
  return { form, mistakes: mistakesOf(form, required, country) };
}

function mistakesOf(form: ContactForm, required: ContactRequired, country: string | null): Mistakes {
  const mistakes: Partial<Record<ContactField, string>> = {};
  if (form.first === "") mistakes.first = "Enter your first name.";
  if (form.last === "") mistakes.last = "Enter your last name.";
  if (form.first.length > 200) mistakes.first = "Shorten the name to 200 characters.";
  if (form.last.length > 200) mistakes.last = "Shorten the name to 200 characters.";
  if (form.phone === "" && required === "phone") mistakes.phone = "Enter a phone number the restaurant can call.";
  if (form.phone !== "" && isRefusal(normalizePhone(form.phone, country, "phone")))
    mistakes.phone = "Enter a phone number that can be called, with its country code (+…) if it is from abroad.";
  if (form.phone.length > 50) mistakes.phone = "Enter one phone number.";
  if (form.email === "" && required === "email") mistakes.email = "Enter an e-mail address.";
  if (form.email !== "" && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(form.email.slice(0, 255)))
    mistakes.email = "Enter an e-mail address like name@example.com.";
  if (form.phone === "" && form.email === "" && required === "either")
    mistakes.phone = "Enter a phone number, or an e-mail address below.";
  if (form.notes.length > 2000) mistakes.notes = "Shorten the note to 2,000 characters.";
  return mistakes;
}

/** What the guest typed, as a booking is asked for. */
export function requestOf(form: ContactForm): Pick<BookingRequest, "guest" | "notes"> {
  return {
    guest: {
      first_name: form.first,
      last_name: form.last,
      ...(form.phone === "" ? {} : { phone: form.phone }),
      ...(form.email === "" ? {} : { email: form.email }),
    },
    notes: form.notes === "" ? null : form.notes,
  };
}

/** The page. */
export function holdMain(view: HoldView): Markup {
  const { refused, mistakes, otherTimes } = view;
  return html`<h1>${view.held === null ? "Who is coming?" : "Almost yours"}</h1>
    ${summary(view)} ${paymentTermsOf(paidStartOf(view))} ${stateOf(view)}
    ${refused !== undefined && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problemWords(refused)}</p>`}
    ${
      Object.keys(mistakes).length > 0 &&
      html`<p class="notice bad" role="alert">
        ${counted(Object.keys(mistakes).length, "field needs", "fields need")} another look.
      </p>`
    }
    ${contactForm(view)}
    ${
      otherTimes.method === "post"
        ? html`<form method="post" action="${otherTimes.action}">
            <p><button class="quiet full">Choose another time</button></p>
          </form>`
        : html`<p><a class="button quiet full" href="${otherTimes.action}">Choose another time</a></p>`
    }
    ${view.phone !== null && html`<p class="soft">Questions? Call ${phoneLink(view.phone)}.</p>`}`;
}

function summary({ choice, when }: HoldView): Markup {
  const { partySize, areaName, experienceName } = choice;
  return html`<div class="card">
    <dl class="facts">
      <dt>Day</dt>
      <dd>${dayWords(when)}</dd>
      <dt>Time</dt>
      <dd>${timeWords(when)}</dd>
      <dt>Party</dt>
      <dd>${counted(partySize, "person", "people")}</dd>
      ${
        areaName !== null &&
        html`<dt>Where</dt>
          <dd>${areaName}</dd>`
      }
      ${
        experienceName !== null &&
        html`<dt>Menu</dt>
          <dd>${experienceName}</dd>`
      }
    </dl>
  </div>`;
}

function paidStartOf({ held, choice, when, timeZone, language }: HoldView): PaidStart {
  const { partySize } = choice;
  return { terms: held?.payment ?? null, partySize, startsAt: when.at, timeZone, locale: language };
}

/** Whether the time is held, and until when. */
function stateOf(view: HoldView): Markup {
  const { held } = view;
  if (held === null)
    return html`<p class="notice">
      This time is not held while you type. It is yours when the restaurant has confirmed it.
    </p>`;
  if (held.status === "live") return countdown(view, held.expires_at);
  return html`<p class="notice warn">${overWords[held.kept_by]}</p>`;
}

/** The seconds are the server's: the visitor's clock may be wrong, and the sandbox's may be moved. */
function countdown({ held, now, timeZone, language }: HoldView, expiresAt: number): Markup {
  const seconds = Math.max(0, Math.ceil((expiresAt - now) / 1000));
  return html`<div
    class="notice countdown"
    data-seconds="${seconds}"
    data-over="${overWords[held?.kept_by ?? "native"]}"
  >
    <p>
      We hold this table for you until <b>${formatTime(expiresAt, timeZone, language)}</b
      ><span role="timer" data-left></span>.
    </p>
    <p class="unseen" role="status" data-spoken></p>
  </div>`;
}

const overWords = {
  native:
    "The time for which the table was held is over. Send the form all the same: if the table is still free, it is yours.",
  provider: "The time for which the table was held is over. Choose a time again.",
} as const;

function contactForm(view: HoldView): Markup {
  const { contactRequired: required, policy } = view;
  const optional = (is: boolean): string => (is ? "" : " (optional)");
  const phoneHint =
    required === "either"
      ? "A phone number or an e-mail address is needed."
      : "So that you can be reached if something changes.";
  return html`<form method="post" action="${view.path}" novalidate data-in-place>
    ${Object.entries(view.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${view.held !== null && html`<h2>Who is coming?</h2>`}
    <div class="pair">
      ${field(view, "first", "First name", { autocomplete: "given-name", required: true })}
      ${field(view, "last", "Last name", { autocomplete: "family-name", required: true })}
    </div>
    ${field(view, "phone", `Phone${optional(required === "phone" || required === "either")}`, {
      autocomplete: "tel",
      type: "tel",
      required: required === "phone",
      hint: phoneHint,
    })}
    ${field(view, "email", `E-mail${optional(required === "email" || required === "either")}`, {
      autocomplete: "email",
      type: "email",
      required: required === "email",
    })}
    ${notesField(view)} ${policy !== null && html`<p class="soft">${policy}</p>`}
    <p><button class="full">${bookAndPay(paidStartOf(view)) ?? "Book this table"}</button></p>
  </form>`;
}

interface FieldOptions {
  readonly autocomplete: string;
  readonly type?: string;
  readonly required: boolean;
  readonly hint?: string;
}

function field({ form, mistakes }: HoldView, name: ContactField, label: string, options: FieldOptions): Markup {
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
      ${options.required && html`required`}
      ${described.length > 0 && html`aria-describedby="${described.join(" ")}"`}
      ${mistake !== undefined && html`aria-invalid="true"`}
    />
    ${mistake !== undefined && html`<p class="mistake" id="${name}-mistake">${mistake}</p>`}
  </div>`;
}

function notesField({ form, mistakes }: HoldView): Markup {
  return html`<div class="field">
    <label for="notes">Anything the restaurant should know? (optional)</label>
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

/** The page while the provider of a restaurant has not answered, and the page after its refusal. Pure. */
import type { OperationKind } from "../../bookings/provider/provider-refusals.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import { bookingWords } from "../book/booking-shared-page.ts";
import { visitWords } from "./booking-manage-page.ts";
import { phoneLink } from "../../pages/phone-link.ts";

/** Nobody knows yet. */
export function waitingMain(kind: OperationKind, path: string, { phone, reader }: RequestView): Markup {
  const say = visitWords(reader);
  return html`<div class="message">
    <h1>${say("request.waiting")}</h1>
    <p role="status" data-await="answer">${say(`request.${kind}`)} ${say("request.soon")}</p>
    <p>${say("request.once")} <a href="${path}">${say("request.look")}</a></p>
    ${call(phone, reader)}
  </div>`;
}

export interface RequestView {
  /** Of the restaurant. */
  readonly phone: string | null;
  readonly reader: Reader;
}

/** Nobody will know any more but the restaurant. */
export function lostMain({ phone, reader }: RequestView): Markup {
  const say = visitWords(reader);
  return html`<div class="message">
    <h1>${say("request.lost.title")}</h1>
    <p>${say("request.lost.text")}</p>
    ${call(phone, reader)}
  </div>`;
}

/** Nothing was done. */
export function refusedMain(view: RequestView & { readonly words: string; readonly otherTimes: string }): Markup {
  const say = visitWords(view.reader);
  return html`<div class="message">
    <h1>${say("request.refused")}</h1>
    <p role="alert">${view.words}</p>
    <p><a class="button" href="${view.otherTimes}">${say("request.other_times")}</a></p>
    ${call(view.phone, view.reader)}
  </div>`;
}

function call(phone: string | null, reader: Reader): Markup | false {
  if (phone === null) return false;
  return html`<p class="soft">${fill(bookingWords(reader)("call", { phone: slots[0] }), phoneLink(phone))}</p>`;
}

/** What a guest reads while the provider of a restaurant has not answered, and when it has said no. Pure. */
import type { OperationKind } from "../../bookings/provider/provider-refusals.ts";
import { html, type Markup } from "../../pages/html.ts";
import { phoneLink } from "../../pages/phone-link.ts";

const asked: Readonly<Record<OperationKind, string>> = {
  hold: "We have asked the restaurant to hold the table for you.",
  book: "We have sent your booking to the restaurant.",
  change: "We have sent your change to the restaurant. Until it is answered, the booking stays as it was.",
  cancel: "We have sent your cancellation to the restaurant.",
};

/** Nobody knows yet. */
export function waitingMain(kind: OperationKind, path: string, phone: string | null): Markup {
  return html`<div class="message">
    <h1>The restaurant is confirming</h1>
    <p role="status" data-await="answer">${asked[kind]} This page shows the answer as soon as it is known.</p>
    <p>You do not have to send anything again. <a href="${path}">Look again now</a></p>
    ${call(phone)}
  </div>`;
}

/** Nobody will know any more but the restaurant. */
export function lostMain(phone: string | null): Markup {
  return html`<div class="message">
    <h1>The restaurant has not answered</h1>
    <p>Its booking system was asked for a day and gave no answer. Ask the restaurant itself.</p>
    ${call(phone)}
  </div>`;
}

/** The request never left. */
export const unsentWords = "The restaurant’s booking system could not be reached, and nothing was asked for.";

/** Nothing was done. */
export function refusedMain(view: {
  readonly words: string;
  readonly otherTimes: string;
  readonly phone: string | null;
}): Markup {
  return html`<div class="message">
    <h1>This was not booked</h1>
    <p role="alert">${view.words}</p>
    <p><a class="button" href="${view.otherTimes}">Look for another time</a></p>
    ${call(view.phone)}
  </div>`;
}

function call(phone: string | null): Markup | false {
  return phone !== null && html`<p class="soft">Questions? Call the restaurant: ${phoneLink(phone)}.</p>`;
}

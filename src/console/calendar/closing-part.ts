/** The closed days on the calendar: which they are, and the form that closes more. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { formatDate } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import { drawFields } from "../shell/draw-fields.ts";
import type { Mistakes } from "../shell/form-fields.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import type { ClosedDays } from "./closed-days.ts";
import { closingFields, usualClosing, type ClosingWords } from "./closing-form.ts";

export interface Closing {
  readonly days: readonly ClosedDays[];
  /** "2026-11-29", at the location. */
  readonly today: string;
  readonly hasConfiguration: boolean;
  /** Orders for later on days without orders. */
  readonly scheduled: number;
  readonly mistakes?: Mistakes;
  readonly typed?: URLSearchParams;
  readonly problems?: readonly string[];
}

/** The card. */
export function closingCard(visitor: LocationVisit, closing: Closing): Markup {
  const say = speak(visitor.language, "closing");
  const { days, mistakes = new Map<string, string>(), typed, problems = [], scheduled } = closing;
  const fields = closingFields(say, closing.hasConfiguration);
  const filled = { values: usualClosing, mistakes, typed };
  return html`<section class="card" id="closing">
    <h2>${say("title")}</h2>
    <p>${say("text")}</p>
    ${scheduled > 0 && html`<p class="notice warn">${say("scheduled", { count: scheduled })}</p>`}
    ${
      problems.length > 0 &&
      html`<div class="notice bad" role="alert" tabindex="-1" data-focus>
        <ul>
          ${problems.map((problem) => html`<li>${problem}</li>`)}
        </ul>
      </div>`
    }
    ${days.length === 0 ? html`<p>${say("none")}</p>` : listOf(visitor, say, closing)}
    <form method="post" action="${visitor.path}/close">
      ${
        mistakes.size > 0 &&
        html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${visitor.say("save.mistakes")}</p>`
      }
      <div class="row">${drawFields(fields.slice(0, 2), filled)}</div>
      ${drawFields(fields.slice(2), filled)}
      <p><button type="submit">${say("submit")}</button></p>
    </form>
  </section>`;
}

function listOf(visitor: LocationVisit, say: ClosingWords, { days, today, hasConfiguration }: Closing): Markup {
  const { locale, path } = visitor;
  const named = (date: string): string => formatDate(date, locale, "long", today);
  return html`<ul class="plain closed-days">
    ${days.map((one) => {
      const [first, last] = [named(one.from), named(one.to)];
      const span = one.from === one.to ? first : say("span", { first, last });
      const button = (action: "close" | "open", text: string, what?: "orders" | "bookings"): Markup =>
        html`<form method="post" action="${path}/${action}">
          <input type="hidden" name="first" value="${one.from}" />
          <input type="hidden" name="last" value="${one.to}" />
          ${what !== undefined && html`<input type="hidden" name="what" value="${what}" />`}
          <button type="submit" class="quiet" aria-label="${text}: ${span}">${text}</button>
        </form>`;
      return html`<li>
        <p><b>${span}</b><br />${stateOf(visitor, say, one, hasConfiguration)}</p>
        <div class="row">
          ${one.canRestore && button("open", say("open"))}
          ${!one.orders && button("close", say("also.orders"), "orders")}
          ${hasConfiguration && !one.bookings && button("close", say("also.bookings"), "bookings")}
        </div>
      </li>`;
    })}
  </ul>`;
}

function stateOf(
  { language }: LocationVisit,
  say: ClosingWords,
  { orders, bookings, canRestore }: ClosedDays,
  hasConfiguration: boolean,
): string {
  const blackout = canRestore ? "" : ` ${say("blackout", { title: speak(language, "setup")("blackouts") })}`;
  if (!orders) return `${say("bookings.half")}${blackout}`;
  if (!hasConfiguration) return say("orders");
  return bookings ? `${say("both")}${blackout}` : say("orders.half");
}

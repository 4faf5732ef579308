/** The form of who keeps the book of a location: Maple, or a reservation provider (rules/providers 1.7). Pure. */
import type { OperatedLocation } from "../../locations/location/operated-locations.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import { adapters, type ProviderSettings } from "../../providers/provider-settings.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import { shownBook } from "./book-form.ts";

const intervals = [5, 10, 15, 20, 30, 60];

export function bookPart(
  { mayAct, hasSandbox }: OperatorVisit,
  path: string,
  location: Pick<OperatedLocation, "booking_mode">,
  provider: ProviderSettings | undefined,
  typed: URLSearchParams | undefined,
): Markup | false {
  const shown = shownBook(location.booking_mode, provider, typed);
  const field = (name: string, label: string, attributes: Markup = html``, hint?: string): Markup =>
    html`<div class="field">
      <label for="book-${name}">${label}</label>
      ${hint !== undefined && html`<p class="hint" id="book-${name}-hint">${hint}</p>`}
      <input
        id="book-${name}"
        name="${name}"
        value="${shown(name)}"
        autocomplete="off"
        ${hint !== undefined && html`aria-describedby="book-${name}-hint"`}
        ${attributes}
      />
    </div>`;
  const mode = (value: string, label: string): Markup =>
    html`<label class="tick"
      ><input type="radio" name="booking_mode" value="${value}" ${shown("booking_mode") === value && html`checked`} />
      <span>${label}</span></label
    >`;
  return (
    mayAct &&
    html`<section class="card">
      <h2>Who keeps the book</h2>
      <form method="post" action="${path}/book">
        <fieldset>
          <legend>The book is kept by</legend>
          ${mode("native", "Maple")} ${mode("provider", "a reservation provider")}
        </fieldset>
        <p class="soft">
          What follows is of the provider. Its bookings cannot change to another while some are to come.
        </p>
        <div class="pair operator-pair">
          <div class="field">
            <label for="book-adapter">Contract</label>
            <select id="book-adapter" name="adapter">
              ${adapters
                .filter((one) => one !== "simulated" || hasSandbox)
                .map(
                  (one) => html`<option value="${one}" ${shown("adapter") === one && html`selected`}>${one}</option>`,
                )}
            </select>
          </div>
          ${field("base_url", "Address before /v3", html`type="url" maxlength="2000"`)}
          ${field("username", "Name", html`maxlength="200"`)}
          ${field(
            "password",
            "Password",
            html`type="password" maxlength="1000"`,
            (provider?.password_sealed ?? null) === null ? "None is set." : "One is set. Empty: it stays.",
          )}
          ${field("merchant_id", "Its name for the location", html`maxlength="200"`)}
          ${field("service_id", "Its name for a reservation", html`maxlength="200"`)}
          ${field("first_start", "First start", html`type="time"`)}
          ${field("last_start", "Last start", html`type="time"`)}
          <div class="field">
            <label for="book-interval">Minutes between starts</label>
            <select id="book-interval" name="slot_interval_minutes">
              ${intervals.map(
                (one) =>
                  html`<option
                    value="${one}"
                    ${(shown("slot_interval_minutes") || "30") === String(one) && html`selected`}
                  >
                    ${one}
                  </option>`,
              )}
            </select>
          </div>
          ${field("duration_minutes", "Minutes of a stay", html`type="number" min="15" max="720"`)}
          ${field("max_party_size", "Largest party", html`type="number" min="1" max="1000"`)}
        </div>
        <label class="tick"
          ><input type="checkbox" name="leases" value="yes" ${shown("leases") === "yes" && html`checked`} />
          <span>The provider holds tables while a guest types (CreateLease)</span></label
        >
        <button type="submit">Save who keeps the book</button>
      </form>
    </section>`
  );
}

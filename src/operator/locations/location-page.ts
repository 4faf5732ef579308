/**
 * One location for the operator: its state, its latest orders and bookings, and the acts that an operator may need at
 * night. Pure.
 */
import type { Instant } from "../../kernel/clock.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { locationStatuses, orderRoutings } from "../../locations/location/location.ts";
import type { OperatedLocation } from "../../locations/location/operated-locations.sql.ts";
import type { MenuVersion } from "../../menus/publish/menu-versions.sql.ts";
import type { Order } from "../../orders/order/order.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import type { ProviderSettings } from "../../providers/provider-settings.ts";
import { languageNames } from "../../words/language-names.ts";
import { actForm, askedForm, doneNotice, problemNotice } from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import { bookPart } from "./book-part.ts";
import { statusBadge, timeZoneList } from "./locations-page.ts";
import { wherePart, type TypedWhere } from "./where-part.ts";

export interface LocationShown {
  readonly location: OperatedLocation;
  /** The location's own time. */
  readonly now: Instant;
  readonly orders: readonly Order[];
  readonly versions: readonly MenuVersion[];
  readonly provider: ProviderSettings | undefined;
  readonly apps: ReadonlyMap<string, string>;
  readonly problem?: string;
  /** What was typed into a form, when it could not be saved. */
  readonly unsaved?: Unsaved;
}

/** What was typed, by the form. */
export interface Unsaved {
  readonly book?: URLSearchParams;
  readonly where?: TypedWhere;
  readonly settings?: URLSearchParams;
}

const done = {
  saved: "Saved. Apps were told what concerns them.",
  paused: "Ordering is paused: diners see that no order is prepared now.",
  resumed: "Ordering goes on.",
  restored: "The menu is live again. The connected app was told.",
};

export function locationPage(at: OperatorVisit, shown: LocationShown): PageAnswer {
  const { location, problem, unsaved = {} } = shown;
  const path = `/operator/locations/${location.id}`;
  return operatorPage(at, {
    title: location.name ?? location.id,
    status: problem === undefined ? 200 : 422,
    main: html`<p>${statusBadge(location)} <code>${location.id}</code></p>
      ${problemNotice(problem)}${doneNotice(at, done)} ${factsPart(shown)} ${pausePart(at, path, shown)}
      ${ordersPart(shown)} ${menusPart(at, path, shown)} ${settingsPart(at, path, location, unsaved.settings)}
      ${wherePart(at, path, location, unsaved.where)} ${bookPart(at, path, location, shown.provider, unsaved.book)}
      <p>
        <a href="/operator/audit?subject=${location.id}">Who changed what here</a> ·
        <a href="/operator/money?of=${location.id}">Its money</a> ·
        <a href="/operator/messages?of=${location.id}">Its messages</a>
      </p>`,
  });
}

function factsPart({ location, provider, apps, now }: LocationShown): Markup {
  const appLink = (id: string) => html`<a href="/operator/apps/${id}"><bdi>${apps.get(id) ?? id}</bdi></a>`;
  const { city, country } = location.address;
  return html`<section class="card">
    <dl class="facts operator-facts">
      <dt>Where</dt>
      <dd><bdi>${[city, country].filter((part) => part !== null).join(", ") || "–"}</bdi></dd>
      <dt>Its time</dt>
      <dd>${utc(now)}, ${location.timezone ?? "no time zone"}</dd>
      <dt>Orders go to</dt>
      <dd>
        ${location.connected_app_id === null ? (location.order_routing === "manual" ? "staff" : "nobody") : appLink(location.connected_app_id)}
      </dd>
      <dt>Apps that see it</dt>
      <dd>
        ${location.granted_app_ids.length === 0 ? "none" : location.granted_app_ids.map((id) => html`${appLink(id)} `)}
      </dd>
      <dt>Bookings</dt>
      <dd>
        ${location.booking_mode},
        ${location.bookings_enabled ? "on" : "off"}${provider !== undefined && html`, at <bdi>${provider.base_url ?? provider.adapter}</bdi>`}
      </dd>
      <dt>Messages to guests</dt>
      <dd>${location.messaging ? "on" : "off"}</dd>
    </dl>
  </section>`;
}

function pausePart(at: OperatorVisit, path: string, { location, now }: LocationShown): Markup | false {
  const until = location.ordering_paused_until;
  if (until !== null && until > now)
    return html`<section class="card">
      <h2>Ordering is paused</h2>
      <p>Until ${utc(until)}.</p>
      ${actForm(at, `${path}/pause`, html`<button class="quiet" type="submit" name="minutes" value="0">Let it go on</button>`)}
    </section>`;
  return (
    at.mayAct &&
    html`<section class="card">
      <h2>Pause ordering</h2>
      <p>When nobody answers at the restaurant. Orders for later are taken; open orders stay.</p>
      <form method="post" action="${path}/pause">
        <div class="row">
          ${[30, 60, 180].map(
            (minutes) =>
              html`<button class="quiet" type="submit" name="minutes" value="${minutes}">${minutes} minutes</button>`,
          )}
        </div>
      </form>
    </section>`
  );
}

function ordersPart({ orders }: LocationShown): Markup {
  return html`<section class="card">
    <h2>Newest orders</h2>
    ${
      orders.length === 0
        ? html`<p>None.</p>`
        : table(
            ["Order", "Status", "Payment", "Placed"],
            orders.map((one) => [
              html`<a href="/operator/orders/${one.id}">#${one.display_number}</a>`,
              one.status,
              one.payment_status,
              utc(one.created_at),
            ]),
          )
    }
  </section>`;
}

function menusPart(at: OperatorVisit, path: string, { versions, location }: LocationShown): Markup | false {
  if (versions.length === 0) return false;
  return html`<section class="card">
    <h2>Menus</h2>
    ${table(
      ["Published", "Dishes and more", ""],
      versions.map((one) => [
        utc(one.published_at),
        one.entity_count,
        one.live
          ? html`<span class="badge good">live</span>`
          : askedForm(
              at,
              `${path}/menu`,
              {
                open: "Make it live again",
                question: `At ${location.name ?? location.id} this menu replaces the live one at once and whole.`,
                act: "Make it live",
              },
              { version: one.id },
            ),
      ]),
    )}
  </section>`;
}

function settingsPart(
  at: OperatorVisit,
  path: string,
  location: OperatedLocation,
  typed: URLSearchParams | undefined,
): Markup | false {
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[], kept: string) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        ${options.map(([value, text]) => html`<option value="${value}" ${value === (typed?.get(name) ?? kept) && html`selected`}>${text}</option>`)}
      </select>
    </div>`;
  const field = (name: string, label: string, kept: string, attributes: Markup) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${typed?.get(name) ?? kept}" autocomplete="off" ${attributes} />
    </div>`;
  const asThey = (names: readonly string[]) => names.map((name) => [name, name] as const);
  const { guest_retention_days: days } = location;
  return (
    at.mayAct &&
    html`<section class="card">
      <h2>Settings of the operator</h2>
      <form method="post" action="${path}">
        <div class="pair operator-pair">
          ${field("name", "Name", location.name ?? "", html`maxlength="200" required`)}
          ${choice("status", "Status", asThey(locationStatuses), location.status)}
          ${field("timezone", "Time zone", location.timezone ?? "", html`maxlength="64" list="time-zones" placeholder="Europe/Paris" required`)}
          ${timeZoneList()}
          ${choice("language", "Language of guests", [["", "that of the country"], ...guestLanguages.map((one) => [one, languageNames[one]] as const)], location.language ?? "")}
          ${choice("order_routing", "Orders go to", asThey(orderRoutings), location.order_routing)}
          ${choice("messaging", "Messages to guests", asThey(["on", "off"]), location.messaging ? "on" : "off")}
          ${field("alert_phone", "Phone that is texted when nobody looks at an order", location.alert_phone ?? "", html`type="tel" maxlength="50"`)}
          ${field("guest_retention_days", "Days after which guests are erased (empty: kept)", days === null ? "" : String(days), html`type="number" min="1" max="3650"`)}
        </div>
        <p class="hint">With another time zone, coming bookings stay at the times that guests were told.</p>
        <button type="submit">Save</button>
      </form>
    </section>`
  );
}

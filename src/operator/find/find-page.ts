/** The results of a search. Pure. */
import { html, type Markup, type Part } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import type { Found } from "./find.query.ts";
import { longestSought, mostFound } from "./read-sought.ts";

/** The page with the field, and below it what was found; nothing was typed yet when `found` is undefined. */
export function findPage(at: OperatorVisit, typed: string, found: Found | undefined): PageAnswer {
  const parts = found === undefined ? [] : partsOf(found);
  return operatorPage(at, {
    title: "Find",
    main: html`${searchForm(typed)}
    ${
      found !== undefined &&
      parts.length === 0 &&
      html`<p class="notice warn" role="status">
        Nothing is known by this. Write a phone number with its country code, and a code or an id in full.
      </p>`
    }
    ${parts}`,
  });
}

function searchForm(typed: string): Markup {
  return html`<form class="operator-search" method="post" action="/operator/find" role="search">
    <div class="field">
      <label for="q">Order, booking, guest, app, key, location, request or operation</label>
      <p class="hint" id="q-hint">An id, a code, a phone number with its country code, an e-mail address, or a name.</p>
      <input
        id="q"
        name="q"
        value="${typed}"
        maxlength="${longestSought}"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        aria-describedby="q-hint"
        required
      />
    </div>
    <button type="submit">Find</button>
  </form>`;
}

function partsOf({ orders, bookings, entries, apps, keys, operations, locations, names }: Found): readonly Markup[] {
  const named = (id: string) => html`<bdi>${names.get(id) ?? id}</bdi>`;
  const link = (href: string, text: Part) => html`<a href="${href}">${text}</a>`;
  return [
    part(
      "Orders",
      ["Order", "Status", "Location", "Placed"],
      orders.map((one) => [
        link(`/operator/orders/${one.id}`, `#${one.display_number}`),
        one.status,
        named(one.location_id),
        utc(one.created_at),
      ]),
    ),
    part(
      "Bookings",
      ["Booking", "Status", "Location", "For", "Guests"],
      bookings.map((one) => [
        link(`/operator/bookings/${one.id}`, one.confirmation_code),
        one.status,
        named(one.location_id),
        one.local_start,
        one.party_size,
      ]),
    ),
    part(
      "Parties in line",
      ["Party", "Status", "Location", "Joined", "Guests"],
      entries.map((one) => [
        link(`/operator/parties/${one.id}`, "Party"),
        one.status,
        named(one.location_id),
        utc(one.joined_at),
        one.party_size,
      ]),
    ),
    part(
      "Apps",
      ["App", "Status", "Id"],
      apps.map((one) => [link(`/operator/apps/${one.id}`, html`<bdi>${one.name}</bdi>`), one.status, code(one.id)]),
    ),
    part(
      "Keys",
      ["Key", "App", "Made", "Ends"],
      keys.map((one) => [
        code(`…${one.last_four}`),
        link(`/operator/apps/${one.app_id}`, named(one.app_id)),
        utc(one.created_at),
        one.revoked_at === null ? one.expires_at !== null && utc(one.expires_at) : html`revoked ${utc(one.revoked_at)}`,
      ]),
    ),
    part(
      "Writes",
      ["Operation", "Asked", "Came to", "When"],
      operations.map((one) => [code(one.id), code(one.asked), one.outcome, utc(one.at)]),
    ),
    part(
      "Locations",
      ["Location", "Id"],
      locations.map((one) => [
        link(`/operator/locations/${one.id}`, html`<bdi>${one.name ?? "–"}</bdi>`),
        code(one.id),
      ]),
    ),
  ].filter((one) => one !== undefined);
}

function code(text: string): Markup {
  return html`<code>${text}</code>`;
}

function part(title: string, columns: readonly string[], rows: readonly (readonly Part[])[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<section class="card">
    <h2>${title}</h2>
    ${table(columns, rows)} ${rows.length === mostFound && html`<p class="soft">The latest ${mostFound} are shown.</p>`}
  </section>`;
}

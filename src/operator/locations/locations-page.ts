/** The list of locations, and the form that makes one. Pure. */
import type { OperatedLocation } from "../../locations/location/operated-locations.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { problemNotice } from "../shell/operator-forms.ts";
import { operatorPage, table } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface LocationsShown {
  readonly locations: readonly OperatedLocation[];
  /** How many there are in all. */
  readonly all: number;
  readonly sought: string;
  readonly typed?: URLSearchParams;
  readonly problem?: string;
}

const path = "/operator/locations";

export function locationsPage(
  at: OperatorVisit,
  { locations, all, sought, typed, problem }: LocationsShown,
): PageAnswer {
  return operatorPage(at, {
    title: "Locations",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}
      <form class="operator-search" method="get" action="${path}">
        <div class="field">
          <label for="name-part">A part of the name or the town</label>
          <input id="name-part" name="q" value="${sought}" maxlength="100" autocomplete="off" />
        </div>
        <button class="quiet" type="submit">Show</button>
      </form>
      <section class="card">
        ${
          locations.length === 0
            ? html`<p>${all === 0 ? "There is no location yet." : "None fits."}</p>`
            : table(
                ["Location", "Town", "Status", "App"],
                locations.map((one) => [
                  html`<a href="${path}/${one.id}"><bdi>${one.name ?? one.id}</bdi></a>`,
                  html`<bdi>${one.address.city ?? "–"}</bdi>`,
                  statusBadge(one),
                  one.connected_app_id === null
                    ? "none"
                    : html`<a href="/operator/apps/${one.connected_app_id}">app</a>`,
                ]),
              )
        }
        <p class="soft">${locations.length} of ${all}.</p>
      </section>
      ${at.mayAct && newForm(typed)}`,
  });
}

export function statusBadge({ status }: Pick<OperatedLocation, "status">): Markup {
  const kind = status === "active" ? "good" : status === "paused" ? "warn" : "bad";
  return html`<span class="badge ${kind}">${status}</span>`;
}

function newForm(typed: URLSearchParams | undefined): Markup {
  return html`<section class="card">
    <h2>Make a location</h2>
    <form method="post" action="${path}">
      <div class="pair operator-pair">
        <div class="field">
          <label for="name">Name</label>
          <input
            id="name"
            name="name"
            value="${typed?.get("name") ?? ""}"
            maxlength="200"
            autocomplete="off"
            required
          />
        </div>
        <div class="field">
          <label for="timezone">Time zone</label>
          <input
            id="timezone"
            name="timezone"
            value="${typed?.get("timezone") ?? ""}"
            maxlength="100"
            autocomplete="off"
            list="time-zones"
            placeholder="Europe/Paris"
            required
          />
          ${timeZoneList()}
        </div>
      </div>
      <button type="submit">Make it</button>
    </form>
  </section>`;
}

/** The time zones that a field with the list `time-zones` offers while one types. */
export function timeZoneList(): Markup {
  return html`<datalist id="time-zones">
    ${Intl.supportedValuesOf("timeZone").map((zone) => html`<option value="${zone}"></option>`)}
  </datalist>`;
}

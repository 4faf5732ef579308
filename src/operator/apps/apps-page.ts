/** The list of apps, and the form that onboards one. Pure. */
import type { App } from "../../apps/read-apps.query.ts";
import type { Id } from "../../kernel/id.ts";
import { html, type Markup, type Part } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { scopes } from "../../platform/http/scopes.ts";
import { problemNotice, secretCard, freshNotice, ticks } from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import type { OnboardMistakes } from "./onboard-form.ts";

/** Every app, newest first, with the way to each and to the form. */
export function appsPage(at: OperatorVisit, apps: readonly App[]): PageAnswer {
  return operatorPage(at, {
    title: "Apps",
    main: html`${at.mayAct && html`<p><a class="button" href="/operator/apps/new">Onboard an app</a></p>`}
      <section class="card">
        ${
          apps.length === 0
            ? html`<p>There is no app yet.</p>`
            : table(
                ["App", "Status", "Scopes", "Made"],
                apps.map((app) => [
                  html`<a href="/operator/apps/${app.id}"><bdi>${app.name}</bdi></a>`,
                  statusBadge(app),
                  app.scopes.length,
                  utc(app.created_at),
                ]),
              )
        }
      </section>`,
  });
}

export function statusBadge({ status }: App): Markup {
  return html`<span class="badge ${status === "enabled" ? "good" : "bad"}">${status}</span>`;
}

/** What a point of sale needs: everything but what changes bookings and zones. */
const usual: readonly string[] = scopes.filter((scope) => !/^(bookings|delivery_zones):/.test(scope));

export interface OnboardShown {
  /** The newest locations, to choose from. */
  readonly locations: readonly { readonly id: Id<"str">; readonly name: string | null }[];
  /** What was sent, where something of it is a mistake. */
  readonly typed?: URLSearchParams;
  readonly mistakes?: OnboardMistakes;
  readonly problem?: string;
}

const path = "/operator/apps/new";

/** The one form: app, scopes, key, locations, developer. */
export function onboardPage(at: OperatorVisit, { locations, typed, mistakes, problem }: OnboardShown): PageAnswer {
  const isWrong = problem !== undefined || (mistakes?.size ?? 0) > 0;
  const value = (name: string): string => typed?.get(name) ?? "";
  const inputFor = (name: "name" | "ids" | "place_timezone", attributes: Part): Markup =>
    html`<input
        id="${name}"
        name="${name}"
        value="${value(name)}"
        autocomplete="off"
        ${mistakes?.has(name) === true && html`aria-invalid="true" aria-describedby="${name}-mistake"`}
        ${attributes}
      />
      ${mistakeOf(mistakes, name)}`;
  return operatorPage(at, {
    title: "Onboard an app",
    status: isWrong ? 422 : 200,
    main: html`${freshNotice(at, path)}${problemNotice(problem)}
      <p>Makes the app, its first key, its grants and what else you choose: all of it, or nothing.</p>
      <form method="post" action="${path}">
        <section class="card">
          <h2>App</h2>
          <div class="field">
            <label for="name">Name</label>
            ${inputFor("name", html`maxlength="200" required`)}
          </div>
          ${ticks(
            "scope",
            "Scopes",
            scopes.map((scope) => [scope, html`<code>${scope}</code>`] as const),
            typed === undefined ? usual : typed.getAll("scope"),
          )}
          ${mistakeOf(mistakes, "scopes")}
        </section>
        <section class="card">
          <h2>Locations</h2>
          ${
            locations.length > 0 &&
            ticks(
              "location",
              "Grant the newest ones",
              locations.map(({ id, name }) => [id, html`<bdi>${name ?? id}</bdi>`] as const),
              typed?.getAll("location") ?? [],
            )
          }
          <div class="field">
            <label for="ids">Others, by id</label>
            ${inputFor("ids", html`maxlength="10000"`)}
          </div>
          <div class="pair operator-pair">
            <div class="field">
              <label for="place_name">Make a new location, with the name</label>
              <input
                id="place_name"
                name="place_name"
                value="${value("place_name")}"
                maxlength="200"
                autocomplete="off"
              />
            </div>
            <div class="field">
              <label for="place_timezone">and the time zone</label>
              ${inputFor("place_timezone", html`maxlength="100" placeholder="Europe/Paris"`)}
            </div>
          </div>
        </section>
        <section class="card">
          <h2>Developer</h2>
          <label class="tick"
            ><input type="checkbox" name="invites" ${typed?.has("invites") === true && html`checked`} />
            <span>Make a link with which a developer gets the app’s dashboard</span></label
          >
        </section>
        <button type="submit">Make the app and its key</button>
      </form>`,
  });
}

function mistakeOf(mistakes: OnboardMistakes | undefined, name: "name" | "scopes" | "ids" | "place_timezone"): Part {
  const text = mistakes?.get(name);
  return text !== undefined && html`<p class="mistake" id="${name}-mistake">${text}</p>`;
}

export interface Made {
  readonly app: App;
  readonly key: string;
  readonly locationIds: readonly string[];
  /** The link for a developer; null when none was wanted. */
  readonly link: string | null;
  readonly baseUrl: string;
}

/** What was made, with the key that is shown this once. */
export function madePage(at: OperatorVisit, { app, key, locationIds, link, baseUrl }: Made): PageAnswer {
  return operatorPage(at, {
    title: `${app.name} is made`,
    main: html`${secretCard("The key", key, "Give it to the partner now: it is shown this once and kept nowhere.")}
      ${
        link !== null &&
        secretCard("The link for a developer", link, "It is good once, for 7 days, and is shown this once.")
      }
      <section class="card">
        <h2>What the partner needs besides</h2>
        <dl class="facts operator-facts">
          <dt>Address</dt>
          <dd><code>${baseUrl}</code></dd>
          <dt>App</dt>
          <dd><code>${app.id}</code></dd>
          <dt>Locations</dt>
          <dd>${locationIds.length === 0 ? "none yet" : locationIds.map((id) => html`<code>${id}</code> `)}</dd>
        </dl>
      </section>
      <p><a class="button quiet" href="/operator/apps/${app.id}">The app</a></p>`,
  });
}

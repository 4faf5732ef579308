/** One app: name, scopes, keys, locations. Pure. */
import type { ApiKey, App } from "../../apps/read-apps.query.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Location } from "../../locations/location/location.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { scopes } from "../../platform/http/scopes.ts";
import {
  actForm,
  askedForm,
  doneNotice,
  freshNotice,
  problemNotice,
  secretCard,
  ticks,
} from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import { statusBadge } from "./apps-page.ts";

export interface AppShown {
  readonly app: App;
  readonly keys: readonly ApiKey[];
  readonly granted: readonly Location[];
  readonly now: Instant;
  /** A key that was just issued. */
  readonly key?: string;
  readonly problem?: string;
}

const done = {
  saved: "Saved. It acts on the next request of each key.",
  revoked: "The key is revoked. It is refused from the next request on.",
  granted: "The app sees the location from now on. It was told so.",
  taken: "The app does not see the location any more. Its open orders stay with the restaurant.",
};

/** The page. */
export function appPage(at: OperatorVisit, shown: AppShown): PageAnswer {
  const { app, key, problem } = shown;
  const path = `/operator/apps/${app.id}`;
  return operatorPage(at, {
    title: app.name,
    status: problem === undefined ? 200 : 422,
    main: html`<p>${statusBadge(app)} <code>${app.id}</code></p>
      ${problemNotice(problem)}${doneNotice(at, done)}${freshNotice(at, path)}
      ${key !== undefined && secretCard("The new key", key, "It is shown this once and kept nowhere.")}
      <p><a class="button quiet" href="/developer/${app.id}">Events, requests and sandbox of the app</a></p>
      ${keysPart(at, path, shown)} ${grantsPart(at, path, shown)} ${settingsPart(at, path, app)}`,
  });
}

function keysPart(at: OperatorVisit, path: string, { app, keys, now }: AppShown): Markup {
  return html`<section class="card">
    <h2>Keys</h2>
    ${
      keys.length === 0
        ? html`<p>The app has no key.</p>`
        : table(
            ["Key", "Made", "State", ""],
            keys.map((key) => [
              html`<code>…${key.last_four}</code>`,
              utc(key.created_at),
              keyState(key, now),
              !isOver(key, now) &&
                askedForm(
                  at,
                  `${path}/keys/revoke`,
                  {
                    open: "Revoke",
                    question: `Whoever uses the key …${key.last_four} of ${app.name} is refused from the next request on. This cannot be undone.`,
                    act: `Revoke …${key.last_four}`,
                  },
                  { key: key.id },
                ),
            ]),
          )
    }
    ${actForm(
      at,
      `${path}/keys`,
      html`<div class="field">
          <label for="expires">The new key ends on (may stay empty)</label>
          <input id="expires" name="expires" type="date" autocomplete="off" />
        </div>
        <button class="quiet" type="submit">Issue a key</button>`,
    )}
  </section>`;
}

function isOver({ revoked_at: revoked, expires_at: expires }: ApiKey, now: Instant): boolean {
  return revoked !== null || (expires !== null && expires <= now);
}

function keyState({ revoked_at: revoked, expires_at: expires }: ApiKey, now: Instant): Markup {
  if (revoked !== null) return html`<span class="badge bad">Revoked</span> ${utc(revoked)}`;
  if (expires === null) return html`<span class="badge good">Good</span>`;
  return expires <= now
    ? html`<span class="badge bad">Ended</span> ${utc(expires)}`
    : html`<span class="badge good">Good</span> until ${utc(expires)}`;
}

function grantsPart(at: OperatorVisit, path: string, { app, granted }: AppShown): Markup {
  return html`<section class="card">
    <h2>Locations that it sees</h2>
    ${
      granted.length === 0
        ? html`<p>None.</p>`
        : table(
            ["Location", "Id", ""],
            granted.map(({ id, name }) => [
              html`<bdi>${name ?? "–"}</bdi>`,
              html`<code>${id}</code>`,
              askedForm(
                at,
                `${path}/grants/remove`,
                {
                  open: "Take away",
                  question: `${app.name} loses ${name ?? id} at once, with its connection. Its open orders stay with the restaurant's staff.`,
                  act: `Take ${name ?? id} away`,
                },
                { location: id },
              ),
            ]),
          )
    }
    ${actForm(
      at,
      `${path}/grants`,
      html`<div class="field">
          <label for="location">Id of a location</label>
          <input id="location" name="location" placeholder="str_…" maxlength="40" autocomplete="off" required />
        </div>
        <button class="quiet" type="submit">Grant it</button>`,
    )}
  </section>`;
}

function settingsPart(at: OperatorVisit, path: string, app: App): Markup {
  if (!at.mayAct)
    return html`<section class="card">
      <h2>Scopes</h2>
      <p>${app.scopes.map((scope) => html`<code>${scope}</code> `)}</p>
    </section>`;
  return html`<section class="card">
    <h2>Name and scopes</h2>
    <form method="post" action="${path}">
      <div class="field">
        <label for="name">Name</label>
        <input id="name" name="name" value="${app.name}" maxlength="200" autocomplete="off" required />
      </div>
      ${ticks(
        "scope",
        "Scopes",
        scopes.map((scope) => [scope, html`<code>${scope}</code>`] as const),
        app.scopes,
      )}
      <button type="submit">Save</button>
    </form>
    ${
      app.status === "enabled"
        ? askedForm(
            at,
            `${path}/status`,
            {
              open: "Disable the app",
              question: `Every key of ${app.name} is refused from the next request on. Its endpoints get ids and status alone, nothing of a guest. Orders of the locations that it is connected to still wait for it: end its grants there, and staff decide. You can enable it again.`,
              act: `Disable ${app.name}`,
            },
            { status: "disabled" },
          )
        : actForm(
            at,
            `${path}/status`,
            html`<input type="hidden" name="status" value="enabled" />
              <button class="quiet" type="submit">Enable the app</button>`,
          )
    }
  </section>`;
}

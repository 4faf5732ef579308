/** Booking channels: who may book at native locations. Pure. */
import type { BookingChannel } from "../../channels/channels.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import {
  askedForm,
  doneNotice,
  freshNotice,
  hiddenFields,
  problemNotice,
  secretCard,
} from "../shell/operator-forms.ts";
import { operatorPage, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface ChannelsShown {
  readonly channels: readonly BookingChannel[];
  /** A password that was just made, and whose. */
  readonly password?: { readonly username: string; readonly password: string };
  readonly typed?: URLSearchParams;
  readonly problem?: string;
}

const path = "/operator/channels";

export function channelsPage(at: OperatorVisit, { channels, password, typed, problem }: ChannelsShown): PageAnswer {
  return operatorPage(at, {
    title: "Channels",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}${doneNotice(at, { saved: "Saved. It acts on the next call of the channel." })}
      ${freshNotice(at, path)}
      ${
        password !== undefined &&
        secretCard(
          `The password of ${password.username}`,
          password.password,
          "Give it to the channel now: it is shown this once. An older password is refused from now on.",
        )
      }
      <p>A booking channel books at native locations through <code>/reserve/v3</code>.</p>
      ${channels.length === 0 && html`<p>There is none yet.</p>`} ${channels.map((one) => channelPart(at, one))}
      ${at.mayAct && newForm(typed)}`,
  });
}

function channelPart(at: OperatorVisit, channel: BookingChannel): Markup {
  const { id, name, username, enabled, location_ids: locations, created_at: made } = channel;
  return html`<section class="card">
    <h2><bdi>${name}</bdi></h2>
    <p>
      <span class="badge ${enabled ? "good" : "bad"}">${enabled ? "enabled" : "disabled"}</span>
      <code class="operator-long">${username}</code> · since ${utc(made)}
    </p>
    ${
      at.mayAct
        ? html`<form method="post" action="${path}/save">
              ${hiddenFields({ channel: id })} ${fieldsOf(id, name, locations.join("\n"))}
              <label class="tick"
                ><input type="checkbox" name="enabled" ${enabled && html`checked`} /> <span>Enabled</span></label
              >
              <button class="quiet" type="submit">Save</button>
            </form>
            ${askedForm(
              at,
              `${path}/password`,
              {
                open: "Make a new password",
                question: `The password that ${name} uses now is refused from then on.`,
                act: "Make it",
              },
              { channel: id },
            )}`
        : html`<p>${locations.map((one) => html`<code>${one}</code> `)}</p>`
    }
  </section>`;
}

function fieldsOf(suffix: string, name: string, locations: string): Markup {
  return html`<div class="field">
      <label for="name-${suffix}">Name</label>
      <input id="name-${suffix}" name="name" value="${name}" maxlength="200" autocomplete="off" required />
    </div>
    <div class="field">
      <label for="ids-${suffix}">Ids of its locations, one a line</label>
      <textarea id="ids-${suffix}" name="ids" maxlength="40000">${locations}</textarea>
    </div>`;
}

function newForm(typed: URLSearchParams | undefined): Markup {
  return html`<section class="card">
    <h2>Make a channel</h2>
    <form method="post" action="${path}">
      ${fieldsOf("new", typed?.get("name") ?? "", typed?.get("ids") ?? "")}
      <button type="submit">Make the channel and its password</button>
    </form>
  </section>`;
}

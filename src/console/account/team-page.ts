/** How the page of the people and tablets of a location looks. Pure. */
import type { Device } from "../../people/devices/devices.sql.ts";
import type { Invitation } from "../../people/joining/invitations.sql.ts";
import type { Colleague } from "../../people/joining/roles.sql.ts";
import { locationRoles } from "../../people/joining/wanted-role.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type PageAnswer } from "../../pages/page.ts";
import { buttonForm, card, choiceOf, fieldOf, noticeOf } from "./field.ts";
import type { PersonVisit } from "./visit.query.ts";

/** What the last form did. */
export interface TeamNews {
  /** An invitation that was just made; its link is shown this once. */
  readonly link?: { readonly url: string; readonly qrSvg: string };
  /** The code of a tablet that was just added. */
  readonly code?: string;
  /** A recovery link that was just made; shown this once. */
  readonly recovery?: { readonly url: string; readonly name: string };
  readonly problem?: string;
}

export interface Team extends TeamNews {
  readonly path: string;
  readonly name: string;
  readonly pairAddress: string;
  readonly colleagues: readonly Colleague[];
  readonly invitations: readonly Invitation[];
  readonly devices: readonly Device[];
}

/** The whole page. */
export function teamPage(visitor: PersonVisit, team: Team): PageAnswer {
  const { say, language } = visitor;
  return showPage({
    status: team.problem === undefined ? 200 : 422,
    title: say("me.team"),
    venue: { name: team.name, href: "/me" },
    language,
    modules: ["forms"],
    main: html`<h1>${say("me.team")}</h1>
      ${team.problem !== undefined && noticeOf("bad", team.problem)} ${linkCard(visitor, team)}
      ${peopleCard(visitor, team)} ${inviteCard(visitor, team)} ${tabletsCard(visitor, team)} ${addCard(visitor, team)}`,
  });
}

function linkCard({ say }: PersonVisit, { link, code, pairAddress, recovery }: Team): Markup | false {
  if (recovery !== undefined) {
    return html`<section class="card" role="status">
      <p>${say("team.recovery_link", { name: recovery.name })}</p>
      <p><a href="${recovery.url}">${recovery.url}</a></p>
    </section>`;
  }
  if (code !== undefined) {
    return html`<section class="card" role="status">
      <p>${say("team.code", { address: pairAddress })}</p>
      <p class="code"><b>${`${code.slice(0, 4)} ${code.slice(4)}`}</b></p>
    </section>`;
  }
  if (link === undefined) return false;
  const picture = `data:image/svg+xml;base64,${Buffer.from(link.qrSvg).toString("base64")}`;
  return html`<section class="card" role="status">
    <p>${say("team.link")}</p>
    <p><a href="${link.url}">${link.url}</a></p>
    <p><img src="${picture}" alt="${say("team.qr")}" width="240" height="240" /></p>
  </section>`;
}

function peopleCard({ say, caller, language }: PersonVisit, { colleagues, invitations, path }: Team): Markup {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return card(
    say("team.people"),
    html`<ul class="rows">
      ${colleagues.map(
        (one) =>
          html`<li>
            <p>
              <b><bdi>${one.name}</bdi></b> · ${say(`role.${one.role}`)}
            </p>
            ${
              one.person_id !== caller.person.id &&
              html`<div class="pair">
                ${buttonForm(`${path}/role`, say("team.take"), "quiet", { role: one.role_id })}
                ${buttonForm(`${path}/recovery`, say("team.recovery"), "quiet", { person: one.person_id })}
                ${one.has_pin && buttonForm(`${path}/pin`, say("team.reset_pin"), "quiet", { person: one.person_id })}
              </div>`
            }
          </li>`,
      )}
      ${invitations.map(
        (one) =>
          html`<li>
            <p>${say(`role.${one.role}`)} · ${say("team.waiting", { time: format.format(one.expires_at) })}</p>
            ${buttonForm(`${path}/withdraw`, say("team.withdraw"), "quiet", { invitation: one.id })}
          </li>`,
      )}
    </ul>`,
  );
}

function inviteCard({ say }: PersonVisit, { path }: Team): Markup {
  const roles = locationRoles.map((role) => [role, say(`role.${role}`)] as const);
  return card(
    say("team.invite"),
    html`<form method="post" action="${path}/invite">
      ${choiceOf("role", say("team.role"), roles, "staff")}
      <button type="submit">${say("team.invite")}</button>
    </form>`,
  );
}

function tabletsCard({ say }: PersonVisit, { devices, path }: Team): Markup | false {
  if (devices.length === 0) return false;
  return card(
    say("team.tablets"),
    html`<ul class="rows">
      ${devices.map(
        (device) =>
          html`<li>
            <p>
              <b><bdi>${device.name}</bdi></b> · ${say(device.screen === "board" ? "me.board" : "team.stand")}
              ${device.paired_at === null && html` · ${say("team.unpaired")}`}
            </p>
            ${buttonForm(`${path}/remove-tablet`, say("team.remove"), "quiet", { device: device.id })}
          </li>`,
      )}
    </ul>`,
  );
}

function addCard({ say }: PersonVisit, { path }: Team): Markup {
  return card(
    say("team.add_tablet"),
    html`<form method="post" action="${path}/tablet">
      ${fieldOf({ name: "name", label: say("team.tablet_name"), maxLength: 80 })}
      ${choiceOf(
        "screen",
        say("team.screen"),
        [
          ["board", say("me.board")],
          ["stand", say("team.stand")],
        ],
        "board",
      )}
      <label class="tick"><input type="checkbox" name="require_pin" checked /> ${say("team.require_pin")}</label>
      <button type="submit">${say("team.add_tablet")}</button>
    </form>`,
  );
}

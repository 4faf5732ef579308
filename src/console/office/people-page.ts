/** The HTML of the page of a location's people. Pure. */
import type { Id } from "../../kernel/id.ts";
import { formatPhone } from "../../kernel/phone.ts";
import { hasFailed, maskPhone, type Message } from "../../messaging/message/message.ts";
import type { Invitation } from "../../people/joining/invitations.sql.ts";
import type { Colleague } from "../../people/joining/roles.sql.ts";
import { locationRoles } from "../../people/joining/wanted-role.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { fillName, slots } from "../../pages/say-markup.ts";
import { plainLocale } from "../../words/pseudo-language.ts";
import { speak } from "../../words/speak.ts";
import { askedForm, buttonForm, card, choiceOf, fieldOf, noticeOf } from "../account/field.ts";
import { findByName } from "../account/find-by-name.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";

/** What the last form did. */
export interface TeamNews {
  /** An invitation that was just made; its link is shown this once. */
  readonly link?: {
    readonly url: string;
    readonly qrSvg: string;
    /** E.164; null where none was given. */
    readonly phone: string | null;
    readonly isTexted: boolean;
  };
  /** What was typed for an invitation, and which of it cannot be taken. */
  readonly typed?: {
    readonly name: string;
    readonly phone: string;
    readonly role: (typeof locationRoles)[number];
    readonly wrong: "name" | "phone";
  };
  /** A recovery link that was just made; shown this once. */
  readonly recovery?: { readonly url: string; readonly name: string };
  readonly problem?: string;
  readonly done?: string | null;
}

const doneWords = ["role", "withdrawn", "pin", "invited"] as const;

export interface Team extends TeamNews {
  readonly colleagues: readonly Colleague[];
  readonly invitations: readonly Invitation[];
  /** The text with the link, by invitation. */
  readonly texts: ReadonlyMap<string, Message>;
  /** Of the form that invites: a form that is sent twice invites once. */
  readonly formKey: Id<"inv">;
}

type Say = ReturnType<typeof speak<"people">>;

/** The whole page. */
export function peoplePage(visitor: LocationVisit, team: Team): PageAnswer {
  const say = speak(visitor.language, "people");
  const done = doneWords.find((word) => word === team.done);
  return showInShell(visitor, {
    status: team.problem === undefined && team.typed === undefined ? 200 : 422,
    main: html`${team.problem !== undefined && noticeOf("bad", team.problem)}
    ${done !== undefined && noticeOf("good", say(`team.done_${done}`))} ${linkCard(say, team)}
    ${peopleCard(say, visitor, team)} ${inviteCard(say, visitor, team)}`,
  });
}

function linkCard(say: Say, { link, recovery }: Team): Markup | false {
  if (recovery !== undefined) {
    return html`<section class="card" role="status">
      <p>${say("team.recovery_link", { name: recovery.name })}</p>
      <p><a href="${recovery.url}">${recovery.url}</a></p>
    </section>`;
  }
  if (link === undefined) return false;
  const picture = `data:image/svg+xml;base64,${Buffer.from(link.qrSvg).toString("base64")}`;
  const { phone, isTexted } = link;
  const sent = phone !== null && say(isTexted ? "team.texted" : "team.not_texted", { phone: formatPhone(phone) });
  return html`<section class="card" role="status">
    ${sent !== false && html`<p><b>${sent}</b></p>`}
    <p>${say("team.link")}</p>
    <p><a href="${link.url}">${link.url}</a></p>
    <p><img src="${picture}" alt="${say("team.qr")}" width="240" height="240" /></p>
  </section>`;
}

function peopleCard(
  say: Say,
  { call, caller, language, locale, location, path }: LocationVisit,
  { colleagues, invitations, texts }: Team,
): Markup {
  const timeZone = location.timezone ?? "UTC";
  const day = new Intl.DateTimeFormat(plainLocale(locale), { dateStyle: "medium", timeZone });
  const minute = new Intl.DateTimeFormat(plainLocale(locale), { dateStyle: "medium", timeStyle: "short", timeZone });
  const ask = (word: "team.ask_pin" | "team.ask_role", name: string): Markup =>
    fillName(say(word, { name: slots[0] }), name);
  const at = { path, query: call.query, label: say("find.person") };
  const search = findByName(say, at, [...colleagues, ...invitations], ({ name }) => name ?? "");
  const isFound = (one: Colleague | Invitation): boolean => search.found.includes(one);
  return card(
    say("team.people"),
    html`${search.form !== false && html`<p><a class="button quiet" href="#invite">${say("team.invite")}</a></p>`}
      ${search.form}
      <ul class="rows">
        ${colleagues.filter(isFound).map(
          (one) =>
            html`<li>
              <p>
                <b><bdi>${one.name}</bdi></b> · ${say(`role.${one.role}`)}
              </p>
              ${
                one.person_id !== caller.person.id &&
                html`${buttonForm(`${path}/recovery`, say("team.recovery"), "quiet", { person: one.person_id })}
                ${one.has_pin && askedForm(`${path}/pin`, say("team.reset_pin"), ask("team.ask_pin", one.name), { person: one.person_id })}
                ${askedForm(`${path}/role`, say("team.take"), ask("team.ask_role", one.name), { role: one.role_id })}`
              }
            </li>`,
        )}
        ${invitations.filter(isFound).map(
          (one) =>
            html`<li>
              <p>
                ${one.name !== null && html`<b><bdi>${one.name}</bdi></b> · `}${say(`role.${one.role}`)} ·
                ${say("team.waiting", { made: minute.format(one.created_at), time: day.format(one.expires_at) })}
                ${textBadge(language, texts.get(one.id))}
              </p>
              ${buttonForm(`${path}/withdraw`, say("team.withdraw"), "quiet", { invitation: one.id })}
            </li>`,
        )}
      </ul>`,
  );
}

/** Whether the link was texted, and what became of the text. */
function textBadge(language: LocationVisit["language"], text: Message | undefined): Markup | false {
  if (text === undefined || text.phone === null) return false;
  const say = speak(language, "records");
  return html`· <bdi>${maskPhone(text.phone)}</bdi>
    <span class="badge ${hasFailed(text.status) ? "bad" : ""}">${say(`status.${text.status}`)}</span>`;
}

function inviteCard(say: Say, { path }: LocationVisit, { typed, formKey }: Team): Markup {
  const roles = locationRoles.map((role) => [role, say(`role.${role}`)] as const);
  return card(
    say("team.invite"),
    html`<form id="invite" method="post" action="${path}/invite">
      <input type="hidden" name="key" value="${formKey}" />
      ${choiceOf("role", say("team.role"), roles, typed?.role ?? "staff")}
      ${fieldOf({
        name: "name",
        isOptional: true,
        label: say("team.name"),
        value: typed?.name ?? "",
        mistake: typed?.wrong === "name" ? say("field.name") : undefined,
        maxLength: 80,
      })}
      ${fieldOf({
        name: "phone",
        type: "tel",
        isOptional: true,
        label: say("team.phone"),
        hint: say("team.phone_hint"),
        value: typed?.phone ?? "",
        mistake: typed?.wrong === "phone" ? say("team.phone_mistake") : undefined,
        maxLength: 50,
      })}
      <button type="submit">${say("team.invite")}</button>
    </form>`,
  );
}

/** The HTML of one's own page. Pure. */
import type { Id } from "../../kernel/id.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type PageAnswer } from "../../pages/page.ts";
import type { ListedSession } from "../../people/session/read-sessions.query.ts";
import type { Passkey } from "../../people/sign-in/read-passkeys.query.ts";
import type { HeldRole, RoleName } from "../../platform/http/console/console-caller.ts";
import { buttonForm, card, choiceOf, fieldOf, noticeOf } from "./field.ts";
import { isOfBoard, isOfConsole, isOfOperator, isOfStand } from "./first-screen.ts";
import { languageNames } from "../../words/language-names.ts";
import { codesCard, passkeyCard, providerCard, type LinkedProvider } from "./secret-cards.ts";
import type { PageTimes } from "./page-times.ts";
import { keepTyped, typedBack } from "./typed-back.ts";
import { findByName } from "./find-by-name.ts";
import { pinCards } from "./pin-cards.ts";
import type { PersonVisit, Say } from "./visit.query.ts";

/** What the last form did, or what was wrong with it. */
export interface MeNews {
  readonly done?: string | null;
  readonly nameMistake?: string;
  readonly passwordMistake?: string;
  /** New recovery codes, shown this once. */
  readonly codes?: readonly string[];
  readonly pinMistake?: { readonly locationId: Id<"str">; readonly text: string };
}

export interface Me extends MeNews {
  readonly locations: readonly WorkLocation[];
  readonly otherRoles: readonly HeldRole[];
  readonly sessions: readonly ListedSession[];
  readonly passkeys: readonly Passkey[];
  readonly codesLeft: number;
  readonly times: PageTimes;
  /** Undefined where none is configured. */
  readonly provider: LinkedProvider | undefined;
}

interface WorkLocation {
  readonly id: Id<"str">;
  readonly name: string;
  readonly roles: readonly RoleName[];
  /** Whether one may set a PIN there. */
  readonly maySetPin: boolean;
  readonly hasPin: boolean;
}

/** The whole page. */
export function mePage(visitor: PersonVisit, me: Me): PageAnswer {
  const { say, language, caller } = visitor;
  const isWrong = me.nameMistake ?? me.passwordMistake ?? me.pinMistake;
  return showPage({
    status: isWrong === undefined ? 200 : 422,
    title: say("me.title"),
    language,
    modules: ["forms", "passkey", keepTyped],
    main: html`<h1>${say("me.title")}</h1>
      <p class="lead"><bdi>${caller.person.name}</bdi> · <bdi>${caller.person.email}</bdi></p>
      ${typedBack(visitor)} ${me.done === "saved" && noticeOf("good", say("me.saved"))}
      ${me.done === "last_way_in" && noticeOf("bad", say("provider.last"))}
      ${me.done === "password" && noticeOf("good", say("me.password_saved"))} ${workCard(visitor, me)}
      ${detailsCard(visitor, me)} ${caller.session.isFresh ? secretCards(visitor, me) : freshCard(say)}
      ${sessionsCard(visitor, me)}
      <form method="post" action="/sign-out">
        <button class="quiet full" type="submit">${say("me.sign_out")}</button>
      </form>`,
  });
}

function workCard({ say, call }: PersonVisit, { locations, otherRoles }: Me): Markup {
  if (locations.length === 0 && otherRoles.length === 0) return card(say("me.work"), html`<p>${say("me.no_work")}</p>`);
  const at = { path: "/me", query: call.query, label: say("find.location") };
  const { form, found, isSought } = findByName(say, at, locations, ({ name }) => name);
  return card(
    say("me.work"),
    html`${form}
      <ul class="rows">
        ${found.map(
          ({ id, name, roles }) =>
            html`<li>
              <p>
                <b><bdi>${name}</bdi></b> · ${roles.map((role) => say(`role.${role}`)).join(", ")}
              </p>
              ${roles.some(isOfBoard) && html`<p><a class="button" href="/board/${id}">${say("me.board")}</a></p>`}
              ${roles.some(isOfStand) && html`<p><a class="button" href="/stand/${id}">${say("me.stand")}</a></p>`}
              ${roles.some(isOfConsole) && html`<p><a href="/console/${id}">${say("me.console")}</a></p>`}
            </li>`,
        )}
        ${(isSought ? [] : otherRoles).map(
          ({ role, appId }) =>
            html`<li>
              <p>${say(`role.${role}`)}</p>
              ${isOfOperator(role) && html`<p><a class="button" href="/operator">${say("me.operator")}</a></p>`}
              ${appId !== null && html`<p><a class="button" href="/developer/${appId}">${say("me.developer")}</a></p>`}
            </li>`,
        )}
      </ul>`,
  );
}

function detailsCard({ say, caller }: PersonVisit, { nameMistake }: Me): Markup {
  const { name, language } = caller.person;
  return card(
    say("me.details"),
    html`<form method="post" action="/me/details">
      ${fieldOf({ name: "name", label: say("invite.name"), value: name, autocomplete: "name", maxLength: 80, mistake: nameMistake })}
      ${choiceOf(
        "language",
        say("me.language"),
        guestLanguages.map((one) => [one, languageNames[one]] as const),
        language,
      )}
      <button type="submit">${say("me.save")}</button>
    </form>`,
  );
}

function freshCard(say: Say): Markup {
  return html`<section class="card">
    <p>${say("me.fresh")}</p>
    <p><a class="button quiet" href="/sign-in?to=/me">${say("sign_in.title")}</a></p>
  </section>`;
}

function secretCards(visitor: PersonVisit, me: Me): Markup {
  const { say } = visitor;
  const { locations, passwordMistake } = me;
  const { provider, times } = me;
  return html`${passkeyCard(visitor, me)} ${provider !== undefined && providerCard(say, { provider, times })}
  ${codesCard(say, me)}
  ${card(
    say("sign_in.password"),
    html`<form method="post" action="/me/password">
      ${fieldOf({
        name: "password",
        label: say("me.new_password"),
        type: "password",
        autocomplete: "new-password",
        hint: say("invite.password_hint"),
        maxLength: 1_000,
        mistake: passwordMistake,
      })}
      <button type="submit">${say("me.save")}</button>
    </form>`,
  )}
  ${pinCards(
    say,
    locations.filter(({ maySetPin }) => maySetPin),
    me.pinMistake,
  )}`;
}

function sessionsCard({ say, caller }: PersonVisit, { sessions, times }: Me): Markup {
  return card(
    say("me.sessions"),
    html`<ul class="rows">
      ${sessions.map(
        ({ id, user_agent: agent, last_used_at: at }) =>
          html`<li>
            <p>
              <bdi>${browserName(agent)}</bdi> ·
              ${id === caller.session.id ? say("me.here") : say("me.last_used", { time: times.moment(at) })}
            </p>
            ${id !== caller.session.id && buttonForm("/me/sessions", say("me.end"), "quiet", { session: id })}
          </li>`,
      )}
    </ul>`,
  );
}

const browsers = ["Edg", "Firefox", "Chrome", "Safari"] as const;
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"] as const;

/** A short name for what a browser calls itself. */
function browserName(agent: string | null): string {
  const browser = browsers.find((name) => agent?.includes(name));
  const system = systems.find((name) => agent?.includes(name));
  return [browser === "Edg" ? "Edge" : browser, system].filter((part) => part !== undefined).join(", ") || "–";
}

/** The page behind the link of an invitation (rules/people 3.1 to 3.3). */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html, type Markup } from "../../pages/html.ts";
import {
  getPage,
  messagePage,
  ofPeople,
  postPage,
  showPage,
  type PageAnswer,
  type PageRoute,
} from "../../pages/page.ts";
import type { Invitation } from "../../people/joining/invitations.sql.ts";
import { getInvitation, joinAsNewPerson, joinAsPerson } from "../../people/joining/accept-invitation.command.ts";
import type { UsableInvitation } from "../../people/joining/invitations.sql.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import type { Id } from "../../kernel/id.ts";
import { buttonForm, fieldOf, noticeOf } from "./field.ts";
import { passwordMistake } from "./password-mistake.ts";
import { isOfPerson, visit, type AccountDeps, type PersonVisit, type Visit } from "./visit.query.ts";
import { beginsAt } from "./first-screen.ts";

interface Mistakes {
  readonly notice?: string;
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

/** Reading and accepting an invitation. */
export function invitePages(deps: AccountDeps): PageRoute[] {
  return ofPeople([
    getPage("/invite/{token}", async (call) => {
      const visitor = await visit(deps, call);
      const found = await getInvitation(deps.database.read, call.params.token);
      return isRefusal(found) ? gone(visitor) : invitePage(visitor, call.params.token, found, {});
    }),
    postPage("/invite/{token}", async (call) => {
      const visitor = await visit(deps, call);
      const found = await getInvitation(deps.database.read, call.params.token);
      if (isRefusal(found)) return gone(visitor);
      return isOfPerson(visitor)
        ? join(deps, visitor, call.params.token, found)
        : makeAccount(deps, visitor, call.params.token, found);
    }),
  ]);
}

async function join(
  deps: AccountDeps,
  visitor: PersonVisit,
  token: string,
  invitation: UsableInvitation,
): Promise<PageAnswer> {
  const requestId = visitor.call.requestId as Id<"req">;
  const { person } = visitor.caller;
  const joined = await deps.database.transaction((tx) => joinAsPerson(tx, token, person.id, requestId));
  if (!isRefusal(joined)) return { kind: "redirect", to: beginningOf(visitor, joined) };
  if (joined.code === "not_found") return gone(visitor);
  return invitePage(visitor, token, invitation, { notice: visitor.say("invite.own") });
}

/** Who works elsewhere already begins where the invitation leads. */
function beginningOf({ caller }: PersonVisit, { role, location_id: locationId, app_id: appId }: Invitation): string {
  return locationId === null ? "/" : beginsAt({ ...caller, roles: [{ role, locationId, appId }] });
}

async function makeAccount(
  deps: AccountDeps,
  visitor: Visit,
  token: string,
  invitation: UsableInvitation,
): Promise<PageAnswer> {
  const { call, say, language, caller } = visitor;
  const typed = {
    name: (call.form.get("name") ?? "").trim(),
    email: (call.form.get("email") ?? "").trim(),
    password: call.form.get("password") ?? "",
  };
  const mistakes: Mistakes = {
    ...(typed.name.length < 1 || typed.name.length > 80 ? { name: say("field.name") } : {}),
    ...(/^[^\s@]{1,64}@[^\s@]{1,185}\.[^\s@.]{1,63}$/.test(typed.email) ? {} : { email: say("field.email") }),
  };
  if (Object.keys(mistakes).length > 0) return invitePage(visitor, token, invitation, mistakes);
  const requestId = call.requestId as Id<"req">;
  const account = { ...typed, language, userAgent: call.userAgent, requestId };
  const joined = await joinAsNewPerson(deps.database, deps.signIn, token, account);
  if (isRefusal(joined)) return refused(visitor, token, invitation, joined);
  const setCookies = [writeCookie("session", joined.session.token, joined.session.seconds, caller.site.isSecure)];
  return { kind: "redirect", to: "/", setCookies };
}

function refused(visitor: Visit, token: string, invitation: UsableInvitation, refusal: Refusal): PageAnswer {
  const { say } = visitor;
  if (refusal.code === "not_found") return gone(visitor);
  if (refusal.code === "email_taken")
    return invitePage(visitor, token, invitation, { email: say("invite.email_taken") });
  return invitePage(visitor, token, invitation, { password: passwordMistake(refusal, say) });
}

function invitePage(visitor: Visit, token: string, invitation: UsableInvitation, mistakes: Mistakes): PageAnswer {
  const { say, language } = visitor;
  const role = say(`role.${invitation.role}`);
  const invitedTo = invitation.location_name ?? invitation.app_name;
  return showPage({
    status: Object.keys(mistakes).length === 0 ? 200 : 422,
    title: say("invite.title"),
    language,
    modules: ["forms", "passkey"],
    main: html`<h1>${say("invite.title")}</h1>
      <p class="lead">${invitedTo === null ? role : say("invite.role_at", { place: invitedTo, role })}</p>
      ${mistakes.notice !== undefined && noticeOf("bad", mistakes.notice)}
      ${isOfPerson(visitor) ? joinForm(visitor, token) : accountForm(visitor, token, mistakes)}`,
  });
}

function joinForm({ say, caller }: PersonVisit, token: string): Markup {
  return html`<form class="card" method="post" action="/invite/${token}">
      <button class="full" type="submit">${say("invite.join", { name: caller.person.name })}</button>
    </form>
    ${buttonForm("/sign-out", say("invite.other"), "quiet", { to: `/invite/${token}` })}`;
}

function accountForm({ say, call }: Visit, token: string, mistakes: Mistakes): Markup {
  return html`<form class="card" method="post" action="/invite/${token}">
      <h2>${say("invite.new")}</h2>
      ${fieldOf({
        name: "name",
        label: say("invite.name"),
        value: call.form.get("name") ?? "",
        autocomplete: "name",
        maxLength: 80,
        mistake: mistakes.name,
      })}
      ${fieldOf({
        name: "email",
        label: say("sign_in.email"),
        type: "email",
        value: call.form.get("email") ?? "",
        autocomplete: "username",
        maxLength: 254,
        hint: say("invite.email_hint"),
        mistake: mistakes.email,
      })}
      ${fieldOf({
        name: "password",
        label: say("sign_in.password"),
        type: "password",
        autocomplete: "new-password",
        maxLength: 1_000,
        hint: say("invite.password_hint"),
        mistake: mistakes.password,
      })}
      <button class="full" type="submit">${say("invite.submit")}</button>
      <div
        data-passkey="join"
        data-token="${token}"
        data-failed="${say("sign_in.passkey_failed")}"
        data-taken="${say("invite.email_taken")}"
        data-name="${call.host ?? ""}"
        hidden
      >
        <p>${say("invite.or_passkey")}</p>
        <button class="quiet full" type="button">${say("invite.passkey")}</button>
        <p class="mistake" role="alert"></p>
      </div>
    </form>
    <p><a href="/sign-in?to=${encodeURIComponent(`/invite/${token}`)}">${say("invite.have")}</a></p>`;
}

function gone({ say, language }: Visit): PageAnswer {
  return { ...messagePage(404, say("invite.gone_title"), say("invite.gone_text")), language };
}

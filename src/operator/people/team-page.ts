/** The operator's people and the developers of apps: their roles, the invitations, and links for recovery. Pure. */
import type { Id } from "../../kernel/id.ts";
import type { ServiceInvitation, ServicePerson } from "../../people/joining/service-people.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { roleNames, type RoleName } from "../../platform/http/console/console-caller.ts";
import { actForm, askedForm, doneNotice, freshNotice, problemNotice, secretCard } from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

/** Somebody who was looked for by e-mail. */
export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly { readonly id: string; readonly role: RoleName; readonly at: string | null }[];
}

export interface TeamShown {
  readonly people: readonly ServicePerson[];
  readonly invitations: readonly ServiceInvitation[];
  /** The one who was looked for; null where nobody has the e-mail. */
  readonly holder?: Holder | null;
  readonly sought?: string;
  /** A link that was just made, and what it is for. */
  readonly link?: { readonly title: string; readonly url: string; readonly text: string };
  readonly problem?: string;
  /** Of the form that invites: a form that is sent twice invites once. */
  readonly formKey: Id<"inv">;
}

const path = "/operator/people";

const done = {
  ended: "The role has ended. It opens nothing from the next request on.",
  withdrawn: "The invitation is withdrawn. Its link opens nothing any more.",
  invited:
    "This invitation was made before. Its link was shown once: withdraw it and invite again where nobody has it.",
};

export function teamPage(at: OperatorVisit, shown: TeamShown): PageAnswer {
  const { people, invitations, link, problem } = shown;
  return operatorPage(at, {
    title: "People",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}${doneNotice(at, done)}${freshNotice(at, path)}
      ${link !== undefined && secretCard(link.title, link.url, link.text)}
      <section class="card">
        <h2>The operator’s people and developers</h2>
        ${
          people.length === 0
            ? html`<p>There is nobody yet.</p>`
            : table(
                ["Person", "Role", "Since", ""],
                people.map((one) => [
                  html`<bdi>${one.name}</bdi> <span class="soft"><bdi>${one.email}</bdi></span>`,
                  html`${one.role}${one.app_id !== null && html` · <a href="/operator/apps/${one.app_id}"><bdi>${one.app_name ?? one.app_id}</bdi></a>`}`,
                  utc(one.since),
                  one.person_id !== at.caller.person.id && html`${endForm(at, one)} ${recoverForm(at, one)}`,
                ]),
              )
        }
      </section>
      ${invitationsPart(at, invitations)} ${inviteForm(at, shown.formKey)} ${findPart(at, shown)}`,
  });
}

function endForm(at: OperatorVisit, one: { readonly role_id: string; readonly name: string; readonly role: string }) {
  return askedForm(
    at,
    `${path}/role`,
    {
      open: "Take the role away",
      question: `${one.name} is not ${one.role} any more, from the next request on.`,
      act: "Take it away",
    },
    { role: one.role_id },
  );
}

function recoverForm(at: OperatorVisit, one: { readonly person_id: string; readonly name: string }) {
  return askedForm(
    at,
    `${path}/recovery`,
    {
      open: "Make a recovery link",
      question: `The link lets ${one.name} in once, within an hour, sets a new password and ends all sessions. Be sure to whom you give it.`,
      act: "Make the link",
    },
    { person: one.person_id },
  );
}

function invitationsPart(at: OperatorVisit, invitations: readonly ServiceInvitation[]): Markup | false {
  if (invitations.length === 0) return false;
  return html`<section class="card">
    <h2>Open invitations</h2>
    ${table(
      ["For", "Role", "Made", "Ends", ""],
      invitations.map((one) => [
        html`<bdi>${one.name ?? "–"}</bdi>`,
        html`${one.role}${one.app_name !== null && html` · <bdi>${one.app_name}</bdi>`}`,
        utc(one.created_at),
        utc(one.expires_at),
        actForm(
          at,
          `${path}/withdraw`,
          html`<input type="hidden" name="invitation" value="${one.id}" />
            <button class="quiet" type="submit">Withdraw</button>`,
        ),
      ]),
    )}
  </section>`;
}

function inviteForm(at: OperatorVisit, formKey: Id<"inv">): Markup | false {
  return (
    at.mayAct &&
    html`<section class="card">
      <h2>Invite somebody</h2>
      <form method="post" action="${path}/invite">
        <input type="hidden" name="key" value="${formKey}" />
        <div class="pair operator-pair">
          <div class="field">
            <label for="role">Role</label>
            <select id="role" name="role" required>
              <option value="">Choose …</option>
              ${roleNames.map((role) => html`<option value="${role}">${role}</option>`)}
            </select>
          </div>
          <div class="field">
            <label for="place">Id of the location or app (operators: none)</label>
            <input id="place" name="place" maxlength="40" autocomplete="off" placeholder="str_… or app_…" />
          </div>
          <div class="field">
            <label for="name">For whom (may stay empty)</label>
            <input id="name" name="name" maxlength="80" autocomplete="off" />
          </div>
        </div>
        <button type="submit">Make the link</button>
      </form>
    </section>`
  );
}

/** Managers and their people are many: one of them is looked for by e-mail. */
function findPart(at: OperatorVisit, { holder, sought = "" }: TeamShown): Markup {
  return html`<section class="card">
    <h2>Somebody of a restaurant</h2>
    <form class="operator-search" method="post" action="${path}/find">
      <div class="field">
        <label for="email">The e-mail with which they sign in</label>
        <input id="email" name="email" type="email" value="${sought}" maxlength="254" autocomplete="off" required />
      </div>
      <button class="quiet" type="submit">Find</button>
    </form>
    ${holder === null && html`<p class="notice warn" role="status">Nobody signs in with this e-mail here.</p>`}
    ${
      holder !== undefined &&
      holder !== null &&
      html`<p>
          <b><bdi>${holder.name}</bdi></b> · <bdi>${holder.email}</bdi>
        </p>
        <ul class="rows">
          ${holder.roles.map(
            (one) =>
              html`<li>
                <p>${one.role}${one.at !== null && html` · <bdi>${one.at}</bdi>`}</p>
                ${
                  holder.id !== at.caller.person.id &&
                  endForm(at, { role_id: one.id, name: holder.name, role: one.role })
                }
              </li>`,
          )}
        </ul>
        ${holder.roles.length === 0 && html`<p>Without any role.</p>`}
        ${holder.id !== at.caller.person.id && recoverForm(at, { person_id: holder.id, name: holder.name })}`
    }
  </section>`;
}

/**
 * People and invitations of the whole service (rules/people 2.2, 2.4, 3.5): an operator_admin gives and takes any role
 * but their own.
 */
import { idPrefixOf, newId, parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { listLocationsById } from "../../locations/grants/read-locations.query.ts";
import { idOfForm } from "../../console/account/form-id.ts";
import { getPage, postPage, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { endRole } from "../../people/joining/end-role.command.ts";
import { invitePerson, withdrawInvitation } from "../../people/joining/invite-person.command.ts";
import { findHolder, readServiceTeam } from "../../people/joining/read-people.query.ts";
import { parseWantedRole } from "../../people/joining/wanted-role.ts";
import { makeRecoveryLink } from "../../people/sign-in/recover.command.ts";
import { roleNames } from "../../platform/http/console/console-caller.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { teamPage, type Holder, type TeamShown } from "./team-page.ts";

const path = "/operator/people";
const mostPeople = 500;

/** The page of people. */
export function teamPages(deps: OperatorPageDeps): PageRoute[] {
  const needs = { path, roles: ["operator_admin"], fresh: true } as const;
  const form = (name: string, run: (deps: OperatorPageDeps, at: OperatorVisit) => Promise<PageAnswer>): PageRoute => {
    const address: `/${string}` = `${path}/${name}`;
    return postPage(address, (call) => visitOperator(deps, call, "people", needs, (at) => run(deps, at)));
  };
  return [
    getPage(path, (call) => visitOperator(deps, call, "people", { path }, (at) => show(deps, at, {}))),
    {
      ...postPage(`${path}/find`, (call) => visitOperator(deps, call, "people", { path }, (at) => find(deps, at))),
      countsAsRead: true,
    },
    form("invite", invite),
    form("withdraw", withdraw),
    form("role", takeRole),
    form("recovery", recover),
  ];
}

async function show(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  news: Omit<TeamShown, "people" | "invitations" | "formKey">,
): Promise<PageAnswer> {
  // Who accepts an invitation between two reads would stand in neither list.
  const team = await database.snapshot((db) => readServiceTeam(db, mostPeople));
  return teamPage(at, { ...team, formKey: newId("inv"), ...news });
}

async function find(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const sought = (at.call.form.get("email") ?? "").trim().slice(0, 254);
  return show(deps, at, { sought, holder: await holderOf(deps.database.read, sought.toLowerCase()) });
}

async function holderOf(db: Db, email: string): Promise<Holder | null> {
  const found = await findHolder(db, email);
  if (found === undefined) return null;
  const { person, roles } = found;
  const ids = roles.map(({ location_id: id }) => id).filter((id) => id !== null);
  const names = new Map((await listLocationsById(db, ids)).map(({ id, name }) => [id, name ?? id]));
  const nameOf = (id: Id<"str"> | null): string | null => (id === null ? null : (names.get(id) ?? id));
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    roles: roles.map(({ id, role, location_id: at, app_id: app }) => ({ id, role, at: nameOf(at) ?? app })),
  };
}

async function invite(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const { form } = at.call;
  const role = roleNames.find((one) => one === form.get("role"));
  const name = (form.get("name") ?? "").trim();
  const typed = (form.get("place") ?? "").trim();
  const prefix = typed === "" ? null : idPrefixOf(typed);
  const isOfRole = prefix === null || prefix === "str" || prefix === "app";
  const nothing = (why: string) => show(deps, at, { problem: `Nobody was invited: ${why}.` });
  if (role === undefined) return nothing("choose a role");
  if (name.length > 80 || /\p{Cc}/u.test(name)) return nothing("the name has at most 80 characters");
  if (!isOfRole) return nothing("the id of a location begins with str_, that of an app with app_");
  const wanted = parseWantedRole({
    role,
    location_id: prefix === "str" ? (typed as Id<"str">) : null,
    app_id: prefix === "app" ? (typed as Id<"app">) : null,
  });
  if (isRefusal(wanted)) return nothing(needOf(role));
  const fields = { ...wanted, name: name === "" ? null : name, phone: null, id: idOfForm("inv", form) };
  const invited = await deps.database.transaction((tx) => invitePerson(tx, fields, at.author));
  if (isRefusal(invited)) {
    return invited.code === "invalid_request"
      ? redirectTo(`${path}?done=invited`)
      : nothing("there is nothing with this id");
  }
  return show(deps, at, {
    link: {
      title: `The link for ${role}`,
      url: `${deps.baseUrl()}/invite/${invited.token}`,
      text: "Whoever opens it gets the role. It is good once, for 7 days, and is shown this once.",
    },
  });
}

function needOf(role: string): string {
  if (role.startsWith("operator_")) return `${role} is for the whole service and takes no id`;
  return role === "developer" ? "a developer needs the id of an app" : `${role} needs the id of a location`;
}

async function withdraw(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const invitation = parseId("inv", at.call.form.get("invitation") ?? "");
  if (invitation.kind !== "ok") return redirectTo(path);
  const done = await deps.database.transaction((tx) => withdrawInvitation(tx, invitation.id, () => at.author));
  return isRefusal(done)
    ? show(deps, at, { problem: "This invitation is not open any more." })
    : redirectTo(`${path}?done=withdrawn`);
}

async function takeRole(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const role = parseId("rol", at.call.form.get("role") ?? "");
  if (role.kind !== "ok") return redirectTo(path);
  const ended = await deps.database.transaction((tx) => endRole(tx, role.id, () => at.author));
  if (!isRefusal(ended)) return redirectTo(`${path}?done=ended`);
  return show(deps, at, { problem: `The role stays: ${ended.message}.` });
}

async function recover(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const person = parseId("per", at.call.form.get("person") ?? "");
  if (person.kind !== "ok") return redirectTo(path);
  const made = await deps.database.transaction((tx) => makeRecoveryLink(tx, person.id, at.author));
  if (isRefusal(made)) return show(deps, at, { problem: "There is no such person any more. No link was made." });
  return show(deps, at, {
    link: {
      title: "The recovery link",
      url: `${deps.baseUrl()}/recover/${made}`,
      text: "It is good once, for an hour, and is shown this once. It ends all sessions of the person.",
    },
  });
}

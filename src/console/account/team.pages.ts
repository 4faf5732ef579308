/** The page on which a manager sees who works at a location and which tablets it has (rules/people 2, 3 and 6). */
import { isRefusal } from "../../kernel/refusal.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { listLocationsById } from "../../locations/read-locations.query.ts";
import {
  getPage,
  messagePage,
  ofPeople,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { addDevice, removeDevice } from "../../people/devices/change-device.command.ts";
import { listDevices } from "../../people/devices/read-devices.query.ts";
import { removePin } from "../../people/devices/sign-in-by-pin.command.ts";
import { endRole } from "../../people/joining/end-role.command.ts";
import { invitePerson, withdrawInvitation } from "../../people/joining/invite-person.command.ts";
import { mayRecover } from "../../people/joining/may-recover.ts";
import { listColleagues, listRoles, listUsableInvitations } from "../../people/joining/read-people.query.ts";
import { locationRoles } from "../../people/joining/wanted-role.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireRoleAt, type Acting } from "../../people/person/require-role.ts";
import { makeRecoveryLink } from "../../people/sign-in/recover.command.ts";
import { renderSVG } from "uqr";
import { teamPage, type TeamNews } from "./team-page.ts";
import { isOfPerson, toSignIn, visit, type AccountDeps, type PersonVisit } from "./visit.query.ts";

interface Managing {
  readonly visitor: PersonVisit;
  readonly acting: Acting;
  readonly locationId: Id<"str">;
  readonly path: string;
}

/** People and tablets of a location. */
export function teamPages(deps: AccountDeps): PageRoute[] {
  const path = "/console/{locationId}/people";
  const form = (name: string, run: (deps: AccountDeps, managing: Managing) => Promise<PageAnswer>): PageRoute =>
    postPage(`/console/{locationId}/people/${name}`, (call) => managed(deps, call, (at) => run(deps, at), "fresh"));
  return ofPeople([
    getPage(path, (call) => managed(deps, call, (at) => show(deps, at, {}))),
    form("invite", invite),
    form("withdraw", withdraw),
    form("role", takeRole),
    form("pin", resetPin),
    form("recovery", makeLink),
    form("tablet", addTablet),
    form("remove-tablet", removeTablet),
  ]);
}

async function managed(
  deps: AccountDeps,
  call: PageCall,
  run: (managing: Managing) => Promise<PageAnswer>,
  needs?: "fresh",
): Promise<PageAnswer> {
  const visitor = await visit(deps, call);
  const path = `/console/${call.params["locationId"]}/people`;
  if (!isOfPerson(visitor)) return toSignIn(path);
  const location = parseId("str", call.params["locationId"] ?? "");
  const acting = location.kind === "ok" ? requireRoleAt(visitor.caller, location.id, ["manager"]) : undefined;
  if (location.kind !== "ok" || acting === undefined || isRefusal(acting))
    return messagePage(404, visitor.say("me.title"), visitor.say("me.no_work"));
  if (needs === "fresh" && !visitor.caller.session.isFresh) return toSignIn(path);
  return run({ visitor, acting, locationId: location.id, path });
}

const authorIn = ({ acting, visitor }: Managing) => authorOf(acting, visitor.call.requestId as Id<"req">);

async function show(deps: AccountDeps, managing: Managing, news: TeamNews): Promise<PageAnswer> {
  const { read } = deps.database;
  const { locationId, visitor, path } = managing;
  const [location] = await listLocationsById(read, [locationId]);
  return teamPage(visitor, {
    path,
    name: location?.name ?? locationId,
    pairAddress: `${deps.baseUrl()}/pair`,
    colleagues: await listColleagues(read, locationId),
    invitations: await listUsableInvitations(read, locationId),
    devices: await listDevices(read, locationId),
    ...news,
  });
}

async function invite(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const { form } = managing.visitor.call;
  const role = locationRoles.find((name) => name === form.get("role"));
  if (role === undefined) return redirectTo(managing.path);
  const wanted = { role, locationId: managing.locationId, appId: null, name: null, phone: null };
  const invited = await deps.database.transaction((tx) => invitePerson(tx, wanted, authorIn(managing)));
  if (isRefusal(invited)) return redirectTo(managing.path);
  const url = `${deps.baseUrl()}/invite/${invited.token}`;
  return show(deps, managing, { link: { url, qrSvg: renderSVG(url) } });
}

async function withdraw(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const invitation = parseId("inv", managing.visitor.call.form.get("invitation") ?? "");
  if (invitation.kind === "ok") {
    await deps.database.transaction((tx) => withdrawInvitation(tx, invitation.id, ofLocation(managing)));
  }
  return redirectTo(managing.path);
}

async function takeRole(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const role = parseId("rol", managing.visitor.call.form.get("role") ?? "");
  if (role.kind !== "ok") return redirectTo(managing.path);
  const ended = await deps.database.transaction((tx) => endRole(tx, role.id, ofLocation(managing)));
  if (!isRefusal(ended)) return redirectTo(managing.path);
  const { say } = managing.visitor;
  return show(deps, managing, { problem: say(ended.code === "last_of_role" ? "team.last" : "team.not_done") });
}

async function resetPin(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const person = parseId("per", managing.visitor.call.form.get("person") ?? "");
  if (person.kind === "ok") {
    const { locationId } = managing;
    await deps.database.transaction((tx) => removePin(tx, locationId, person.id, authorIn(managing)));
  }
  return redirectTo(managing.path);
}

async function makeLink(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const { caller, call, say } = managing.visitor;
  const person = parseId("per", call.form.get("person") ?? "");
  if (person.kind !== "ok") return redirectTo(managing.path);
  const made = await deps.database.transaction(async (tx) => {
    const acting = mayRecover(caller, person.id, await listRoles(tx, person.id));
    return isRefusal(acting) ? acting : makeRecoveryLink(tx, person.id, authorIn(managing));
  });
  if (isRefusal(made)) return show(deps, managing, { problem: say("team.not_done") });
  const [colleague] = (await listColleagues(deps.database.read, managing.locationId)).filter(
    ({ person_id: id }) => id === person.id,
  );
  return show(deps, managing, { recovery: { url: `${deps.baseUrl()}/recover/${made}`, name: colleague?.name ?? "" } });
}

async function addTablet(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const { visitor, locationId, path } = managing;
  const { form } = visitor.call;
  const name = (form.get("name") ?? "").trim();
  if (name.length < 1 || name.length > 80) return redirectTo(path);
  const wanted = {
    locationId,
    name,
    screen: form.get("screen") === "stand" ? "stand" : "board",
    language: visitor.language,
    pin_minutes: 30,
    require_pin: form.get("require_pin") !== null,
    auto_print: false,
  } as const;
  const { code } = await deps.database.transaction((tx) => addDevice(tx, deps.signIn, wanted, authorIn(managing)));
  return show(deps, managing, { code });
}

async function removeTablet(deps: AccountDeps, managing: Managing): Promise<PageAnswer> {
  const device = parseId("pdv", managing.visitor.call.form.get("device") ?? "");
  if (device.kind === "ok") {
    await deps.database.transaction((tx) => removeDevice(tx, device.id, ofLocation(managing)));
  }
  return redirectTo(managing.path);
}

/** In the manager's name, for what belongs to the location of the page. */
function ofLocation(managing: Managing) {
  const noRole = requireRoleAt({ ...managing.visitor.caller, roles: [] }, managing.locationId, []);
  return ({ location_id: locationId }: { readonly location_id: Id<"str"> | null }) => {
    if (locationId === managing.locationId) return authorIn(managing);
    if (!isRefusal(noRole)) throw new Error("nobody has a role without roles");
    return noRole;
  };
}

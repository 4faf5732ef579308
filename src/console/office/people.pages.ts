/** The page on which a manager sees who works at a location (rules/people 2 and 3). */
import { newId, parseId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { readLatestMessages } from "../../messaging/message/read-messages.query.ts";
import { idOfForm } from "../account/form-id.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { removePin } from "../../people/devices/sign-in-by-pin.command.ts";
import { endRole } from "../../people/joining/end-role.command.ts";
import { inviteColleague } from "../../people/joining/invite-colleague.command.ts";
import { withdrawInvitation } from "../../people/joining/invite-person.command.ts";
import { mayRecover } from "../../people/joining/may-recover.ts";
import { listColleagues, listRoles, listUsableInvitations } from "../../people/joining/read-people.query.ts";
import { locationRoles } from "../../people/joining/wanted-role.ts";
import { makeRecoveryLink } from "../../people/sign-in/recover.command.ts";
import { speak } from "../../words/speak.ts";
import { renderSVG } from "uqr";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { peoplePage, type TeamNews } from "./people-page.ts";

/** Characters of what is typed that are read. */
const [mostOfName, mostOfPhone] = [80, 50];

/** The people of a location. */
export function peoplePages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "people");
  const form = (name: string, run: (deps: AccountDeps, visitor: LocationVisit) => Promise<PageAnswer>): PageRoute =>
    page.form(name, (visitor) => run(deps, visitor), "fresh");
  return ofPeople([
    page.read((visitor) => show(deps, visitor, { done: visitor.call.query.get("done") })),
    form("invite", invite),
    form("withdraw", withdraw),
    form("role", takeRole),
    form("pin", resetPin),
    form("recovery", makeLink),
  ]);
}

async function show(deps: AccountDeps, visitor: LocationVisit, news: TeamNews): Promise<PageAnswer> {
  const { read } = deps.database;
  const { id } = visitor.location;
  const invitations = await listUsableInvitations(read, id);
  const ids = invitations.map((one) => one.id);
  return peoplePage(visitor, {
    colleagues: await listColleagues(read, id),
    invitations,
    texts: await readLatestMessages(read, ids),
    formKey: newId("inv"),
    ...news,
  });
}

async function invite(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { form } = visitor.call;
  const role = locationRoles.find((name) => name === form.get("role"));
  if (role === undefined) return redirectTo(visitor.path);
  const [name, phone] = [(form.get("name") ?? "").trim(), (form.get("phone") ?? "").trim()];
  const again = (wrong: "name" | "phone") =>
    show(deps, visitor, {
      typed: { name: name.slice(0, mostOfName), phone: phone.slice(0, mostOfPhone), role, wrong },
    });
  if (name.length > mostOfName || /\p{Cc}/u.test(name)) return again("name");
  if (phone.length > mostOfPhone) return again("phone");
  const orNull = (text: string): string | null => (text === "" ? null : text);
  const id = idOfForm("inv", form);
  const wanted = { role, locationId: visitor.location.id, name: orNull(name), phone: orNull(phone), id };
  const invited = await deps.database.transaction((tx) => inviteColleague(tx, wanted, deps.baseUrl(), visitor.author));
  if (isRefusal(invited)) {
    if (invited.code === "invalid_phone") return again("phone");
    return redirectTo(invited.code === "invalid_request" ? `${visitor.path}?done=invited` : visitor.path);
  }
  const { url, notTexted, invitation } = invited;
  const link = { url, qrSvg: renderSVG(url), phone: invitation.phone, isTexted: notTexted === null };
  return show(deps, visitor, { link });
}

async function withdraw(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const invitation = parseId("inv", visitor.call.form.get("invitation") ?? "");
  if (invitation.kind === "ok") {
    const by = ofLocation(visitor);
    const withdrawn = await deps.database.transaction((tx) => withdrawInvitation(tx, invitation.id, by));
    if (!isRefusal(withdrawn)) return redirectTo(`${visitor.path}?done=withdrawn`);
  }
  return notDone(deps, visitor);
}

async function takeRole(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const role = parseId("rol", visitor.call.form.get("role") ?? "");
  if (role.kind !== "ok") return notDone(deps, visitor);
  const ended = await deps.database.transaction((tx) => endRole(tx, role.id, ofLocation(visitor)));
  if (!isRefusal(ended)) return redirectTo(`${visitor.path}?done=role`);
  if (ended.code !== "last_of_role") return notDone(deps, visitor);
  return show(deps, visitor, { problem: speak(visitor.language, "people")("team.last") });
}

/** What the page showed is no longer so: somebody else was first, or the person has joined meanwhile. */
function notDone(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  return show(deps, visitor, { problem: speak(visitor.language, "people")("team.not_done") });
}

async function resetPin(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const person = parseId("per", visitor.call.form.get("person") ?? "");
  if (person.kind === "ok") {
    const removed = await deps.database.transaction((tx) =>
      removePin(tx, visitor.location.id, person.id, visitor.author),
    );
    if (!isRefusal(removed)) return redirectTo(`${visitor.path}?done=pin`);
  }
  return notDone(deps, visitor);
}

async function makeLink(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { caller, call } = visitor;
  const person = parseId("per", call.form.get("person") ?? "");
  if (person.kind !== "ok") return notDone(deps, visitor);
  const made = await deps.database.transaction(async (tx) => {
    const acting = mayRecover(caller, person.id, await listRoles(tx, person.id));
    return isRefusal(acting) ? acting : makeRecoveryLink(tx, person.id, visitor.author);
  });
  if (isRefusal(made)) return notDone(deps, visitor);
  const [colleague] = (await listColleagues(deps.database.read, visitor.location.id)).filter(
    ({ person_id: id }) => id === person.id,
  );
  return show(deps, visitor, { recovery: { url: `${deps.baseUrl()}/recover/${made}`, name: colleague?.name ?? "" } });
}

/** In the reader's name, for what belongs to the location of the page. */
function ofLocation({ location, author }: LocationVisit) {
  return ({ location_id: locationId }: { readonly location_id: Id<"str"> | null }) =>
    locationId === location.id ? author : refuse("not_found", "there is nothing here");
}

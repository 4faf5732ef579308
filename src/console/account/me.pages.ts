/** One's own page: locations, name and language, password, PINs, sessions (rules/people 5.4, 6.4). */
import { isRefusal } from "../../kernel/refusal.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { listLocationsById } from "../../locations/grants/read-locations.query.ts";
import {
  getPage,
  ofPeople,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { listPinLocations } from "../../people/devices/read-devices.query.ts";
import { removePin, setPin } from "../../people/devices/sign-in-by-pin.command.ts";
import { changePerson } from "../../people/person/change-person.command.ts";
import { locationsOf, requireRoleAt } from "../../people/person/require-role.ts";
import { findLinkedAt } from "../../people/provider/read-identity.query.ts";
import { endOwnSession } from "../../people/session/begin-session.command.ts";
import { listSessions } from "../../people/session/read-sessions.query.ts";
import { removePasskey } from "../../people/sign-in/passkeys.command.ts";
import { listPasskeys } from "../../people/sign-in/read-passkeys.query.ts";
import { countRecoveryCodes } from "../../people/sign-in/read-recovery.query.ts";
import { makeRecoveryCodes } from "../../people/sign-in/recover.command.ts";
import { setPassword } from "../../people/sign-in/set-password.command.ts";
import { mePage, type MeNews } from "./me-page.ts";
import { pageLocale, pageTimes, zoneOf } from "./page-times.ts";
import { passwordMistake } from "./password-mistake.ts";
import { isOfPerson, toSignIn, visit, type AccountDeps, type PersonVisit } from "./visit.query.ts";

const pinRoles = ["manager", "host", "staff"] as const;

/** One's own page and its forms. */
export function mePages(deps: AccountDeps): PageRoute[] {
  const own =
    (run: (visitor: PersonVisit) => Promise<PageAnswer>, needs?: "fresh") =>
    async (call: PageCall): Promise<PageAnswer> => {
      const visitor = await visit(deps, call);
      if (!isOfPerson(visitor)) return toSignIn("/me");
      return needs === "fresh" && !visitor.caller.session.isFresh ? toSignIn("/me") : run(visitor);
    };
  return ofPeople([
    getPage(
      "/me",
      own((visitor) => show(deps, visitor, { done: visitor.call.query.get("done") })),
    ),
    postPage(
      "/me/details",
      own((visitor) => changeDetails(deps, visitor)),
    ),
    postPage(
      "/me/password",
      own((visitor) => changePassword(deps, visitor), "fresh"),
    ),
    postPage(
      "/me/pin",
      own((visitor) => changePin(deps, visitor), "fresh"),
    ),
    postPage(
      "/me/pin/remove",
      own((visitor) => removeOwnPin(deps, visitor), "fresh"),
    ),
    postPage(
      "/me/passkeys",
      own((visitor) => removeOwnPasskey(deps, visitor), "fresh"),
    ),
    postPage(
      "/me/codes",
      own((visitor) => makeCodes(deps, visitor), "fresh"),
    ),
    postPage(
      "/me/sessions",
      own((visitor) => endSession(deps, visitor)),
    ),
  ]);
}

async function show(deps: AccountDeps, visitor: PersonVisit, news: MeNews): Promise<PageAnswer> {
  const { read } = deps.database;
  const { caller } = visitor;
  const locations = await listLocationsById(read, locationsOf(caller, ["manager", "host", "staff", "accountant"]));
  const pinLocations = locationsOf(caller, pinRoles);
  const withPin = await listPinLocations(read, caller.person.id);
  return mePage(visitor, {
    locations: locations.map(({ id, name }) => ({
      id,
      name: name ?? id,
      roles: caller.roles.filter(({ locationId }) => locationId === id).map(({ role }) => role),
      maySetPin: pinLocations.includes(id),
      hasPin: withPin.includes(id),
    })),
    otherRoles: caller.roles.filter(({ locationId }) => locationId === null),
    sessions: await listSessions(read, caller.person.id),
    passkeys: await listPasskeys(read, caller.person.id),
    codesLeft: await countRecoveryCodes(read, caller.person.id),
    provider: await linkedProvider(deps, caller.person.id),
    times: pageTimes(
      pageLocale(
        visitor.language,
        locations.map(({ address }) => address),
      ),
      zoneOf(locations),
    ),
    ...news,
  });
}

async function linkedProvider({ database, provider }: AccountDeps, personId: Id<"per">) {
  if (provider === undefined) return undefined;
  return { name: provider.name, linkedAt: await findLinkedAt(database.read, provider.issuer, personId) };
}

async function changeDetails(deps: AccountDeps, visitor: PersonVisit): Promise<PageAnswer> {
  const { call, caller, say } = visitor;
  const name = (call.form.get("name") ?? "").trim();
  const language = guestLanguages.find((one) => one === call.form.get("language"));
  if (name.length < 1 || name.length > 80) return show(deps, visitor, { nameMistake: say("field.name") });
  const changed = await deps.database.transaction((tx) => changePerson(tx, caller.person.id, { name, language }));
  return isRefusal(changed) ? toSignIn("/me") : redirectTo("/me?done=saved");
}

async function changePassword(deps: AccountDeps, visitor: PersonVisit): Promise<PageAnswer> {
  const { call, caller, say } = visitor;
  const password = (call.form.get("password") ?? "").slice(0, 1_000);
  const wanted = { person: caller.person, password, sessionId: caller.session.id };
  const changed = await setPassword(deps.database, deps.signIn, wanted);
  if (!isRefusal(changed)) return redirectTo("/me?done=password");
  return show(deps, visitor, { passwordMistake: passwordMistake(changed, say) });
}

async function changePin(deps: AccountDeps, visitor: PersonVisit): Promise<PageAnswer> {
  const { call, caller, say } = visitor;
  const location = parseId("str", call.form.get("location") ?? "");
  const pin = call.form.get("pin") ?? "";
  if (location.kind !== "ok" || isRefusal(requireRoleAt(caller, location.id, pinRoles))) return redirectTo("/me");
  if (!/^\d{4,6}$/.test(pin))
    return show(deps, visitor, { pinMistake: { locationId: location.id, text: say("pin.bad") } });
  const wanted = { locationId: location.id, personId: caller.person.id, pin };
  await deps.database.transaction(async (tx) => setPin(tx, deps.signIn, wanted));
  return redirectTo("/me?done=saved");
}

async function removeOwnPin(deps: AccountDeps, { call, caller }: PersonVisit): Promise<PageAnswer> {
  const location = parseId("str", call.form.get("location") ?? "");
  if (location.kind === "ok") await deps.database.transaction((tx) => removePin(tx, location.id, caller.person.id));
  return redirectTo("/me?done=saved");
}

async function removeOwnPasskey(deps: AccountDeps, { call, caller }: PersonVisit): Promise<PageAnswer> {
  const passkey = parseId("pky", call.form.get("passkey") ?? "");
  if (passkey.kind !== "ok") return redirectTo("/me");
  const removed = await deps.database.transaction((tx) => removePasskey(tx, caller.person.id, passkey.id));
  return redirectTo(isRefusal(removed) && removed.code === "last_way_in" ? "/me?done=last_way_in" : "/me");
}

async function makeCodes(deps: AccountDeps, visitor: PersonVisit): Promise<PageAnswer> {
  const { person } = visitor.caller;
  const codes = await deps.database.transaction(async (tx) => makeRecoveryCodes(tx, deps.signIn, person.id));
  return show(deps, visitor, { codes });
}

async function endSession(deps: AccountDeps, { call, caller }: PersonVisit): Promise<PageAnswer> {
  const session = parseId("ses", call.form.get("session") ?? "");
  if (session.kind === "ok") {
    await deps.database.transaction((tx) => endOwnSession(tx, caller.person.id, session.id));
  }
  return redirectTo("/me");
}

/** The entries to a location's pages: `/console`, `/console/{locationId}`, and the choice of a language. */
import { guestLanguages } from "../../kernel/language.ts";
import { parseId } from "../../kernel/id.ts";
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
import { changePerson } from "../../people/person/change-person.command.ts";
import { locationsOf } from "../../people/person/require-role.ts";
import { speak } from "../../words/speak.ts";
import { isOfPerson, safePath, toSignIn, visit, type AccountDeps, type PersonVisit } from "../account/visit.query.ts";
import { consoleRoles, pagesFor } from "./console-pages.ts";
import { rolesAt } from "./location-page.query.ts";

/** Leads to the first page that the reader may open. */
export function shellPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([
    getPage("/console", (call) => own(deps, call, "/console", enter)),
    getPage("/console/{locationId}", (call) =>
      own(deps, call, `/console/${call.params.locationId}`, (visitor) =>
        enterLocation(visitor, call.params.locationId),
      ),
    ),
    postPage("/console/{locationId}/language", (call) =>
      own(deps, call, `/console/${call.params.locationId}`, (visitor) => changeLanguage(deps, visitor)),
    ),
  ]);
}

async function own(
  deps: AccountDeps,
  call: PageCall,
  path: string,
  run: (visitor: PersonVisit) => PageAnswer | Promise<PageAnswer>,
): Promise<PageAnswer> {
  const visitor = await visit(deps, call);
  return isOfPerson(visitor) ? run(visitor) : toSignIn(path);
}

function enter({ caller }: PersonVisit): PageAnswer {
  const [first] = locationsOf(caller, consoleRoles);
  return redirectTo(first === undefined ? "/me" : `/console/${first}`);
}

function enterLocation(visitor: PersonVisit, locationId: string): PageAnswer {
  const parsed = parseId("str", locationId);
  const [first] = parsed.kind === "ok" ? pagesFor(rolesAt(visitor, parsed.id)) : [];
  if (first !== undefined) return redirectTo(`/console/${locationId}/${first}`);
  const say = speak(visitor.language, "office");
  return { ...messagePage(404, say("gone.title"), say("gone.text")), language: visitor.language };
}

async function changeLanguage(deps: AccountDeps, { call, caller }: PersonVisit): Promise<PageAnswer> {
  const language = guestLanguages.find((one) => one === call.form.get("language"));
  if (language !== undefined) {
    await deps.database.transaction((tx) => changePerson(tx, caller.person.id, { name: undefined, language }));
  }
  return redirectTo(safePath(call.form.get("back")));
}

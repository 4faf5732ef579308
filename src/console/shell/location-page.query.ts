/** Opens pages of a location for people who may see them (rules/console 1.1). */
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { Location, LocationSettings } from "../../locations/location/location.ts";
import { getLocationSettings, listLocationsById } from "../../locations/grants/read-locations.query.ts";
import { getPage, messagePage, postPage, type PageAnswer, type PageCall, type PageRoute } from "../../pages/page.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { locationsOf, requireRoleAt, type Acting } from "../../people/person/require-role.ts";
import type { Author } from "../../audit/record-audit.command.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import { isOfPerson, toSignIn, visit, type AccountDeps, type PersonVisit } from "../account/visit.query.ts";
import { consoleRoles, pagesFor, rolesOfPage, type ConsolePageName } from "./console-pages.ts";

export type OfficeWords = ReturnType<typeof speak<"office">>;

/** Somebody at a page of a location. */
export interface LocationVisit extends Omit<PersonVisit, "say"> {
  readonly say: OfficeWords;
  readonly location: LocationSettings;
  readonly page: ConsolePageName;
  /** Of the page. */
  readonly path: string;
  /** Language and country: figures, money and clocks. */
  readonly locale: string;
  /** The pages that the reader may open here. */
  readonly pages: readonly ConsolePageName[];
  /** Every location with pages for the reader, this one included. */
  readonly locations: readonly Pick<Location, "id" | "name">[];
  readonly acting: Acting;
  /** The reader, for the audit log. */
  readonly author: Author;
}

type Run = (visitor: LocationVisit) => Promise<PageAnswer>;

/** The routes of a page: what is read, and what its forms are sent to (`""`: to the page itself). */
export function locationPage(deps: AccountDeps, page: ConsolePageName) {
  const stem = `/console/{locationId}/${page}` as const;
  const at = (below: string): `/${string}` => (below === "" ? stem : `${stem}/${below}`);
  return {
    read: (run: Run, below = ""): PageRoute => getPage(at(below), (call) => visitPage(deps, page, call, run, false)),
    form: (below: string, run: Run, needs?: "fresh"): PageRoute =>
      postPage(at(below), (call) => visitPage(deps, page, call, run, needs === "fresh")),
  };
}

async function visitPage(
  deps: AccountDeps,
  page: ConsolePageName,
  call: PageCall,
  run: Run,
  isFreshNeeded: boolean,
): Promise<PageAnswer> {
  const visitor = await visit(deps, call);
  const path = `/console/${call.params["locationId"]}/${page}`;
  if (!isOfPerson(visitor)) return toSignIn(path);
  const say = speak(visitor.language, "office");
  const parsed = parseId("str", call.params["locationId"] ?? "");
  const location = parsed.kind === "ok" ? await findLocation(deps.database.read, visitor, parsed.id) : undefined;
  if (location === undefined) return messagePage(404, say("gone.title"), say("gone.text"));
  const acting = requireRoleAt(visitor.caller, location.id, rolesOfPage(page));
  if (isRefusal(acting))
    return { ...messagePage(403, say("other.title"), say("other.text")), language: visitor.language };
  if (isFreshNeeded && !visitor.caller.session.isFresh) return toSignIn(path);
  const { country } = location.address;
  return run({
    ...visitor,
    say,
    location,
    page,
    path,
    acting,
    author: authorOf(acting, call.requestId as Id<"req">),
    locale: country === null ? visitor.language : `${visitor.language}-${country}`,
    pages: pagesFor(rolesAt(visitor, location.id)),
    locations: await listLocationsById(deps.database.read, locationsOf(visitor.caller, consoleRoles)),
  });
}

/** The location, where the reader has any role. */
async function findLocation(db: Db, visitor: PersonVisit, id: Id<"str">): Promise<LocationSettings | undefined> {
  if (rolesAt(visitor, id).length === 0) return undefined;
  const location = await getLocationSettings(db, id);
  return isRefusal(location) ? undefined : location;
}

/** The roles of somebody at a location. */
export function rolesAt({ caller }: PersonVisit, id: Id<"str">) {
  return caller.roles.filter(({ locationId }) => locationId === id).map(({ role }) => role);
}

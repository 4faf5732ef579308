/** The reader of an app's pages, and their rights there. */
import { isOfPerson, toSignIn, visit, type AccountDeps, type PersonVisit } from "../console/account/visit.query.ts";
import type { App } from "../apps/read-apps.query.ts";
import { parseId } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { messagePage, type PageAnswer, type PageCall } from "../pages/page.ts";
import type { Acting } from "../people/person/require-role.ts";
import type { Database } from "../platform/postgres/database.ts";
import { speak } from "../words/speak.ts";
import { actors, readers, requireApp } from "./app-access.query.ts";
import type { DeveloperRouteDeps } from "./developer.routes.ts";

/** What the pages are made of. */
export interface DeveloperPageDeps extends DeveloperRouteDeps {
  readonly account: AccountDeps & { readonly database: Database };
}

export type DeveloperWords = ReturnType<typeof speak<"developer">>;

export interface DeveloperVisit {
  readonly visitor: PersonVisit;
  readonly app: App;
  readonly acting: Acting;
  /** Operator_support reads only. */
  readonly mayAct: boolean;
  readonly livemode: boolean;
  readonly say: DeveloperWords;
  /** Below which the pages of the app are. */
  readonly path: string;
}

/** Opens a page of an app for a person, or answers why not. */
export async function visitApp(
  deps: DeveloperPageDeps["account"],
  call: PageCall,
  run: (at: DeveloperVisit) => Promise<PageAnswer>,
  needs: { readonly acts?: boolean; readonly fresh?: boolean } = {},
): Promise<PageAnswer> {
  const visitor = await visit(deps, call);
  const parsed = parseId("app", call.params["appId"] ?? "");
  const { say, language } = visitor;
  const gone: PageAnswer = { ...messagePage(404, say("me.title"), say("me.no_work")), language };
  if (parsed.kind !== "ok") return gone;
  const path = `/developer/${parsed.id}`;
  if (!isOfPerson(visitor)) return toSignIn(path);
  const found = await requireApp(deps.database.read, visitor.caller, parsed.id, needs.acts === true ? actors : readers);
  if (isRefusal(found)) return gone;
  if (needs.fresh === true && !visitor.caller.session.isFresh) return toSignIn(path);
  return run({
    visitor,
    ...found,
    mayAct: found.acting.role !== "operator_support",
    livemode: deps.database.livemode,
    say: speak(language, "developer"),
    path,
  });
}

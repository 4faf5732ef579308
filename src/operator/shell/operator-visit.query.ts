/**
 * Opens pages of the operator for people who may see them (rules/people 10.1): operator_admin reads and acts,
 * operator_support reads. For everybody else the pages are not found.
 */
import type { Author } from "../../audit/record-audit.command.ts";
import { isOfPerson, toSignIn, visit, type AccountDeps, type PersonVisit } from "../../console/account/visit.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { CompareMenus } from "../../menus/publish/apply-menu.command.ts";
import { messagePage, type PageAnswer, type PageCall } from "../../pages/page.ts";
import { authorOf } from "../../people/person/author-of.ts";
import { requireOperator, type Acting } from "../../people/person/require-role.ts";
import type { Database } from "../../platform/postgres/database.ts";
import type { ProviderSandbox } from "../../providers/provider-settings.ts";
import type { SealedSecrets } from "../../webhooks/subscriptions/sealed-secrets.ts";
import type { OperatorPageName } from "./operator-menu.ts";

/** What the pages are made of. */
export type OperatorPageDeps = AccountDeps & {
  readonly database: Database;
  /** Opens and seals what providers gave. */
  readonly sealing: SealedSecrets;
  /** Absent in live. */
  readonly sandbox: ProviderSandbox | undefined;
  /** Compares menus, large ones in a thread. */
  readonly compare: CompareMenus;
};

export interface OperatorVisit {
  readonly call: PageCall;
  readonly caller: PersonVisit["caller"];
  readonly page: OperatorPageName;
  readonly acting: Acting;
  /** Operator_support reads only. */
  readonly mayAct: boolean;
  readonly livemode: boolean;
  readonly hasSandbox: boolean;
  /** The reader, for the audit log. */
  readonly author: Author;
}

export interface OperatorNeeds {
  /** Where the reader comes back to after a sign-in. */
  readonly path: string;
  /** Who may; both when absent. */
  readonly roles?: readonly ("operator_admin" | "operator_support")[];
  /** A sign-in within the last fifteen minutes. */
  readonly fresh?: boolean;
}

const both = ["operator_admin", "operator_support"] as const;

/** Opens a page, or answers why not. */
export async function visitOperator(
  deps: OperatorPageDeps,
  call: PageCall,
  page: OperatorPageName,
  { path, roles = both, fresh = false }: OperatorNeeds,
  run: (at: OperatorVisit) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const visitor = await visit(deps, call);
  if (!isOfPerson(visitor)) return toSignIn(path);
  const { caller } = visitor;
  if (caller.mustUsePasskey === true) return passkeyPage(path);
  const acting = requireOperator(caller, roles);
  if (isRefusal(acting)) return acting.code === "not_found" ? gonePage(visitor) : supportPage(path);
  if (fresh && !caller.session.isFresh) return toSignIn(path);
  return run({
    call,
    caller,
    page,
    acting,
    mayAct: acting.role === "operator_admin",
    livemode: deps.database.livemode,
    hasSandbox: deps.sandbox !== undefined,
    author: authorOf(acting, call.requestId as Id<"req">),
  });
}

function gonePage({ say, language }: PersonVisit): PageAnswer {
  return { ...messagePage(404, say("me.title"), say("me.no_work")), language };
}

function passkeyPage(path: string): PageAnswer {
  const next = { href: `/sign-in?to=${encodeURIComponent(path)}`, label: "Sign in with a passkey" };
  const text =
    "In live these pages open with a passkey only. If you have none yet, add one on the page of your account.";
  return messagePage(403, "Sign in with your passkey", text, { next });
}

function supportPage(path: string): PageAnswer {
  const text = "Support reads these pages. To change something you need the role operator_admin.";
  return messagePage(403, "You may read, not change", text, { next: { href: path, label: "Back" } });
}

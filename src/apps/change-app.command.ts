/** Makes and changes apps. A change of scopes or status acts on the next request of every key (rules/http 2.4). */
import { recordAudit, type Author } from "../audit/record-audit.command.ts";
import { newId, type Id } from "../kernel/id.ts";
import { refuse, type Refusal } from "../kernel/refusal.ts";
import { scopes as allScopes, type Scope } from "../platform/http/scopes.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { findAppForUpdate, insertApp, updateApp as saveApp, type App } from "./apps.sql.ts";

export interface NewApp {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface AppChanges {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  readonly status?: App["status"];
}

/** Makes an enabled app without keys or grants. */
export async function createApp(tx: Tx, app: NewApp, by: Author): Promise<App> {
  const created = await insertApp(tx, { id: newId("app"), name: app.name, scopes: inOrder(app.scopes) });
  await recordAudit(tx, { ...by, action: "app.created", subject: created.id, before: null, after: audited(created) });
  return created;
}

/** Changes the fields that are given; refuses an unknown app. Without a difference nothing is written. */
export async function updateApp(
  tx: Tx,
  id: Id<"app">,
  changes: AppChanges,
  by: Author,
): Promise<App | Refusal<"not_found">> {
  const before = await findAppForUpdate(tx, id);
  if (before === undefined) return refuse("not_found", `there is no app ${id}`);
  const wanted = {
    id,
    name: changes.name ?? before.name,
    status: changes.status ?? before.status,
    scopes: inOrder(changes.scopes ?? before.scopes),
  };
  if (JSON.stringify(audited(wanted)) === JSON.stringify(audited(before))) return before;
  const after = await saveApp(tx, wanted);
  await recordAudit(tx, { ...by, action: "app.updated", subject: id, before: audited(before), after: audited(after) });
  return after;
}

/** Each scope once, in the documents' order. */
function inOrder(scopes: readonly Scope[]): readonly Scope[] {
  return allScopes.filter((scope) => scopes.includes(scope));
}

function audited(app: Pick<App, "name" | "status" | "scopes">) {
  return { name: app.name, status: app.status, scopes: app.scopes };
}

/**
 * Apps, their keys and their locations (rules/people 10.5). A form does the same as the call with the operator's token,
 * by the same command, in the reader's own name.
 */
import { updateApp, type AppChanges } from "../../apps/change-app.command.ts";
import { issueKey, revokeKey } from "../../apps/change-key.command.ts";
import { getApp, listAppKeys, listApps, type App } from "../../apps/read-apps.query.ts";
import { isNameable, type Instant } from "../../kernel/clock.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { grantLocation, revokeGrant } from "../../locations/grants/change-grant.command.ts";
import { listGrantedLocations, listOperatedLocations } from "../../locations/grants/read-locations.query.ts";
import { leaveOrdersToStaff } from "../../orders/decide/leave-orders.command.ts";
import {
  getPage,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { scopes as allScopes } from "../../platform/http/scopes.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { appPage } from "./app-page.ts";
import { appsPage, madePage, onboardPage, type OnboardShown } from "./apps-page.ts";
import { onboardApp } from "./onboard-app.command.ts";
import { readOnboarding } from "./onboard-form.ts";

const path = "/operator/apps";
/** Locations that the form offers to tick. */
const offered = 30;

/** The pages of apps. */
export function appsPages(deps: OperatorPageDeps): PageRoute[] {
  const roles = ["operator_admin"] as const;
  const ofApp = (
    call: PageCall,
    run: (at: OperatorVisit, app: App) => Promise<PageAnswer>,
    needs: { readonly acts: boolean; readonly fresh: boolean } = { acts: false, fresh: false },
  ) => {
    const id = call.params["appId"] ?? "";
    const asked = { path: `${path}/${id}`, ...(needs.acts ? { roles } : {}), fresh: needs.fresh };
    return visitOperator(deps, call, "apps", asked, async (at) => {
      const parsed = parseId("app", id);
      const app = parsed.kind === "ok" ? await getApp(deps.database.read, parsed.id) : undefined;
      return app === undefined || isRefusal(app) ? gone() : run(at, app);
    });
  };
  const form = (name: string, run: typeof save, fresh?: "fresh"): PageRoute => {
    const address: `/${string}` = `${path}/{appId}${name}`;
    const needs = { acts: true, fresh: fresh !== undefined };
    return postPage(address, (call: PageCall) => ofApp(call, (at, app) => run(deps, at, app), needs));
  };
  const onboarding = { path: `${path}/new`, roles };
  return [
    getPage(path, (call) =>
      visitOperator(deps, call, "apps", { path }, async (at) => appsPage(at, await listApps(deps.database.read))),
    ),
    getPage(`${path}/new`, (call) => visitOperator(deps, call, "apps", onboarding, (at) => showOnboard(deps, at, {}))),
    postPage(`${path}/new`, (call) =>
      visitOperator(deps, call, "apps", { ...onboarding, fresh: true }, (at) => onboard(deps, at)),
    ),
    getPage(`${path}/{appId}`, (call) => ofApp(call, (at, app) => show(deps, at, app, {}))),
    form("", save),
    form("/status", saveStatus),
    form("/keys", issue, "fresh"),
    form("/keys/revoke", revoke, "fresh"),
    form("/grants", grant),
    form("/grants/remove", takeGrant),
  ];
}

async function showOnboard(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  shown: Omit<OnboardShown, "locations">,
): Promise<PageAnswer> {
  const locations = (await listOperatedLocations(database.read)).slice(0, offered);
  return onboardPage(at, { locations, ...shown });
}

async function onboard(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const typed = at.call.form;
  const { wanted, mistakes } = readOnboarding(typed);
  if (mistakes.size > 0) return showOnboard(deps, at, { typed, mistakes });
  const made = await deps.database.transaction((tx) => onboardApp(tx, wanted, at.author));
  if (isRefusal(made)) return showOnboard(deps, at, { typed, problem: `Nothing was made: ${made.message}.` });
  const baseUrl = deps.baseUrl();
  const link = made.invitation === null ? null : `${baseUrl}/invite/${made.invitation}`;
  return madePage(at, { ...made, link, baseUrl });
}

async function show(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  app: App,
  news: { readonly key?: string; readonly problem?: string },
): Promise<PageAnswer> {
  const [keys, granted] = await database.snapshot(async (db) => [
    await listAppKeys(db, app.id),
    await listGrantedLocations(db, app.id),
  ]);
  return appPage(at, { app, keys: isRefusal(keys) ? [] : keys, granted, now: database.clock.now(), ...news });
}

async function change(deps: OperatorPageDeps, at: OperatorVisit, app: App, changes: AppChanges): Promise<PageAnswer> {
  const saved = await deps.database.transaction((tx) => updateApp(tx, app.id, changes, at.author));
  return isRefusal(saved) ? gone() : redirectTo(`${path}/${app.id}?done=saved`);
}

async function save(deps: OperatorPageDeps, at: OperatorVisit, app: App): Promise<PageAnswer> {
  const { form } = at.call;
  const name = (form.get("name") ?? "").trim();
  if (name === "" || name.length > 200 || /\p{Cc}/u.test(name))
    return show(deps, at, app, { problem: "Write a name of 1 to 200 characters. Nothing was saved." });
  return change(deps, at, app, { name, scopes: allScopes.filter((scope) => form.getAll("scope").includes(scope)) });
}

async function saveStatus(deps: OperatorPageDeps, at: OperatorVisit, app: App): Promise<PageAnswer> {
  const status = (["enabled", "disabled"] as const).find((one) => one === at.call.form.get("status"));
  return status === undefined ? redirectTo(`${path}/${app.id}`) : change(deps, at, app, { status });
}

async function issue(deps: OperatorPageDeps, at: OperatorVisit, app: App): Promise<PageAnswer> {
  const expiresAt = readDay(at.call.form.get("expires") ?? "");
  const problem = "A key ends on a day that is to come. Nothing was issued.";
  if (expiresAt === undefined) return show(deps, at, app, { problem });
  const issued = await deps.database.transaction((tx) => issueKey(tx, { appId: app.id, expiresAt }, at.author));
  return show(deps, at, app, isRefusal(issued) ? { problem } : { key: issued.key });
}

/** The end of a day, UTC; null where none is given, undefined for what is no day. */
function readDay(text: string): Instant | null | undefined {
  if (text === "") return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(`${text}T23:59:59Z`);
  return isNameable(at) ? at : undefined;
}

async function revoke(deps: OperatorPageDeps, at: OperatorVisit, app: App): Promise<PageAnswer> {
  const key = parseId("key", at.call.form.get("key") ?? "");
  const keys = await listAppKeys(deps.database.read, app.id);
  if (key.kind !== "ok" || isRefusal(keys) || !keys.some(({ id }) => id === key.id)) return gone();
  const revoked = await deps.database.transaction((tx) => revokeKey(tx, key.id, at.author));
  return isRefusal(revoked) ? gone() : redirectTo(`${path}/${app.id}?done=revoked`);
}

async function grant(deps: OperatorPageDeps, at: OperatorVisit, app: App): Promise<PageAnswer> {
  const location = locationIn(at);
  const made =
    location === undefined
      ? undefined
      : await deps.database.transaction((tx) => grantLocation(tx, app.id, location, at.author));
  if (made === undefined || isRefusal(made))
    return show(deps, at, app, { problem: "There is no location with this id. Nothing was granted." });
  return redirectTo(`${path}/${app.id}?done=granted`);
}

async function takeGrant(deps: OperatorPageDeps, at: OperatorVisit, app: App): Promise<PageAnswer> {
  const location = locationIn(at);
  if (location === undefined) return gone();
  const taken = await deps.database.transaction((tx) =>
    revokeGrant(tx, app.id, location, at.author, leaveOrdersToStaff),
  );
  return isRefusal(taken) ? gone() : redirectTo(`${path}/${app.id}?done=taken`);
}

function locationIn({ call }: OperatorVisit): Id<"str"> | undefined {
  const parsed = parseId("str", (call.form.get("location") ?? "").trim());
  return parsed.kind === "ok" ? parsed.id : undefined;
}

function gone(): PageAnswer {
  const text = "There is no such app, key or grant here.";
  return messagePage(404, "Nothing is here", text, { next: { href: path, label: "Apps" } });
}

/** The operator's apps: make, list, change (rules/http 10.3). */
import { createApp, updateApp } from "../apps/change-app.command.ts";
import { appChangesBody, appShape, appToWire, newAppBody } from "../apps/apps.schemas.ts";
import { listApps } from "../apps/read-apps.query.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField } from "../platform/http/reading/fields.ts";
import { listOf, wholeList } from "../platform/http/reading/paging.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const create = defineRoute({
  method: "POST",
  path: operatorPath("/apps"),
  operationId: "operatorCreateApp",
  tag: "Operator",
  summary: "Make an app",
  description: "The app is enabled, without keys and without locations.",
  access: operatorAccess,
  params: operatorParams,
  body: newAppBody,
  success: { 201: appShape },
  refusals: [],
});

const list = defineRoute({
  method: "GET",
  path: operatorPath("/apps"),
  operationId: "operatorListApps",
  tag: "Operator",
  summary: "List every app, newest first",
  access: operatorAccess,
  params: operatorParams,
  success: { 200: listOf(appShape) },
  refusals: [],
});

const update = defineRoute({
  method: "PATCH",
  path: operatorPath("/apps/{appId}"),
  operationId: "operatorUpdateApp",
  tag: "Operator",
  summary: "Rename an app, change its scopes, disable or enable it",
  description: "Acts on the next request of every key of the app.",
  access: operatorAccess,
  params: { ...operatorParams, appId: idField("app") },
  body: appChangesBody,
  success: { 200: appShape },
  refusals: ["not_found"],
});

/** The operator's routes about apps. */
export function operatorAppRoutes(): BoundRoute[] {
  return [
    bindWrite(create, async (call, tx) => reply(201, appToWire(await createApp(tx, call.body, operatorOf(call))))),
    bindRead(list, async (_call, db) => {
      const apps = await listApps(db);
      return reply(200, wholeList(apps.map(appToWire)));
    }),
    bindWrite(update, async (call, tx) => {
      const app = await updateApp(tx, call.params.appId, call.body, operatorOf(call));
      return isRefusal(app) ? app : reply(200, appToWire(app));
    }),
  ];
}

/** GET /v1/ping and GET /v1/me (rules/http 1.2, 1.5). */
import { reply } from "../platform/http/reply.ts";
import { bindPublic, bindRead, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { developerApiStatusShape, developerAppShape, developerAppToWire } from "./apps.schemas.ts";

const ping = defineRoute({
  method: "GET",
  path: "/v1/ping",
  operationId: "ping",
  tag: "Apps",
  summary: "Check that the service answers",
  access: { kind: "public" },
  success: { 200: developerApiStatusShape },
  refusals: [],
});

const me = defineRoute({
  method: "GET",
  path: "/v1/me",
  operationId: "getMe",
  tag: "Apps",
  summary: "Read the app behind the key",
  description: "The app, the environment and the scopes of the key as they are now; any valid key may ask.",
  access: { kind: "app", scope: null },
  success: { 200: developerAppShape },
  refusals: [],
});

/** The routes of this feature; `version` is the package version. */
export function appRoutes(options: { readonly version: string }): BoundRoute[] {
  return [
    bindPublic(ping, async () =>
      reply(200, { object: "developer_api_status", status: "ok", version: options.version } as const),
    ),
    bindRead(me, async ({ app }) => reply(200, developerAppToWire(app))),
  ];
}

/** GET /v1/ping and GET /v1/me (rules/http 1.2, 1.5). */
import type { Notice } from "../platform/http/deprecation.ts";
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

export interface AppRouteDeps {
  /** The version of the package. */
  readonly version: string;
  /** What programs have to change in time. */
  readonly notices: () => Notice[];
}

/** The routes of this feature. */
export function appRoutes({ version, notices }: AppRouteDeps): BoundRoute[] {
  return [
    bindPublic(ping, async () =>
      reply(200, { object: "developer_api_status", status: "ok", version, notices: notices() } as const),
    ),
    bindRead(me, async ({ app }) => reply(200, developerAppToWire(app))),
  ];
}

/** All routes of people and their accounts. */
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import type { BoundRoute } from "../../platform/http/route.ts";
import { accountRoutes } from "./account.routes.ts";
import { deviceRoutes } from "./devices.routes.ts";
import { invitationRoutes } from "./invitations.routes.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import { peopleRoutes } from "./people.routes.ts";
import { pinRoutes } from "./pins.routes.ts";
import { recoveryRoutes } from "./recovery.routes.ts";
import { signInRoutes } from "./sign-in.routes.ts";
import { whoRoutes } from "./who.routes.ts";

export interface AccessDeps {
  readonly signIn: SignInDeps;
  readonly baseUrl: () => string;
}

export function consoleAccessRoutes(deps: AccessDeps): BoundRoute[] {
  return [
    ...signInRoutes(deps),
    ...whoRoutes(),
    ...accountRoutes(deps),
    ...invitationRoutes(deps),
    ...peopleRoutes(deps),
    ...deviceRoutes(deps),
    ...pinRoutes(deps),
    ...passkeyRoutes(deps),
    ...recoveryRoutes(deps),
  ];
}

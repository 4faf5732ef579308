/**
 * Makes an app with its first key, its grants and, where wanted, a location and a link for a developer. One transaction
 * makes all of it, each with its own audit entry, or nothing.
 */
import { createApp } from "../../apps/change-app.command.ts";
import { issueKey } from "../../apps/change-key.command.ts";
import type { App } from "../../apps/read-apps.query.ts";
import type { Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { grantLocation } from "../../locations/grants/change-grant.command.ts";
import { createLocation } from "../../locations/settings/change-location.command.ts";
import { invitePerson } from "../../people/joining/invite-person.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Onboarding } from "./onboard-form.ts";

export interface Onboarded {
  readonly app: App;
  /** Shown this once. */
  readonly key: string;
  readonly locationIds: readonly Id<"str">[];
  /** Of the link that invites a developer; shown this once. */
  readonly invitation: string | null;
}

/** Refuses an unknown location, and a new one that cannot be made. */
export async function onboardApp(
  tx: Tx,
  { name, scopes, locationIds, location, invites }: Onboarding,
  by: Author,
): Promise<Onboarded | Refusal<"not_found" | "invalid_request">> {
  const app = await createApp(tx, { name, scopes }, by);
  const issued = await issueKey(tx, { appId: app.id, expiresAt: null }, by);
  if (isRefusal(issued)) return issued;
  const granted = [...locationIds];
  if (location !== null) {
    const created = await createLocation(tx, location, by);
    if (isRefusal(created)) return created;
    granted.push(created.id);
  }
  for (const id of granted) {
    const grant = await grantLocation(tx, app.id, id, by);
    if (isRefusal(grant)) return grant;
  }
  const wanted = { role: "developer", locationId: null, appId: app.id, name: null, phone: null } as const;
  const invited = invites ? await invitePerson(tx, wanted, by) : null;
  if (isRefusal(invited)) return invited;
  return { app, key: issued.key, locationIds: granted, invitation: invited?.token ?? null };
}

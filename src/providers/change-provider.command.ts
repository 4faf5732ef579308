/**
 * The operator's change of a location's reservation provider. The password is sealed and never audited. Refused while the
 * provider is in use.
 */
import { randomBytes } from "node:crypto";
import { withoutEndSlashes } from "../kernel/base-address.ts";
import { recordAudit, type Author } from "../audit/record-audit.command.ts";
import { leaveProvider } from "../bookings/provider/leave-provider.command.ts";
import type { Id } from "../kernel/id.ts";
import type { Refusal } from "../kernel/refusal.ts";
import { invalidRequest } from "../platform/http/reading/invalid-request.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { nonceLength, type SealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { passwordRow } from "./password-row.ts";
import {
  issuesOf,
  termsAfter,
  usualTerms,
  type GivenProvider,
  type ProviderSandbox,
  type ProviderSettings,
} from "./provider-settings.ts";
import * as sql from "./provider-settings.sql.ts";

/** Sets the provider of a location that exists and is locked; null takes it away. */
export async function changeProvider(
  tx: Tx,
  deps: { readonly sealing: SealedSecrets; readonly sandbox: ProviderSandbox | undefined },
  locationId: Id<"str">,
  given: GivenProvider | null,
  by: Author,
): Promise<ProviderSettings | undefined | Refusal<"invalid_request">> {
  const before = await sql.findSettings(tx, locationId);
  const kept = before?.adapter === given?.adapter ? before : undefined;
  const issues =
    given === null
      ? []
      : [
          ...issuesOf(given, {
            sandbox: deps.sandbox,
            hasAddress: (kept?.base_url ?? null) !== null,
          }),
        ];
  const isAnother = given === null || kept === undefined || isMoved(kept, given);
  if (before !== undefined && isAnother && (await sql.isProviderInUse(tx, locationId))) {
    const message =
      "cannot become another while bookings of the present provider are to come or unsettled; settle or cancel them first";
    issues.push({ path: "body.booking_provider", message });
  }
  if (issues.length > 0) return invalidRequest(issues);
  if (before !== undefined && isAnother) await leaveProvider(tx, locationId);
  if (given === null) await sql.deleteSettings(tx, locationId);
  else await sql.saveSettings(tx, locationId, settingsOf(deps.sealing, locationId, kept, given));
  const after = await sql.findSettings(tx, locationId);
  await recordAudit(tx, {
    ...by,
    action: "location.booking_provider_changed",
    subject: locationId,
    before: auditOf(before),
    after: auditOf(after),
  });
  return after;
}

function settingsOf(
  sealing: SealedSecrets,
  locationId: Id<"str">,
  kept: ProviderSettings | undefined,
  given: GivenProvider,
): Omit<ProviderSettings, "revision"> {
  const { password } = given;
  return {
    adapter: given.adapter,
    base_url: (given.base_url === undefined ? undefined : withoutEndSlashes(given.base_url)) ?? kept?.base_url ?? null,
    username: given.username ?? kept?.username ?? null,
    password_sealed:
      password === undefined
        ? (kept?.password_sealed ?? null)
        : sealing.seal(passwordRow(locationId), password, randomBytes(nonceLength)),
    terms: termsAfter(kept?.terms ?? usualTerms(locationId), given),
  };
}

function isMoved(kept: ProviderSettings, given: GivenProvider): boolean {
  const moved = given.base_url !== undefined && withoutEndSlashes(given.base_url) !== kept.base_url;
  return moved || (given.merchant_id !== undefined && given.merchant_id !== kept.terms.merchant_id);
}

function auditOf(settings: ProviderSettings | undefined): object | null {
  if (settings === undefined) return null;
  const { adapter, base_url, username, password_sealed, terms } = settings;
  return { adapter, base_url, username, password_set: password_sealed !== null, ...terms };
}

/** Seals every password under the current key; answers how many were not. */
export async function resealPasswords(tx: Tx, sealing: SealedSecrets): Promise<number> {
  const old = (await sql.listSealedPasswords(tx)).filter(({ password_sealed: sealed }) => !sealing.isCurrent(sealed));
  for (const { location_id: locationId, password_sealed: sealed } of old) {
    const password = sealing.unseal(passwordRow(locationId), sealed);
    sql.sendSealedPassword(tx, locationId, sealing.seal(passwordRow(locationId), password, randomBytes(nonceLength)));
  }
  return old.length;
}

/** Finds passwords of reservation providers that no configured SECRET_KEY unseals. Calls to these providers cannot sign in. */
import type { Id } from "../kernel/id.ts";
import type { Db } from "../platform/postgres/database.ts";
import type { SealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { passwordRow } from "./password-row.ts";
import { listSettings } from "./provider-settings.sql.ts";

/** How many passwords there are, and the locations whose password no key opens. */
export async function listUnreadablePasswords(
  db: Db,
  sealing: SealedSecrets,
): Promise<{ readonly passwords: number; readonly unreadable: readonly Id<"str">[] }> {
  const sealed = (await listSettings(db)).flatMap(({ location_id: locationId, password_sealed: password }) =>
    password === null ? [] : [{ locationId, password }],
  );
  const unreadable = sealed.filter(({ locationId, password }) => {
    try {
      sealing.unseal(passwordRow(locationId), password);
      return false;
    } catch {
      return true;
    }
  });
  return { passwords: sealed.length, unreadable: unreadable.map(({ locationId }) => locationId) };
}

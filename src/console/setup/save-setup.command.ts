/** Saves the booking setup of a location in a manager's name: the partner's checks and commands, and the audit log. */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import { readBlackouts } from "../../bookings/api/read-blackouts-call.ts";
import { publishConfiguration } from "../../bookings/setup/publish-configuration.command.ts";
import type { GivenPublish } from "../../bookings/setup/read-publish.ts";
import { areasToBlock, findBookingSetup } from "../../bookings/setup/read-setup.query.ts";
import { replaceBlackouts } from "../../bookings/setup/replace-blackouts.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";

/** Publishes a configuration that has been read. */
export async function publishByManager(tx: Tx, locationId: Id<"str">, given: GivenPublish, by: Author) {
  const published = await publishConfiguration(tx, { locationId, ...given });
  if (isRefusal(published)) return published;
  await recordAudit(tx, {
    ...by,
    action: "booking_configuration.published",
    subject: locationId,
    before: { revision: published.revision - 1 },
    after: { revision: published.revision },
  });
  return published;
}

/** Replaces the blackouts; `body` is what a partner would send, unchecked. */
export async function replaceBlackoutsByManager(tx: Tx, locationId: Id<"str">, body: unknown, by: Author) {
  const setup = await findBookingSetup(tx, locationId);
  if (setup === undefined) return refuse("not_found", `there is no location ${locationId}`);
  const given = readBlackouts(body, areasToBlock(setup));
  if (isRefusal(given)) return given;
  const revision = await replaceBlackouts(tx, locationId, given.blackouts, given.expectedRevision);
  if (isRefusal(revision)) return revision;
  await recordAudit(tx, {
    ...by,
    action: "booking_blackouts.replaced",
    subject: locationId,
    before: { revision: revision - 1, blackout_dates: setup.blackouts },
    after: { revision, blackout_dates: given.blackouts },
  });
  return { blackouts: given.blackouts, revision };
}

/**
 * A group asks a restaurant (rules/bookings 18.1). Guarantees: asked twice, by a second click or a second thought, it is one
 * request; the hosts of the location are told in the same transaction.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { groupLimits, type GroupRequest, type WantedGroup } from "./group-request.ts";
import * as sql from "./groups.sql.ts";

/** Stores the request; a contact that asks for many days at once is refused. */
export async function askForGroup(
  tx: Tx,
  locationId: Id<"str">,
  wanted: WantedGroup,
): Promise<GroupRequest | Refusal<"rate_limited">> {
  const contact = wanted.guest_phone ?? wanted.guest_email?.toLowerCase() ?? "";
  const others = await sql.countOthers(tx, locationId, contact, wanted.on_date);
  if (others >= groupLimits.open)
    return refuse("rate_limited", `${others} requests of this contact wait for an answer already`);
  const stored = await sql.storeGroup(tx, newId("grq"), locationId, wanted);
  recordLiveChange(tx, locationId, "settings", locationId);
  return stored;
}

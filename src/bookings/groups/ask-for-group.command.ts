/**
 * A group asks a restaurant (rules/bookings 18.1). Guarantees: the same form sent twice is one request. The hosts of the
 * location are told in the same transaction, at the stand and by e-mail.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { tellGuest } from "../../messaging/queue/tell-guest.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { groupLimits, type GroupRequest, type WantedGroup } from "./group-request.ts";
import { requestLetter } from "./group-letters.ts";
import * as sql from "./groups.sql.ts";

/** How the restaurant is told. */
export interface AskedVenue {
  /** Null: only at the stand. */
  readonly contactEmail: string | null;
  readonly standUrl: string;
}

/** Stores the request; a contact that asks for many days at once is refused. */
export async function askForGroup(
  tx: Tx,
  locationId: Id<"str">,
  wanted: WantedGroup,
  venue: AskedVenue,
): Promise<GroupRequest | Refusal<"rate_limited">> {
  const contact = wanted.guest_phone ?? wanted.guest_email?.toLowerCase() ?? "";
  const others = await sql.countOthers(tx, locationId, contact, wanted.on_date);
  if (others >= groupLimits.open)
    return refuse("rate_limited", `${others} requests of this contact wait for an answer already`);
  const stored = await sql.storeGroup(tx, newId("grq"), locationId, wanted);
  recordLiveChange(tx, locationId, "settings", locationId);
  await mailToVenue(tx, stored, venue);
  return stored;
}

const weekSeconds = 7 * 24 * 3_600;
/** A second thought within this is one mail. */
const gatherSeconds = 20;

/** In the language of the location; an answer to the mail goes to the guest. */
async function mailToVenue(tx: Tx, group: GroupRequest, { contactEmail, standUrl }: AskedVenue): Promise<void> {
  await tellGuest(tx, {
    locationId: group.location_id,
    kind: "group_request",
    subjectId: group.id,
    occasion: String(group.version),
    contact: { phone: null, email: contactEmail, chosen: "email" },
    language: null,
    letter: (terms) => requestLetter(group, standUrl, terms),
    sendWithinSeconds: weekSeconds,
    settleSeconds: gatherSeconds,
  });
}

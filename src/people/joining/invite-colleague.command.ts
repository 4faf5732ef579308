/**
 * Invites somebody to work at a location, and texts the link where a phone is given and messages work (rules/people 3.7).
 * Guarantees: the text is queued in the transaction of the invitation. Where no text can be sent, the invitation is still
 * made, and the answer says why, so that the inviter shows the link.
 */
import type { Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import type { NoMessageReason } from "../../messaging/message/message.ts";
import { queueMessage } from "../../messaging/queue/queue-message.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Invitation } from "./invitations.sql.ts";
import { invitePerson, type OfForm } from "./invite-person.command.ts";
import type { locationRoles } from "./wanted-role.ts";

/** An hour: after that the inviter has shown the link by another way. */
const textWithinSeconds = 3_600;

export interface WantedColleague {
  readonly role: (typeof locationRoles)[number];
  readonly locationId: Id<"str">;
  readonly name: string | null;
  /** As it was typed; without a country code it is read as dialled in the location's country. */
  readonly phone: string | null;
}

export interface InvitedColleague {
  readonly invitation: Invitation;
  /** The secret link. */
  readonly url: string;
  /** Why the link is not texted; null when it is. */
  readonly notTexted: NoMessageReason | null;
}

/** Makes the invitation and queues its text; refuses a phone that cannot be read, and an id that is taken. `baseUrl` begins the link. */
export async function inviteColleague(
  tx: Tx,
  wanted: WantedColleague & OfForm<"inv">,
  baseUrl: string,
  by: Author,
): Promise<InvitedColleague | Refusal<"not_found" | "invalid_phone" | "invalid_request">>;
export async function inviteColleague(
  tx: Tx,
  wanted: WantedColleague,
  baseUrl: string,
  by: Author,
): Promise<InvitedColleague | Refusal<"not_found" | "invalid_phone">>;
export async function inviteColleague(
  tx: Tx,
  wanted: WantedColleague & Partial<OfForm<"inv">>,
  baseUrl: string,
  by: Author,
): Promise<InvitedColleague | Refusal<"not_found" | "invalid_phone" | "invalid_request">> {
  const location = await getLocationSettings(tx, wanted.locationId);
  if (isRefusal(location)) return location;
  const phone = wanted.phone === null ? null : normalizePhone(wanted.phone, location.address.country, "body.phone");
  if (isRefusal(phone)) return phone;
  const invited = await invitePerson(tx, { ...wanted, id: wanted.id, appId: null, phone }, by);
  if (isRefusal(invited)) return invited;
  const { invitation, token } = invited;
  const url = `${baseUrl}/invite/${token}`;
  const notTexted = await queueMessage(tx, {
    locationId: wanted.locationId,
    subjectId: invitation.id,
    occasion: "made",
    phone,
    values: { kind: "invitation", link: url },
    sendWithinSeconds: textWithinSeconds,
  });
  return { invitation, url, notTexted: notTexted ?? null };
}

/**
 * Invites somebody into a role, and withdraws an invitation. Only the answer has the token of the link. Called by the
 * console for managers, and by the operator's calls for the first people.
 */
import { randomBytes } from "node:crypto";
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Actor } from "../../kernel/actor.ts";
import { newId, type Id, type IdPrefix } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { forgetMessagesAbout } from "../../messaging/aftercare/forget-messages.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { tokenHash, tokenText } from "../session/token.ts";
import {
  insertInvitation,
  lockInvitation,
  markWithdrawn,
  roleScopeExists,
  type Invitation,
} from "./invitations.sql.ts";
import type { WantedRole } from "./wanted-role.ts";

/** Seven days (rules/people 3.1). */
const invitationSeconds = 7 * 86_400;

export interface InvitationWanted extends WantedRole {
  readonly name: string | null;
  readonly phone: string | null;
}

/** Asked for by a form, which names what it makes. */
export interface OfForm<Prefix extends IdPrefix> {
  /** A new one when absent. */
  readonly id: Id<Prefix> | undefined;
}

export interface Invited {
  readonly invitation: Invitation;
  readonly token: string;
}

/** Makes an invitation. Whether the author may give the role is asked before; refuses a place that does not exist, and an id that is taken. */
export async function invitePerson(
  tx: Tx,
  wanted: InvitationWanted & OfForm<"inv">,
  by: Author,
): Promise<Invited | Refusal<"not_found" | "invalid_request">>;
export async function invitePerson(
  tx: Tx,
  wanted: InvitationWanted,
  by: Author,
): Promise<Invited | Refusal<"not_found">>;
export async function invitePerson(
  tx: Tx,
  wanted: InvitationWanted & Partial<OfForm<"inv">>,
  by: Author,
): Promise<Invited | Refusal<"not_found" | "invalid_request">> {
  const { role, locationId, appId, name, phone, id = newId("inv") } = wanted;
  if (!(await roleScopeExists(tx, wanted))) return refuse("not_found", `there is no ${locationId ?? appId}`);
  const token = tokenText(randomBytes(32));
  const hash = tokenHash(token);
  if (hash === undefined) throw new Error("a new token has the form of one");
  const invitedBy: Actor = by.by ?? { kind: "operator_token", id: null };
  const at = { location_id: locationId, app_id: appId };
  const invitation = await insertInvitation(tx, {
    id,
    tokenHash: hash,
    role,
    ...at,
    name,
    phone,
    invitedBy,
    seconds: invitationSeconds,
  });
  if (invitation === undefined) return refuse("invalid_request", "this invitation is made already");
  await recordAudit(tx, {
    ...by,
    action: "person.invited",
    subject: invitation.id,
    before: null,
    after: { role, ...at },
  });
  return { invitation, token };
}

/** Withdraws an invitation that `mayWithdraw` agrees to, with its text that was not sent yet; one that is withdrawn stays so. Refuses one that is used or unknown. */
export async function withdrawInvitation(
  tx: Tx,
  id: Id<"inv">,
  mayWithdraw: (invitation: Invitation) => Author | Refusal<"not_found" | "role_required">,
): Promise<Invitation | Refusal<"not_found" | "role_required">> {
  const invitation = await lockInvitation(tx, id);
  if (invitation === undefined || invitation.accepted_at !== null) return noInvitation(id);
  const by = mayWithdraw(invitation);
  if (isRefusal(by)) return by.code === "not_found" ? noInvitation(id) : by;
  if (invitation.withdrawn_at !== null) return invitation;
  markWithdrawn(tx, id);
  forgetMessagesAbout(tx, [id]);
  await recordAudit(tx, { ...by, action: "person.invitation_withdrawn", subject: id, before: null, after: null });
  return invitation;
}

function noInvitation(id: Id<"inv">): Refusal<"not_found"> {
  return refuse("not_found", `there is no open invitation ${id}`);
}

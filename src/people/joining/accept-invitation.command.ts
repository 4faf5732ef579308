/**
 * Accepts an invitation. A new person gets an account; somebody who has signed in uses theirs. Guarantees: an invitation
 * gives its role once, to the first who accepts. It never gives access to an existing account (rules/people 3.2, 3.3).
 */
import { recordAudit } from "../../audit/record-audit.command.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { forgetMessagesAbout } from "../../messaging/aftercare/forget-messages.command.ts";
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";
import { insertPerson } from "../person/persons.sql.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import { tokenHash } from "../session/token.ts";
import { hashGoodPassword } from "../sign-in/set-password.command.ts";
import type { SignInDeps } from "../sign-in/sign-in-deps.cache.ts";
import {
  findUsableInvitation,
  lockUsableInvitation,
  markAccepted,
  type Invitation,
  type LockedInvitation,
  type UsableInvitation,
} from "./invitations.sql.ts";
import { insertRole } from "./roles.sql.ts";

/** The open invitation of a link; refuses one that is unknown, used, over or withdrawn, without saying which. */
export async function getInvitation(db: Db, token: string): Promise<UsableInvitation | Refusal<"not_found">> {
  const hash = tokenHash(token);
  const found = hash === undefined ? undefined : await findUsableInvitation(db, hash);
  return found ?? noInvitation();
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly language: GuestLanguage;
  readonly userAgent: string | undefined;
  readonly requestId: Id<"req">;
}

export interface Joined {
  readonly personId: Id<"per">;
  readonly session: BegunSession;
}

/** Makes an account with the role of the invitation and a password, and signs its owner in. Refuses an e-mail that somebody has. */
export async function joinAsNewPerson(
  database: Database,
  signIn: SignInDeps,
  token: string,
  account: NewAccount,
): Promise<Joined | Refusal<"not_found" | "email_taken" | "invalid_request">> {
  const invitation = await getInvitation(database.read, token);
  if (isRefusal(invitation)) return invitation;
  const email = account.email.toLowerCase();
  const passwordHash = await hashGoodPassword(signIn, account.password, { name: account.name, email });
  if (isRefusal(passwordHash)) return passwordHash;
  return database.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, token);
    if (isRefusal(invitation)) return invitation;
    const { name, language, userAgent } = account;
    const person = await insertPerson(tx, { id: newId("per"), name, email, language, password_hash: passwordHash });
    if (person === undefined) return refuse("email_taken", "somebody signs in with this e-mail already");
    await giveRole(tx, invitation, person.id, account.requestId);
    return { personId: person.id, session: beginSession(tx, { personId: person.id, method: "invitation", userAgent }) };
  });
}

/** Gives the role of the invitation to a person who has signed in; refuses the one who made it (rules/people 2.3). */
export async function joinAsPerson(
  tx: Tx,
  token: string,
  personId: Id<"per">,
  requestId: Id<"req">,
): Promise<Invitation | Refusal<"not_found" | "own_role">> {
  const invitation = await lockInvitation(tx, token);
  if (isRefusal(invitation)) return invitation;
  if (invitation.invited_by.id === personId)
    return refuse("own_role", "you made this invitation: it is for somebody else");
  await giveRole(tx, invitation, personId, requestId);
  return invitation;
}

/** The open invitation of a link, locked until the transaction ends. */
export async function lockInvitation(tx: Tx, token: string): Promise<LockedInvitation | Refusal<"not_found">> {
  const hash = tokenHash(token);
  const found = hash === undefined ? undefined : await lockUsableInvitation(tx, hash);
  return found ?? noInvitation();
}

/** Gives the role of the invitation, and uses it up. */
export async function giveRole(
  tx: Tx,
  invitation: Invitation,
  personId: Id<"per">,
  requestId: Id<"req">,
): Promise<void> {
  const { role, location_id, app_id } = invitation;
  markAccepted(tx, invitation.id, personId);
  // A text that still waits would bring a link that is used up.
  forgetMessagesAbout(tx, [invitation.id]);
  await insertRole(tx, { id: newId("rol"), person_id: personId, role, location_id, app_id });
  await recordAudit(tx, {
    actor: "person",
    by: { kind: "person", id: personId },
    requestId,
    action: "person.joined",
    subject: `${invitation.id}/${personId}`,
    before: null,
    after: { role, location_id, app_id },
  });
}

function noInvitation(): Refusal<"not_found"> {
  return refuse("not_found", "the invitation is not known, was used, or is over; ask for a new one");
}

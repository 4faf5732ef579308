/**
 * Accepts an invitation as a new person with a passkey and without a password. Guarantees: as with a password, the
 * invitation gives its role once and gives no access to an existing account. We asked for the passkey, for this purpose,
 * within five minutes.
 */
import { newId } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { ConsoleSite } from "../../platform/http/console/console-caller.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { insertPerson } from "../person/persons.sql.ts";
import { beginSession } from "../session/begin-session.command.ts";
import { askForPasskey, checkMadePasskey, type MadePasskey, type PasskeyOptions } from "../sign-in/passkeys.command.ts";
import { insertPasskey } from "../sign-in/passkeys.sql.ts";
import { getInvitation, giveRole, lockInvitation, type Joined, type NewAccount } from "./accept-invitation.command.ts";

/** What the browser needs to make the passkey of an account that is about to be made. */
export async function passkeyToJoin(
  tx: Tx,
  token: string,
  { name, email, site }: { readonly name: string; readonly email: string; readonly site: ConsoleSite },
): Promise<PasskeyOptions | Refusal<"not_found" | "passkeys_unavailable">> {
  const invitation = await getInvitation(tx, token);
  if (isRefusal(invitation)) return invitation;
  const person = { id: newId("per"), name, email: email.toLowerCase() };
  return askForPasskey(tx, site, person, "passkey_joining");
}

/** Makes an account with the role of the invitation and the passkey, and signs its owner in. */
export async function joinByPasskey(
  database: Database,
  token: string,
  account: Omit<NewAccount, "password">,
  made: MadePasskey & { readonly site: ConsoleSite },
): Promise<Joined | Refusal<"not_found" | "email_taken" | "sign_in_failed" | "passkeys_unavailable">> {
  const invitation = await getInvitation(database.read, token);
  if (isRefusal(invitation)) return invitation;
  const checked = await checkMadePasskey(database, made.site, made.response, "passkey_joining");
  if (isRefusal(checked)) return checked;
  const { personId, passkey } = checked;
  return database.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, token);
    if (isRefusal(invitation)) return invitation;
    const { name, language, userAgent, requestId } = account;
    const email = account.email.toLowerCase();
    const person = await insertPerson(tx, { id: personId, name, email, language, password_hash: null });
    if (person === undefined) return refuse("email_taken", "somebody signs in with this e-mail already");
    const kept = await insertPasskey(tx, { ...passkey, person_id: personId, name: made.name });
    if (kept === undefined) return refuse("sign_in_failed", "this passkey is known already; sign in with it");
    await giveRole(tx, invitation, personId, requestId);
    return { personId, session: beginSession(tx, { personId, method: "passkey", userAgent }) };
  });
}

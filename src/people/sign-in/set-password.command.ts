/** A new password ends all other sessions of its person (rules/people 5.4). It is hashed before the transaction begins. */
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { updatePassword } from "../person/persons.sql.ts";
import { endOtherSessions } from "../session/sessions.sql.ts";
import { judgePassword, passwordLength, type PasswordProblem } from "./judge-password.ts";
import type { SignInDeps } from "./sign-in-deps.cache.ts";

export interface NewPassword {
  readonly person: { readonly id: Id<"per">; readonly name: string; readonly email: string };
  readonly password: string;
  /** Stays open; null ends all. */
  readonly sessionId: Id<"ses"> | null;
}

/** Sets the password. Refuses one that is too short, too long or common. */
export async function setPassword(
  database: Database,
  signIn: SignInDeps,
  { person, password, sessionId }: NewPassword,
): Promise<Done | Refusal<"invalid_request">> {
  const hash = await hashGoodPassword(signIn, password, person);
  if (isRefusal(hash)) return hash;
  await database.transaction(async (tx) => {
    updatePassword(tx, person.id, hash);
    await endOtherSessions(tx, person.id, sessionId);
  });
  return done;
}

const sentences: Readonly<Record<PasswordProblem, string>> = {
  short: `must have at least ${passwordLength.min} characters`,
  long: `must have at most ${passwordLength.max} characters`,
  popular: "is one that many people use; choose another",
  own: "is nearly your name or e-mail; choose another",
};

/** The hash of a password that may be chosen by somebody with this name and e-mail. */
export async function hashGoodPassword(
  signIn: SignInDeps,
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<string | Refusal<"invalid_request">> {
  const judged = checkPassword(password, { name, email });
  return isRefusal(judged) ? judged : signIn.hasher.hash(password);
}

/** Refuses a password that may not be chosen; costs nothing. */
export function checkPassword(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): Done | Refusal<"invalid_request"> {
  const wrong = judgePassword(password, [name, email, email.split("@")[0] ?? ""]);
  if (wrong === undefined) return done;
  const message = sentences[wrong];
  const issues = [{ path: "body.password", message }];
  return refuse("invalid_request", `body.password ${message}`, { issues, problem: wrong });
}

/**
 * Signs in by e-mail and password. Guarantees: the answer and the cost are the same for an unknown e-mail, a wrong
 * password, and a person without a password. An attempt over a limit is not hashed. Attempts at the same time are judged
 * up to the limit of the account and no further. No transaction is open while a password is hashed.
 */
import type { Id } from "../../kernel/id.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import { findPersonByEmail, lockPassword, type Person } from "../person/persons.sql.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import type { SignInDeps } from "./sign-in-deps.cache.ts";
import { accountLimit, forgetFailures, reserveAttempt } from "./sign-in-limits.sql.ts";

export interface PasswordSignIn {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** The session that the browser had before: it ends. */
  readonly replaces: Id<"ses"> | undefined;
}

export type SignInRefusal = Refusal<"sign_in_failed" | "rate_limited">;

/** Opens a session for the person of the e-mail. Refuses `sign_in_failed` (rules/people 4.4) and `rate_limited` (4.5). */
export async function signInByPassword(
  database: Database,
  signIn: SignInDeps,
  attempt: PasswordSignIn,
): Promise<BegunSession | SignInRefusal> {
  const email = attempt.email.toLowerCase();
  const wait = signIn.countBad(attempt.address);
  if (wait !== undefined) return tooManySignIns("from this address", wait);
  const [account] = signIn.macs("account", email);
  const reserved = await reserve(database, account);
  if (isRefusal(reserved)) return reserved;
  const person = await findPersonByEmail(database.read, email);
  const isRight = await signIn.hasher.check(person?.password_hash ?? null, attempt.password);
  if (!isRight || person === undefined) return signInFailed();
  const session = await database.transaction((tx) => {
    forgetFailures(tx, account);
    return startSession(tx, person, attempt);
  });
  if (!isRefusal(session)) signIn.forgive(attempt.address);
  return session;
}

/** Counts the attempt against the account, also where nobody has the e-mail. */
async function reserve(database: Database, account: Buffer): Promise<Done | Refusal<"rate_limited">> {
  const { wait } = await database.transaction(async (tx) => ({
    wait: await reserveAttempt(tx, account, accountLimit),
  }));
  return wait === undefined ? done : tooManySignIns("for this account", wait);
}

/** The person may have been disabled, or have chosen another password, while this one was hashed. */
async function startSession(
  tx: Tx,
  { id: personId, password_hash: judged }: Person,
  { userAgent, replaces }: PasswordSignIn,
): Promise<BegunSession | SignInRefusal> {
  // Whoever chooses another password waits, and ends this session then.
  const person = await lockPassword(tx, personId);
  return person === undefined || person.password_hash !== judged
    ? signInFailed()
    : beginSession(tx, { personId, method: "password", userAgent, replaces });
}

/** The one answer to whatever is wrong. */
export function signInFailed(): Refusal<"sign_in_failed"> {
  return refuse("sign_in_failed", "the e-mail and the password do not belong together");
}

export function tooManySignIns(where: string, wait: number): Refusal<"rate_limited"> {
  return refuse("rate_limited", `too many wrong sign-ins ${where}; wait ${wait} s`, undefined, wait);
}

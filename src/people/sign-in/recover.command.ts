/**
 * Recovers an account by one of ten codes, or by a link that a manager or operator makes (rules/people 3.4 to 3.6). Both
 * set a new password, end all sessions of the person and begin one. Each code and each link works once, for the first who
 * uses it.
 */
import { randomBytes, randomInt } from "node:crypto";
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";
import { findPersonByEmail, findPersonById, updatePassword, type Person } from "../person/persons.sql.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import { endOtherSessions } from "../session/sessions.sql.ts";
import { tokenHash, tokenText } from "../session/token.ts";
import * as sql from "./recovery.sql.ts";
import { checkPassword, hashGoodPassword } from "./set-password.command.ts";
import { tooManySignIns } from "./sign-in-by-password.command.ts";
import type { SignInDeps } from "./sign-in-deps.cache.ts";
import { accountLimit, forgetFailures, reserveAttempt } from "./sign-in-limits.sql.ts";

const codeLetters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const codeCount = 10;

/** Makes ten new codes in the place of all old ones; they are shown this once. */
export function makeRecoveryCodes(tx: Tx, signIn: SignInDeps, personId: Id<"per">): readonly string[] {
  const codes = Array.from({ length: codeCount }, () => {
    const letters = Array.from({ length: 16 }, () => codeLetters[randomInt(codeLetters.length)]).join("");
    return letters.replaceAll(/(.{4})(?=.)/g, "$1-");
  });
  sql.replaceCodes(
    tx,
    personId,
    codes.map((code) => macsOf(signIn, personId, code)[0]),
  );
  return codes;
}

/** Makes a link for a person; whether the author may is asked before. */
export async function makeRecoveryLink(
  tx: Tx,
  personId: Id<"per">,
  by: Author,
): Promise<string | Refusal<"not_found">> {
  const person = await findPersonById(tx, personId);
  const token = tokenText(randomBytes(32));
  const hash = tokenHash(token);
  if (person === undefined || hash === undefined) return refuse("not_found", `there is no person ${personId}`);
  sql.insertLink(tx, hash, personId, by.by ?? { kind: "operator_token", id: null });
  await recordAudit(tx, { ...by, action: "person.recovery_link_made", subject: personId, before: null, after: null });
  return token;
}

interface NewSecret {
  readonly password: string;
  readonly userAgent: string | undefined;
  readonly requestId: Id<"req">;
}

type RecoverRefusal = Refusal<"sign_in_failed" | "rate_limited" | "invalid_request">;

/** Gets somebody back in by e-mail and code. Wrong ones count as wrong passwords do. */
export async function recoverByCode(
  database: Database,
  signIn: SignInDeps,
  wanted: NewSecret & { readonly email: string; readonly code: string; readonly address: string },
): Promise<BegunSession | RecoverRefusal> {
  const email = wanted.email.toLowerCase();
  const good = checkPassword(wanted.password, { name: "", email });
  if (isRefusal(good)) return good;
  const wait = signIn.countBad(wanted.address);
  if (wait !== undefined) return tooManySignIns("from this address", wait);
  const [account] = signIn.macs("account", email);
  const { pause } = await database.transaction(async (tx) => ({
    pause: await reserveAttempt(tx, account, accountLimit),
  }));
  if (pause !== undefined) return tooManySignIns("for this account", pause);
  const passwordHash = await signIn.hasher.hash(wanted.password);
  const session = await database.transaction(async (tx) => {
    const person = await findPersonByEmail(tx, email);
    const isRight = person !== undefined && (await sql.useCode(tx, person.id, macsOf(signIn, person.id, wanted.code)));
    if (!isRight)
      return refuse("sign_in_failed", "the e-mail and the code do not belong together, or the code was used");
    forgetFailures(tx, account);
    return letIn(tx, person, passwordHash, wanted);
  });
  if (!isRefusal(session)) signIn.forgive(wanted.address);
  return session;
}

/** Whether the link can be used. */
export async function isUsableLink(db: Db, token: string): Promise<boolean> {
  const hash = tokenHash(token);
  return hash !== undefined && (await sql.findLink(db, hash)) !== undefined;
}

/** Gets somebody back in by their link. */
export async function recoverByLink(
  database: Database,
  signIn: SignInDeps,
  wanted: NewSecret & { readonly token: string },
): Promise<BegunSession | RecoverRefusal> {
  const hash = tokenHash(wanted.token);
  const personId = hash === undefined ? undefined : await sql.findLink(database.read, hash);
  const person = personId === undefined ? undefined : await findPersonById(database.read, personId);
  if (hash === undefined || person === undefined) return noLink();
  const passwordHash = await hashGoodPassword(signIn, wanted.password, person);
  if (isRefusal(passwordHash)) return passwordHash;
  return database.transaction(async (tx) => {
    if ((await sql.useLink(tx, hash)) === undefined) return noLink();
    return letIn(tx, person, passwordHash, wanted);
  });
}

async function letIn(
  tx: Tx,
  person: Person,
  passwordHash: string,
  { userAgent, requestId }: NewSecret,
): Promise<BegunSession> {
  updatePassword(tx, person.id, passwordHash);
  await endOtherSessions(tx, person.id, null);
  const by = { actor: "person", by: { kind: "person", id: person.id }, requestId } as const;
  await recordAudit(tx, { ...by, action: "person.recovered", subject: person.id, before: null, after: null });
  return beginSession(tx, { personId: person.id, method: "recovery", userAgent });
}

function macsOf(signIn: SignInDeps, personId: Id<"per">, code: string): readonly [Buffer, ...Buffer[]] {
  return signIn.macs("recovery_code", personId, code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ""));
}

function noLink(): Refusal<"sign_in_failed"> {
  return refuse("sign_in_failed", "the link was used, or is older than an hour; ask for a new one");
}

/**
 * The demonstration people of a sandbox, one for each role (rules/people 8.1). Their passwords and the code of their
 * links are made from the sandbox's own secret key. They are therefore the same after each start, and are stored nowhere.
 * Live refuses to have any.
 */
import { createHmac, randomBytes } from "node:crypto";
import { newId, type Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { roleNames, type RoleName } from "../../platform/http/console/console-caller.ts";
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";
import { findPersonByEmail, insertPerson } from "../person/persons.sql.ts";
import { beginSession, type BegunSession } from "../session/begin-session.command.ts";
import { insertDemoRole } from "./demo-people.sql.ts";
import { hashOf, saltBytes } from "./password-hash.ts";

export interface DemoPerson {
  readonly role: RoleName;
  readonly email: string;
  readonly password: string;
}

const names: Readonly<Record<RoleName, string>> = {
  operator_admin: "Ada Admin",
  operator_support: "Sol Support",
  manager: "Maya Manager",
  host: "Hugo Host",
  staff: "Sam Staff",
  accountant: "Ana Accountant",
  developer: "Dev Developer",
};

/** The code of the links that sign in with one click. */
export function demoCode(secretKey: Buffer): string {
  return createHmac("sha256", secretKey).update("demonstration people: code").digest("base64url");
}

/** The demonstration people, as the banner shows them. */
export function demoPeople(secretKey: Buffer): readonly DemoPerson[] {
  return roleNames.map((role) => {
    const mac = createHmac("sha256", secretKey).update(`demonstration people: ${role}`).digest("base64url");
    return { role, email: emailOf(role), password: mac.slice(0, 16) };
  });
}

/** Where the demonstration people have their roles. */
export interface DemoScopes {
  readonly locationIds: readonly Id<"str">[];
  readonly appId: Id<"app">;
}

/** Makes those that are not there, with their roles at each of the locations and for the app. */
export function seedDemoPeople(database: Database, secretKey: Buffer, scopes: DemoScopes): Promise<void> {
  return database.transaction((tx) => addDemoPeople(tx, secretKey, scopes));
}

/** The same within a transaction of the caller. */
export async function addDemoPeople(tx: Tx, secretKey: Buffer, scopes: DemoScopes): Promise<void> {
  if (tx.livemode) throw new Error("live has no demonstration people");
  for (const { role, email, password } of demoPeople(secretKey)) {
    if ((await findPersonByEmail(tx, email)) !== undefined) continue;
    const passwordHash = await hashOf(password, randomBytes(saltBytes));
    const wanted = { id: newId("per"), name: names[role], email, language: "en", password_hash: passwordHash } as const;
    const person = await insertPerson(tx, wanted);
    if (person === undefined) continue;
    for (const at of scopesOf(role, scopes))
      await insertDemoRole(tx, { id: newId("rol"), personId: person.id, role, ...at });
  }
}

/** The demonstration host, who has done what was done at the stand before anybody came; undefined where there is none. */
export async function findDemoHost(db: Db): Promise<Id<"per"> | undefined> {
  return (await findPersonByEmail(db, emailOf("host")))?.id;
}

function scopesOf(role: RoleName, { locationIds, appId }: DemoScopes) {
  if (role === "operator_admin" || role === "operator_support") return [{ locationId: null, appId: null }];
  if (role === "developer") return [{ locationId: null, appId }];
  return locationIds.map((locationId) => ({ locationId, appId: null }));
}

/** Signs in as the demonstration person of a role; refuses a role that has none, and live. */
export async function signInAsDemo(
  tx: Tx,
  {
    role,
    userAgent,
    replaces,
  }: { readonly role: string; readonly userAgent: string | undefined; readonly replaces: Id<"ses"> | undefined },
): Promise<BegunSession | Refusal<"not_found">> {
  const known = roleNames.find((name) => name === role);
  const person = known === undefined || tx.livemode ? undefined : await findPersonByEmail(tx, emailOf(known));
  if (person === undefined) return refuse("not_found", "there is no such demonstration person");
  return beginSession(tx, { personId: person.id, method: "demo", userAgent, replaces });
}

function emailOf(role: RoleName): string {
  return `${role}@demo.example`;
}

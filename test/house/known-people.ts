/** The people that the tests of all routes sign in as. */
import { newId, type Id } from "../../src/kernel/id.ts";
import { invitePerson } from "../../src/people/joining/invite-person.command.ts";
import { isRefusal } from "../../src/kernel/refusal.ts";
import type { TestApp } from "../harness/factories.ts";
import { createDevice, createPerson } from "../harness/people.ts";
import type { TestService } from "../harness/service.ts";

export interface KnownPeople {
  readonly session: string;
  readonly ownSessions: Readonly<Record<string, string>>;
  /** Values of path parameters of the console's calls. */
  readonly peopleParams: Readonly<Record<string, string>>;
  readonly peopleOwnParams: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly peopleBodies: Readonly<Record<string, unknown>>;
}

const signed = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA", userHandle: null };

async function createPasskey(database: TestService["database"], personId: Id<"per">): Promise<string> {
  const id = newId("pky");
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO passkeys (id, person_id, credential_id, public_key, sign_count, host, name, is_backed_up)
      VALUES ($1, $2, $3, '\\x00', 0, 'localhost', 'Phone', false)`,
      [id, personId, Buffer.from(id)],
    ),
  );
  return id;
}

/** Somebody with every role that a call may ask for, and others for calls that end what they use. */
export async function makeKnownPeople(
  { database }: TestService,
  app: TestApp,
  locationId: Id<"str">,
): Promise<KnownPeople> {
  const everything = [
    { role: "manager", at: locationId },
    { role: "operator_admin" },
    { role: "developer", app: app.id },
  ] as const;
  const [known, leaving] = [await createPerson(database, everything), await createPerson(database, [])];
  const colleague = await createPerson(database, [{ role: "staff", at: locationId }]);
  const role = await database.read.one<{ id: string }>("SELECT id FROM person_roles WHERE person_id = $1", [
    colleague.id,
  ]);
  const tablet = await createDevice(database, locationId);
  const wanted = { role: "staff", locationId, appId: null, name: null, phone: null } as const;
  const invited = await database.transaction((tx) => invitePerson(tx, wanted, { actor: "operator", requestId: null }));
  if (isRefusal(invited)) throw new Error(invited.message);
  return {
    session: known.token,
    ownSessions: { consoleSignOut: leaving.token },
    peopleParams: {
      sessionId: known.sessionId,
      roleId: role.id,
      invitation: invited.invitation.id,
      personId: colleague.id,
      deviceId: tablet.id,
      passkeyId: await createPasskey(database, known.id),
    },
    peopleOwnParams: {
      consoleReadInvitation: { invitation: invited.token },
      consoleAcceptInvitation: { invitation: invited.token },
      consoleJoiningPasskeyOptions: { invitation: invited.token },
      consoleJoin: { invitation: invited.token },
    },
    peopleBodies: {
      consoleSignInByPassword: { email: `${newId("per")}@example.com`, password: "wrong horse battery" },
      consoleSetPassword: { password: "right horse battery staple" },
      consoleChangeMe: { language: "en" },
      consoleAddDevice: { name: "Kitchen", screen: "board" },
      consoleChangeDevice: { name: "Kitchen" },
      consoleSignInByPasskey: { id: "AAAA", response: signed },
      consoleAddPasskey: { name: "Phone", id: "AAAA", response: { clientDataJSON: "e30", attestationObject: "AA" } },
      consoleRecover: { token: "A".repeat(43), password: "right horse battery staple" },
      consolePair: { code: "AAAA AAAA" },
      consoleSignInByPin: { person_id: colleague.id, pin: "1234" },
      consoleSetPin: { pin: "1234" },
      consoleInvite: { role: "staff", name: "Sam" },
      consoleJoiningPasskeyOptions: { name: "Sam", email: "sam@example.com" },
      consoleAcceptInvitation: { name: "Sam", email: "sam@example.com", password: "right horse battery staple" },
    },
  };
}

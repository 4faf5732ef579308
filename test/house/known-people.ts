/** The people that the tests of all routes sign in as. */
import type { Id } from "../../src/kernel/id.ts";
import type { TestApp } from "../harness/factories.ts";
import { createPerson } from "../harness/people.ts";
import type { TestService } from "../harness/service.ts";

export interface KnownPeople {
  readonly session: string;
  readonly ownSessions: Readonly<Record<string, string>>;
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
  return { session: known.token, ownSessions: { consoleSignOut: leaving.token } };
}

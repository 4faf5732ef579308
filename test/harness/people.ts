/** People and shared devices of the console, written straight into the database of the test: signing in takes no time. */
import { randomBytes } from "node:crypto";
import { newId, type Id } from "../../src/kernel/id.ts";
import { beginSession } from "../../src/people/session/begin-session.command.ts";
import { tokenHash, tokenText } from "../../src/people/session/token.ts";
import type { ConsoleSession, DeviceScreen, RoleName } from "../../src/platform/http/console/console-caller.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";

export interface TestPerson {
  readonly id: Id<"per">;
  readonly email: string;
  /** Of an open, fresh session: send it as `key`. */
  readonly token: string;
  readonly sessionId: Id<"ses">;
}

export interface WantedRole {
  readonly role: RoleName;
  readonly at?: Id<"str">;
  readonly app?: Id<"app">;
}

/** A person with roles who is signed in. */
export async function createPerson(
  database: TextDatabase,
  roles: readonly WantedRole[],
  { name = "Pat Example", method = "passkey" }: { name?: string; method?: ConsoleSession["method"] } = {},
): Promise<TestPerson> {
  const id = newId("per");
  const email = `${id}@example.com`;
  const session = await database.transaction(async (tx) => {
    await tx.rows("INSERT INTO persons (id, name, email) VALUES ($1, $2, $3)", [id, name, email]);
    for (const { role, at, app } of roles) {
      await tx.rows("INSERT INTO person_roles (id, person_id, role, location_id, app_id) VALUES ($1, $2, $3, $4, $5)", [
        newId("rol"),
        id,
        role,
        at ?? null,
        app ?? null,
      ]);
    }
    return beginSession(tx, { personId: id, method, userAgent: "test" });
  });
  return { id, email, token: session.token, sessionId: session.id };
}

export interface TestDevice {
  readonly id: Id<"pdv">;
  readonly token: string;
  /** The header that a browser on the device sends with a read. */
  readonly headers: { readonly cookie: string };
}

interface DeviceWanted {
  readonly screen?: DeviceScreen;
  readonly requirePin?: boolean;
  readonly pinMinutes?: number;
  readonly autoPrint?: boolean;
}

/** A paired tablet at a location. */
export async function createDevice(
  database: TextDatabase,
  locationId: Id<"str">,
  { screen = "board", requirePin = true, pinMinutes = 30, autoPrint = false }: DeviceWanted = {},
): Promise<TestDevice> {
  const id = newId("pdv");
  const token = tokenText(randomBytes(32));
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO paired_devices
        (id, location_id, name, screen, require_pin, pin_minutes, auto_print, token_hash, paired_at, last_used_at, expires_at)
      VALUES ($1, $2, 'Kitchen tablet', $3, $4, $5, $6, $7, now(), now(), now() + interval '180 days')`,
      [id, locationId, screen, requirePin, pinMinutes, autoPrint, tokenHash(token)],
    ),
  );
  return { id, token, headers: { cookie: `maple_device=${token}` } };
}

/** What a browser adds to a write by cookie of a page of the service's own. */
export const ownOrigin = { "sec-fetch-site": "same-origin" } as const;

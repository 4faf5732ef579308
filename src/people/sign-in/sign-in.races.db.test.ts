/** A password and codes that change while somebody signs in or makes codes (rules/people 3.4, 5.4). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { holdLock, untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { makeRecoveryCodes } from "./recover.command.ts";
import { setPassword } from "./set-password.command.ts";
import { createSignInDeps, type SignInDeps } from "./sign-in-deps.cache.ts";
import { signInByPassword } from "./sign-in-by-password.command.ts";

let service: TestService;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());

/** Deps in which the hash of a password is the password; something may happen before one is judged. */
function depsWith(meanwhile: () => Promise<unknown> = () => Promise.resolve()): SignInDeps {
  const hasher = {
    hash: (password: string) => Promise.resolve(password),
    async check(kept: string | null, password: string) {
      await meanwhile();
      return kept === password;
    },
    runs: () => 0,
  };
  return createSignInDeps(hasher, [Buffer.alloc(32, 7)]);
}

const old = "right horse battery staple";

/** Somebody with a password and no open session. */
async function createWithPassword(): Promise<TestPerson> {
  const person = await createPerson(service.database, []);
  await service.database.transaction(async (tx) => {
    await tx.rows("UPDATE persons SET password_hash = $2 WHERE id = $1", [person.id, old]);
    await tx.rows("UPDATE person_sessions SET ended_at = now() WHERE person_id = $1", [person.id]);
  });
  return person;
}

const signIn = ({ email }: TestPerson, deps: SignInDeps, replaces?: Id<"ses">) =>
  signInByPassword(service.database, deps, {
    email,
    password: old,
    address: "192.0.2.7",
    userAgent: undefined,
    replaces,
  });

const choose = ({ id, email }: TestPerson) =>
  setPassword(service.database, depsWith(), {
    person: { id, name: "Pat Example", email },
    password: "another horse in the stable",
    sessionId: null,
  });

async function openSessions({ id }: TestPerson): Promise<number> {
  const rows = await service.database.read.rows(
    "SELECT id FROM person_sessions WHERE person_id = $1 AND ended_at IS NULL",
    [id],
  );
  return rows.length;
}

test("a password that was right opens nothing when another is chosen while it is judged", async () => {
  const person = await createWithPassword();
  const session = await signIn(
    person,
    depsWith(() => choose(person)),
  );
  assert.ok(isRefusal(session) && session.code === "sign_in_failed", JSON.stringify(session));
  assert.equal(await openSessions(person), 0);
});

test("a session that is just being opened by the old password is ended by the new one", async () => {
  const person = await createWithPassword();
  const other = await createPerson(service.database, []);
  const lock = await holdLock(service.databaseUrl, "SELECT FROM person_sessions WHERE id = $1 FOR UPDATE", [
    other.sessionId,
  ]);
  const signing = signIn(person, depsWith(), other.sessionId);
  await lock.waiter();
  const choosing = choose(person);
  await waitUntil(
    () =>
      service.database.read.rows(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      ),
    ({ length }) => length === 2,
  );
  await lock.release();
  assert.ok(!isRefusal(await signing));
  assert.ok(!isRefusal(await choosing));
  assert.equal(await openSessions(person), 0);
});

test("of codes that are made twice at once, the later ones alone are good", async () => {
  const { id } = await createPerson(service.database, []);
  const { second } = await service.database.transaction(async (tx) => {
    makeRecoveryCodes(tx, depsWith(), id);
    await tx.rows("SELECT 1");
    const making = service.database.transaction(async (other) => makeRecoveryCodes(other, depsWith(), id));
    await untilSomebodyWaits(tx);
    return { second: making };
  });
  assert.equal((await second).length, 10);
  const kept = await service.database.read.rows("SELECT FROM recovery_codes WHERE person_id = $1", [id]);
  assert.equal(kept.length, 10);
});

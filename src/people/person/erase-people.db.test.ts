import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { erasePeople } from "./erase-people.job.ts";

let service: TestService;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());

test("24 months after the last role name, e-mail and ways to sign in are erased, and the id stays (rules/people 1.4)", async () => {
  const { database } = service;
  const here = await createLocation(database);
  const made = async (since: string, ended: string | null) => {
    const person = await createPerson(database, [{ role: "staff", at: here }]);
    await database.transaction(async (tx) => {
      await tx.rows("UPDATE persons SET created_at = now() - $2::interval WHERE id = $1", [person.id, since]);
      await tx.rows("UPDATE person_roles SET ended_at = now() - $2::interval WHERE person_id = $1", [person.id, ended]);
      await tx.rows("INSERT INTO recovery_codes (person_id, code_hash) VALUES ($1, $2)", [person.id, Buffer.alloc(32)]);
    });
    return person.id;
  };
  const cases = [
    [await made("5 years", "25 months"), true],
    [await made("5 years", "23 months"), false],
    [await made("5 years", null), false],
    [await made("1 month", "1 day"), false],
  ] as const;
  while (await erasePeople(database));
  for (const [id, isErased] of cases) {
    const row = await database.read.one<object>(
      `SELECT name IS NULL AND email IS NULL AND password_hash IS NULL AS erased,
        EXISTS (SELECT FROM recovery_codes WHERE person_id = $1) AS has_codes,
        EXISTS (SELECT FROM person_sessions WHERE person_id = $1 AND ended_at IS NULL) AS is_in
      FROM persons WHERE id = $1`,
      [id],
    );
    assert.deepEqual(row, { erased: isErased, has_codes: !isErased, is_in: !isErased });
  }
});

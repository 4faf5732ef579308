/** Name and language are changed at two places at once. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { untilSomebodyWaits } from "../../../test/harness/held-lock.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { changePerson } from "./change-person.command.ts";

let service: TestService;
before(async () => {
  service = await startService({ routes: () => [] });
});
after(() => service.stop());

test("a change of the language leaves a name that is just being changed", async () => {
  const { id } = await createPerson(service.database, []);
  const { changed } = await service.database.transaction(async (tx) => {
    await changePerson(tx, id, { name: "Ottokar" });
    await tx.rows("SELECT 1");
    const changing = service.database.transaction((other) => changePerson(other, id, { language: "de" }));
    await untilSomebodyWaits(tx);
    return { changed: changing };
  });
  const person = await changed;
  assert.ok(!isRefusal(person));
  assert.deepEqual([person.name, person.language], ["Ottokar", "de"]);
  assert.deepEqual(await service.database.read.one("SELECT name, language FROM persons WHERE id = $1", [id]), {
    name: "Ottokar",
    language: "de",
  });
});

/** Joined tables: their rows say names, and mean tables. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, type TestApp } from "../../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";

let service: TestService;
let app: TestApp;
let here: Id<"str">;
let mia: FormBrowser;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
  here = await createBookableLocation(service.database);
  await connect(service.database, app, here);
  const boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia" });
  mia = formBrowser(service, boss);
});
after(() => service.stop());

/** The combinations of the dining room. */
async function joined() {
  const answer = await service.call("GET", `/v1/locations/${here}/booking_configuration`, { key: app.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.configuration.areas[0].combinations;
}

/** Opens the form of the dining room, and sends it with some fields typed anew. */
async function send(typed: Readonly<Record<string, string | null>>) {
  const action = `/console/${here}/bookings/part/area?id=room`;
  const { text, status } = await mia.send(action);
  assert.equal(status, 200, text);
  return mia.send(action, typedInto(formOf(text, action), typed));
}

test("a table gets another name, and stays joined with its neighbours", async () => {
  const before = await joined();
  // Two names change places: the rows of joined tables are as they were read, and mean the tables that they meant.
  const names = { "unit.t4.0": "Table 5", "unit.t5.0": "Table 4", "unit.t6.0": "Window" };
  const saved = await send(names);
  assert.match(saved.to ?? saved.text, /done=saved/);
  assert.deepEqual(await joined(), before);
  const typed = { "unit.t6.0": "Corner", "join.t5+t6.0": "Window, Table 5", "join.t4+t5+t6.0": "Table 4, Corner" };
  assert.match((await send(typed)).to ?? "", /done=saved/);
  const units = (await joined()).map(({ unitIds }: { readonly unitIds: readonly string[] }) => unitIds.toSorted());
  assert.deepEqual(units, [
    ["t4", "t5"],
    ["t4", "t6"],
    ["t5", "t6"],
  ]);
  assert.match((await send({ "join.t4+t5.0": "Table 4, Nowhere" })).text, /One of these is not there any more/);
});

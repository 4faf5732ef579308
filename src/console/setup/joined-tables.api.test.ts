/** Joined tables: their rows say names, and mean tables. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
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
let tom: FormBrowser;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
beforeEach(async () => {
  here = await createBookableLocation(service.database);
  await connect(service.database, app, here);
  const boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia" });
  mia = formBrowser(service, boss);
  tom = formBrowser(service, await createPerson(service.database, [{ role: "manager", at: here }], { name: "Tom" }));
});
after(() => service.stop());

/** The combinations of the dining room. */
async function joined() {
  const answer = await service.call("GET", `/v1/locations/${here}/booking_configuration`, { key: app.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.configuration.areas[0].combinations;
}

type Typed = Readonly<Record<string, string | null>>;

const actionOf = () => `/console/${here}/bookings/part/area?id=room`;

/** Opens the form of the dining room, to be sent with some fields typed anew. */
async function opened(browser: FormBrowser) {
  const { text, status } = await browser.send(actionOf());
  assert.equal(status, 200, text);
  return (typed: Typed) => browser.send(actionOf(), typedInto(formOf(text, actionOf()), typed));
}

const send = async (typed: Typed) => (await opened(mia))(typed);

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
  assert.match(
    (await send({ "join.t4+t5.0": "Table 4, Nowhere" })).text,
    /Not there any more: Nowhere\. The tables here: Table 1, /,
  );
});

test("a table gets another name while its combination is changed: nobody has to choose (rules/console 1.4)", async () => {
  const toms = await opened(tom);
  assert.match((await send({ "unit.t4.0": "Window" })).to ?? "", /done=saved/);
  const saved = await toms({
    "join.t4+t5.2": "7",
    "unit.t5.0": "Corner",
    "join.new1.0": "Table 4, Corner, Round table",
    "join.new1.1": "9",
    "join.new1.2": "12",
  });
  assert.match(saved.to ?? saved.text, /done=merged/);
  const [first, ...others] = await joined();
  assert.deepEqual([first.unitIds, first.maxSeats], [["t4", "t5"], 7]);
  assert.deepEqual(others.at(-1).unitIds.toSorted(), ["t4", "t5", "t7"]);
});

test("both change a combination, and one of them the name of its table: each choice can be saved", async () => {
  for (const [choice, typed, seats] of [
    ["mine", "7", 7],
    ["theirs", "8", 6],
  ] as const) {
    const toms = await opened(tom);
    const name = `Window ${choice}`;
    assert.match((await send({ "unit.t4.0": name, "join.t4+t5.2": "6" })).to ?? "", /done=saved/);
    const clash = await toms({ "join.t4+t5.2": typed });
    assert.equal(clash.status, 409);
    assert.match(clash.text, new RegExp(`Use yours: ${name}, Table 5, 5, ${typed}`));
    const chosen = await tom.send(
      actionOf(),
      typedInto(formOf(clash.text, actionOf()), { "choose.join.t4+t5": choice }),
    );
    assert.match(chosen.to ?? chosen.text, /done=saved/);
    const [first] = await joined();
    assert.deepEqual([first.unitIds, first.maxSeats], [["t4", "t5"], seats]);
  }
});

test("a combination whose table is gone is refused by the name of the table, and what was typed stays", async () => {
  const toms = await opened(tom);
  assert.match((await send({ "unit.t3.gone": "on" })).to ?? "", /done=saved/);
  const refused = await toms({ "join.t4+t5.0": "Table 4, Table 3", "unit.t1.0": "Bar" });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Not there any more: Table 3\. The tables here: Bar, Table 2, Table 4, Table 5/);
  const kept = formOf(refused.text, actionOf());
  for (const [name, text] of [
    ["join.t4+t5.0", "Table 4, Table 3"],
    ["unit.t1.0", "Bar"],
  ] as const)
    assert.ok(
      kept.some((pair) => pair[0] === name && pair[1] === text),
      `${name} is kept`,
    );
  // Taken away in the same form: it has its name too.
  const own = await send({ "unit.t6.gone": "on" });
  assert.match(own.text, /Not there any more: Table 6\. The tables here: Table 1, /);
});

/** Single dates with services of their own: their areas and limits, and the rows of the form. */
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

const call = async (method: string, body?: unknown) => {
  const path = `/v1/locations/${here}/booking_configuration`;
  const answer = await service.call(method, path, { key: app.key, ...(body === undefined ? {} : { body }) });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.configuration;
};

/** Opens the form, and sends it with some fields typed anew. */
async function send(typed: Readonly<Record<string, string | null>>) {
  const action = `/console/${here}/bookings/part/exceptions`;
  const { text, status } = await mia.send(action);
  assert.equal(status, 200, text);
  return mia.send(action, typedInto(formOf(text, action), typed));
}

const party = {
  serviceId: "party",
  name: "New Year",
  opens: "18:00",
  closes: "02:00",
  lastSeating: "22:00",
};

test("a date gets its own areas and limits, loses them again, and what is not touched stays (rules/bookings 1.10)", async () => {
  const before = await call("GET");
  const [first, second] = before.areas.map(({ areaId }: { areaId: string }) => areaId);
  assert.ok(first !== undefined && second !== undefined);
  const partners = [
    { date: "2027-12-24", closed: true },
    { date: "2027-12-31", services: [{ ...party, areas: [second, first], pacing: { maxCovers: 40 } }] },
  ];
  await call("PUT", { configuration: { ...before, exceptions: partners } });
  const kept = (await call("GET")).exceptions;
  assert.match((await send({})).to ?? "", /done=saved/);
  assert.deepEqual((await call("GET")).exceptions, kept, "the order of the partner's areas too");

  const row = {
    "day.new1.0": "2028-01-01",
    "day.new1.2": "Hangover brunch",
    "day.new1.3": "11:00",
    "day.new1.4": "16:00",
    "day.new1.6": JSON.stringify([first]),
    "day.new1.7": "3",
    "day.new1.8": "12",
  };
  assert.match((await send({ ...row, "day.2027-12-31 party.8": "60" })).to ?? "", /done=saved/);
  const [closed, eve, brunch] = (await call("GET")).exceptions;
  assert.deepEqual(closed, kept[0]);
  assert.deepEqual(eve.services[0].pacing, { maxParties: null, maxCovers: 60 });
  assert.deepEqual([brunch.date, brunch.services[0].areas], ["2028-01-01", [first]]);
  assert.deepEqual(brunch.services[0].pacing, { maxParties: 3, maxCovers: 12 });

  const id = brunch.services[0].serviceId;
  const none = { [`day.2028-01-01 ${id}.6`]: "", [`day.2028-01-01 ${id}.7`]: "", [`day.2028-01-01 ${id}.8`]: "" };
  assert.match((await send(none)).to ?? "", /done=saved/);
  const [, , free] = (await call("GET")).exceptions;
  assert.deepEqual([free.services[0].areas, free.services[0].pacing], [null, null]);
});

test("a limit that is no number and areas that are not there are named", async () => {
  const row = { "day.new1.0": "2028-02-01", "day.new1.2": "Late", "day.new1.3": "11:00", "day.new1.4": "16:00" };
  const wrong = await send({ ...row, "day.new1.7": "many" });
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /Most parties per start: A whole number/);
  const strange = await send({ ...row, "day.new1.6": '["cellar"]' });
  assert.equal(strange.status, 422);
});

test("a row can be taken away where something stands in it, and nowhere else", async () => {
  const { text } = await mia.send(`/console/${here}/bookings/part/exceptions`);
  const boxes = [...text.matchAll(/name="(day\.[^"]+)\.gone"/g)].map(([, name]) => name);
  assert.ok(boxes.length > 0 && boxes.every((name) => !name?.startsWith("day.new")), boxes.join());
  const action = `/console/${here}/bookings/part/exceptions`;
  const typed = await mia.send(action, typedInto(formOf(text, action), { "day.new2.2": "Without a date" }));
  assert.equal(typed.status, 422);
  assert.match(typed.text, /name="day\.new2\.gone"/, "what was typed can be taken away again");
});

test("what is ticked to go stays ticked beside a mistake, and says what it was", async () => {
  const action = `/console/${here}/bookings/part/exceptions`;
  const row = { "day.new1.0": "2029-03-01", "day.new1.2": "Early", "day.new1.3": "10:00", "day.new1.4": "16:00" };
  assert.match((await send(row)).to ?? "", /done=saved/);
  const { text } = await mia.send(action);
  const name = /name="(day\.2029-03-01 [^"]+)\.gone"/.exec(text)?.[1] ?? "";
  const beside = { "day.new1.0": "2029-03-02", "day.new1.2": "Late", "day.new1.3": "11" };
  const wrong = await mia.send(action, typedInto(formOf(text, action), { ...beside, [`${name}.gone`]: "on" }));
  assert.equal(wrong.status, 422);
  const kept = formOf(wrong.text, action);
  assert.deepEqual(
    kept.filter(([one]) => [`${name}.gone`, `${name}.2`].includes(one)).map(([, value]) => value),
    ["Early", "on"],
  );
  assert.match(
    (await mia.send(action, typedInto(kept, { "day.new1.3": "11:00", "day.new1.4": "16:00" }))).to ?? "",
    /done=saved/,
  );
  const dates = (await call("GET")).exceptions.map(({ date }: { date: string }) => date);
  assert.deepEqual([dates.includes("2029-03-01"), dates.includes("2029-03-02")], [false, true]);
});

test("a date without a service, and a service without hours, are asked for in words", async () => {
  const bare = await send({ "day.new1.0": "2028-03-01" });
  assert.equal(bare.status, 422);
  assert.match(bare.text, /<li>2028-03-01 · Services · Add a service, or tick “Closed”\.<\/li>/);
  const half = await send({ "day.new1.0": "2028-03-01", "day.new1.2": "Brunch", "day.new1.3": "11:00" });
  assert.match(half.text, /2028-03-01 · End · This value cannot be used\./);
});

test("a tick or a choice in a row without anything else is a mistake, not nothing", async () => {
  const closed = await send({ "day.new1.1": "on" });
  assert.equal(closed.status, 422);
  assert.match(closed.text, /Date: Choose a day\./);
  assert.match(closed.text, /name="day\.new1\.gone"/);
  const [, second] = (await call("GET")).areas;
  assert.equal((await send({ "day.new2.6": JSON.stringify([second.areaId]) })).status, 422);
});

test("a date that is closed in one row and open in another is refused; the tick alone takes the hours of its row", async () => {
  const lunch = { "day.new1.0": "2030-01-01", "day.new1.2": "Lunch", "day.new1.3": "11:00", "day.new1.4": "16:00" };
  const both = await send({ ...lunch, "day.new2.0": "2030-01-01", "day.new2.1": "on" });
  assert.equal(both.status, 422);
  assert.match(both.text, /2030-01-01 · Services · A closed day has no services\./);
  assert.match((await send({ ...lunch, "day.new1.1": "on" })).to ?? "", /done=saved/);
  assert.deepEqual(
    (await call("GET")).exceptions.find(({ date }: { date: string }) => date === "2030-01-01").closed,
    true,
  );
});

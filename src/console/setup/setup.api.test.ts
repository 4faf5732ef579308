/** Managers change the booking setup of their location, alone and at the same time as others (rules/console 1.2 to 1.4). */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, type TestApp } from "../../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let app: TestApp;
let here: Id<"str">;
let boss: TestPerson;
let path: string;
let mia: FormBrowser;
let tom: FormBrowser;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
});
beforeEach(async () => {
  here = await createBookableLocation(service.database);
  await connect(service.database, app, here);
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia" });
  path = `/console/${here}/bookings`;
  mia = formBrowser(service, boss);
  tom = formBrowser(service, await createPerson(service.database, [{ role: "manager", at: here }], { name: "Tom" }));
});
after(() => service.stop());

const configuration = async () => {
  const { body } = await service.call("GET", `/console/v1/locations/${here}/booking_configuration`, {
    key: boss.token,
  });
  return body;
};
const partner = (body: unknown) =>
  service.call("PUT", `/v1/locations/${here}/booking_configuration`, { key: app.key, body });

/** Opens the form of a part, and sends it with some fields typed anew. */
async function opened(browser: FormBrowser, part: string) {
  const action = `${path}/part/${part}`;
  const { text, status } = await browser.send(action);
  assert.equal(status, 200, text);
  const pairs = formOf(text, action);
  return (typed: Readonly<Record<string, string | null>>) => browser.send(action, typedInto(pairs, typed));
}

describe("a part of the configuration", () => {
  test("texts in other languages, a photo and a price are written, and other languages stay (rules/languages 2.4)", async () => {
    const { body } = await service.call("GET", `/v1/locations/${here}/booking_configuration`, { key: app.key });
    const [area, ...others] = body.configuration.areas;
    const written = { ...area, translations: { ja: { name: "庭" } } };
    await partner({ configuration: { ...body.configuration, areas: [written, ...others] } });
    const send = await opened(mia, `area?id=${area.areaId}`);
    const photo = "https://example.com/garden.jpg";
    const typed = { photo, price: "45,50", currency: "eur", name_de: "Garten", description_de: "Im Garten." };
    assert.match((await send(typed)).to ?? "", /done=saved/);
    const [saved] = (await configuration()).configuration.areas;
    assert.deepEqual(saved.translations, {
      ja: { name: "庭" },
      de: { name: "Garten", description: "Im Garten." },
    });
    assert.deepEqual([saved.photoUrl, saved.pricePerPerson], [photo, { amount: 4_550, currency: "EUR" }]);
    assert.deepEqual(saved.units, area.units);
    const rules = await opened(mia, "rules");
    assert.match((await rules({ policyText_fr: "Sans frais." })).to ?? "", /done=saved/);
    assert.deepEqual((await configuration()).configuration.cancellation.translations, {
      fr: { policyText: "Sans frais." },
    });
  });

  test("the rules are saved by the partner's command, audited, and the rest stays as it was", async () => {
    const before = await configuration();
    const send = await opened(mia, "rules");
    assert.equal((await send({ party_max: "10", policy: "Call us." })).to, `${path}?done=saved&stranded=0`);
    const now = await configuration();
    assert.equal(now.revision, before.revision + 1);
    const { partySize, cancellation, durations, ...rest } = now.configuration;
    assert.deepEqual([partySize.max, cancellation.policyText], [10, "Call us."]);
    assert.deepEqual(
      { ...before.configuration, partySize, cancellation, durations },
      { ...rest, partySize, cancellation, durations },
    );
    const entry = await service.database.read.one<{ action: string; actor_id: string }>(
      "SELECT action, actor_id FROM audit_log WHERE subject = $1 ORDER BY sequence DESC LIMIT 1",
      [here],
    );
    assert.deepEqual(entry, { action: "booking_configuration.published", actor_id: boss.id });
  });

  test("alerts of full days are switched on and off with the minutes of an offer (rules/bookings 19.1)", async () => {
    for (const [alerts_on, alerts_minutes] of [
      ["1", "20"],
      [null, "15"],
    ] as const) {
      assert.match((await (await opened(mia, "rules"))({ alerts_on, alerts_minutes })).to ?? "", /done=saved/);
      const { tableAlerts } = (await configuration()).configuration;
      assert.deepEqual(tableAlerts, { enabled: alerts_on !== null, offerMinutes: Number(alerts_minutes) });
    }
    assert.equal((await (await opened(mia, "rules"))({ alerts_minutes: "61" })).status, 422);
  });

  test("a form that is sent as it stands changes nothing of the document", async () => {
    for (const part of ["rules", "turns", "service?id=lunch", "area?id=room", "experience?id=tasting"]) {
      const before = await configuration();
      const send = await opened(mia, part);
      assert.match((await send({})).to ?? "", /done=saved/, part);
      assert.deepEqual((await configuration()).configuration, before.configuration, part);
    }
  });

  test("a service, an area with tables that are joined, and an experience are added and taken away", async () => {
    await (
      await opened(mia, "service")
    )({ name: "Brunch", opens: "09:00", closes: "11:30" });
    await (
      await opened(mia, "area")
    )({
      name: "Bar",
      "unit.new1.0": "Stool 1",
      "unit.new1.1": "1",
      "unit.new1.2": "2",
      "unit.new2.0": "Stool 2",
      "unit.new2.1": "1",
      "unit.new2.2": "2",
      "unit.new2.3": null,
      "join.new1.0": "Stool 1, Stool 2",
      "join.new1.1": "3",
      "join.new1.2": "4",
    });
    await (
      await opened(mia, "experience")
    )({ name: "Tasting at the bar", minutes: "60" });
    const { configuration: now } = await configuration();
    const service_ = now.services.find(({ name }: { name: string }) => name === "Brunch");
    const area = now.areas.find(({ name }: { name: string }) => name === "Bar");
    const experience = now.experiences.find(({ name }: { name: string }) => name === "Tasting at the bar");
    assert.deepEqual(
      area.units.map((unit: { name: string; listed: boolean }) => [unit.name, unit.listed]),
      [
        ["Stool 1", true],
        ["Stool 2", false],
      ],
    );
    assert.deepEqual(
      area.combinations[0].unitIds,
      area.units.map((unit: { unitId: string }) => unit.unitId),
    );
    for (const [kind, id] of [
      ["experience", experience.experienceId],
      ["area", area.areaId],
      ["service", service_.serviceId],
    ]) {
      const page = await mia.send(`${path}/part/${kind}?id=${id}`);
      const action = `${path}/remove/${kind}?id=${id}`;
      assert.match((await mia.send(action, formOf(page.text, action))).to ?? "", /done=saved/);
    }
    const after_ = (await configuration()).configuration;
    assert.deepEqual(
      [after_.areas, after_.services, after_.experiences],
      [now.areas.slice(0, 2), now.services.slice(0, 2), now.experiences.slice(0, -1)],
    );
  });

  test("what cannot work together is refused with every reason, and what was typed stays", async () => {
    const before = await configuration();
    const send = await opened(mia, "turns");
    const answer = await send({ "turn.3.gone": "on" });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /How long parties stay · Parties of 3 to 6 have no row\./);
    const rules = await (await opened(mia, "rules"))({ party_min: "0", policy: "Stay &amp; eat" });
    assert.equal(rules.status, 422);
    assert.match(rules.text, /A whole number from 1 to 1000/);
    assert.match(rules.text, /Stay &amp;amp; eat/);
    assert.equal((await configuration()).revision, before.revision);
  });

  test("coming bookings whose table goes away are counted, and stay", async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const window = `start=${day}T18:00&end=${day}T21:00&party_size=2`;
    const found = await service.call("GET", `/v1/locations/${here}/booking_availability?${window}`, { key: app.key });
    const made = await service.call("POST", "/v1/bookings", {
      key: app.key,
      body: {
        slot_token: found.body.data[0].slot_token,
        guest: { first_name: "Dana", last_name: "Diner", phone: "+12175550142" },
      },
    });
    assert.equal(made.status, 201, made.text);
    const { unit } = await service.database.read.one<{ unit: string }>(
      "SELECT unit_ids[1] AS unit FROM bookings WHERE id = $1",
      [made.body.id],
    );
    const send = await opened(mia, "area?id=room");
    const answer = await send({
      [`unit.${unit}.gone`]: "on",
      "join.t4+t5.gone": "on",
      "join.t5+t6.gone": "on",
      "join.t4+t5+t6.gone": "on",
    });
    assert.match(answer.to ?? answer.text, /stranded=1/);
    assert.match((await mia.send(answer.to ?? "")).text, /1 coming booking stands at a table that is gone/);
  });
});

describe("two managers and a partner at once (rules/console 1.4)", () => {
  test("each changes something else from the same reading: nothing is lost", async () => {
    const [one, other] = [await opened(mia, "rules"), await opened(tom, "area?id=room")];
    const [lunch, late] = [await opened(tom, "service?id=lunch"), await opened(tom, "rules")];
    const now = (await configuration()).configuration;
    const published = await partner({
      configuration: { ...now, experiences: [], cancellation: { guestWindowMinutes: 240, policyText: "Four hours." } },
      expected_revision: 1,
    });
    assert.equal(published.status, 200, published.text);
    assert.match(
      (await late({ policy: "One hour." })).text,
      /Saved meanwhile by: <bdi translate="no">Connected system<\/bdi>/,
    );
    assert.match((await one({ party_max: "11" })).to ?? "", /done=merged/);
    assert.match((await other({ "unit.t1.2": "3" })).to ?? "", /done=merged/);
    assert.match((await lunch({ closes: "15:30" })).to ?? "", /done=merged/);
    const { configuration: joined, revision } = await configuration();
    assert.equal(revision, 5);
    assert.deepEqual(
      [joined.cancellation.policyText, joined.experiences, joined.partySize.max, joined.areas[0].units[0].maxSeats],
      ["Four hours.", [], 11, 3],
    );
    assert.equal(joined.services[0].closes, "15:30");
  });

  test("two tables of one area, one taken away and one added: rows are joined one by one", async () => {
    const [one, other] = [await opened(mia, "area?id=room"), await opened(tom, "area?id=room")];
    assert.match((await one({ "unit.t1.gone": "on", "unit.t2.0": "Window" })).to ?? "", /done=saved/);
    const added = { "unit.new1.0": "Corner", "unit.new1.1": "1", "unit.new1.2": "2", "unit.t3.2": "4" };
    assert.match((await other(added)).to ?? "", /done=merged/);
    const units: readonly { readonly name: string; readonly maxSeats: number }[] = (await configuration()).configuration
      .areas[0].units;
    assert.deepEqual(
      units.map(({ name }) => name),
      ["Window", "Table 3", "Table 4", "Table 5", "Table 6", "Round table", "Corner"],
    );
    assert.equal(units[1]?.maxSeats, 4);
  });

  test("the same table, taken away by one and changed by the other: both values are shown, and the choice is kept", async () => {
    const [one, other] = [await opened(mia, "area?id=room"), await opened(tom, "area?id=room")];
    await one({ "unit.t1.gone": "on" });
    const asked = await other({ "unit.t1.0": "Window" });
    assert.equal(asked.status, 409);
    assert.match(
      asked.text,
      /Saved meanwhile by: <bdi translate="no">[^<,]+, [^<]+[^]*Keep theirs: nothing[^]*Use yours: Window, 1, 2/,
    );
    const action = `${path}/part/area?id=room`;
    const chosen = typedInto(formOf(asked.text, action), { "choose.unit.t1": "mine" });
    assert.match(asked.text, /<legend>Window<\/legend>/);
    assert.match((await tom.send(action, chosen)).to ?? "", /done=saved/);
    const { units } = (await configuration()).configuration.areas[0];
    const back = units.find(({ unitId }: { unitId: string }) => unitId === "t1");
    assert.deepEqual([back.name, back.maxSeats], ["Window", 2]);
  });

  test("a service that somebody removed meanwhile is not brought back by a save", async () => {
    const send = await opened(tom, "service?id=lunch");
    const now = (await configuration()).configuration;
    const services = now.services.filter(({ serviceId }: { serviceId: string }) => serviceId !== "lunch");
    const experiences = now.experiences.map((one: object) => ({ ...one, services: null }));
    const published = await partner({ configuration: { ...now, services, experiences } });
    assert.equal(published.status, 200, published.text);
    assert.equal((await send({ name: "Late lunch" })).to, `${path}?done=gone`);
  });

  test("to remove what somebody has changed meanwhile one looks at it again", async () => {
    const page = await mia.send(`${path}/part/experience?id=tasting`);
    const action = `${path}/remove/experience?id=tasting`;
    await (
      await opened(tom, "experience?id=tasting")
    )({ name: "Chef's menu" });
    const answer = await mia.send(action, formOf(page.text, action));
    assert.match(answer.to ?? "", /done=stale/);
    assert.match((await mia.send(answer.to ?? "")).text, /Somebody saved meanwhile/);
  });
});

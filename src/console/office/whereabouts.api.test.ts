/** Where a restaurant is: written by its managers and by the operator, by pages and by calls (rules/console 5.6). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { parsePhone } from "../../kernel/phone.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { speak } from "../../words/speak.ts";
import { parseCoordinate, whereaboutsSection } from "./whereabouts-fields.ts";

let service: TestService;
let boss: TestPerson;
let operator: TestPerson;
let here: Id<"str">;

before(async () => {
  service = await startService();
  here = await createLocation(service.database, {
    name: "Bistro Nord",
    timezone: "Europe/Paris",
    phone: null,
    address: JSON.stringify({ line1: null, line2: null, city: null, region: null, postal_code: null, country: null }),
  });
  boss = await createPerson(service.database, [{ role: "manager", at: here }]);
  operator = await createPerson(service.database, [{ role: "operator_admin" }]);
});
after(() => service.stop());

const read = async () => (await service.call("GET", `/console/v1/locations/${here}`, { key: boss.token })).body;

const typed = {
  line1: "12 rue de Sèvres",
  line2: "",
  postal_code: "75007",
  city: "Paris",
  region: "",
  country: "FR",
  phone: "01 42 60 01 43",
  place: "48.8512, 2.3264",
};
const address = { line1: "12 rue de Sèvres", line2: null, postal_code: "75007", city: "Paris", region: null };

describe("a manager", () => {
  const visitor = () => formBrowser(service, boss);
  const path = () => `/console/${here}/profile`;

  test("is told that the address is missing, writes it, and guests see it", async () => {
    const missing = /the address is missing/;
    assert.match((await visitor().send(`/console/${here}/today`)).text, missing);
    const form = formOf((await visitor().send(path())).text, path());
    assert.equal((await visitor().send(path(), typedInto(form, typed))).to, `${path()}?done=saved`);
    const kept = await read();
    assert.deepEqual(
      [kept.address, kept.phone, kept.coordinate],
      [{ ...address, country: "FR" }, typed.phone, { latitude: 48.8512, longitude: 2.3264 }],
    );
    assert.doesNotMatch((await visitor().send(`/console/${here}/today`)).text, missing);
    const guests = (await visitor().send(`/r/${here}`)).text;
    assert.match(guests, /12 rue de Sèvres/);
    assert.match(guests, /01 42 60 01 43/);
  });

  for (const [field, value, words] of [
    ["place", "somewhere", /north and east/],
    ["place", "91, 2", /north and east/],
    ["phone", "12", /could not read this number/],
    ["country", "XX", /Choose one/],
  ] as const)
    test(`${field} ${JSON.stringify(value)} is a mistake at its field, and nothing is saved`, async () => {
      const { version } = await read();
      const form = formOf((await visitor().send(path())).text, path());
      const answer = await visitor().send(path(), typedInto(form, { ...typed, city: "Lyon", [field]: value }));
      assert.equal(answer.status, 422);
      assert.match(answer.text, words);
      assert.match(answer.text, new RegExp(`id="${field}-mistake"[^]*`));
      assert.equal((await read()).version, version);
    });

  test("two of them write different lines from the same reading: both are kept", async () => {
    const form = formOf((await visitor().send(path())).text, path());
    const [one, other] = [typedInto(form, { line2: "Cour B" }), typedInto(form, { phone: "+33 1 42 60 01 44" })];
    assert.equal((await visitor().send(path(), one)).to, `${path()}?done=saved`);
    assert.equal((await visitor().send(path(), other)).to, `${path()}?done=merged`);
    const kept = await read();
    assert.deepEqual([kept.address.line2, kept.phone], ["Cour B", "+33 1 42 60 01 44"]);
  });

  test("does the same by call, for that location alone; the time zone is the operator's", async () => {
    const change = (body: object, at = here) =>
      service.call("PATCH", `/console/v1/locations/${at}`, { key: boss.token, body });
    const { version } = await read();
    const changed = await change({ expected_version: version, coordinate: { latitude: 1, longitude: 2 } });
    assert.deepEqual(
      [changed.status, changed.body.coordinate, changed.body.address.line2],
      [200, { latitude: 1, longitude: 2 }, "Cour B"],
    );
    const zone = await change({ expected_version: changed.body.version, timezone: "Europe/London" });
    assert.equal(zone.status, 400, zone.text);
    const elsewhere = await createLocation(service.database);
    assert.equal((await change({ expected_version: 1, phone: "+33142600143" }, elsewhere)).status, 404);
  });
});

describe("an operator", () => {
  const path = () => `/operator/locations/${here}`;

  test("writes the place of a restaurant, and never over what a manager has saved meanwhile", async () => {
    const ada = formBrowser(service, operator);
    const form = formOf((await ada.send(path())).text, `${path()}/where`);
    const wrong = await ada.send(`${path()}/where`, typedInto(form, { city: "Lyon", place: "x" }));
    assert.deepEqual([wrong.status, /value="Lyon"/.test(wrong.text)], [422, true]);
    assert.equal((await ada.send(`${path()}/where`, typedInto(form, { city: "Lille" }))).to, `${path()}?done=saved`);
    assert.equal((await read()).address.city, "Lille");
    const late = await ada.send(`${path()}/where`, typedInto(form, { city: "Nice" }));
    assert.equal(late.status, 422);
    assert.match(late.text, /saved settings meanwhile[^]*value="Nice"/);
    assert.equal((await read()).address.city, "Lille");
  });

  test("sets the time zone, the language and the messages; a zone that is none is told, and what was typed stays", async () => {
    const ada = formBrowser(service, operator);
    const form = formOf((await ada.send(path())).text, path());
    const wrong = await ada.send(path(), typedInto(form, { timezone: "Mars/Base", name: "Nord" }));
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /IANA name of a time zone[^]*value="Nord"[^]*value="Mars\/Base"/);
    const given = { timezone: "Europe/Lisbon", language: "pt", messaging: "on" };
    assert.equal((await ada.send(path(), typedInto(form, given))).to, `${path()}?done=saved`);
    const kept = await service.database.read.one<Readonly<Record<string, unknown>>>(
      "SELECT timezone, language, messaging FROM locations WHERE id = $1",
      [here],
    );
    assert.deepEqual({ ...kept }, { timezone: "Europe/Lisbon", language: "pt", messaging: true });
  });
});

test("a place is read as map programs copy it", () => {
  for (const [text, place] of [
    ["48.8566, 2.3522", [48.8566, 2.3522]],
    ["-33.8688 151.2093", [-33.8688, 151.2093]],
    ["0;0", [0, 0]],
    ["90, 180", [90, 180]],
    ["90.5, 2", undefined],
    ["48, 181", undefined],
    ["48.8566", undefined],
    ["48,8566, 2,3522", undefined],
    ["", undefined],
  ] as const) {
    const found = parseCoordinate(text);
    assert.deepEqual(found === undefined ? undefined : [found.latitude, found.longitude], place, text);
  }
});

test("countries have the names and the order of the reader's language; one that was written otherwise stays a choice", () => {
  const named = (country: string | null, language: "en" | "de") => {
    const address = { line1: null, line2: null, city: null, region: null, postal_code: null, country };
    const field = whereaboutsSection(speak(language, "profile"), language, { address }).fields.find(
      ({ name }) => name === "country",
    );
    assert.ok(field?.kind === "choice");
    return field.options;
  };
  const [none, first] = named("FR", "en");
  assert.deepEqual(
    [none, first],
    [
      ["", "Not chosen"],
      ["AF", "Afghanistan"],
    ],
  );
  const german = named("FR", "de").map(([, text]) => text);
  assert.ok(german.indexOf("Österreich") < german.indexOf("Pakistan"), "accents do not come last");
  assert.deepEqual(named("Frankreich", "de").at(-1), ["Frankreich", "Frankreich"]);
  assert.equal(parsePhone(typed.phone, "FR"), "+33142600143");
});

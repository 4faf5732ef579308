/** The hours, the documents and the first configuration of a location, by its manager (rules/console 1.2 to 1.7). */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import type { Id } from "../../kernel/id.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let here: Id<"str">;
let boss: TestPerson;
let mia: FormBrowser;

before(async () => {
  service = await startService();
});
beforeEach(async () => {
  here = await createBookableLocation(service.database);
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia" });
  mia = formBrowser(service, boss);
});
after(() => service.stop());

test("hours typed beside the tick of always open are refused at the tick, and kept without it (rules/console 1.7)", async () => {
  const [page, action] = [`/console/${here}/calendar`, `/console/${here}/calendar/hours`];
  const monday = { "week.new1.0": "1", "week.new1.1": "11:00", "week.new1.2": "22:00" };
  const pairs = formOf((await mia.send(page)).text, action);
  const refused = await mia.send(action, typedInto(pairs, { ...monday, always: "on" }));
  assert.equal(refused.status, 422);
  assert.match(refused.text, /name="always" checked [^>]*aria-invalid="true"[^]*Untick this to use them/);
  assert.match(refused.text, /value="11:00"/);
  const kept = typedInto(formOf(refused.text, action), { always: null });
  assert.equal((await mia.send(action, kept)).to, `${page}?done=saved`);
  const stored = async () =>
    (await service.call("GET", `/console/v1/locations/${here}`, { key: boss.token })).body.opening_hours;
  assert.deepEqual((await stored()).windows, [{ dayOfWeek: 1, startTime: "11:00", endTime: "22:00" }]);
  const again = typedInto(formOf((await mia.send(page)).text, action), { always: "on" });
  assert.equal((await mia.send(action, again)).to, `${page}?done=saved`, "the hours that stood there are meant to go");
  assert.equal(await stored(), null);
});

describe("the calls of the documents", () => {
  test("a configuration and blackouts are read and replaced, with their revisions", async () => {
    const url = `/console/v1/locations/${here}/booking_configuration`;
    const first = { configuration: smallConfiguration, expected_revision: 7 };
    const stale = await service.call("PUT", url, { key: boss.token, body: first });
    assert.deepEqual([stale.status, stale.body.code], [409, "stale_configuration"]);
    const blackouts = `/console/v1/locations/${here}/booking_blackouts`;
    const body = { expected_revision: 0, blackout_dates: [{ start_date: "2027-01-01", end_date: "2027-01-02" }] };
    const replaced = await service.call("PUT", blackouts, { key: boss.token, body });
    assert.equal(replaced.body.blackout_dates_revision, 1, replaced.text);
    assert.equal((await service.call("GET", blackouts, { key: boss.token })).body.blackout_dates.length, 1);
    assert.equal((await service.call("PUT", blackouts, { key: boss.token, body })).body.code, "stale_blackout_dates");
  });

  test("a location without a configuration begins with one that takes bookings at once", async () => {
    const place = await createLocation(service.database, { timezone: "Europe/Paris" });
    const person = await createPerson(service.database, [{ role: "manager", at: place }]);
    const browser = formBrowser(service, person);
    const own = `/console/${place}/bookings`;
    assert.match((await browser.send(own)).text, /No tables yet/);
    await browser.send(`${own}/start`, {});
    await browser.send(`${own}/start`, {});
    const { body } = await service.call("GET", `/console/v1/locations/${place}/booking_configuration`, {
      key: person.token,
    });
    assert.deepEqual([body.revision, body.configuration.areas[0].units.length], [1, 4]);
    await browser.send(`${own}/switch`, { enabled: "1" });
    assert.match((await browser.send(own)).text, /Guests can book/);
  });
});

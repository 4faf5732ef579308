/** The pages of the operator; who may open and send what is in `operator-roles.series.test.ts`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { startBookingPartner, tablesOfFour, type BookingPartner } from "../../test/harness/booking-partner.ts";
import { formBrowser } from "../../test/harness/form-browser.ts";
import { createOrderingLocation } from "../../test/harness/ordering.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import type { TestService } from "../../test/harness/service.ts";
import { waitUntil } from "../../test/harness/wait-until.ts";
import { openLine } from "../../test/harness/waitlist-line.ts";
import { newId } from "../kernel/id.ts";
import { formatPhone } from "../kernel/phone.ts";
import { forgetHealthSamples, sampleHealth } from "./health/sample-health.job.ts";

const runbook = readFileSync(new URL("../../docs/runbook.md", import.meta.url), "utf8");

let partner: BookingPartner;
let service: TestService;
let admin: TestPerson;
let support: TestPerson;

before(async () => {
  partner = await startBookingPartner();
  service = partner.service;
  const { database } = service;
  admin = await createPerson(database, [{ role: "operator_admin" }], { name: "Ada <Admin>" });
  support = await createPerson(database, [{ role: "operator_support" }]);
});
after(() => service.stop());

test("both begin there, and find the way on their own page", async () => {
  for (const person of [admin, support]) {
    assert.equal((await formBrowser(service, person).send("/")).to, "/operator");
    assert.match((await formBrowser(service, person).send("/me")).text, /href="\/operator"/);
  }
  assert.equal((await service.call("GET", "/operator/nope", { headers: { accept: "text/html" } })).status, 404);
  assert.equal((await service.call("GET", "/operator/v1/test/apps")).body._tag, "DeveloperApiUnauthorized");
});

describe("find (rules/people 10.3)", () => {
  test("by id, code, phone, e-mail, key and name; what happened to an order", async () => {
    const { database } = service;
    const at = await createOrderingLocation(service, { name: "Étoile <Nord>" });
    const order = await at.place({ payment: "paid" });
    const id = String(order["id"]);
    const denied = await at.call("POST", `/v1/orders/${id}/deny`, { reason: "TOO_BUSY" });
    assert.equal(denied.status, 200);
    await service.runDue();
    const { phone, code, app } = await database.read.one<Record<"phone" | "code" | "app", string>>(
      `SELECT o.customer ->> 'phone' AS phone, o.code, g.app_id AS app
        FROM orders o JOIN grants g ON g.location_id = o.location_id WHERE o.id = $1`,
      [id],
    );
    const find = (person: TestPerson, q: string) => formBrowser(service, person).send("/operator/find", { q });
    const ada = formBrowser(service, admin);
    assert.equal((await find(admin, ` ${id.toUpperCase()} `)).to, `/operator/find?q=${id.toUpperCase()}`);
    assert.equal((await ada.send(`/operator/find?q=${id.toUpperCase()}`)).to, `/operator/orders/${id}`);
    assert.match((await find(admin, phone)).text, new RegExp(`/operator/orders/${id}`), "by phone, not in an address");
    assert.equal((await find(admin, code)).to, `/operator/find?q=${code}`);
    assert.match((await ada.send(`/operator/find?q=${code}`)).text, new RegExp(`/operator/orders/${id}`));
    assert.match((await ada.send("/operator/find?q=etoile")).text, /Étoile &lt;Nord&gt;/);
    assert.match((await ada.send(`/operator/find?q=${at.locationId}`)).text, /Étoile &lt;Nord&gt;/);
    const { last_four: end } = await database.read.one<{ readonly last_four: string }>(
      "SELECT last_four FROM api_keys WHERE app_id = $1",
      [app],
    );
    assert.match((await ada.send(`/operator/find?q=${end}`)).text, new RegExp(`…${end}[^]*/operator/apps/${app}`));
    assert.equal((await ada.send(`/operator/find?q=${app}`)).to, `/operator/apps/${app}`);
    const asked = denied.headers.get("x-request-id");
    const found = await waitUntil(
      () => ada.send(`/operator/find?q=${asked}`),
      ({ to }) => to !== undefined && to !== null,
    );
    assert.equal(found.to, `/developer/${app}/requests/${asked}`);
    assert.match((await ada.send(`/operator/find?q=${newId("req")}`)).text, /Nothing is known by this/);
    assert.match((await find(admin, "+33 1 42 60 01 99")).text, /Nothing is known by this/);
    assert.match((await find(admin, "nobody@example.com")).text, /Nothing is known by this/);
    const shown = (await ada.send(`/operator/orders/${id}`)).text;
    assert.match(shown, /REJECTED, payment refunded[^]*Étoile &lt;Nord&gt;[^]*<b>deny<\/b> by partner/);
    assert.match(shown, /What apps were told[^]*order\.notification/);
    assert.match(shown, /refund_settled[^]*refund_requested[^]*charge/);
    assert.doesNotMatch(shown, /owed to the guest/);
    const whole = formatPhone(phone);
    assert.ok(shown.includes(whole), whole);
    const cut = (await formBrowser(service, support).send(`/operator/orders/${id}`)).text;
    assert.ok(!cut.includes(whole) && !cut.includes(phone) && cut.includes("••"), "rules/people 10.4");
    assert.equal((await ada.send(`/operator/orders/${newId("ord")}`)).status, 404);
  });

  test("what a write came to, by the id that its error named", async () => {
    const headers = { "idempotency-key": newId("req") };
    const kept = { key: admin.token, body: { language: "en" }, headers };
    assert.equal((await service.call("PATCH", "/console/v1/me", kept)).status, 200);
    const { operation_id: id } = await service.database.read.one<{ readonly operation_id: string }>(
      "SELECT operation_id FROM idempotency_keys WHERE key = $1",
      [headers["idempotency-key"]],
    );
    const { text } = await formBrowser(service, support).send(`/operator/find?q=${id}`);
    assert.match(text, new RegExp(`${id}[^]*PATCH /console/v1/me[^]*answered 200`));
  });

  test("a booking and a party in line by the guest's number", async () => {
    const phone = "+12175550188";
    const location = await partner.location(tablesOfFour(3));
    const { slot_token } = await partner.slot(location, 2);
    const guest = { first_name: "Ann", last_name: "Lee <L>", phone, email: "ann@example.org" };
    const booking = (await partner.call("POST", "/v1/bookings", { slot_token, guest })).body;
    const line = await openLine(partner, 3);
    const party = await line.join({ guest });
    const sol = formBrowser(service, support);
    const { text } = await sol.send("/operator/find", { q: "+1 217 555 0188" });
    assert.match(text, new RegExp(`/operator/bookings/${booking.id}[^]*/operator/parties/${party.id}`));
    assert.equal((await sol.send(`/operator/find?q=${booking.confirmation_code}`)).status, 200);
    for (const path of [`bookings/${booking.id}`, `parties/${party.id}`]) {
      const page = await sol.send(`/operator/${path}`);
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, /Lee &lt;L&gt;[^]*\+12•+88[^]*a\*\*\*@example\.org/);
    }
  });
});

describe("the first page (rules/people 10.2)", () => {
  test("nobody works: it says so first, and the processes stand below", async () => {
    const { database } = service;
    const shown = async () => (await formBrowser(service, support).send("/operator")).text;
    assert.match(await shown(), /<h1>1 thing needs you<\/h1>[^]*Processes for background work[^]*bin\/maple.js work/);
    const process = (kind: string, host: string, beat: string) =>
      database.transaction((tx) =>
        tx.rows(
          `INSERT INTO processes (id, kind, host, skew_seconds, beat_at)
            VALUES (gen_random_uuid(), $1, $2, -0.02, now() - $3::interval)`,
          [kind, host, beat],
        ),
      );
    const [, part = ""] = /href="\/docs\/runbook#([\w-]+)"\s*>Runbook: Unready</.exec(await shown()) ?? [];
    assert.match(runbook, new RegExp(`^## ${part}$`, "im"));
    await process("work", "alpha <1>", "0 seconds");
    assert.match(await shown(), /<h1>All is well<\/h1>[^]*Alive[^]*alpha &lt;1&gt;[^]*"Clock">0 s</);
    await database.transaction((tx) => tx.rows("UPDATE processes SET recent_calls = 200, recent_refused = 9"));
    assert.match(
      await shown(),
      /answered 503: <bdi translate="no">4\.5 %: 9 of 200[^]*#overload"\s*>Runbook: Overload/,
    );
    await database.transaction((tx) => tx.rows("UPDATE processes SET recent_refused = 0"));
    await process("serve", "beta", "10 minutes");
    assert.match(await shown(), /<h1>1 thing needs you<\/h1>[^]*fell silent[^]*beta/);
    await database.transaction((tx) => tx.rows("DELETE FROM processes WHERE host = 'beta'"));
  });

  test("a worker keeps the figures, and the last day is plotted; older samples are forgotten", async () => {
    const { database } = service;
    const shown = async () => (await formBrowser(service, support).send("/operator")).text;
    assert.doesNotMatch(await shown(), /The last 24 hours/);
    assert.equal(await sampleHealth(database), false);
    await sampleHealth(database);
    await database.transaction((tx) =>
      tx.rows(
        `INSERT INTO health_samples (at, oldest_due_seconds, late_timer_seconds, drain_age_seconds, refused_share,
            unattended_orders, owed_refunds)
          SELECT statement_timestamp() - age, 90, 0, 0, 0.25, 0, 7
          FROM (VALUES (interval '3 hours'), (interval '8 days')) AS past (age)`,
      ),
    );
    assert.match(await shown(), /Oldest webhook[^]*at most 90 s; told from 60 s on[^]*at most 25\.0 %[^]*at most 7/);
    // Ten minutes without a worker are no zero: of a day of 144 bars all but two are gaps, in each of six plots.
    assert.equal((await shown()).split('class="plot-gap"').length - 1, 6 * 142);
    assert.match(await shown(), /Grey: no worker looked/);
    const count = async () => (await database.read.rows("SELECT FROM health_samples")).length;
    const before = await count();
    await forgetHealthSamples(database);
    assert.equal(await count(), before - 1);
  });

  test("orders that nobody looks at name the place, whether or not anybody can be told", async () => {
    const at = await createOrderingLocation(service, { name: "Quiet <Corner>", order_routing: "manual" });
    assert.equal((await at.call("DELETE", `/v1/locations/${at.locationId}/connection`)).status, 200);
    await at.place({ payment: "paid" });
    const clock = `/v1/sandbox/locations/${at.locationId}/clock`;
    assert.equal((await at.call("POST", clock, { advance_seconds: 61 })).status, 200);
    const { text } = await formBrowser(service, admin).send("/operator");
    assert.match(text, /Orders that no board shows: <bdi translate="no">1, at Quiet &lt;Corner&gt;/);
  });
});

/** Today, the calendar, messages and changes: by page and by call (rules/console 1). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { newId, type Id } from "../../kernel/id.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { sendShown } from "../../live/live-changes.sql.ts";
import { messageKinds } from "../../messaging/message/message-kinds.ts";
import { templatesIn } from "./message-templates.ts";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { connect, createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { formBrowser, formOf, typedInto, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { actByHand } from "../../../test/harness/state-guard.ts";

let service: TestService;
let app: TestApp;
let here: Id<"str">;
let boss: TestPerson;
let pages: FormBrowser;
let stem: string;

before(async () => {
  service = await startService();
  app = await createApp(service.database);
  here = await createBookableLocation(service.database, undefined, { name: "Chez Nous" });
  await connect(service.database, app, here);
  boss = await createPerson(service.database, [{ role: "manager", at: here }], { name: "Mia Boss" });
  pages = formBrowser(service, boss);
  stem = `/console/${here}`;
});
after(() => service.stop());

const read = (path: string) => service.call("GET", `/console/v1${path}`, { key: boss.token });
const call = (path: string) => read(`/locations/${here}${path}`);

/** Sends a form of the calendar with some fields typed anew. */
async function send(part: "blackouts" | "hours", typed: Readonly<Record<string, string | null>>, browser = pages) {
  const action = `${stem}/calendar/${part}`;
  const { text } = await browser.send(`${stem}/calendar`);
  return browser.send(action, typedInto(formOf(text, action), typed));
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("the calendar", () => {
  test("a day without bookings is added and taken away, with its reason", async () => {
    const day = inDays(30);
    const added = { "blackout.new1.0": day, "blackout.new1.1": day, "blackout.new1.5": "Private <party>" };
    assert.match((await send("blackouts", added)).to ?? "", /done=saved/);
    const { body } = await call("/booking_blackouts");
    assert.deepEqual([body.blackout_dates.length, body.blackout_dates[0].reason], [1, "Private <party>"]);
    assert.match((await pages.send(`${stem}/calendar`)).text, /Private &lt;party&gt;/);
    assert.match((await send("blackouts", { [`blackout.${day}.gone`]: "on" })).to ?? "", /done=saved/);
    assert.deepEqual((await call("/booking_blackouts")).body.blackout_dates, []);
  });

  test("what the partner's checks refuse is said, and what was typed stays", async () => {
    const answer = await send("blackouts", { "blackout.new1.0": "2027-05-02", "blackout.new1.1": "2027-05-01" });
    assert.equal(answer.status, 422);
    assert.match(answer.text, /Last day · The end lies before the beginning\./);
    assert.match(answer.text, /value="2027-05-02"/);
    const half = await send("blackouts", { "blackout.new1.0": "2027-05-02" });
    assert.match(half.text, /Last day: Choose a day/);
  });

  test("two managers add a day each from the same reading: both are kept (rules/console 1.4)", async () => {
    const [one, other] = [inDays(40), inDays(41)];
    const action = `${stem}/calendar/blackouts`;
    const form = formOf((await pages.send(`${stem}/calendar`)).text, action);
    const add = (day: string) =>
      pages.send(action, typedInto(form, { "blackout.new1.0": day, "blackout.new1.1": day }));
    assert.match((await add(one)).to ?? "", /done=saved/);
    assert.match((await add(other)).to ?? "", /done=merged/);
    const days: readonly { readonly start_date: string }[] = (await call("/booking_blackouts")).body.blackout_dates;
    assert.deepEqual(
      days.map((each) => each.start_date),
      [one, other],
    );
  });

  test("single dates are closed or have other hours", async () => {
    const action = `${stem}/bookings/part/exceptions`;
    const form = formOf((await pages.send(action)).text, action);
    const typed = {
      "day.new1.0": "2027-07-14",
      "day.new1.1": "on",
      "day.new2.0": "2027-07-15",
      "day.new2.2": "Brunch",
      "day.new2.3": "10:00",
      "day.new2.4": "14:00",
    };
    assert.match((await pages.send(action, typedInto(form, typed))).to ?? "", /done=saved/);
    const { exceptions } = (await call("/booking_configuration")).body.configuration;
    assert.deepEqual(exceptions.slice(0, 1), [{ date: "2027-07-14", closed: true }]);
    assert.deepEqual([exceptions[1].date, exceptions[1].services[0].name], ["2027-07-15", "Brunch"]);
    assert.equal(exceptions[2].date, "2027-12-25");
  });

  test("opening hours are those of the location; always open again", async () => {
    const typed = { always: null, "week.new1.0": "1", "week.new1.1": "11:00", "week.new1.2": "22:00" };
    assert.match(
      (await send("hours", { ...typed, "date.new1.0": "2027-12-25", "date.new1.1": "on" })).to ?? "",
      /saved/,
    );
    const { opening_hours: hours } = (await call("")).body;
    assert.deepEqual(hours.windows, [{ dayOfWeek: 1, startTime: "11:00", endTime: "22:00" }]);
    assert.deepEqual(hours.exceptions, [{ date: "2027-12-25", closed: true }]);
    await send("hours", { always: "on" });
    assert.equal((await call("")).body.opening_hours, null);
  });

  test("coming bookings on closed days are counted, on the calendar and today (rules/console 1.5)", async () => {
    const day = inDays(5);
    const window = `start=${day}T18:00&end=${day}T21:00&party_size=2`;
    const found = await service.call("GET", `/v1/locations/${here}/booking_availability?${window}`, { key: app.key });
    const guest = { first_name: "Dana", last_name: "Diner", phone: "+12175550142" };
    const body = { slot_token: found.body.data[0].slot_token, guest };
    assert.equal((await service.call("POST", "/v1/bookings", { key: app.key, body })).status, 201);
    assert.doesNotMatch((await pages.send(`${stem}/calendar`)).text, /closed. Call the guest/);
    await send("blackouts", { "blackout.new1.0": day, "blackout.new1.1": day });
    assert.match((await pages.send(`${stem}/calendar`)).text, /1 coming booking is on a day that is closed/);
    assert.match((await pages.send(`${stem}/today`)).text, /1 coming booking is on a closed day/);
    await send("blackouts", { [`blackout.${day}.gone`]: "on" });
  });
});

describe("today", () => {
  test("says that no board is open where staff decide now, until one shows the orders (rules/board 3.3)", async () => {
    const place = await createLocation(service.database, { order_routing: "manual" });
    const person = await createPerson(service.database, [{ role: "manager", at: place }]);
    const look = async () => (await formBrowser(service, person).send(`/console/${place}/today`)).text;
    assert.match(await look(), /No order board is open.*\n?.*href="\/board\/str_/);
    assert.doesNotMatch((await pages.send(`${stem}/today`)).text, /No order board is open/, "an app decides there");
    await service.database.transaction(async (tx) => sendShown(tx, [place]));
    assert.doesNotMatch(await look(), /No order board is open/);
    await service.database.transaction(async (tx) => {
      await tx.rows(
        "UPDATE board_watch SET shown_at = clock_timestamp() - interval '61 seconds' WHERE location_id = $1",
        [place],
      );
    });
    assert.match(await look(), /No order board is open/);
    await formBrowser(service, person).send(`/console/${place}/today/pause`, { for: "tomorrow" });
    assert.doesNotMatch(await look(), /No order board is open/, "nothing comes in");
  });

  test("says what needs somebody, and the switches work", async () => {
    const place = await createLocation(service.database);
    const person = await createPerson(service.database, [{ role: "manager", at: place }]);
    const look = async () => (await formBrowser(service, person).send(`/console/${place}/today`)).text;
    assert.match(await look(), /No tables yet[^]*Guests cannot order: no till system is connected/);
    assert.doesNotMatch(await look(), /Orders come in/);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET order_routing = 'manual' WHERE id = $1", [place]),
    );
    assert.match(await look(), /Guests cannot order: there is no menu yet\. <a href="[^"]+\/menu">/);
    assert.doesNotMatch(await look(), /See what guests see/, "there is nothing to see yet");
    const ordering = async () => (await formBrowser(service, person).send(`/console/${place}/ordering`)).text;
    assert.match(await ordering(), /Orders come in\. Stop them/);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE locations SET opening_hours = $2 WHERE id = $1", [place, { windows: [] }]),
    );
    assert.match(await ordering(), /Closed by your opening hours\. Orders for later come in/);
    const path = `${stem}/today`;
    assert.match((await pages.send(path)).text, /href="\/r\/[^"]+">See what guests see/);
    assert.match((await pages.send(path)).text, /Nobody is texted when an order waits too long/);
    await pages.send(`${path}/bookings`, { enabled: "" });
    assert.match((await pages.send(path)).text, /Guests cannot book now/);
    await pages.send(`${path}/bookings`, { enabled: "1" });
    await pages.send(`${path}/queue`, { open: "1" });
    assert.match((await pages.send(path)).text, /Guests can join the queue online/);
    assert.equal((await pages.send(`${path}/pause`, { for: "tomorrow" })).to, path);
    assert.match((await pages.send(path)).text, /Not taking orders until/);
  });
});

describe("messages and changes", () => {
  test("what was written is listed with a masked number; the next page follows", async () => {
    await service.database.transaction(async (tx) => {
      await tx.rows(actByHand);
      for (let index = 0; index < 51; index++) {
        await tx.rows(
          `INSERT INTO messages (id, location_id, kind, subject_id, dedupe_key, language, phone, body, segments, sender,
            status, send_before)
          VALUES ($1::text, $2, 'booking_confirmed', $3, $1::text, 'en', '+33612345678', $4, 1, 'outbox', 'failed', now())`,
          [newId("msg"), here, newId("bkg"), `Hello ${index} <b>`],
        );
      }
    });
    const first = await pages.send(`${stem}/messages`);
    assert.match(first.text, /Hello 50 &lt;b&gt;/);
    assert.doesNotMatch(first.text, /Hello 0 |612345678/);
    const [, older] = /href="([^"]*\?before=msg_\w+)"/.exec(first.text) ?? [];
    assert.match((await pages.send(older ?? "")).text, /Hello 0 /);
    assert.match(first.text, /Chez Nous: .*K7M2Q/);
    const listed = await read(`/locations/${here}/messages?limit=2`);
    assert.deepEqual([listed.body.data.length, listed.body.data[0].to.includes("•")], [2, true]);
    assert.equal(
      (await read(`/locations/${here}/message_templates`)).body.data.length,
      guestLanguages.length * templatesIn("en", null).length,
    );
    const shown = new Set(templatesIn("en", null).map(({ kind }) => kind));
    assert.deepEqual(
      messageKinds.filter((kind) => !shown.has(kind)),
      [],
    );
    assert.match((await pages.send(`${stem}/today`)).text, /51 texts to guests did not arrive/);
  });

  test("changes of the location, its people and its tablets, and of no other (rules/console 1.6)", async () => {
    await pages.send(`${stem}/devices`, { name: "Pass", screen: "board" });
    const there = await createLocation(service.database);
    const other = await createPerson(service.database, [{ role: "manager", at: there }]);
    await formBrowser(service, other).send(`/console/${there}/ordering/pause`, { for: "15" });
    const { body } = await read(`/locations/${here}/audit_log`);
    const actions = new Set(body.data.map(({ action }: { action: string }) => action));
    for (const action of [
      "location.updated",
      "booking_blackouts.replaced",
      "booking_configuration.published",
      "device.added",
    ])
      assert.ok(actions.has(action), action);
    assert.ok(body.data.every(({ subject }: { subject: string }) => subject !== there));
    const page = await pages.send(`${stem}/history`);
    assert.match(page.text, /Closed days<\/b> ·\s*<bdi translate="no">Mia Boss/);
    assert.match(page.text, /<code>bookings_enabled<\/code>/);
    assert.equal((await call(`/audit_log?before=${newId("aud")}`)).status, 400);
  });
});

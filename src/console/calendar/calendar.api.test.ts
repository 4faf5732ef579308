/** The calendar: what was typed is not lost, and a mistake is said at its row. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { formBrowser, formOf, typedInto, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";

let service: TestService;
let here: Id<"str">;
let mia: FormBrowser;
let tom: FormBrowser;

before(async () => {
  service = await startService();
  here = await createBookableLocation(service.database);
  const managers = ["Mia", "Tom"].map((name) =>
    createPerson(service.database, [{ role: "manager", at: here }], { name }),
  );
  const [first, second] = await Promise.all(managers);
  mia = formBrowser(service, first);
  tom = formBrowser(service, second);
});
after(() => service.stop());

/** Opens the calendar, to send one of its forms with some fields typed anew. */
async function opened(browser: FormBrowser, form: "hours" | "blackouts") {
  const action = `/console/${here}/calendar/${form}`;
  const { text } = await browser.send(`/console/${here}/calendar`);
  return (typed: Readonly<Record<string, string | null>>) =>
    browser.send(action, typedInto(formOf(text, action), typed));
}
const row = (stem: string, texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, index) => [`${stem}.${index}`, text]));

test("two managers close days that overlap: the second sees the row of the first, and mends their own", async () => {
  const toms = await opened(tom, "blackouts");
  const first = await (await opened(mia, "blackouts"))(row("blackout.new1", ["2030-01-01", "2030-01-03"]));
  assert.match(first.to ?? first.text, /done=saved/);
  const refused = await toms(row("blackout.new1", ["2030-01-02", "2030-01-05"]));
  assert.equal(refused.status, 422);
  assert.match(refused.text, /2030-01-02 · This overlaps another row\./);
  const action = `/console/${here}/calendar/blackouts`;
  const shown = formOf(refused.text, action);
  const dates = shown.filter(([name]) => /^blackout\..*\.[01]$/.test(name)).map(([, value]) => value);
  assert.deepEqual(dates, ["2030-01-01", "2030-01-03", "2030-01-02", "2030-01-05", "", ""]);
  const mended = await tom.send(action, typedInto(shown, { "blackout.new1.0": "2030-01-04" }));
  assert.match(mended.to ?? mended.text, /done=saved/);
  const { text } = await mia.send(`/console/${here}/calendar`);
  assert.ok(["2030-01-03", "2030-01-05"].every((day) => text.includes(`value="${day}"`)));
});

test("hours that would be lost are said at their row, and a tick without a date is no empty row", async () => {
  const monday = row("week.new1", ["1", "11:00", "22:00"]);
  const hours = { always: null, ...monday };
  const twice = await (await opened(mia, "hours"))({ ...hours, ...row("week.new2", ["1", "11:00", "15:00"]) });
  assert.equal(twice.status, 422);
  assert.match(twice.text, /id="week\.new2-mistake">This is there twice\./);
  const undated = await (await opened(mia, "hours"))({ ...hours, "date.new1.1": "on" });
  assert.equal(undated.status, 422);
  assert.match(undated.text, /Date: Choose a day\./);
  const timeless = await (await opened(mia, "hours"))({ ...hours, "date.new1.0": "2030-12-24" });
  assert.equal(timeless.status, 422);
  assert.match(timeless.text, /id="date\.new1-mistake">Type both hours, or tick “Closed”\./);
  const saved = await (await opened(mia, "hours"))({ ...hours, ...row("date.new1", ["2030-12-24", "on"]) });
  assert.match(saved.to ?? saved.text, /done=saved/);
});

test("a week is written at once: a row for each day, which begins with the day", async () => {
  await (
    await opened(mia, "hours")
  )({ always: "on" });
  const { text } = await mia.send(`/console/${here}/calendar`);
  const gone = [...text.matchAll(/name="((?:week|date)\.[^"]*\.gone)"/g)].map(([, name = ""]) => [name, "on"] as const);
  await (
    await opened(mia, "hours")
  )({ ...Object.fromEntries(gone), always: "on" });
  const hours = { always: null } as Record<string, string | null>;
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    hours[`week.new${day}.1`] = "11:00";
    hours[`week.new${day}.2`] = "22:00";
  }
  const both = [await opened(mia, "hours"), await opened(tom, "hours")];
  const [first, second] = [await both[0]?.(hours), await both[1]?.({ ...hours, "week.new7.2": "23:00" })];
  assert.match(first?.to ?? first?.text ?? "", /done=saved/);
  assert.equal(second?.status, 422, "every row that was typed is read, also when the week is there by now");
  assert.deepEqual(
    (await hoursNow())?.windows.map(({ dayOfWeek }) => dayOfWeek),
    [1, 2, 3, 4, 5, 6, 0],
  );
  await (
    await opened(mia, "hours")
  )({ always: "on" });
});

/** Saves the hours anew: every day from 11:00 to 22:00. */
async function keepWeek(): Promise<void> {
  await (
    await opened(mia, "hours")
  )({ always: "on" });
  const { text } = await mia.send(`/console/${here}/calendar`);
  const gone = [...text.matchAll(/name="((?:week|date)\.[^"]*\.gone)"/g)].map(([, name = ""]) => [name, "on"] as const);
  const cleared = await (await opened(mia, "hours"))({ ...Object.fromEntries(gone), always: "on" });
  assert.match(cleared.to ?? cleared.text, /done=saved/);
  const week = [1, 2, 3].map((day) => row(`week.new${day}`, [String(day), "11:00", "22:00"]));
  const saved = await (await opened(mia, "hours"))({ always: null, ...Object.assign({}, ...week) });
  assert.match(saved.to ?? saved.text, /done=saved/);
}
/** The hours as they are saved. */
async function hoursNow() {
  const found = await getLocationSettings(service.database.read, here);
  return isRefusal(found) ? assert.fail(found.message) : found.opening_hours;
}

test("one manager opens always while another changes hours: whoever saves later chooses (rules/console 1.4)", async () => {
  const action = `/console/${here}/calendar/hours`;
  // Mia keeps the change of hours; Tom, who saved first, had opened always.
  await keepWeek();
  const hers = await opened(mia, "hours");
  await (
    await opened(tom, "hours")
  )({ always: "on" });
  const asked = await hers(row("week.1 11:00", ["1", "11:00", "23:00"]));
  assert.equal(asked.status, 409);
  assert.match(asked.text, /name="choose\.always"/);
  const shown = formOf(asked.text, action);
  const own = await mia.send(action, typedInto(shown, { "choose.always": "mine" }));
  assert.match(own.to ?? own.text, /done=saved/);
  assert.deepEqual(
    (await hoursNow())?.windows.map(({ endTime }) => endTime),
    ["23:00", "22:00", "22:00"],
  );
  // The other way round: Mia opens always, after Tom changed hours; and she keeps what he did.
  await keepWeek();
  const always = await opened(mia, "hours");
  await (
    await opened(tom, "hours")
  )(row("week.2 11:00", ["2", "11:00", "15:00"]));
  const again = await always({ always: "on" });
  assert.equal(again.status, 409);
  const kept = await mia.send(action, typedInto(formOf(again.text, action), { "choose.always": "theirs" }));
  assert.match(kept.to ?? kept.text, /done=saved/);
  assert.deepEqual(
    (await hoursNow())?.windows.map(({ endTime }) => endTime),
    ["22:00", "15:00", "22:00"],
  );
  // She may keep Tom's "always" too, and may have hers.
  await keepWeek();
  const third = await opened(mia, "hours");
  await (
    await opened(tom, "hours")
  )({ always: "on" });
  const left = formOf((await third(row("week.new1", ["4", "11:00", "23:00"]))).text, action);
  assert.match((await mia.send(action, typedInto(left, { "choose.always": "theirs" }))).to ?? "", /done=saved/);
  assert.equal(await hoursNow(), null);
  await keepWeek();
  const fourth = await opened(mia, "hours");
  await (
    await opened(tom, "hours")
  )(row("week.2 11:00", ["2", "11:00", "15:00"]));
  const meant = formOf((await fourth({ always: "on" })).text, action);
  assert.match((await mia.send(action, typedInto(meant, { "choose.always": "mine" }))).to ?? "", /done=saved/);
  assert.equal(await hoursNow(), null);
});

test("two managers add the same hours: the second is told at the row, and nothing is lost", async () => {
  await keepWeek();
  const hers = await opened(mia, "hours");
  const day = { ...row("week.new1", ["5", "18:00", "22:00"]), ...row("date.new1", ["2031-12-24", "on"]) };
  assert.match((await (await opened(tom, "hours"))(day)).to ?? "", /done=saved/);
  const told = await hers({
    ...row("week.new1", ["5", "18:00", "23:00"]),
    ...row("date.new1", ["2031-12-24"]),
    "date.new1.2": "10:00",
    "date.new1.3": "14:00",
  });
  assert.equal(told.status, 422);
  assert.match(told.text, /id="week\.new1-mistake">This is there twice\./);
  assert.match(told.text, /id="date\.new1-mistake">This is there twice\./);
  const shown = formOf(told.text, `/console/${here}/calendar/hours`);
  const ends = shown.filter(([name]) => /^week\..*\.2$/.test(name)).map(([, value]) => value);
  assert.ok(ends.includes("22:00") && ends.includes("23:00"), ends.join());
});

test("blackouts that are over are folded below the others, with their number, and a save keeps them", async () => {
  const past = {
    ...row("blackout.new1", ["2020-01-01", "2020-01-02"]),
    ...row("blackout.new2", ["2021-05-01", "2029-12-31"]),
  };
  assert.match((await (await opened(mia, "blackouts"))(past)).to ?? "", /done=saved/);
  const { text } = await mia.send(`/console/${here}/calendar`);
  const [, folded = ""] =
    /<details class="card"\s*>\s*<summary>Over: 1 entry<\/summary>([^]*?)<\/details>/.exec(text) ?? [];
  assert.match(folded, /value="2020-01-01"/);
  // What began long ago and still lasts stands with the others.
  assert.doesNotMatch(folded, /value="2021-05-01"/);
  assert.match(text, /value="2021-05-01"/);
  const again = await (await opened(mia, "blackouts"))(row("blackout.new1", ["2032-01-01", "2032-01-01"]));
  assert.match(again.to ?? "", /done=saved/);
  assert.match((await mia.send(`/console/${here}/calendar`)).text, /value="2020-01-01"[^]*value="2020-01-02"/);
  // A mistake in a folded row is not hidden.
  const wrong = await (await opened(mia, "blackouts"))({ "blackout.2020-01-01.1": "" });
  assert.match(wrong.text, /<details class="card" open>/);
  await (
    await opened(mia, "blackouts")
  )({ "blackout.2021-05-01.gone": "on" });
});

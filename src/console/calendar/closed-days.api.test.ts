/** Closed days: a manager closes orders and tables at once, and opens again (rules/console 1.11). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createOrderPartner } from "../../../test/harness/order-calls.ts";
import { formBrowser, formOf, type FormBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import { findBookingSetup } from "../../bookings/setup/read-setup.query.ts";
import { dateAfter } from "../../kernel/day-span.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { closeHours, mostDays } from "./closed-days.ts";

let service: TestService;
let here: Id<"str">;
let mia: FormBrowser;
let today: string;

before(async () => {
  service = await startService();
  here = await createBookableLocation(service.database, plain);
  mia = formBrowser(service, await createPerson(service.database, [{ role: "manager", at: here }]));
  today = localDate("Europe/Paris", Date.now());
});
after(() => service.stop());

/** Bookings every day, and no single dates. */
const plain = { ...smallConfiguration, exceptions: [], experiences: [] };

const send = (form: "close" | "open", pairs: readonly (readonly [string, string])[], at: Id<"str"> = here) =>
  mia.send(`/console/${at}/calendar/${form}`, pairs);
const both = [
  ["what", "orders"],
  ["what", "bookings"],
] as const;
const span = (from: string, to: string) =>
  [
    ["first", from],
    ["last", to],
  ] as const;
const page = async (at: Id<"str"> = here) => (await mia.send(`/console/${at}/calendar`)).text;

/** The dates on which nothing is taken, by the hours and by the configuration. */
async function closedNow(at: Id<"str"> = here) {
  const location = await getLocationSettings(service.database.read, at);
  const setup = await findBookingSetup(service.database.read, at);
  assert.ok(!isRefusal(location));
  const hours = location.opening_hours?.exceptions ?? [];
  return {
    orders: hours.filter((one) => "closed" in one).map(({ date }) => date),
    bookings: (setup?.configuration?.exceptions ?? []).filter(({ closed }) => closed).map(({ date }) => date),
  };
}

test("one form closes orders and bookings on some days, and a button opens them again", async () => {
  const [from, to] = [dateAfter(today, 40), dateAfter(today, 42)];
  const saved = await send("close", [...span(from, to), ...both]);
  assert.match(saved.to ?? saved.text, /done=saved/);
  const dates = [from, dateAfter(from, 1), to];
  assert.deepEqual(await closedNow(), { orders: dates, bookings: dates });
  const text = await page();
  assert.match(text, /No orders, no bookings\./);
  const form = formOf(text, `/console/${here}/calendar/open`);
  const opened = await mia.send(`/console/${here}/calendar/open`, form);
  assert.match(opened.to ?? opened.text, /done=saved/);
  assert.deepEqual(await closedNow(), { orders: [], bookings: [] });
  assert.match(await page(), /No coming day is closed\./);
});

test("a day that is closed for one alone says so, and the button closes the other too", async () => {
  const date = dateAfter(today, 50);
  await send("close", [["first", date], ["last", ""], ...both.slice(0, 1)]);
  assert.deepEqual(await closedNow(), { orders: [date], bookings: [] });
  const text = await page();
  assert.match(text, /No orders\. Tables can be booked\./);
  const form = formOf(text.slice(text.indexOf("No bookings either") - 600), `/console/${here}/calendar/close`);
  await mia.send(`/console/${here}/calendar/close`, form);
  assert.deepEqual(await closedNow(), { orders: [date], bookings: [date] });
  await send("open", span(date, date));
});

test("what was typed wrongly is said at its field and stays, and nothing is closed", async () => {
  const before = await closedNow();
  const cases = [
    [[...span("", ""), ...both], /id="first-mistake">Choose a day\./],
    [[...span(dateAfter(today, -3), today), ...both], /id="first-mistake">Choose a day that is not over\./],
    [[...span(dateAfter(today, 9), dateAfter(today, 8)), ...both], /id="last-mistake">The end lies before/],
    [[...span("2998-01-01", ""), ...both], /id="first-mistake">This day is too far ahead\./],
    [[...span(dateAfter(today, 9), "2998-01-01"), ...both], /id="last-mistake">This day is too far ahead\./],
    [
      [...span(dateAfter(today, 9), dateAfter(today, 9 + mostDays)), ...both],
      /id="last-mistake">Close at most 92 days/,
    ],
    [span(dateAfter(today, 9), ""), /id="what-mistake">Tick at least one\./],
  ] as const;
  for (const [form, words] of cases) {
    const { status, text } = await send("close", form);
    assert.equal(status, 422);
    assert.match(text, words);
  }
  const { text } = await send("close", [...span(dateAfter(today, 9), "2998-01-01"), ...both.slice(0, 1)]);
  assert.match(text, /value="2998-01-01"/);
  assert.match(text, /value="orders" checked/);
  assert.equal((await send("open", span("x", ""))).to, `/console/${here}/calendar`);
  assert.deepEqual(await closedNow(), before);
});

test("what the checks refuse of the bookings closes no orders either", async () => {
  const date = dateAfter(today, 60);
  const party = { serviceId: "party", name: "Party", opens: "18:00", closes: "22:00" };
  const odd = await createBookableLocation(service.database, {
    ...plain,
    exceptions: [{ date, services: [party] }],
    experiences: smallConfiguration.experiences.map((one) => ({ ...one, services: ["party"] })),
  });
  const manager = formBrowser(service, await createPerson(service.database, [{ role: "manager", at: odd }]));
  const answer = await manager.send(`/console/${odd}/calendar/close`, [...span(date, date), ...both]);
  assert.equal(answer.status, 422);
  assert.match(answer.text, /One of these is not there any more\./);
  assert.deepEqual(await closedNow(odd), { orders: [], bookings: [] });
});

test("managers who close other days at the same moment lose nothing of each other", async () => {
  const dates = [70, 72, 74, 76].map((ahead) => dateAfter(today, ahead));
  const answers = await Promise.all(dates.map((date) => send("close", [...span(date, date), ...both])));
  assert.deepEqual(
    answers.map(({ to }) => to),
    dates.map(() => `/console/${here}/calendar?done=saved`),
  );
  assert.deepEqual(await closedNow(), { orders: dates, bookings: dates });
  await send("open", span(dates[0] ?? "", dates.at(-1) ?? ""));
});

test("orders for later on a day without orders are counted", async () => {
  const partner = await createOrderPartner(service);
  const at = await partner.connectedLocation({ timezone: "Europe/Paris" });
  const wanted = Date.now() + 2 * 86_400_000;
  await partner.place(at, { scheduled_for: Math.floor(wanted / 1_000) });
  const manager = formBrowser(service, await createPerson(service.database, [{ role: "manager", at }]));
  const path = `/console/${at}/calendar`;
  assert.doesNotMatch((await manager.send(path)).text, /for later/);
  await manager.send(`${path}/close`, span(localDate("Europe/Paris", wanted), ""));
  assert.match((await manager.send(path)).text, /1 order for later is on a day without orders\./);
});

test("where no bookings are set up, orders are closed and nothing is asked", async () => {
  const bare = await createLocation(service.database, { timezone: "Europe/Paris" });
  const manager = formBrowser(service, await createPerson(service.database, [{ role: "manager", at: bare }]));
  const path = `/console/${bare}/calendar`;
  assert.doesNotMatch((await manager.send(path)).text, /What is closed/);
  const date = dateAfter(today, 20);
  await manager.send(`${path}/close`, span(date, ""));
  assert.deepEqual(await closedNow(bare), { orders: [date], bookings: [] });
  assert.match((await manager.send(path)).text, /<br \/>No orders\./);
});

test("the first page says that today is closed, and that guests get no messages", async () => {
  const first = async (at: Id<"str">): Promise<string> => {
    const manager = formBrowser(service, await createPerson(service.database, [{ role: "manager", at }]));
    return (await manager.send(`/console/${at}/today`)).text;
  };
  const [closed, off] = [/Today is a closed day: no orders, no bookings\./, /messages are off\. Ask your operator\./];
  const usual = await first(here);
  assert.match(usual, off);
  assert.doesNotMatch(usual, closed);
  // The day may turn before the page is read.
  const dates = [0, 1].map((ahead) => dateAfter(localDate("Europe/Paris", Date.now()), ahead));
  const shut = await createBookableLocation(
    service.database,
    { ...plain, exceptions: dates.map((date) => ({ date, closed: true })) },
    { messaging: true, opening_hours: JSON.stringify(closeHours(null, dates)) },
  );
  const told = await first(shut);
  assert.match(told, closed);
  assert.doesNotMatch(told, off);
});

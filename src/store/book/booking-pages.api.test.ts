/** The booking pages as requests: races, limits, the log. Their look is in the browser's test. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { after, before, describe, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { formatDate } from "../../pages/page-formats.ts";
import { createLog } from "../../platform/log.ts";
import { startPictures } from "../menu/pictures.fixture.ts";

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const ada = new URLSearchParams({ first: "Ada", last: "Byron", phone: "+33 1 42 60 01 43" }).toString();

describe("the booking pages", () => {
  let service: TestService;
  let log = "";
  before(async () => {
    const lines = new PassThrough();
    lines.on("data", (chunk: Buffer) => (log += chunk.toString()));
    service = await startService({ log: createLog("trace", lines) });
  });
  after(() => service.stop());

  const location = (tables: number): Promise<Id<"str">> =>
    createBookableLocation(service.database, tablesOfFour(tables));
  const send = (path: string, raw: string): Promise<CallAnswer> => service.call("POST", path, { raw, headers: form });
  const dateIn = (days: number): string => localDate("Europe/Paris", Date.now() + days * 24 * 3_600_000);
  const slotsOf = async (locationId: Id<"str">): Promise<string[]> => {
    const page = await service.call("GET", `/book/${locationId}?party=2&date=${dateIn(2)}`);
    assert.equal(page.status, 200);
    const slots = [...page.text.matchAll(/name="slot"\s+value="([^"]+)"/g)].map((match) => match[1] ?? "");
    assert.ok(slots.length > 0, page.text);
    assert.match(
      page.text,
      /<form[^>]*class="times"[^>]*data-in-place/,
      "a table that was taken meanwhile is said in place",
    );
    return slots;
  };
  /** The fetch of tests follows redirects: where a step leads is told by the page that it ends at. */
  const holdPathOf = (page: CallAnswer): string => /action="(\/book\/[^"]+\/hold\/[^"]+)"/.exec(page.text)?.[1] ?? "";
  const bookingTokenOf = (page: CallAnswer): string => /\/booking\/([\w-]{43})\//.exec(page.text)?.[1] ?? "";

  test("of many who take the last table one holds it; the others see what is free", async () => {
    const locationId = await location(2);
    const [slot = ""] = await slotsOf(locationId);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => send(`/book/${locationId}`, new URLSearchParams({ slot }).toString())),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    const losers = answers.filter(({ status }) => status === 409);
    assert.equal(losers.length, 14);
    for (const { text } of losers) assert.match(text, /Somebody was a moment faster/);
  });

  test("a form that is sent many times at once makes one booking, and every answer leads to it (rules/bookings 14.2)", async () => {
    const locationId = await location(1);
    const [slot = ""] = await slotsOf(locationId);
    const held = await send(`/book/${locationId}`, new URLSearchParams({ slot }).toString());
    const path = holdPathOf(held);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(path, ada)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    const tokens = new Set(answers.map(bookingTokenOf));
    assert.equal(tokens.size, 1);
    const { count } = await service.database.read.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM bookings WHERE location_id = $1",
      [locationId],
    );
    assert.equal(count, 1);
    const other = await send(path, ada.replace("Ada", "Eve"));
    assert.match(other.text, /This table was booked already/);
    for (const again of [await service.call("GET", path), await send(`${path}/release`, ""), other])
      assert.match(again.text, /Your table is booked/);
    const [token = ""] = tokens;
    const secrets = [token, path.split("/").at(-1) ?? ""];
    for (const step of ["", "/change", "/cancel", "/calendar.ics"])
      await service.call("GET", `/booking/${token}${step}`);
    await send(`/booking/${token}/note`, "note=Window");
    assert.match((await send(`/booking/${token}/cancel`, "")).text, /Your booking is cancelled/);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(log, /GET \/booking\/\{token\}\/change/);
    for (const secret of secrets) assert.equal(log.includes(secret), false, "a token is in the log");
  });

  test("a guest whose new time is taken keeps the table they held; their own table is not in their way (rules/bookings 14.5)", async () => {
    const locationId = await location(1);
    const slots = await slotsOf(locationId);
    const choose = (slot: string | undefined, cookie: string): Promise<CallAnswer> =>
      service.call("POST", `/book/${locationId}`, {
        raw: new URLSearchParams({ slot: slot ?? "" }).toString(),
        headers: { ...form, cookie },
      });
    const statusesOf = () =>
      service.database.read.one<{ statuses: string }>(
        "SELECT string_agg(status, ' ' ORDER BY created_at) AS statuses FROM booking_holds WHERE location_id = $1",
        [locationId],
      );
    const own = `held=${holdPathOf(await choose(slots[0], ""))
      .split("/")
      .at(-1)}`;
    assert.equal((await choose(slots[5], "")).status, 200);
    const refused = await choose(slots[4], own);
    assert.equal(refused.status, 409);
    assert.match(refused.text, /What you held before is still yours/);
    assert.equal((await statusesOf()).statuses, "live live");
    const moved = await choose(slots[1], own);
    assert.equal(moved.status, 200, moved.text);
    assert.match(moved.text, /This table is yours until/);
    assert.equal((await statusesOf()).statuses, "released live live");
  });

  test("every field of a contact is judged at once", async () => {
    const locationId = await location(1);
    const [slot = ""] = await slotsOf(locationId);
    const path = holdPathOf(await send(`/book/${locationId}`, new URLSearchParams({ slot }).toString()));
    const typed = { first: "x".repeat(201), last: "", phone: "abc", email: "a@@b" };
    const { status, text } = await send(path, new URLSearchParams(typed).toString());
    assert.equal(status, 422);
    assert.match(text, /4 fields need another look/);
    for (const name of Object.keys(typed)) assert.match(text, new RegExp(`id="${name}-mistake"`));
  });

  test("a night is the day on which it begins, and what is after midnight says both days", async () => {
    const dates = Array.from({ length: 14 }, (_, index) => dateIn(index + 2));
    const saturdayAt = dates.findIndex((date) => new Date(date).getUTCDay() === 6);
    const [saturday = "", sunday = ""] = dates.slice(saturdayAt);
    const night = {
      serviceId: "n",
      name: "Night",
      days: [5, 6],
      opens: "22:00",
      closes: "02:30",
      lastSeating: "02:15",
    };
    const locationId = await createBookableLocation(
      service.database,
      { ...tablesOfFour(1), slotIntervalMinutes: 15, services: [night] },
      { address: { line1: "1 Rue X", city: "Paris", country: "FR" } },
    );
    const show = (date: string): Promise<CallAnswer> => service.call("GET", `/book/${locationId}?party=2&date=${date}`);
    const page = await show(saturday);
    const labels = [...page.text.matchAll(/aria-label="(\d\d:\d\d[^"]*)"/g)].map((match) => match[1] ?? "");
    const on = formatDate(sunday, "en-FR");
    assert.deepEqual([labels.length, labels[0], labels[8]], [18, "22:00", `00:00, ${on}`], page.text);
    const closed = await show(sunday);
    assert.equal(/Night/.test(closed.text), false);
    assert.match(closed.text, /take no reservations on Sunday/);
    const near = closed.text.slice(closed.text.indexOf("These days have a table"));
    assert.match(near, new RegExp(`date=${saturday}`));

    const late = [...page.text.matchAll(/name="slot"\s+value="([^"]+)"/g)].map((match) => match[1] ?? "")[10] ?? "";
    const held = await send(`/book/${locationId}`, new URLSearchParams({ slot: late }).toString());
    const booked = await send(holdPathOf(held), ada);
    for (const { text } of [held, booked]) {
      assert.ok(text.includes(`Saturday night, ${on}`), text);
      assert.ok(text.includes("<dd>00:30</dd>"), text);
    }
    const { local_start } = await service.database.read.one<{ local_start: string }>(
      "SELECT local_start FROM bookings WHERE location_id = $1",
      [locationId],
    );
    assert.equal(local_start.slice(0, 16), `${sunday}T00:30`);
    const change = await service.call("GET", `/booking/${bookingTokenOf(booked)}/change`);
    assert.match(change.text, new RegExp(`name="date" value="${saturday}"`));
  });

  test("a change keeps the area unless the guest says anywhere, and names it before it is confirmed (rules/bookings 14.5)", async () => {
    const locationId = await createBookableLocation(service.database);
    const search = await service.call(
      "GET",
      `/store/v1/locations/${locationId}/booking_availability?start=${dateIn(2)}T18:00&end=${dateIn(3)}T00:00&party_size=2&area_id=terrace`,
    );
    const body = { slot_token: search.body.data[0].slot_token };
    const held = await service.call("POST", "/store/v1/booking_holds", { body });
    const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600143" };
    const made = await service.call("POST", "/store/v1/bookings", { body: { hold_token: held.body.token, guest } });
    const path = `/booking/${made.body.token}`;
    const confirm = async (query: string): Promise<string> => {
      const { text } = await service.call("GET", `${path}/change?${query}`);
      const [slot = ""] = [...text.matchAll(/name="slot"\s+value="([^"]+)"/g)].map((match) => match[1] ?? "").slice(-1);
      return `${text}${(await service.call("GET", `${path}/change?${new URLSearchParams({ slot }).toString()}`)).text}`;
    };
    const kept = await confirm(`party=2&date=${dateIn(2)}`);
    assert.match(kept, /<option\s+value="terrace"\s+dir="auto"\s+selected/);
    assert.equal(kept.match(/2 people, <bdi>Terrace<\/bdi><\/dd>/g)?.length, 2, kept);
    const anywhere = await confirm(`party=2&date=${dateIn(2)}&area=`);
    assert.match(anywhere, /<option\s+value=""\s+selected/);
    assert.match(anywhere, /date=[\d-]+&amp;area="/);
    assert.match(anywhere, /2 people, <bdi>Terrace<\/bdi>[^]*2 people, <bdi>Dining room<\/bdi>/);
    assert.match((await send(`${path}/cancel`, "")).text, /calendar\.ics/);
  });

  test("areas, services and rules are read in the guest's language, with photo and price (rules/languages 2.4)", async (t) => {
    const tables = tablesOfFour(1);
    const pictures = await startPictures();
    t.after(() => pictures.stop());
    const locationId = await createBookableLocation(service.database, {
      ...tables,
      areas: tables.areas.map((area) => ({
        ...area,
        photoUrl: `${pictures.url}/burger.png`,
        pricePerPerson: { amount: 4_500, currency: "EUR" },
        translations: { de: { name: "Garten", description: "Unter den Linden." } },
      })),
      services: tables.services.map((each) => ({ ...each, translations: { de: { name: "Abendessen" } } })),
    });
    const page = await service.call("GET", `/book/${locationId}?party=2&date=${dateIn(2)}&lang=de`);
    assert.ok(page.text.indexOf("<h3") > page.text.indexOf("<h2"), "headings go down by one");
    for (const shown of ["<bdi>Garten</bdi>", "<bdi>Unter den Linden.</bdi>", "<bdi>Abendessen</bdi>", "pro Person"])
      assert.ok(page.text.includes(shown), shown);
    const [, photo = ""] = new RegExp(`src="(/store/photos/${locationId}/[\\w-]{22})"`).exec(page.text) ?? [];
    assert.equal(page.text.includes(pictures.url), false);
    const shown = await fetch(service.url + photo);
    assert.deepEqual([shown.status, shown.headers.get("content-type")], [200, "image/png"]);
  });

  test("a closed day names the days with a table that are nearest, whatever page of days they are on", async () => {
    const exceptions = [13, 14].map((days) => ({ date: dateIn(days), closed: true as const }));
    const locationId = await createBookableLocation(service.database, tablesOfFour(1, { exceptions }));
    const { text } = await service.call("GET", `/book/${locationId}?date=${dateIn(13)}`);
    const row = /These days have a table:[^]*?<\/p>[^]*?<\/p>/.exec(text)?.[0] ?? "";
    const named = [...row.matchAll(/date=([\d-]+)/g)].map((match) => match[1]);
    assert.deepEqual(named, [11, 12, 15].map(dateIn), text);
  });

  test("a date that cannot be booked stays, and the page says why and names the nearest days", async () => {
    const locationId = await location(1);
    const show = async (date: string): Promise<string> =>
      (await service.call("GET", `/book/${locationId}?date=${date}`)).text;
    for (const [date, why] of [
      [dateIn(400), /Bookings open \d+ days ahead, until \w+day, /],
      [dateIn(-3), /that day is over/],
    ] as const) {
      const page = await show(date);
      assert.match(page, why);
      assert.ok(page.includes(`name="date" value="${date}"`), "the day stays");
      assert.match(page, /These days have a table/);
      assert.doesNotMatch(page, /name="slot"/);
    }
    assert.equal(/days ahead|that day is over/.test(await show(dateIn(3))), false);
  });

  test("a time of another place, an altered one and none are answered with fresh times; a foreign site's form with 403", async () => {
    const [here, there] = [await location(1), await location(1)];
    const [slot = ""] = await slotsOf(there);
    for (const wrong of [slot, `${slot}x`, ""]) {
      const answer = await send(`/book/${here}`, new URLSearchParams({ slot: wrong }).toString());
      assert.equal(answer.status, 409);
      assert.match(answer.text, /name="slot"/);
    }
    const foreign = await service.call("POST", `/book/${here}`, {
      raw: new URLSearchParams({ slot }).toString(),
      headers: { ...form, "sec-fetch-site": "cross-site" },
    });
    assert.equal(foreign.status, 403);
  });

  test("what a guest types is shown as text, and what cannot be stored is not stored", async () => {
    const locationId = await location(1);
    const [slot = ""] = await slotsOf(locationId);
    const path = holdPathOf(await send(`/book/${locationId}`, new URLSearchParams({ slot }).toString()));
    const typed = { first: "<u>Ada</u>\0", last: '"><script>', phone: "12", notes: "</textarea><i>" };
    const again = await send(path, new URLSearchParams(typed).toString());
    assert.equal(again.status, 422);
    assert.equal(/<u>|<script>|<i>/.test(again.text), false);
    assert.ok(again.text.includes("&lt;u&gt;Ada&lt;/u&gt;"));
    const booked = await send(path, new URLSearchParams({ ...typed, phone: "" }).toString());
    assert.equal(booked.status, 200, booked.text);
    assert.equal(/<u>|<script>|<i>/.test(booked.text), false);
  });

  test("an address that asks too often is told to wait, on a page", async () => {
    const strict = await startService({ settings: { addressLimits: { diner_reads: 2, diner_writes: 1, photos: 1 } } });
    for (const status of [404, 404, 429]) {
      const answer = await strict.call("GET", "/booking/x");
      assert.equal(answer.status, status);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
    }
    await strict.stop();
  });
});

/** The booking pages as requests: races, limits, what the log says. What they look like is in the browser's test. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { after, before, describe, test } from "node:test";
import { createBookableLocation } from "../../test/booking-setup.ts";
import { tablesOfFour } from "../../test/booking-partner.ts";
import { startService, type CallAnswer, type TestService } from "../../test/service.ts";
import type { Id } from "../kernel/id.ts";
import { localDate } from "../kernel/wall-time.ts";
import { createLog } from "../platform/log.ts";

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

  test("a form that is sent many times at once makes one booking, and every answer leads to it", async () => {
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
    for (const again of [await service.call("GET", path), await send(`${path}/release`, "")])
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

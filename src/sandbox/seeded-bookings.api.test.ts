import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { formBrowser } from "../../test/harness/form-browser.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import type { StandSnapshot } from "../console/stand/stand-wire.schemas.ts";
import { reportNames } from "../console/reports/reports.ts";
import type { Id } from "../kernel/id.ts";
import { instantOf, localDate, wallTime } from "../kernel/wall-time.ts";
import { verifyMoney } from "../orders/decide/verify-money.query.ts";
import { verifyWaitlist } from "../waitlist/line/verify-waitlist.query.ts";
import { addDemoPeople, findDemoHost } from "../people/sign-in/demo-people.command.ts";
import { seedSandbox, type SeededSandbox, type SeedMenus } from "./seed-sandbox.command.ts";

const addPeople: NonNullable<SeedMenus["addPeople"]> = async (tx, scopes) => {
  await addDemoPeople(tx, Buffer.alloc(32, 1), scopes);
  return findDemoHost(tx);
};

async function seed(service: TestService): Promise<SeededSandbox> {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../examples/menus/${name}.json`, import.meta.url), "utf8"));
  const menus = {
    restaurant: read("small-bistro"),
    shop: read("corner-shop"),
    baseUrl: "http://127.0.0.1",
    addPeople,
  };
  const made: SeededSandbox[] = [];
  await seedSandbox(service.database, menus, async (seeded) => void made.push(seeded));
  const [seeded] = made;
  assert.ok(seeded !== undefined);
  return seeded;
}

test("a sandbox seeded after midnight shows the evening before too, and who acted in it", async () => {
  const service = await startService();
  try {
    const now = service.database.clock.now();
    const midnight = wallTime(localDate("Europe/Paris", now));
    const halfPastMidnight = instantOf("Europe/Paris", midnight + 24.5 * 3_600_000, "earlier");
    const ahead = Math.round((halfPastMidnight - now) / 1000);
    // The locations of this database are as much ahead of its clock.
    await service.database.transaction((tx) =>
      tx.rows(`ALTER TABLE locations ALTER COLUMN clock_offset_seconds SET DEFAULT ${ahead}`, []),
    );
    const { location } = await seed(service);
    await showsAnEvening(service, location.id);
    const past = await service.database.read.rows<{ kind: string | null; updated_by: string; parties: number }>(
      `SELECT acted_by ->> 'kind' AS kind, updated_by, count(*)::int AS parties FROM bookings
      WHERE starts_at < $1::timestamptz GROUP BY 1, 2 ORDER BY 2`,
      [new Date(now).toISOString()],
    );
    assert.deepEqual(
      past.map(({ kind, updated_by: by }) => [kind, by]),
      [
        [null, "guest"],
        ["person", "store"],
      ],
    );
  } finally {
    await service.stop();
  }
});

test("the seeded sandbox takes bookings at once", async () => {
  const service = await startService();
  try {
    const seeded = await seed(service);
    const at = `/v1/locations/${seeded.location.id}`;
    const profile = await service.call("GET", `${at}/booking_profile`, { key: seeded.apiKey });
    assert.deepEqual([profile.body.enabled, profile.body.capabilities.availability], [true, true], profile.text);
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const query = `start=${day}T00:00&end=${day}T23:59&party_size=2`;
    const found = await service.call("GET", `${at}/booking_availability?${query}`, { key: seeded.apiKey });
    assert.equal(found.status, 200, found.text);
    assert.ok(found.body.data.length > 20, `${found.body.data.length} slots`);
    for (const { id } of [seeded.location, seeded.shop]) {
      const { text } = await service.call("GET", `/store/${id}`, { headers: { "accept-language": "en-GB" } });
      assert.match(text, /Open until \d\d:\d\d/, "guests read the hours");
    }
    await showsAnEvening(service, seeded.location.id);
    await hasAPast(service, seeded);
  } finally {
    await service.stop();
  }
});

/** The stand of the restaurant shows every kind of party, a line and a plan; its guests have been there before. */
async function showsAnEvening(service: TestService, locationId: Id<"str">): Promise<void> {
  const host = await createPerson(service.database, [{ role: "host", at: locationId }]);
  const at = `/console/v1/locations/${locationId}`;
  const { body } = await service.call("GET", `${at}/snapshot?screen=stand`, { key: host.token });
  const shown = body as StandSnapshot;
  const statuses = new Set(shown.bookings.map(({ status }) => status));
  assert.deepEqual(
    [...statuses].toSorted((a, b) => a.localeCompare(b, "en")),
    ["cancelled_by_guest", "cancelled_by_venue", "completed", "confirmed", "in_service", "no_show"],
  );
  assert.ok(shown.bookings.some(({ late_until: until }) => until !== null));
  const nameless = [...shown.bookings, ...shown.waitlist.entries]
    .map(({ updated_by: by }) => by)
    .filter(({ kind, name }) => kind !== "guest" && kind !== "service" && name !== "Hugo Host");
  assert.deepEqual(nameless, [], "who acted has a name");
  const day = shown.settings.service_day;
  assert.ok(day !== null && Date.parse(day.starts_at) < shown.now_ms && shown.now_ms < Date.parse(day.ends_at));
  assert.equal(shown.floor.blocks.length, 1);
  assert.deepEqual(
    shown.waitlist.entries.map(({ status }) => status),
    ["notified", "waiting", "waiting", "waiting"],
  );
  assert.ok(shown.floor_plan.units.every(({ placed }) => placed) && shown.floor_plan.walls.length > 3);
  const { body: found } = await service.call("GET", `${at}/guests?q=Laurent`, { key: host.token });
  const [camille] = found.data;
  assert.ok(camille.visits > 1 && camille.tags.includes("vip"), JSON.stringify(camille));
}

/** Every report of the weeks before has figures, in which money and waits keep their rules. */
async function hasAPast(service: TestService, { location, shop }: SeededSandbox): Promise<void> {
  for (const verified of [await verifyMoney(service.database.read), await verifyWaitlist(service.database.read)])
    for (const { name, violations, examples } of verified)
      assert.equal(violations, 0, `${name}: ${examples.join("; ")}`);
  const places = [location, shop].map(({ id }) => ({ role: "manager", at: id }) as const);
  const manager = await createPerson(service.database, places);
  const day = (ago: number): string => localDate("Europe/Paris", service.database.clock.now() - ago * 86_400_000);
  for (const name of reportNames) {
    const path = `/console/v1/locations/${location.id}/reports/${name}?from=${day(27)}&to=${day(1)}`;
    const { body, text } = await service.call("GET", path, { key: manager.token });
    const [total] = body.totals;
    const empty = body.columns.filter(
      (column: { readonly name: string }, index: number) => total.values[index] === 0 && column.name !== "owed",
    );
    assert.deepEqual(empty, [], `${name}: ${text.slice(-400)}`);
  }
  await staysLight(service, location.id, manager);
  const baked = `/console/v1/locations/${shop.id}/reports/orders?from=${day(27)}&to=${day(1)}`;
  const { body } = await service.call("GET", baked, { key: manager.token });
  assert.ok(body.totals[0].values[0] > 150, JSON.stringify(body.totals));
}

const pages = "today bookings calendar ordering profile menu messages reports money people devices history".split(" ");
const mostBytes = 60_000;

/** Every form of the console, with its style sheet, as compressed as it is sent. */
async function staysLight(service: TestService, locationId: Id<"str">, manager: TestPerson): Promise<void> {
  const browser = formBrowser(service, manager);
  for (const page of pages) {
    const { status, text } = await browser.send(`/console/${locationId}/${page}`);
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) =>
      browser.send(href ?? ""),
    );
    const texts = [text, ...(await Promise.all(sheets)).map((sheet) => sheet.text)];
    const bytes = texts.reduce((sum, one) => sum + gzipSync(one).length, 0);
    assert.ok(status === 200 && texts.length > 1 && bytes < mostBytes, `${page}: ${status}, ${bytes} bytes`);
  }
}

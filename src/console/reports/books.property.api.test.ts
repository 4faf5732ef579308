/**
 * The books of random days add up: orders, payments, both ledgers, reports, pages and files say the same to the minor unit,
 * and a day that is over stays what it was. BOOKS_SEED repeats a run, BOOKS_RUNS and BOOKS_STEPS make the test longer.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { drawMenu, seededRandom } from "../../../examples/menus/draw-menu.ts";
import { createOrderingLocation } from "../../../test/harness/ordering.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { BooksDays, couponCode, drawnSteps, type BooksStep, type Currency } from "../../../test/models/books-days.ts";
import { BooksReader } from "../../../test/models/books-reader.ts";
import { archiveOrders } from "../../archive/run-archive.ts";
import { dateAfter } from "../../kernel/day-span.ts";
import { verifyMoney } from "../../orders/decide/verify-money.query.ts";

const runs = Number(process.env["BOOKS_RUNS"] ?? 1);
const steps = Number(process.env["BOOKS_STEPS"] ?? 20);
const seed = Number(process.env["BOOKS_SEED"] ?? Math.floor(Math.random() * 1_000_000));

let service: TestService;
let folder: string;
let archives = 0;

before(async () => {
  service = await startService();
  folder = await mkdtemp(path.join(tmpdir(), "maple-books-"));
  // Movements are dated by the clock of their restaurant, as they are where no clock is moved.
  await service.database.transaction((tx) =>
    tx.rows("ALTER TABLE payments_ledger DISABLE TRIGGER payments_ledger_only_grows"),
  );
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const start = fc.record({
  timeZone: fc.constantFrom("Europe/Paris", "America/Los_Angeles", "Pacific/Auckland", "America/Havana"),
  currency: fc.constantFrom("EUR" as const, "JPY" as const, "KWD" as const),
  menu: fc.nat(1_000),
  accepts: fc.boolean(),
});

test(`the books of random days add up (BOOKS_SEED=${seed})`, { timeout: (runs + 3) * 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(start, drawnSteps(steps), async (restaurant, days) => live(restaurant, days)),
    { numRuns: runs, seed, endOnFailure: true },
  ),
);

interface Restaurant {
  readonly timeZone: string;
  readonly currency: Currency;
  readonly menu: number;
  readonly accepts: boolean;
}

/** A menu with taxes of every kind, fees, discounts, free options and a coupon. */
function menuOf(seed: number, currency: Currency): unknown {
  const menu = JSON.parse(
    JSON.stringify(drawMenu(seededRandom(seed), { items: 6 })).replaceAll('"USD"', `"${currency}"`),
  );
  const [discountId, promotionId] = ["coupon-discount", "coupon-promotion"];
  const offer = { benefitType: "percentage", percentage: "12.5", benefitTargetProductSetId: "everything" };
  menu.discounts.push({ externalId: discountId, name: "Members", ...offer });
  const applied = { applicationMode: "coupon", combinable: true, priority: 9 };
  menu.promotions.push({ externalId: promotionId, name: "Members", discountId, ...applied });
  return { ...menu, coupons: [{ externalId: "coupon", code: couponCode, promotionId }] };
}

async function live({ timeZone, currency, menu, accepts }: Restaurant, steps: readonly BooksStep[]): Promise<void> {
  const columns = { timezone: timeZone, lead_minutes: 30, decision_timeout: accepts ? "accept" : "reject" };
  const shop = await createOrderingLocation(service, columns, menuOf(menu, currency));
  await service.database.transaction((tx) =>
    tx.rows("UPDATE delivery_zones SET fee = 350 WHERE location_id = $1", [shop.locationId]),
  );
  const person = await createPerson(service.database, [{ role: "accountant", at: shop.locationId }]);
  const days = new BooksDays(service, shop, { timeZone, menuOf });
  const first = days.today;
  await days.wait(86_400);
  const books = new BooksReader(service, person, shop, { timeZone, first });
  const closed: { readonly until: string; readonly said: unknown }[] = [];
  for (const step of steps) {
    const before = days.today;
    await days.take(step);
    if (days.today === before) continue;
    const until = dateAfter(days.today, -1);
    closed.push({ until, said: await books.closed(until) });
  }
  const last = dateAfter(days.today, 1);
  for (const { until, said } of closed)
    assert.deepEqual(await books.closed(until), said, `until ${until}, asked again`);
  await books.checkOrders(days.orders, days.placedAt);
  const said = await books.checkReports(last);
  await archive(shop.locationId);
  assert.deepEqual(await books.checkReports(last), said, "after the orders were archived");
  const broken = (await verifyMoney(service.database.read)).filter(({ violations }) => violations > 0);
  assert.deepEqual(broken, []);
}

/** Archives every order that ended, as if it was two years old. */
async function archive(locationId: string): Promise<void> {
  await service.database.transaction((tx) =>
    tx.rows("UPDATE orders SET placed_at = placed_at - interval '2 years' WHERE location_id = $1", [locationId]),
  );
  const before = dateAfter(new Date(service.database.clock.now()).toISOString().slice(0, 10), -410);
  await archiveOrders(service.database, path.join(folder, String(++archives)), { before, keeps: false });
}

/** A month that is over stays what it was: what becomes of an order later stands on its own day (rules/console 2.5). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { dateAfter } from "../../kernel/day-span.ts";

let service: TestService;
let shop: OrderingLocation;
let books: TestPerson;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { timezone: "UTC", lead_minutes: 30 });
  books = await createPerson(service.database, [{ role: "accountant", at: shop.locationId }]);
  const secondsOfDay = Math.floor(Date.parse(await now()) / 1000) % day;
  await advance(day + day / 2 - secondsOfDay);
});
after(() => service.stop());

const items = [
  { menu_entity_id: "soup-bowl", quantity: 2 },
  { menu_entity_id: "bread-loaf", quantity: 1 },
];
const day = 86_400;
const sandbox = (): string => `/v1/sandbox/locations/${shop.locationId}/clock`;
const advance = (seconds: number) => shop.call("POST", sandbox(), { advance_seconds: seconds });

const now = async (): Promise<string> => (await shop.call("GET", sandbox())).body.now;
const today = async (): Promise<string> => (await now()).slice(0, 10);

/** The first amount of the sales of a day, and the same of the orders: sold, without taxes and tips, taxes. */
async function soldOn(date: string): Promise<readonly number[]> {
  const read = async (name: string) => {
    const path = `/console/v1/locations/${shop.locationId}/reports/${name}?from=${date}&to=${date}`;
    const answer = await service.call("GET", path, { key: books.token });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.totals[0].values;
  };
  const [total, net, taxes] = await read("sales");
  assert.equal((await read("orders")).at(-1), total, "both reports say the same");
  return [total, net, taxes];
}

async function act(id: string, what: string, body?: unknown): Promise<void> {
  const answer = await shop.call("POST", `/v1/orders/${id}/${what}`, body);
  assert.equal(answer.status, 200, answer.text);
}

test("an order that is cancelled on another day stays in the sales of its own, and is taken off on the other", async () => {
  const { id } = await shop.place({ items });
  await act(id, "accept");
  const first = await today();
  const sold = await soldOn(first);
  assert.deepEqual(sold, [2_475, 2_250, 225]);
  await advance(day);
  await act(id, "cancel", { reason: "OTHER" });
  assert.deepEqual(await soldOn(first), sold);
  assert.deepEqual(await soldOn(await today()), [-2_475, -2_250, -225]);
});

test("dishes that are taken out on another day are taken off there, with their taxes", async () => {
  await advance(day);
  const { id, line_items: lines } = await shop.place({ items });
  await act(id, "accept");
  const first = await today();
  const sold = await soldOn(first);
  await advance(day);
  const path = `/v1/orders/${id}/unavailable_items`;
  const offered = await shop.call("POST", path, { line_items: [{ id: lines[1].id }] });
  await shop.call("POST", `/v1/sandbox/orders/${id}/changes/${offered.body.id}`, { choice: "remove" });
  assert.deepEqual(await soldOn(first), sold);
  assert.deepEqual(await soldOn(await today()), [-495, -450, -45]);
  const file = await formBrowser(service, books).send(
    `/console/${shop.locationId}/reports/order-sales?from=${first}&to=${await today()}`,
  );
  const kinds = file.text.split("\r\n").map((line) => line.split(",")[4]);
  assert.deepEqual(kinds, ["kind", "accepted", "items_removed", undefined]);
});

test("an order of one day for another is sold on the day on which it is accepted", async () => {
  await advance(day);
  const placed = await today();
  const { id } = await shop.place({ items, scheduled_for: Math.floor(Date.parse(await now()) / 1000) + day });
  await advance(day - 29 * 60);
  await act(id, "accept");
  const accepted = await today();
  assert.equal(accepted, dateAfter(placed, 1));
  assert.deepEqual([(await soldOn(placed))[0], (await soldOn(accepted))[0]], [0, 2_475]);
});

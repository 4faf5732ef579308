/** The greatest amounts that an order may have, in currencies of two, three and no decimals, from the menu to the file of the month (rules/ordering 8.10). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { maxAmountMinor } from "../../src/kernel/money.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import { formBrowser } from "../harness/form-browser.ts";
import { createOrderingLocation } from "../harness/ordering.ts";
import { createPerson } from "../harness/people.ts";
import { startService, type TestService } from "../harness/service.ts";

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const half = maxAmountMinor / 2;

function menuIn(currency: string) {
  const price = (amountMinor: number) => ({ amount: { amountMinor, currency } });
  return {
    currency,
    taxRates: [{ externalId: "tax", name: "Tax", percentage: "0.0001" }],
    categories: [
      {
        externalId: "feasts",
        name: "Feasts",
        items: [
          {
            externalId: "feast",
            name: "Feast",
            variations: [{ externalId: "soup-bowl", name: "For all", price: price(half) }],
          },
          {
            externalId: "bread",
            name: "Bread",
            variations: [{ externalId: "bread-loaf", name: "Loaf", price: price(half - 100_000) }],
          },
        ],
      },
    ],
  };
}

for (const [currency, written] of [
  ["IDR", "3000000000.00"],
  ["KWD", "300000000.000"],
  ["JPY", "300000000000"],
] as const)
  describe(`amounts in ${currency}`, () => {
    test("are charged, refunded, summed and exported to the last unit", async () => {
      const shop = await createOrderingLocation(service, { timezone: "Etc/UTC" }, menuIn(currency));
      const items = [
        { menu_entity_id: "soup-bowl", quantity: 1 },
        { menu_entity_id: "bread-loaf", quantity: 1 },
      ];
      for (const end of ["complete", "complete", "cancel"]) {
        // 0.0001 % of each line, rounded half up: 50,000 and 49,999.9 units.
        const order = await shop.place({ items });
        assert.deepEqual([order.totals.tax, order.totals.total], [100_000, maxAmountMinor]);
        await service.runDue();
        const act = async (what: string, body: object = {}) => {
          const answer = await shop.call("POST", `/v1/orders/${order.id}/${what}`, body);
          assert.equal(answer.status, 200, answer.text);
        };
        await act("accept");
        if (end === "complete") await act("ready");
        await act(end, end === "cancel" ? { reason: "OTHER" } : {});
        await service.runDue();
      }
      const one = await shop.call("POST", "/v1/sandbox/orders", {
        location_id: shop.locationId,
        items,
        tip: 1,
      });
      assert.deepEqual([one.status, one.body.code], [422, "basket_refused"]);
      const boss = await createPerson(service.database, [{ role: "manager", at: shop.locationId }]);
      const day = localDate("Etc/UTC", Date.now());
      const span = `from=${day}&to=${day}`;
      const read = async (name: string) => {
        const path = `/console/v1/locations/${shop.locationId}/reports/${name}?${span}`;
        const answer = await service.call("GET", path, { key: boss.token });
        assert.equal(answer.status, 200, answer.text);
        return answer.body;
      };
      const [all, kept] = [3 * maxAmountMinor, 2 * maxAmountMinor];
      assert.deepEqual((await read("payments")).totals, [{ currency, values: [all, 3, maxAmountMinor] }]);
      assert.deepEqual((await read("sales")).totals, [
        { currency, values: [kept, kept - 200_000, 200_000, 0, kept, 0] },
      ]);
      assert.deepEqual((await read("refunds")).totals, [{ currency, values: [maxAmountMinor, 1, 0] }]);
      const path = `/console/v1/locations/${shop.locationId}/reports/payments/csv?${span}`;
      const file = await service.call("GET", path, { key: boss.token });
      assert.ok(file.text.includes(`${day},${currency},${written},3,`), file.text);
      const ada = formBrowser(service, boss);
      for (const page of ["money", `reports?report=sales&${span}`, `reports?report=payments&${span}`, "today"]) {
        const shown = await ada.send(`/console/${shop.locationId}/${page}`);
        assert.equal(shown.status, 200, page);
      }
    });
  });

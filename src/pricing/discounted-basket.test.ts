import { isRefusal } from "../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, fee, money, one, priced, rate, type Extra, type Json } from "../../test/models/pricing-menus.ts";
import {
  buyGet,
  foodTax10,
  free,
  off,
  offering,
  percent,
  setTo,
  type Offer,
} from "../../test/models/promotion-menus.ts";
import type { BasketItem } from "./basket.ts";
import type { OrderTotals } from "./priced-basket.ts";

const just = (discount: Json, promotion: Json = {}): Offer[] => [{ discount, promotion }];
const monday = { windows: [{ dayOfWeek: 1, startTime: "11:00", endTime: "14:00" }] };
const tuesday = { windows: [{ dayOfWeek: 2, startTime: "11:00", endTime: "14:00" }] };
const both = { combinable: true };
const ten: Offer = { discount: percent(10), codes: ["TEN", "TENTH"] };

/** Totals that are not named are 0; baskets are priced on Monday 2026-01-05 at 12:00 UTC. The arithmetic stands beside each. */
// oxfmt-ignore
const cases: [name: string, offers: Offer[], items: BasketItem[], totals: Partial<OrderTotals>, extra?: Extra, more?: Json][] = [
  ["10 % of 12.00", just(percent(10)), [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }],
  ["10 % of 12.00 and of 3.00", just(percent(10)), [one("pizza"), one("cola")], { subtotal: 1500, discount: 150, total: 1350 }],
  ["15 % of 2.50 = 0.375", just(percent(15)), [one("water")], { subtotal: 250, discount: 38, total: 212 }],
  ["rounded per line: 0.375 twice", just(percent(15)), [one("water"), one("water")], { subtotal: 500, discount: 76, total: 424 }],
  ["one line of two: 15 % of 5.00", just(percent(15)), [one("water", 2)], { subtotal: 500, discount: 75, total: 425 }],
  ["of options too: 10 % of 10.00 + 1.50", just(percent(10)), [one("burger", 1, [choose("cheese")])], { subtotal: 1150, discount: 115, total: 1035 }],
  ["of the drinks alone: 50 % of 2 x 3.00", just(percent(50, "drinks")), [one("pizza"), one("cola", 2)], { subtotal: 1800, discount: 300, total: 1500 }],
  ["of what is not ordered: nothing", just(percent(50, "drinks")), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["100 %", just(percent(100)), [one("cake")], { subtotal: 600, discount: 600, total: 0 }],
  ["12.5 % of 9.00 = 1.125", just(percent("12.5")), [one("pasta")], { subtotal: 900, discount: 113, total: 787 }],
  ["25 % of 3 x 9.00", just(percent(25)), [one("pasta", 3)], { subtotal: 2700, discount: 675, total: 2025 }],
  ["the tip is not discounted", just(percent(10)), [one("pizza")], { subtotal: 1200, discount: 120, tip: 100, total: 1180 }, { tip: 100 }],
  ["the delivery fee is not discounted", just(percent(10)), [one("pizza")], { subtotal: 1200, discount: 120, delivery_fee: 300, total: 1380 }, { deliveryFee: 300, fulfillmentType: "delivery" }],
  ["5.00 off 12.00", just(off(500)), [one("pizza")], { subtotal: 1200, discount: 500, total: 700 }],
  ["5.00 off 3.00 is 3.00", just(off(500)), [one("cola")], { subtotal: 300, discount: 300, total: 0 }],
  ["5.00 off 12.00 and 3.00", just(off(500)), [one("pizza"), one("cola")], { subtotal: 1500, discount: 500, total: 1000 }],
  ["1.00 over three lines of 3.00: 0.34 + 0.33 + 0.33", just(off(100)), [one("cola"), one("cola"), one("cola")], { subtotal: 900, discount: 100, total: 800 }],
  ["5.00 off the drinks of 6.00", just(off(500, "drinks")), [one("pizza"), one("cola", 2)], { subtotal: 1800, discount: 500, total: 1300 }],
  ["5.00 off drinks, none ordered", just(off(500, "drinks")), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["an amount is for the order, not for each: 36.00 - 5.00", just(off(500)), [one("pizza", 3)], { subtotal: 3600, discount: 500, total: 3100 }],
  ["pizza for 9.99", just(setTo(999, "pizza")), [one("pizza")], { subtotal: 1200, discount: 201, total: 999 }],
  ["3 pizzas for 9.99 each", just(setTo(999, "pizza")), [one("pizza", 3)], { subtotal: 3600, discount: 603, total: 2997 }],
  ["burger for 8.00, its cheese is paid", just(setTo(800, "mains")), [one("burger", 1, [choose("cheese")])], { subtotal: 1150, discount: 200, total: 950 }],
  ["a set price never raises one: pasta is 9.00", just(setTo(999, "mains")), [one("pasta")], { subtotal: 900, total: 900 }],
  ["mains for 9.99: 2.01 + 0.01 + nothing", just(setTo(999, "mains")), [one("pizza"), one("burger"), one("pasta")], { subtotal: 3100, discount: 202, total: 2898 }],
  ["a set price of nothing", just(setTo(0, "cake")), [one("cake")], { subtotal: 600, discount: 600, total: 0 }],
  ["a free cake", just(free("cake")), [one("pizza"), one("cake")], { subtotal: 1800, discount: 600, total: 1200 }],
  ["a free cake that is not in the basket", just(free("cake")), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["one of two cakes is free", just(free("cake")), [one("cake", 2)], { subtotal: 1200, discount: 600, total: 600 }],
  ["two of three are free", just(free("cake", 2)), [one("cake", 3)], { subtotal: 1800, discount: 1200, total: 600 }],
  ["the cheapest drink is free", just(free("drinks")), [one("cola"), one("water")], { subtotal: 550, discount: 250, total: 300 }],
  ["what costs nothing is not taken for the free one", just(free("sweets")), [one("gift"), one("cake")], { subtotal: 600, discount: 600, total: 0 }],
  ["three free over 2 x 2.50 and 2 x 3.00: 2.50 + 2.50 + 3.00", just(free("drinks", 3)), [one("cola", 2), one("water", 2)], { subtotal: 1100, discount: 800, total: 300 }],
  ["options of the free burger are paid", just(free("mains")), [one("burger", 1, [choose("bacon")])], { subtotal: 1200, discount: 1000, total: 200 }],
  ["buy 1 get 1: two pizzas", just(buyGet(1, 1, "pizza")), [one("pizza", 2)], { subtotal: 2400, discount: 1200, total: 1200 }],
  ["buy 1 get 1: one pizza", just(buyGet(1, 1, "pizza")), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["buy 1 get 1: three pizzas, one free", just(buyGet(1, 1, "pizza")), [one("pizza", 3)], { subtotal: 3600, discount: 1200, total: 2400 }],
  ["buy 1 get 1: four pizzas, two free", just(buyGet(1, 1, "pizza")), [one("pizza", 4)], { subtotal: 4800, discount: 2400, total: 2400 }],
  ["buy 1 get 1 over two lines", just(buyGet(1, 1, "pizza")), [one("pizza"), one("pizza")], { subtotal: 2400, discount: 1200, total: 1200 }],
  ["buy 2 get 1: six pizzas, two free", just(buyGet(2, 1, "pizza")), [one("pizza", 6)], { subtotal: 7200, discount: 2400, total: 4800 }],
  ["buy 2 get 1 of 12, 10, 9: the 9.00", just(buyGet(2, 1, "mains")), [one("pizza"), one("burger"), one("pasta")], { subtotal: 3100, discount: 900, total: 2200 }],
  ["buy 1 get 1 of 12, 10, 9, 9: both 9.00", just(buyGet(1, 1, "mains")), [one("pasta", 2), one("pizza"), one("burger")], { subtotal: 4000, discount: 1800, total: 2200 }],
  ["buy a main, get the cheaper drink", just(buyGet(1, 1, "drinks", { buyProductSetId: "mains" })), [one("pizza"), one("cola"), one("water")], { subtotal: 1750, discount: 250, total: 1500 }],
  ["two mains, two drinks", just(buyGet(1, 1, "drinks", { buyProductSetId: "mains" })), [one("pizza", 2), one("cola"), one("water")], { subtotal: 2950, discount: 550, total: 2400 }],
  ["two mains, one drink", just(buyGet(1, 1, "drinks", { buyProductSetId: "mains" })), [one("pizza", 2), one("cola")], { subtotal: 2700, discount: 300, total: 2400 }],
  ["the second at half price", just(buyGet(1, 1, "pizza", { percentage: 50 })), [one("pizza", 2)], { subtotal: 2400, discount: 600, total: 1800 }],
  ["the second 33 % off: 0.825", just(buyGet(1, 1, "drinks", { percentage: 33 })), [one("water", 2)], { subtotal: 500, discount: 83, total: 417 }],
  ["what is outside the target is bought first: one cola free", just(buyGet(1, 1, "drinks", { buyProductSetId: "all" })), [one("cola", 2), one("pizza")], { subtotal: 1800, discount: 300, total: 1500 }],
  ["buy 3 get 2, only one there to get", just(buyGet(3, 2, "sweets", { buyProductSetId: "mains" })), [one("pizza", 3), one("cake")], { subtotal: 4200, discount: 600, total: 3600 }],
  ["options of the one that is got are paid: 2 x 11.50 - 10.00", just(buyGet(1, 1, "mains")), [one("burger", 2, [choose("cheese")])], { subtotal: 2300, discount: 1000, total: 1300 }],
  ["from 20.00 on, reached exactly", just(percent(10), { minSubtotal: money(2000) }), [one("burger", 2)], { subtotal: 2000, discount: 200, total: 1800 }],
  ["from 20.00 on, not reached", just(percent(10), { minSubtotal: money(2000) }), [one("burger")], { subtotal: 1000, total: 1000 }],
  ["valid from this moment on", just(percent(10), { validFrom: "2026-01-05T12:00:00Z" }), [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }],
  ["valid until this moment: over", just(percent(10), { validUntil: "2026-01-05T12:00:00Z" }), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["valid from tomorrow", just(percent(10), { validFrom: "2026-01-06T00:00:00Z" }), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["at lunch on Mondays", just(percent(10), { availability: monday }), [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }],
  ["at lunch on Tuesdays", just(percent(10), { availability: tuesday }), [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["the higher priority is alone", [{ discount: percent(10), promotion: { priority: 1 } }, { discount: percent(50), promotion: { priority: 2 } }], [one("pizza")], { subtotal: 1200, discount: 600, total: 600 }],
  ["of equal priority the first", [{ discount: percent(10) }, { discount: percent(50) }], [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }],
  ["one that gives nothing stands in nobody's way", [{ discount: percent(10, "drinks") }, { discount: percent(50) }], [one("pizza")], { subtotal: 1200, discount: 600, total: 600 }],
  ["10 %, then 5.00: 1.20 + 5.00", [{ discount: percent(10), promotion: both }, { discount: off(500), promotion: both }], [one("pizza")], { subtotal: 1200, discount: 620, total: 580 }],
  ["5.00, then 10 % of 7.00", [{ discount: percent(10), promotion: both }, { discount: off(500), promotion: { ...both, priority: 1 } }], [one("pizza")], { subtotal: 1200, discount: 570, total: 630 }],
  ["combinable and not: the first alone", [{ discount: percent(10), promotion: both }, { discount: off(500) }], [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }],
  ["a unit is used once: free, not also for 3.00", [{ discount: free("cake"), promotion: both }, { discount: setTo(300, "sweets"), promotion: both }], [one("cake")], { subtotal: 600, discount: 600, total: 0 }],
  ["one cake free, the other for 3.00", [{ discount: free("cake"), promotion: both }, { discount: setTo(300, "sweets"), promotion: both }], [one("cake", 2)], { subtotal: 1200, discount: 900, total: 300 }],
  ["half of everything, then the cake free: never below nothing", [{ discount: percent(50), promotion: both }, { discount: free("cake"), promotion: both }], [one("cake")], { subtotal: 600, discount: 600, total: 0 }],
  ["tax is on what is paid: 10 % of 10.80", just(percent(10)), [one("pizza")], { subtotal: 1200, discount: 120, tax: 108, total: 1188 }, {}, foodTax10],
  ["tax inside what is paid: 5.50 holds 0.50", just(percent(50)), [one("gross")], { subtotal: 1100, discount: 550, tax_included: 50, total: 550 }, {}, foodTax10],
  ["5.00 spread 4.00 and 1.00: tax on 8.00", just(off(500)), [one("pizza"), one("cola")], { subtotal: 1500, discount: 500, tax: 80, total: 1080 }, {}, foodTax10],
  ["both tax modes in proportion: 5.50 inside, 0.50 on top", just(percent(50)), [one("gross", 1, [choose("net-side")])], { subtotal: 1200, discount: 600, tax: 5, tax_included: 50, total: 605 }, {}, foodTax10],
  ["a free main comes off its own tax mode: 1.00 is left, 0.10 on it", just(free("mains")), [one("gross", 1, [choose("net-side")])], { subtotal: 1200, discount: 1100, tax: 10, total: 110 }, {}, foodTax10],
  ["a flat tax is due on what is free too", just(free("cake")), [one("cake")], { subtotal: 600, discount: 600, tax: 25, total: 25 }, {}, { taxRates: [rate("deposit", { flatAmount: money(25) })] }],
  ["a fee of 10 % is of what is paid: 6.00", just(percent(50)), [one("pizza")], { subtotal: 1200, discount: 600, surcharge: 60, total: 660 }, {}, { fees: [fee("service", { percentage: 10 })] }],
  ["a coupon", [ten], [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }, { coupon_codes: ["TEN"] }],
  ["a coupon in small letters", [ten], [one("pizza")], { subtotal: 1200, discount: 120, total: 1080 }, { coupon_codes: ["ten"] }],
  ["a coupon that is not given", [ten], [one("pizza")], { subtotal: 1200, total: 1200 }],
  ["a coupon and an automatic one, combinable: 1.20 + 5.00", [{ ...ten, promotion: both }, { discount: off(500), promotion: both }], [one("pizza")], { subtotal: 1200, discount: 620, total: 580 }, { coupon_codes: ["TEN"] }],
  ["two coupons, combinable: 1.20 + 10 % of 10.80", [{ ...ten, promotion: both }, { discount: percent(10), promotion: both, codes: ["MORE"] }], [one("pizza")], { subtotal: 1200, discount: 228, total: 972 }, { coupon_codes: ["MORE", "TEN"] }],
  ["in euro: 11.00 + 2.75", [], [one("pizza"), one("cola")], { currency: "EUR", subtotal: 1375, total: 1375 }, { currency: "EUR" }],
  ["in euro: 10 % of 11.00", just(percent(10)), [one("pizza")], { currency: "EUR", subtotal: 1100, discount: 110, total: 990 }, { currency: "EUR" }],
  ["in euro: 5 dollars off do not apply", just(off(500)), [one("pizza")], { currency: "EUR", subtotal: 1100, total: 1100 }, { currency: "EUR" }],
];

for (const [name, offers, items, totals, extra, more] of cases) {
  test(`discounted: ${name} (rules/ordering 8.7 to 8.9)`, () => {
    const result = priced(offering(offers, more), items, extra);
    assert.ok(!isRefusal(result), JSON.stringify(result));
    const zero = { subtotal: 0, discount: 0, tax: 0, tax_included: 0, surcharge: 0, tip: 0, delivery_fee: 0 };
    assert.deepEqual(result.totals, { currency: "USD", ...zero, delivery_tip: 0, total: 0, ...totals });
    const explained = result.breakdown.filter(({ kind }) => kind === "discount");
    assert.equal(
      explained.reduce((sum, { amount }) => sum + amount, 0),
      result.totals.discount,
    );
    assert.equal(
      result.lines.reduce((sum, { discount }) => sum + discount, 0),
      result.totals.discount,
    );
    const reversed = priced(offering(offers, more), items.toReversed(), extra);
    assert.deepEqual(isRefusal(reversed) ? reversed : reversed.totals, result.totals);
  });
}

// oxfmt-ignore
const refused: [name: string, offers: Offer[], items: BasketItem[], codes: string[], messages: string[], extra?: Extra, more?: Json][] = [
  ["no such code", [ten], [one("pizza")], ["ELEVEN"], ["/coupon_codes/0 There is no coupon ELEVEN."]],
  ["before its time", [{ ...ten, promotion: { validFrom: "2026-02-01T00:00:00Z" } }], [one("pizza")], ["TEN"], ["/coupon_codes/0 The coupon TEN cannot be used: it is not valid yet."]],
  ["after its time", [{ ...ten, promotion: { validUntil: "2026-01-01T00:00:00Z" } }], [one("pizza")], ["TEN"], ["/coupon_codes/0 The coupon TEN cannot be used: it has ended."]],
  ["on another day", [{ ...ten, promotion: { availability: tuesday } }], [one("pizza")], ["TEN"], ["/coupon_codes/0 The coupon TEN cannot be used: it does not hold at this time."]],
  ["too small a basket", [{ ...ten, promotion: { minSubtotal: money(2000) } }], [one("pizza")], ["TEN"], ["/coupon_codes/0 The coupon TEN cannot be used: it needs goods for 20.00 USD and the basket has 12.00 USD."]],
  ["nothing to discount", [{ discount: percent(10, "drinks"), codes: ["TEN"] }], [one("pizza")], ["TEN"], ["/coupon_codes/0 The coupon TEN cannot be used: nothing in the basket is discounted by it."]],
  ["beside one that is alone", [{ discount: off(500), promotion: { priority: 1 } }, ten], [one("pizza")], ["TEN"], ["/coupon_codes/0 The coupon TEN cannot be used: it cannot be combined with promotion 1."]],
  ["twice", [ten], [one("pizza")], ["TEN", "ten"], ["/coupon_codes/1 The coupon TEN cannot be used: its promotion has been given already."]],
  ["two codes of one promotion", [ten], [one("pizza")], ["TEN", "TENTH"], ["/coupon_codes/1 The coupon TENTH cannot be used: its promotion has been given already."]],
  ["every reason at once", [ten], [one("nothing")], ["ELEVEN"], ["/items/0/menu_entity_id The menu has no variation nothing.", "/coupon_codes/0 There is no coupon ELEVEN."]],
  ["dollars off in euro", [{ discount: off(100), codes: ["ONE"] }], [one("pizza")], ["ONE"], ["/coupon_codes/0 The coupon ONE cannot be used: it has no amount in EUR."], { currency: "EUR" }],
  ["no price in euro", [], [one("pasta")], [], ["/items/0 pasta has no price in EUR."], { currency: "EUR" }],
  ["a fixed fee and a flat tax have no euro", [], [one("pizza")], [], ["/currency deposit has no amount in EUR.", "/currency bag has no amount in EUR."], { currency: "EUR" }, { taxRates: [rate("deposit", { flatAmount: money(25) })], fees: [fee("bag", { amount: money(10) })] }],
];

for (const [name, offers, items, codes, messages, extra, more] of refused) {
  test(`refused: ${name} (rules/ordering 9.1)`, () => {
    const result = priced(offering(offers, more), items, { ...extra, coupon_codes: codes });
    assert.deepEqual(
      isRefusal(result) ? result.reasons.map(({ path, message }) => `${path} ${message}`) : result,
      messages,
    );
  });
}

test("the breakdown names promotion, line and code, and the coupons that were used are told", () => {
  const result = priced(offering([{ ...ten, coupon: { maxRedemptions: 5 } }]), [one("pizza"), one("cola", 2)], {
    coupon_codes: ["ten"],
  });
  assert.ok(!isRefusal(result), JSON.stringify(result));
  const rows = result.breakdown.filter(({ kind }) => kind === "discount");
  assert.deepEqual(rows, [
    { kind: "discount", path: "/items/0", menu_entity_id: "p1", label: "promotion 1 (TEN)", amount: 120 },
    { kind: "discount", path: "/items/1", menu_entity_id: "p1", label: "promotion 1 (TEN)", amount: 60 },
  ]);
  assert.deepEqual(result.coupons, [
    { externalId: "c-TEN", code: "TEN", maxRedemptions: 5, maxPerCustomer: null, path: "/coupon_codes/0" },
  ]);
});

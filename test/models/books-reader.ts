/** Reads the books of a restaurant in every way that there is, and compares what they say. */
import assert from "node:assert/strict";
import { daySpan } from "../../src/kernel/day-span.ts";
import { localDate } from "../../src/kernel/wall-time.ts";
import { checkLetters } from "./books-letters.ts";
import { checkLine, isRate, linesOf, minor, pick, sumBy, type Line, type Sums } from "./books-lines.ts";
import { newOrderToken } from "./order-tokens.ts";
import { formatMoney } from "../../src/pages/page-formats.ts";
import { formBrowser, type FormBrowser } from "../harness/form-browser.ts";
import type { OrderingLocation } from "../harness/ordering.ts";
import type { TestPerson } from "../harness/people.ts";
import type { CallAnswer, TestService } from "../harness/service.ts";

const names = ["orders", "sales", "refunds", "payments"] as const;
type Name = (typeof names)[number];
const amounts: Readonly<Record<Name, readonly string[]>> = {
  orders: ["total"],
  sales: ["total", "net", "taxes", "tips", "online", "in_store"],
  refunds: ["amount"],
  payments: ["charged", "returned"],
};

export class BooksReader {
  readonly #service: TestService;
  readonly #person: TestPerson;
  readonly #shop: OrderingLocation;
  readonly #timeZone: string;
  readonly #first: string;
  readonly #pages: FormBrowser;

  constructor(
    service: TestService,
    person: TestPerson,
    shop: OrderingLocation,
    { timeZone, first }: { readonly timeZone: string; readonly first: string },
  ) {
    this.#service = service;
    this.#person = person;
    this.#shop = shop;
    this.#timeZone = timeZone;
    this.#first = first;
    this.#pages = formBrowser(service, person);
  }

  /** What the books say of the days until one that is over: amounts of every report, and both files. */
  async closed(until: string): Promise<unknown> {
    const reports = await Promise.all(names.map((name) => this.#byDay(name, this.#first, until)));
    const files = await Promise.all([this.#file("reports/order-sales", until), this.#file("money/csv", until)]);
    return { reports, files };
  }

  /** Order, payment, both ledgers, the receipt and the letters of each order say the same. */
  async checkOrders(ids: readonly string[], placedAt: ReadonlyMap<string, number>): Promise<void> {
    for (const id of ids) {
      const { status, totals, payment, payment_status } = (await this.#shop.call("GET", `/v1/orders/${id}`)).body;
      const isSold = ["ACCEPTED", "AUTO_ACCEPTED", "READY", "IN_DELIVERY", "FULFILLED"].includes(status);
      const { subtotal, discount, tax, surcharge, tip, delivery_fee: fee, delivery_tip: extra } = totals;
      assert.equal(totals.total, subtotal - discount + tax + surcharge + tip + fee + extra, id);
      const moved = await this.#service.database.read.rows<{ kind: string; amount: number; purpose: string | null }>(
        `SELECT m.kind, m.amount, r.purpose FROM payments_ledger m JOIN payments p ON p.id = m.payment_id
          LEFT JOIN refunds r ON r.id = m.refund_id WHERE p.order_id = $1`,
        [id],
      );
      const sum = (...kinds: readonly string[]): number =>
        moved.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0);
      const isOnline = payment_status !== "pay_in_store";
      const worth = isSold ? totals.total : 0;
      const keeps = isOnline && (isSold || status === "PENDING") && payment_status === "paid" ? totals.total : 0;
      assert.equal(sum("charge") - sum("refund_requested", "adjustment"), keeps, `${id}: what the ledger keeps`);
      const back = sum("refund_settled") - sum("refund_failed");
      const surplus = moved.filter((one) => one.purpose === "surplus" && one.kind === "refund_settled");
      assert.equal(back - surplus.reduce((all, { amount }) => all + amount, 0), payment.refunded, `${id}: paid back`);
      const sales = await this.#service.database.read.rows<{ total: number; discount: number; in_store: boolean }>(
        "SELECT total, discount, is_in_store AS in_store FROM sales_ledger WHERE order_id = $1",
        [id],
      );
      assert.equal(
        sales.reduce((all, { total }) => all + total, 0),
        worth,
        `${id}: ${status}`,
      );
      const takenOff = sales.reduce((all, one) => all + one.discount, 0);
      assert.equal(takenOff, isSold ? discount : 0, `${id}: discounts and coupons`);
      const paid = sum("charge") - surplus.reduce((all, { amount }) => all + amount, 0);
      const letters = {
        placed: placedAt.get(id) ?? assert.fail(),
        total: totals.total,
        refunded: payment.refunded,
        paid,
      };
      await checkLetters(this.#service.database, id, { ...letters, currency: totals.currency });
      assert.ok(sales.every(({ in_store: inStore }) => inStore !== isOnline));
      if (isSold) await this.#checkReceipt(id, totals, payment.refunded);
    }
  }

  async #checkReceipt(id: string, totals: CallAnswer["body"], refunded: number): Promise<void> {
    const token = await newOrderToken(this.#service.database, id);
    const receipt = await this.#pages.send(`/order/${token}/receipt`);
    assert.equal(receipt.status, 200);
    const { body } = await this.#service.call("GET", `/store/v1/orders/${token}`);
    assert.deepEqual([body.totals, body.refunded], [totals, refunded], `${id}: the store's order`);
    const { tip, delivery_tip: extra, discount } = totals;
    const said = [totals.total, tip + extra, -discount, -refunded].filter((amount) => amount !== 0);
    for (const amount of said) {
      const shown = formatMoney(amount, totals.currency, "en-US").replaceAll("&", "&amp;");
      assert.ok(receipt.text.includes(shown), `${id}: the receipt says ${shown}`);
    }
  }

  /** All reports, files and pages until a day say the same as the ledgers; answers what they say. */
  async checkReports(last: string): Promise<unknown> {
    const first = this.#first;
    const movements = await this.#movements();
    const sales = await this.#file("reports/order-sales", last);
    const money = await this.#file("money/csv", last);
    const found = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await this.#byDay(name, first, last)] as const)),
    );
    const sumOf = (lines: readonly Line[], name: string, column: string): Sums => sumBy(lines, name, column);
    for (const column of ["total", "net", "taxes", "tips"])
      assert.deepEqual(pick(found["sales"], column), sumOf(sales, "day", column), `sales by day: ${column}`);
    assert.deepEqual(pick(found["orders"], "total"), pick(found["sales"], "total"), "orders and sales");
    for (const line of sales) checkLine(line);
    await this.#checkRates(sales, last);
    const ofKinds = (...kinds: readonly string[]): readonly Line[] =>
      money.filter(({ kind = "" }) => kinds.includes(kind));
    assert.deepEqual(pick(found["payments"], "charged"), sumOf(ofKinds("charge"), "day", "amount"));
    const back = ofKinds("refund_settled", "refund_failed").map((line) =>
      line["kind"] === "refund_failed" ? { ...line, amount: `-${line["amount"]}` } : line,
    );
    assert.deepEqual(pick(found["payments"], "returned"), sumOf(back, "day", "amount"));
    const owed = ofKinds("refund_requested", "adjustment");
    assert.deepEqual(pick(found["refunds"], "amount"), sumOf(owed, "day", "amount"));
    assert.deepEqual(
      money.map(({ id }) => id).toSorted(),
      movements.map(({ id }) => id).toSorted(),
      "the file of money and the list of the ledger",
    );
    for (const { id, at, amount, currency } of movements) {
      const line = money.find((one) => one["id"] === id);
      assert.deepEqual([line?.["day"], minor(line, "amount")], [localDate(this.#timeZone, Date.parse(at)), amount]);
      assert.equal(line?.["currency"], currency);
    }
    await this.#checkAtRates(sales, found["sales"], last);
    await this.#checkDays(last);
    // An archived order has no number in the file of money.
    return { found, sales, money: money.map((line) => ({ ...line, order: undefined })) };
  }

  /** The page of sales has the sum of each rate, for each currency. */
  async #checkRates(sales: readonly Line[], last: string): Promise<void> {
    const span = `report=sales&from=${this.#first}&to=${last}`;
    const page = await this.#pages.send(`/console/${this.#shop.locationId}/reports?${span}`);
    for (const rate of Object.keys(sales[0] ?? {}).filter(isRate))
      for (const [key, sum] of Object.entries(sumBy(sales, "", rate))) {
        const text = formatMoney(sum, key.trim(), "en-US");
        assert.ok(page.text.includes(`<dd>${text}</dd>`), `the page says ${text} of ${rate}`);
      }
  }

  /** The file of what was sold at each rate has the net and the taxes of the report, and the columns of the sales. */
  async #checkAtRates(sales: readonly Line[], report: Sums | undefined, last: string): Promise<void> {
    const lines = await this.#file("reports/rates", last);
    assert.deepEqual(sumBy(lines, "day", "net"), pick(report, "net"));
    assert.deepEqual(sumBy(lines, "day", "tax"), pick(report, "taxes"));
    for (const line of lines) {
      assert.equal(minor(line, "gross"), minor(line, "net") + minor(line, "tax"));
      assert.notEqual(line["rate"], "not known");
    }
    for (const [key, net] of Object.entries(sumBy(lines, "rate", "net"))) {
      const [rate, currency] = [key.slice(0, key.lastIndexOf(" ")), key.slice(key.lastIndexOf(" "))];
      assert.equal(sumBy(sales, "", `net: ${rate}`)[currency], net, key);
    }
  }

  /** Days one by one are the rows of all days, and pages and files of a report have its rows. */
  async #checkDays(last: string): Promise<void> {
    for (const name of names) {
      const { body } = await this.#report(name, this.#first, last);
      const busy = body.rows.filter(({ values }: { readonly values: readonly number[] }) => values.some(Boolean));
      for (const { day } of busy.slice(0, 3)) {
        const alone = (await this.#report(name, day, day)).body;
        const wanted = busy.filter((row: { readonly day: string }) => row.day === day);
        const own = alone.rows.filter(({ values }: { readonly values: readonly number[] }) => values.some(Boolean));
        assert.deepEqual(own, wanted, `${name} of ${day}`);
      }
      const span = `from=${this.#first}&to=${last}`;
      const csv = `/console/v1/locations/${this.#shop.locationId}/reports/${name}/csv?${span}`;
      const file = (await this.#service.call("GET", csv, { key: this.#person.token })).text;
      const page = await this.#pages.send(`/console/${this.#shop.locationId}/reports/csv?report=${name}&${span}`);
      assert.equal(page.text, file, `${name}: file of the call and of the page`);
      const columns: readonly { readonly name: string; readonly kind: string }[] = body.columns;
      for (const [index, line] of linesOf(file).entries()) {
        const { day, currency, values } = body.rows[index];
        assert.deepEqual([line["day"], line["currency"]], [day, currency ?? ""]);
        for (const [place, { name: column, kind }] of columns.entries())
          assert.equal(
            kind === "money" ? minor(line, column) : Number(line[column]),
            values[place],
            `${name} ${column}`,
          );
      }
      const shown = await this.#pages.send(`/console/${this.#shop.locationId}/reports?report=${name}&${span}`);
      for (const { currency, values } of body.totals)
        for (const [place, { kind }] of columns.entries()) {
          if (kind !== "money" || currency === null) continue;
          const text = formatMoney(values[place], currency, "en-US");
          assert.ok(shown.text.includes(text), `the page of ${name} says ${text}`);
        }
    }
  }

  #report(name: Name, from: string, to: string): Promise<CallAnswer> {
    const base = `/console/v1/locations/${this.#shop.locationId}/reports/${name}`;
    return this.#service.call("GET", `${base}?from=${from}&to=${to}`, { key: this.#person.token });
  }

  /** The amounts of a report by day, currency and column; and the total is the sum of the rows. */
  async #byDay(name: Name, from: string, to: string): Promise<Sums> {
    const { status, text, body } = await this.#report(name, from, to);
    assert.equal(status, 200, text);
    const sums: Record<string, number> = {};
    const columns: readonly { readonly name: string }[] = body.columns;
    for (const column of amounts[name]) {
      const place = columns.findIndex((one) => one.name === column);
      for (const { currency, values } of body.totals) {
        const own = body.rows.filter((row: { readonly currency: string }) => row.currency === currency);
        const all = own.reduce((sum: number, row: { values: number[] }) => sum + (row.values[place] ?? 0), 0);
        assert.equal(all, values[place], `${name} ${column}: total`);
      }
      for (const { day, currency, values } of body.rows)
        if (values[place] !== 0) sums[`${day} ${currency} ${column}`] = values[place];
    }
    assert.equal(new Set(body.rows.map(({ day }: { day: string }) => day)).size, daySpan("UTC", from, to).days.length);
    return sums;
  }

  async #file(which: string, to: string): Promise<readonly Line[]> {
    const file = await this.#pages.send(`/console/${this.#shop.locationId}/${which}?from=${this.#first}&to=${to}`);
    assert.equal(file.status, 200);
    return linesOf(file.text);
  }

  async #movements(): Promise<readonly { id: string; at: string; amount: number; currency: string }[]> {
    const path = `/console/v1/locations/${this.#shop.locationId}/payments_ledger?limit=1000`;
    const { body } = await this.#service.call("GET", path, { key: this.#person.token });
    assert.equal(body.has_more, false);
    return body.data;
  }
}

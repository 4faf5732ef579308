/**
 * Random days of a restaurant for tests of its books: orders of every kind, what becomes of them, and waits that end beside
 * midnight, the end of a month and a change of the clocks. Each act is a call over HTTP; one that the service refuses is left.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { dateAfter } from "../../src/kernel/day-span.ts";
import { instantOf, localDate, wallTime } from "../../src/kernel/wall-time.ts";
import { offsetAt } from "../../src/kernel/zone-offsets.ts";
import type { OrderingLocation } from "../harness/ordering.ts";
import type { TestService } from "../harness/service.ts";

const currencies = ["EUR", "JPY", "KWD"] as const;
export type Currency = (typeof currencies)[number];

const waits = ["minutes", "hours", "day", "midnight", "month", "clocks"] as const;
const acts = ["accept", "deny", "ready", "complete", "cancel", "customer_cancel", "remove", "give_up", "pay"] as const;
const cards = ["4242424242424242", "4000000000000002", "4000000000003220", "4000000000005126"] as const;

export type BooksStep =
  | {
      readonly do: "order";
      readonly payment: "paid" | "unpaid" | "pay_in_store";
      readonly isDelivery: boolean;
      readonly isScheduled: boolean;
      readonly tip: number;
      readonly hasCoupon: boolean;
      /** How far it goes at once. */
      readonly further: readonly (typeof acts)[number][];
    }
  | { readonly do: "act"; readonly what: (typeof acts)[number]; readonly which: number; readonly card: string }
  | { readonly do: "wait"; readonly until: (typeof waits)[number] }
  | { readonly do: "menu"; readonly seed: number; readonly currency: Currency };

const kept = ["accept", "ready", "complete"] as const;
const orderStep = fc.record({
  do: fc.constant("order" as const),
  payment: fc.constantFrom(
    "paid" as const,
    "paid" as const,
    "paid" as const,
    "unpaid" as const,
    "pay_in_store" as const,
  ),
  isDelivery: fc.boolean(),
  isScheduled: fc.boolean(),
  tip: fc.constantFrom(0, 1, 250),
  hasCoupon: fc.boolean(),
  further: fc.constantFrom([], ["accept"] as const, ["accept", "remove"] as const, ["accept", "ready"] as const, kept),
});
const actStep = fc.record({
  do: fc.constant("act" as const),
  what: fc.constantFrom(...acts),
  which: fc.nat(50),
  card: fc.constantFrom(...cards),
});
const waitStep = fc.record({ do: fc.constant("wait" as const), until: fc.constantFrom(...waits) });
const menuStep = fc.record({
  do: fc.constant("menu" as const),
  seed: fc.nat(1_000),
  currency: fc.constantFrom(...currencies),
});

/** Steps of some days: mostly orders and acts, with waits between them. */
export function drawnSteps(length: number): fc.Arbitrary<readonly BooksStep[]> {
  const step: fc.Arbitrary<BooksStep> = fc.oneof(
    { weight: 8, arbitrary: orderStep },
    { weight: 8, arbitrary: actStep },
    { weight: 4, arbitrary: waitStep },
    { weight: 1, arbitrary: menuStep },
  );
  return fc.array(step, { minLength: length, maxLength: length });
}

/** The code of the coupon that every menu of the days has. */
export const couponCode = "MEMBER";

/** What the days need beside the restaurant. */
interface BooksPlace {
  readonly timeZone: string;
  /** Draws a menu in a currency. */
  readonly menuOf: (seed: number, currency: Currency) => unknown;
}

/** A restaurant that lives through the steps. */
export class BooksDays {
  readonly orders: string[] = [];
  /** What each order cost when it was placed. */
  readonly placedAt = new Map<string, number>();
  readonly #service: TestService;
  readonly #shop: OrderingLocation;
  readonly #timeZone: string;
  readonly #menuOf: BooksPlace["menuOf"];
  #ahead = 0;

  constructor(service: TestService, shop: OrderingLocation, { timeZone, menuOf }: BooksPlace) {
    this.#menuOf = menuOf;
    this.#service = service;
    this.#shop = shop;
    this.#timeZone = timeZone;
  }

  /** By the clock of the restaurant. */
  get now(): number {
    return this.#service.database.clock.now() + this.#ahead * 1_000;
  }

  get today(): string {
    return localDate(this.#timeZone, this.now);
  }

  /** Does one step. Money moves in real time; here real time is the restaurant's clock, as it is in live. */
  async take(step: BooksStep): Promise<void> {
    if (step.do === "order") await this.#order(step);
    else if (step.do === "act") await this.#act(this.orders[this.orders.length - 1 - step.which], step.what, step.card);
    else if (step.do === "wait") await this.wait(secondsUntil(step.until, this.#timeZone, this.now));
    else {
      const body = this.#menuOf(step.seed, step.currency);
      await this.#call(`/v1/locations/${this.#shop.locationId}/menu`, body);
    }
    await this.#service.runDue();
    await this.#moveMoney();
  }

  /** Moves the clock, but not so far that the days do not fit into one report. */
  async wait(seconds: number): Promise<void> {
    if (this.#ahead + seconds > 330 * 86_400) return;
    const body = { advance_seconds: seconds };
    const moved = await this.#call(`/v1/sandbox/locations/${this.#shop.locationId}/clock`, body);
    assert.equal(moved.status, 200, moved.text);
    this.#ahead += seconds;
    await this.#moveMoney();
  }

  async #order({
    payment,
    isDelivery,
    isScheduled,
    tip,
    hasCoupon,
    further,
  }: BooksStep & { do: "order" }): Promise<void> {
    const body = {
      location_id: this.#shop.locationId,
      payment: isDelivery && payment === "pay_in_store" ? "paid" : payment,
      fulfillment_type: isDelivery ? "delivery" : "pickup",
      tip,
      // An address of its own: the letters of an order are read by it.
      customer: { name: "Ada", phone: "+33655550123", email: `diner-${this.orders.length}@example.org` },
      ...(isScheduled ? { scheduled_for: Math.floor(this.now / 1_000) + 7_200 } : {}),
    };
    const withCoupon = { ...body, coupon_codes: [couponCode] };
    const first = await this.#call("/v1/sandbox/orders", hasCoupon ? withCoupon : body);
    // A coupon that takes nothing off is refused.
    const placed = first.status === 422 && hasCoupon ? await this.#call("/v1/sandbox/orders", body) : first;
    if (placed.status !== 201) return;
    this.orders.push(placed.body.id);
    this.placedAt.set(placed.body.id, placed.body.totals.total);
    for (const what of further) await this.#act(placed.body.id, what, cards[0]);
  }

  async #act(id: string | undefined, what: (typeof acts)[number], card: string): Promise<void> {
    if (id === undefined) return;
    const bodies: Partial<Record<typeof what, unknown>> = {
      accept: {},
      deny: { reason: "CAPACITY" },
      cancel: { reason: "OTHER" },
    };
    if (what === "pay") await this.#call(`/v1/sandbox/orders/${id}/pay`, { card_number: card });
    else if (what === "customer_cancel") await this.#call(`/v1/sandbox/orders/${id}/customer_cancel`);
    else if (what === "remove" || what === "give_up") await this.#remove(id, what === "remove" ? "remove" : "cancel");
    else await this.#call(`/v1/orders/${id}/${what}`, bodies[what]);
  }

  /** One of the last line is missing. */
  async #remove(id: string, choice: string): Promise<void> {
    const { line_items: lines } = (await this.#shop.call("GET", `/v1/orders/${id}`)).body;
    const report = { line_items: [{ id: lines.at(-1).id, quantity: 1 }] };
    const offered = await this.#call(`/v1/orders/${id}/unavailable_items`, report);
    if (offered.status === 200) await this.#call(`/v1/sandbox/orders/${id}/changes/${offered.body.id}`, { choice });
  }

  async #call(path: string, body?: unknown) {
    const answer = await this.#shop.call("POST", path, body);
    assert.ok(answer.status < 500 && answer.status !== 400, answer.text);
    return answer;
  }

  #moveMoney(): Promise<unknown> {
    return this.#service.database.transaction((tx) =>
      tx.rows(
        `UPDATE payments_ledger SET at = at + $2 * interval '1 second'
          WHERE location_id = $1 AND at <= clock_timestamp()`,
        [this.#shop.locationId, this.#ahead],
      ),
    );
  }
}

/** A minute or two before what is waited for, so that acts come on both sides. */
function secondsUntil(until: (typeof waits)[number], timeZone: string, now: number): number {
  const today = localDate(timeZone, now);
  const before = (date: string): number =>
    Math.max(1, Math.floor((instantOf(timeZone, wallTime(date), "earlier") - now) / 1_000) - 60);
  switch (until) {
    case "minutes":
      return 120;
    case "hours":
      return 7 * 3_600;
    case "day":
      return 86_400;
    case "midnight":
      return before(dateAfter(today, 1));
    case "month":
      return before(dateAfter(`${today.slice(0, 7)}-01`, 32).slice(0, 8) + "01");
    case "clocks": {
      const hour = 3_600_000;
      let at = now;
      while (offsetAt(timeZone, at + 2 * hour) === offsetAt(timeZone, at) && at < now + 300 * 24 * hour) at += hour;
      return at >= now + 300 * 24 * hour ? 60 : Math.max(60, Math.floor((at - now) / 1_000));
    }
  }
}

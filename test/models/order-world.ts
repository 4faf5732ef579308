/**
 * All orders of a service under test as the model sees them, beside the service itself: clocks of locations, the expected
 * orders, and the comparison. Timers are kept away from real time: a location with a timer due within a few seconds is
 * first moved past it, so that the model never depends on the speed of the machine.
 */
import assert from "node:assert/strict";
import type { CallAnswer } from "../harness/service.ts";
import type { OrderPartner } from "../harness/order-calls.ts";
import { nextDue, runDue, type ModelOrder, type Rules } from "./order-model.ts";

export interface ModelLocation {
  readonly id: string;
  readonly partner: OrderPartner;
  readonly rules: Rules;
  offsetMs: number;
}

export interface ModelledOrder {
  readonly id: string;
  readonly location: ModelLocation;
  readonly validationId: string | null;
  model: ModelOrder;
}

/** Nothing may be due this near to the present while a call is judged. */
const marginMs = 3_000;

export class OrderWorld {
  readonly locations: ModelLocation[] = [];
  readonly orders: ModelledOrder[] = [];

  now(location: ModelLocation): number {
    return Date.now() + location.offsetMs;
  }

  /** Moves every location past what is due about now. */
  async settle(): Promise<void> {
    const near = this.locations.filter((location) => this.#nearest(location) > 0);
    for (const location of near) {
      for (let ahead = this.#nearest(location) || 1; ahead > 0; ahead = this.#nearest(location)) {
        await this.advance(location, ahead + 2 + marginMs / 1000);
      }
    }
  }

  /** Moves a location's clock, in the service and in the model. */
  async advance(location: ModelLocation, seconds: number): Promise<void> {
    const began = this.now(location);
    await location.partner.advance(location.id, seconds);
    this.#simulate(location, began, seconds);
  }

  #simulate(location: ModelLocation, began: number, seconds: number): void {
    let now = began;
    let remaining = seconds;
    let stoppedAt = NaN;
    for (;;) {
      const next = Math.min(Infinity, ...this.#of(location).map(({ model }) => nextDue(model)));
      const step = Math.max(0, Math.ceil((next - now) / 1000));
      if (step > remaining || (step === 0 && next === stoppedAt)) break;
      stoppedAt = next;
      now += step * 1000;
      remaining -= step;
      this.#runDue(location, now);
    }
    location.offsetMs += seconds * 1000;
    this.#runDue(location, now + remaining * 1000);
  }

  /** The sweeps run for every location, each by its own clock. */
  #runDue(moved: ModelLocation, now: number): void {
    for (const order of this.orders) {
      order.model = runDue(order.model, order.location === moved ? now : this.now(order.location));
    }
  }

  #of(location: ModelLocation): ModelledOrder[] {
    return this.orders.filter((order) => order.location === location);
  }

  /** Whole seconds until the last thing that is due about now, at least 1; 0 when nothing is. */
  #nearest(location: ModelLocation): number {
    const now = this.now(location);
    let ahead = 0;
    for (const { model } of this.#of(location)) {
      const timed = [model.timer?.at, model.settlesAt].filter((at) => at !== undefined && at !== null);
      const due = timed.filter((at) => at <= now + marginMs);
      const { refund } = model;
      if (refund?.postponed === true && Math.abs(refund.dueAt - now) < marginMs) due.push(refund.dueAt);
      for (const at of due) ahead = Math.max(ahead, Math.ceil((at - now) / 1000), 1);
    }
    return ahead;
  }

  /** Compares every order with the database, after the clock has moved. */
  async compareAll(): Promise<void> {
    const [first] = this.locations;
    if (first === undefined) return;
    const rows = await first.partner.service.database.read.rows<{
      readonly id: string;
      readonly seen: unknown;
      readonly timer_at: number | null;
    }>(
      `SELECT id, jsonb_build_array(status, payment_status, sequence, event_sequence, timer_kind) AS seen, timer_at FROM orders`,
    );
    const stored = new Map(rows.map((row) => [row.id, row]));
    assert.equal(stored.size, this.orders.length);
    for (const order of this.orders) {
      const { model, id } = order;
      const row = stored.get(id);
      const wanted = [model.status, model.payment, model.sequence, model.events, model.timer?.kind ?? null];
      assert.deepEqual(row?.seen, wanted, `${id} after a move of the clock`);
      if (model.timer === null || row === undefined || row.timer_at === null) continue;
      assert.ok(Math.abs(row.timer_at - model.timer.at) < marginMs, `${id} has its timer at another time`);
      order.model = { ...model, timer: { ...model.timer, at: row.timer_at } };
    }
  }
}

/** What a partner sees of an order, as far as the model says it. */
export function seenOf(order: CallAnswer["body"]): unknown {
  return [order.status, order.payment_status, order.sequence, order.payment.payment_link_url !== null];
}

/** The same of the model. */
export function expectedOf(model: ModelOrder): unknown {
  const payable = model.open && model.status === "PENDING" && model.validation !== "pending";
  return [model.status, model.payment, model.sequence, payable];
}

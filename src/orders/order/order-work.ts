/**
 * One unit of work on an order: the changes of a locked (or new) order and their events, gathered in memory and written
 * together. Pure but for its own state; `save-order.command.ts` writes it.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { SubscribableEventType } from "../../webhooks/subscriptions/event-types.ts";
import type { BreakdownRow } from "../../pricing/priced-basket.ts";
import { decisionWindowMs, payUntil, timerFor, whatItWaitsFor, type OrderPace } from "./hand-over.ts";
import { endOffered } from "./item-change.ts";
import type { ActedBy, Order } from "./order.ts";
import type { OrderChange } from "./order-changes.sql.ts";
import { isTerminal, type Actor } from "./order-status.ts";

export interface OrderEvent {
  readonly type: SubscribableEventType;
  /** The last part of the event's idempotency key. */
  readonly what: string;
  readonly sequence: number;
  /** Who made the change that the event tells of. */
  readonly actor: Actor;
  /** The order as of the event. */
  readonly order: Order;
  /** The names of the fields that differ from what was told before, as the order's resource has them. */
  readonly changed: readonly string[];
}

/** What can change of an order. */
export type OrderPatch = Partial<
  Pick<
    Order,
    | "status"
    | "payment_status"
    | "external_id"
    | "estimated_ready_at"
    | "handed_over_at"
    | "decision_deadline"
    | "denial"
    | "cancellation"
    | "validation"
    | "line_items"
    | "totals"
    | "item_changes"
    | "refunded"
    | "receiver"
  >
>;

/** When the work is done: by the clock of the location, and in real time, for which the drain was entered. */
export interface WorkTimes {
  readonly now: Instant;
  readonly writtenAt: Instant;
}

export class OrderWork {
  readonly changes: OrderChange[] = [];
  readonly events: OrderEvent[] = [];
  readonly now: Instant;
  /** Why the amounts are what they are, when they were computed anew. */
  breakdown: readonly BreakdownRow[] | null = null;
  /** Who makes the changes from now on, where a person, a device or an app does. */
  actedBy: ActedBy | null = null;
  readonly #writtenAt: Instant;
  readonly #before: Order;
  /** As of the event before. */
  #told: Order;
  #order: Order;

  constructor(order: Order, { now, writtenAt }: WorkTimes) {
    this.#before = order;
    this.#told = order;
    this.#order = order;
    // A clock that was read a moment earlier on another connection never makes time run backwards for an order.
    this.now = Math.max(now, order.updated_at);
    this.#writtenAt = writtenAt;
  }

  /** The order as it was. */
  get before(): Order {
    return this.#before;
  }

  get order(): Order {
    return this.#order;
  }

  /** Whether there is anything to write. */
  get isChanged(): boolean {
    return this.changes.length > 0 || this.events.length > 0;
  }

  /** Whether what was ordered, or what is offered about it, differs from what is stored. */
  get hasNewContents(): boolean {
    return this.breakdown !== null || this.#order.item_changes !== this.#before.item_changes;
  }

  /** Makes one change: the order's sequence grows by one and its history gets a row. */
  change(what: string, actor: Actor, patch: OrderPatch): void {
    const before = this.#order;
    const status = patch.status ?? before.status;
    const item_changes = patch.item_changes ?? before.item_changes;
    this.#order = {
      ...before,
      ...patch,
      // Whoever ends an order ends what the diner was still asked about it.
      item_changes: isTerminal(status) ? endOffered(item_changes, "cancelled", actor, this.now) : item_changes,
      sequence: before.sequence + 1,
      updated_at: this.now,
      written_at: this.#writtenAt,
      updated_by: actor,
      acted_by: actor === "partner" || actor === "store" ? this.actedBy : null,
      passed: status === before.status ? before.passed : [...before.passed, status],
    };
    this.#record(what, actor);
  }

  /** Records that the order was placed: its first change, which is already in it. */
  placed(): void {
    this.#record("placed", "diner");
  }

  /** Tells of the order as it is now; keys with `perChange` carry the sequence, so that each change has its own. */
  tell(type: SubscribableEventType, what: string, perChange = false): void {
    const sequence = this.#order.event_sequence + 1;
    this.#order = { ...this.#order, event_sequence: sequence };
    this.events.push({
      type,
      what: perChange ? `${what}:${this.#order.sequence}` : what,
      sequence,
      // Without a change the service tells once more of what it did.
      actor: this.changes.at(-1)?.actor ?? "service",
      order: this.#order,
      changed: changedFields(this.#told, this.#order),
    });
    this.#told = this.#order;
  }

  /**
   * Hands a pending order over when nothing stands before it, and sets the timer for what it waits for then. The first
   * time that it waits for its payment is when its link can be paid.
   */
  proceed({ leadMinutes, paymentMinutes, connectedApp }: OrderPace): void {
    let waiting = whatItWaitsFor(this.#order, leadMinutes, this.now);
    if (waiting.for === "payment" && waiting.until === null) {
      waiting = { for: "payment", until: payUntil(this.#order, { paymentMinutes }, this.now) };
      this.#order = { ...this.#order, payment_deadline: waiting.until };
    }
    if (waiting.for === "hand_over") {
      this.change("handed_over", "service", {
        handed_over_at: this.now,
        decision_deadline: this.now + decisionWindowMs,
        receiver: connectedApp === null ? "staff" : "app",
      });
      this.tell("order.notification", "notification");
      waiting = whatItWaitsFor(this.#order, leadMinutes, this.now);
    }
    const timer = timerFor(waiting);
    this.#order = { ...this.#order, timer_kind: timer?.kind ?? null, timer_at: timer?.dueAt ?? null };
  }

  #record(what: string, actor: Actor): void {
    const { sequence, status, payment_status, acted_by } = this.#order;
    this.changes.push({
      sequence,
      at: this.now,
      what,
      actor,
      ...(acted_by === null ? {} : { acted_by }),
      status,
      payment_status,
    });
  }
}

/** The fields of an order's resource that an app may want to read again, by what they are made of. */
const toldFields = {
  status: "status",
  payment_status: "payment_status",
  line_items: "line_items",
  totals: "totals",
  external_id: "external_id",
  estimated_ready_at: "estimated_ready_at",
  decision_deadline: "decision_deadline",
  denial: "denial",
  cancellation: "cancellation",
  refunded: "payment",
  receiver: "receiver",
  item_changes: "changes",
} as const satisfies Partial<Record<keyof Order, string>>;

function changedFields(before: Order, after: Order): readonly string[] {
  const names = Object.keys(toldFields) as (keyof typeof toldFields)[];
  return names.filter((name) => before[name] !== after[name]).map((name) => toldFields[name]);
}

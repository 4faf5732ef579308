/** The restaurant's decision on an order: accept it and cook it, or deny it. */
import { isMapleError, type Maple, type Order } from "@maple-partners/sdk";
import type { Larder } from "./larder.ts";

export interface KitchenOptions {
  readonly maple: Maple;
  readonly larder: Larder;
  readonly log: (line: string) => void;
  readonly readyMs: number;
  readonly completeMs: number;
  /** Why every order is turned down; undefined while orders are taken. */
  readonly deny: () => string | undefined;
}

export interface Kitchen {
  /** Takes an order up, once: a second call for the same order does nothing. */
  take(orderId: string): void;
  /** Stops working on an order that was cancelled. */
  drop(orderId: string): void;
  /** What is being cooked, by order id. */
  working(): readonly string[];
  /** Resolves when every order taken up so far is finished, turned down or dropped. */
  idle(): Promise<void>;
  stop(): void;
}

/** Opens the kitchen. */
export function openKitchen(options: KitchenOptions): Kitchen {
  const { maple, larder, log } = options;
  const taken = new Map<string, AbortController>();
  const running = new Map<string, Promise<void>>();

  async function work(orderId: string, stopped: AbortSignal): Promise<void> {
    const order = await maple.orders.get(orderId);
    log(describe(order));
    if (order.status !== "PENDING") return log(`  ${orderId} is ${order.status} already: nothing to decide`);
    const missing = larder.missingFor(order);
    const reason = options.deny() ?? (missing.length > 0 ? "ITEM_AVAILABILITY" : undefined);
    if (reason !== undefined) {
      // Said by hand that something has run out: the cook means the first line.
      const gone = missing.length > 0 || reason !== "ITEM_AVAILABILITY" ? missing : firstOf(order);
      const body = gone.length > 0 ? { reason, out_of_stock: [...gone] } : { reason };
      await maple.orders.deny(orderId, body, { idempotencyKey: `deny:${orderId}` });
      return log(`  ${orderId} denied: ${[reason, ...gone].join(" ")}`);
    }
    // The sandbox may have moved the location's clock ahead of ours; the deadline is always still to come.
    const promised = Math.max(Date.now() / 1000 + options.readyMs / 1000, order.decision_deadline ?? 0);
    const ticket = `T-${order.display_number}`;
    const body = { pos_ticket_id: ticket, estimated_ready_at: Math.ceil(promised) + 1 };
    await maple.orders.accept(orderId, body, { idempotencyKey: `accept:${orderId}` });
    log(`  ${orderId} accepted as ${ticket}`);
    await pause(options.readyMs, stopped);
    await maple.orders.ready(orderId, undefined, { idempotencyKey: `ready:${orderId}` });
    log(`  ${orderId} is ready`);
    await pause(options.completeMs, stopped);
    await maple.orders.complete(orderId, undefined, { idempotencyKey: `complete:${orderId}` });
    log(`  ${orderId} is complete`);
  }

  function explain(orderId: string, error: unknown): void {
    if (error instanceof Error && error.name === "AbortError") return log(`  ${orderId} dropped`);
    // The order moved on without us, for example because the diner cancelled it: its present status decides.
    if (isMapleError(error) && error.status === 409) return log(`  ${orderId} left alone: ${error.message}`);
    // Unknown: the next catch-up finds the order again if it still waits, and the keys keep one effect.
    taken.delete(orderId);
    log(`  ${orderId} failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  return {
    take(orderId) {
      if (taken.has(orderId)) return;
      const control = new AbortController();
      taken.set(orderId, control);
      const task = work(orderId, control.signal)
        .catch((error: unknown) => explain(orderId, error))
        .finally(() => running.delete(orderId));
      running.set(orderId, task);
    },
    drop: (orderId) => taken.get(orderId)?.abort(),
    working: () => [...running.keys()],
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    stop() {
      for (const control of taken.values()) control.abort();
    },
  };
}

function firstOf(order: Order): readonly string[] {
  return order.line_items.slice(0, 1).map((line) => line.menu_entity_id);
}

function describe(order: Order): string {
  const total = `${(order.totals.total / 100).toFixed(2)} ${order.totals.currency}`;
  const lines = order.line_items.map((line) => `${line.quantity} x ${line.name}`).join(", ");
  return `order ${order.display_number} for ${order.customer.name}, ${order.fulfillment_type}, ${total}: ${lines} (${order.id})`;
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      clearTimeout(timer);
      reject(stopped.reason as Error);
    };
    if (stopped.aborted) return reject(stopped.reason as Error);
    const timer = setTimeout(() => {
      stopped.removeEventListener("abort", fail);
      resolve();
    }, ms);
    stopped.addEventListener("abort", fail, { once: true });
  });
}

/** What the restaurant does with an order: take it and cook it, or turn it down. */
import { ApiError, type MapleApi } from "./maple-api.ts";

export interface Order {
  readonly id: string;
  readonly status: string;
  readonly display_number: string;
  readonly fulfillment_type: string;
  readonly decision_deadline: number | null;
  readonly customer: { readonly name: string };
  readonly totals: { readonly currency: string; readonly total: number };
  readonly line_items: readonly { readonly name: string; readonly quantity: number }[];
}

export interface KitchenOptions {
  readonly api: MapleApi;
  readonly log: (line: string) => void;
  readonly readyMs: number;
  readonly completeMs: number;
  /** Turn every order down with this reason. */
  readonly deny?: string | undefined;
}

export interface Kitchen {
  /** Takes an order up, once: a second call for the same order does nothing. */
  take(orderId: string): void;
  /** Stops working on an order that was cancelled. */
  drop(orderId: string): void;
  /** Resolves when every order taken up so far is finished, turned down or dropped. */
  idle(): Promise<void>;
  stop(): void;
}

/** Opens the kitchen. */
export function openKitchen(options: KitchenOptions): Kitchen {
  const { api, log } = options;
  const working = new Map<string, AbortController>();
  const running = new Set<Promise<void>>();

  async function work(orderId: string, stopped: AbortSignal): Promise<void> {
    const path = `/v1/orders/${orderId}`;
    const order = await api.get<Order>(path);
    log(describe(order));
    if (order.status !== "PENDING") return log(`  ${orderId} is ${order.status} already: nothing to decide`);
    if (options.deny !== undefined) {
      await api.write("POST", `${path}/deny`, `deny:${orderId}`, { reason: options.deny });
      return log(`  ${orderId} denied: ${options.deny}`);
    }
    // The sandbox may have moved the location's clock ahead of ours; the deadline is always still to come.
    const promised = Math.max(Date.now() / 1000 + options.readyMs / 1000, order.decision_deadline ?? 0);
    const readyAt = Math.ceil(promised) + 1;
    const ticket = `T-${order.display_number}`;
    await api.write("POST", `${path}/accept`, `accept:${orderId}`, {
      pos_ticket_id: ticket,
      estimated_ready_at: readyAt,
    });
    log(`  ${orderId} accepted as ${ticket}`);
    await pause(options.readyMs, stopped);
    await api.write("POST", `${path}/ready`, `ready:${orderId}`);
    log(`  ${orderId} is ready`);
    await pause(options.completeMs, stopped);
    await api.write("POST", `${path}/complete`, `complete:${orderId}`);
    log(`  ${orderId} is complete`);
  }

  function explain(orderId: string, error: unknown): void {
    if (error instanceof Error && error.name === "AbortError") return log(`  ${orderId} dropped`);
    // The order moved on without us, for example because the diner cancelled it: its present status decides.
    if (error instanceof ApiError && error.status === 409) return log(`  ${orderId} left alone: ${error.message}`);
    log(`  ${orderId} failed: ${error instanceof Error ? error.message : String(error)}`);
  }

  return {
    take(orderId) {
      if (working.has(orderId)) return;
      const control = new AbortController();
      working.set(orderId, control);
      const task = work(orderId, control.signal)
        .catch((error: unknown) => explain(orderId, error))
        .finally(() => running.delete(task));
      running.add(task);
    },
    drop: (orderId) => working.get(orderId)?.abort(),
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
    stop() {
      for (const control of working.values()) control.abort();
    },
  };
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

/**
 * The changes of an order for the diner's page, as they happen. Guarantees: the stream begins with the order as it is,
 * then sends each seen change, never an older state. A heartbeat shows that a silent connection works. The stream ends
 * when the caller goes, when the service stops, and after ten minutes, when the browser connects again by itself. Nothing
 * is kept.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { StoreOrder } from "./store-order.ts";
import type { Watch } from "../shared/watch-versions.stream.ts";

export interface StreamPace {
  readonly heartbeatMs: number;
  readonly lifetimeMs: number;
}

export const usualPace: StreamPace = { heartbeatMs: 15_000, lifetimeMs: 600_000 };

export interface OrderStreamDeps {
  readonly watch: Watch<Id<"ord">>;
  readonly read: () => Promise<StoreOrder | Refusal>;
  readonly pace?: StreamPace;
}

/** The order now and after each change. */
export async function* streamOrder(first: StoreOrder, signal: AbortSignal, deps: OrderStreamDeps) {
  const { heartbeatMs, lifetimeMs } = deps.pace ?? usualPace;
  const began = performance.now();
  let bell = Promise.withResolvers<void>();
  const forget = deps.watch.add(first.id, first.sequence, () => bell.resolve());
  const wake = (): void => bell.resolve();
  signal.addEventListener("abort", wake, { once: true });
  let shown = first.sequence;
  try {
    yield first;
    while (!signal.aborted && performance.now() - began < lifetimeMs) {
      const timer = setTimeout(wake, heartbeatMs);
      await bell.promise;
      clearTimeout(timer);
      bell = Promise.withResolvers<void>();
      if (signal.aborted) return;
      const order = await deps.read();
      if (isRefusal(order)) return;
      if (order.sequence > shown) {
        shown = order.sequence;
        yield order;
      } else yield { object: "heartbeat" as const };
    }
  } finally {
    signal.removeEventListener("abort", wake);
    forget();
  }
}

/**
 * An order's changes as they happen, for the diner's page. Guarantees: the order as it is comes first, then once for every
 * time that it is seen to have changed, never older than before; a heartbeat shows a silent line alive; the stream ends
 * when the caller goes or the service stops, and after ten minutes, when a browser connects again by itself. Nothing is
 * kept.
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

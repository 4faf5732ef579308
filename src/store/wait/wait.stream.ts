/**
 * A guest's position in line as it changes, for the page. Guarantees: the stream begins with the position as it is, then
 * sends each seen change: at once when the line changes, and within the heartbeat when only the wait does. The stream
 * ends when the caller goes, when the service stops, when the party is no longer in line, and after ten minutes. Nothing
 * is kept.
 */
import type { Id } from "../../kernel/id.ts";
import type { waitToWire } from "./wait-view.ts";
import type { Watch } from "../shared/watch-versions.stream.ts";

export interface WaitPace {
  readonly heartbeatMs: number;
  readonly lifetimeMs: number;
}

const usualPace: WaitPace = { heartbeatMs: 15_000, lifetimeMs: 600_000 };

export interface LookedAt {
  readonly view: ReturnType<typeof waitToWire>;
  readonly isOver: boolean;
}

export interface WaitStreamDeps {
  readonly watch: Watch<Id<"str">>;
  /** Undefined when the guest was forgotten. */
  readonly look: () => Promise<LookedAt | undefined>;
  readonly pace?: WaitPace;
}

/** The position now and after each change. */
export async function* streamWait(
  first: LookedAt,
  signal: AbortSignal,
  { watch, look, pace = usualPace }: WaitStreamDeps,
) {
  const began = performance.now();
  let bell = Promise.withResolvers<void>();
  const wake = (): void => bell.resolve();
  // A version that no line has: the first look of the watch rings once, and catches what changed since `first` was read.
  const forget = watch.add(first.view.location_id, 0, wake);
  signal.addEventListener("abort", wake, { once: true });
  let shown = JSON.stringify(first.view);
  try {
    yield first.view;
    while (!signal.aborted && performance.now() - began < pace.lifetimeMs) {
      const timer = setTimeout(wake, pace.heartbeatMs);
      await bell.promise;
      clearTimeout(timer);
      bell = Promise.withResolvers();
      if (signal.aborted) return;
      const seen = await look();
      if (seen === undefined) return;
      const text = JSON.stringify(seen.view);
      if (text === shown) yield { object: "heartbeat" as const };
      else yield seen.view;
      shown = text;
      if (seen.isOver) return;
    }
  } finally {
    signal.removeEventListener("abort", wake);
    forget();
  }
}

/**
 * Finds what deliveries did not bring: orders that were handed over while this program, or the way to it, was down. Looks
 * at the start and then again and again; a look that fails is made up for by the next one.
 */
import type { Maple } from "@maple-partners/sdk";
import type { Kitchen } from "./kitchen.ts";

export interface CatchUpOptions {
  readonly maple: Maple;
  readonly kitchen: Pick<Kitchen, "take">;
  readonly everyMs: number;
  readonly log: (line: string) => void;
}

export interface CatchUp {
  /** Looks once; answers how many orders wait for a decision. */
  look(): Promise<number>;
  stop(): void;
}

/** An order is decided within six minutes of its hand-over, but may be placed long before: look back a day. */
const lookBackSeconds = 86_400;

/** Begins to look every `everyMs`; the first look is the caller's. */
export function startCatchUp({ maple, kitchen, everyMs, log }: CatchUpOptions): CatchUp {
  let looking: Promise<number> | undefined;

  async function lookOnce(): Promise<number> {
    let waiting = 0;
    // By the clock of this machine, with a day to spare: what is found twice is taken once.
    const since = Math.floor(Date.now() / 1000) - lookBackSeconds;
    for await (const order of maple.orders.list({ since })) {
      if (order.status !== "PENDING" || order.decision_deadline === null) continue;
      waiting += 1;
      kitchen.take(order.id);
    }
    return waiting;
  }

  const look = (): Promise<number> => {
    looking ??= lookOnce().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) =>
      log(`catching up failed: ${error instanceof Error ? error.message : String(error)}`),
    );
  }, everyMs);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

/**
 * Finds orders that no delivery brought, because this program, or the network to it, was down when they were handed over.
 * Looks at the start and then again and again; after a failed look the next one finds everything.
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

/** Begins to look every `everyMs`; the first look is the caller's. */
export function startCatchUp({ maple, kitchen, everyMs, log }: CatchUpOptions): CatchUp {
  let looking: Promise<number> | undefined;

  async function lookOnce(): Promise<number> {
    let waiting = 0;
    // Handed over and undecided: nothing has to be remembered from the last look.
    for await (const order of maple.orders.list({ actionable: true })) {
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

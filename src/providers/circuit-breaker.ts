/**
 * The circuit breaker of one provider. It limits the calls at once, and lets no call through for a while after many
 * failures.
 *
 * Guarantees: a call that is not let through was not sent (`unsent`). After the pause one probe is sent; only after its
 * answer other calls are let through. The state is of one process and ends with it. Pure but for the clock it is given.
 */
import type { ProviderAnswer } from "../bookings/provider/reservation-provider.ts";

export interface CircuitBreakerOptions {
  readonly now: () => number;
  /** Calls under way at once. */
  readonly atOnce: number;
  /** So many failures in a row close it. */
  readonly failures: number;
  readonly pauseMs: number;
}

export const usualBreaker = { atOnce: 128, failures: 5, pauseMs: 10_000 } as const;

export interface CircuitBreaker {
  /** Whether a call would be let through now, or may be after a probe. */
  admits(): boolean;
  /** Runs a call; `probe` answers whether the provider is well, and is asked first after a pause. */
  run<Value>(call: () => Promise<ProviderAnswer<Value>>, probe: () => Promise<boolean>): Promise<ProviderAnswer<Value>>;
}

type State =
  | { readonly kind: "open" }
  | { readonly kind: "paused"; readonly until: number }
  | { readonly kind: "probing" };

/** A breaker that lets calls through. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  let state: State = { kind: "open" };
  let failed = 0;
  let under = 0;

  function admits(): boolean {
    if (under >= options.atOnce) return false;
    return state.kind === "open" || (state.kind === "paused" && state.until <= options.now());
  }

  function note(wentWell: boolean): void {
    failed = wentWell ? 0 : failed + 1;
    if (wentWell) return;
    if (failed >= options.failures) state = { kind: "paused", until: options.now() + options.pauseMs };
  }

  async function pass<Value>(call: () => Promise<ProviderAnswer<Value>>): Promise<ProviderAnswer<Value>> {
    under += 1;
    try {
      const answer = await call();
      note(answer.kind === "done" || answer.kind === "refused");
      return answer;
    } finally {
      under -= 1;
    }
  }

  return {
    admits,
    async run(call, probe) {
      if (!admits()) {
        return { kind: "unsent", fault: under >= options.atOnce ? "too many calls are out" : "paused after failures" };
      }
      if (state.kind === "paused") {
        state = { kind: "probing" };
        const isWell = await probe().catch(() => false);
        if (!isWell) {
          state = { kind: "paused", until: options.now() + options.pauseMs };
          return { kind: "unsent", fault: "paused after failures; the probe failed" };
        }
        state = { kind: "open" };
        failed = 0;
      }
      return pass(call);
    },
  };
}

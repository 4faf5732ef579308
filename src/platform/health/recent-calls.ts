/** Counts the calls of the last five minutes that a process answered, and those of them with 503. In memory. */

export interface RecentCalls {
  /** Counts an answer by its status. */
  count(status: number): void;
  read(): CallCounts;
}

export interface CallCounts {
  readonly calls: number;
  /** Answered with 503. */
  readonly refused: number;
}

const stepMs = 10_000;
const steps = 30;

interface Step extends CallCounts {
  readonly number: number;
}

/** Nothing is counted yet; `nowMs` never goes back. */
export function createRecentCalls(nowMs: () => number): RecentCalls {
  const kept: (Step | undefined)[] = Array.from({ length: steps });
  const numberNow = (): number => Math.floor(nowMs() / stepMs);
  return {
    count(status) {
      const number = numberNow();
      const found = kept[number % steps];
      const { calls, refused } = found?.number === number ? found : { calls: 0, refused: 0 };
      kept[number % steps] = { number, calls: calls + 1, refused: refused + (status === 503 ? 1 : 0) };
    },
    read() {
      const oldest = numberNow() - steps;
      const recent = kept.filter((step) => step !== undefined && step.number > oldest);
      return {
        calls: recent.reduce((sum, step) => sum + (step?.calls ?? 0), 0),
        refused: recent.reduce((sum, step) => sum + (step?.refused ?? 0), 0),
      };
    },
  };
}

/**
 * Handles requests to stop the program. One Ctrl-C, or one signal of a supervisor to a whole group, arrives several
 * times: from the terminal or the supervisor, from npm, and from bin/maple.js, which passes signals on. Signals within a
 * second of a request are the same request.
 */
import { monotonicMs } from "../kernel/clock.ts";

export interface StopActs {
  /** The first request: stops in order. */
  stop(): void;
  /** The second: says that the stop is under way. */
  tell(): void;
  /** The third and each later one: ends at once. */
  end(): void;
}

const oneRequestMs = 1_000;

/** Answers a listener for the signals of a process, which calls the acts in their order. */
export function countStopRequests(acts: StopActs, nowMs: () => number = monotonicMs): () => void {
  let requests = 0;
  let last = -Infinity;
  return () => {
    if (nowMs() - last < oneRequestMs) return;
    last = nowMs();
    requests += 1;
    if (requests === 1) acts.stop();
    else if (requests === 2) acts.tell();
    else acts.end();
  };
}

/**
 * The stream of a screen. Guarantees: at most 30 streams of one person or device in a process. The right to look is read
 * again every 30 seconds, and a stream without the right ends within that time. A stream ends when its browser goes or
 * the server stops.
 */
import type { LiveMessage } from "../../live/live-feed.ts";

/** Counts open streams of each person or device. */
export class PersonalRoom {
  readonly #open = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place until the signal is aborted; false when the person has none left. */
  enter(who: string, signal: AbortSignal): boolean {
    const watching = this.#open.get(who) ?? 0;
    if (watching >= this.#most) return false;
    if (signal.aborted) return true;
    this.#open.set(who, watching + 1);
    signal.addEventListener("abort", () => this.#leave(who), { once: true });
    return true;
  }

  #leave(who: string): void {
    const left = (this.#open.get(who) ?? 1) - 1;
    if (left === 0) this.#open.delete(who);
    else this.#open.set(who, left);
  }
}

/** Hands messages on while their reader may read them; the heartbeats see to it that the right is looked at in time. */
export async function* whileAllowed(
  messages: AsyncIterable<LiveMessage>,
  mayLook: () => Promise<boolean>,
  everyMs: number,
): AsyncGenerator<LiveMessage> {
  let lookAt = performance.now() + everyMs;
  for await (const message of messages) {
    if (performance.now() >= lookAt) {
      if (!(await mayLook())) return;
      lookAt = performance.now() + everyMs;
    }
    yield message;
  }
}

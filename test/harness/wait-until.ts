/** Waits for a condition in a test: as long as a slow machine needs, but not for ever. */
import { setTimeout as pause } from "node:timers/promises";

/** The longest wait: far more than any machine needs, far less than the limit of a test file. */
const longestMs = 60_000;

/** Asks until the answer is right and answers it; throws with the last answer after 60 seconds. */
export async function waitUntil<T>(ask: () => Promise<T> | T, isRight: (answer: T) => boolean): Promise<T> {
  for (const end = performance.now() + longestMs; ; await pause(2)) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > end) {
      throw new Error(`not within ${longestMs / 1000} s; the last answer was ${JSON.stringify(answer)}`);
    }
  }
}

/** Waits until the condition is true; throws after 60 seconds. */
export async function waitUntilTrue(condition: () => Promise<boolean> | boolean): Promise<void> {
  await waitUntil(condition, (answer) => answer);
}

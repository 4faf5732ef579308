/**
 * Bounds the memory of answers that their callers do not take. An answer lies in the process until its caller has read
 * it; a caller who asks for large ones and reads none, or a byte a minute, would fill the memory. Guarantees: an answer
 * that is not taken in time is ended. When all that wait are too large together, those that have waited longest are
 * ended (rules/operating 3.7). Small answers are not counted. Nothing is stored.
 */
export interface AnswerLimits {
  /** Of all large answers together that are not taken yet. */
  readonly bytes: number;
  /** How long a caller may take for one. */
  readonly takenWithinMs: number;
}

export interface AnswerRoom {
  /** Counts an answer until it is taken, which calling the result says; `end` ends it with its connection. */
  hold(bytes: number, end: () => void): () => void;
}

/** A smaller answer lies in the buffers of the system. */
const leastCounted = 64 * 1024;

interface Untaken {
  readonly bytes: number;
  readonly end: () => void;
}

/** Room with no answer in it. */
export function createAnswerRoom(limits: AnswerLimits): AnswerRoom {
  /** The oldest first. */
  const untaken = new Set<Untaken>();
  let held = 0;

  function forget(one: Untaken): boolean {
    const isThere = untaken.delete(one);
    if (isThere) held -= one.bytes;
    return isThere;
  }

  return {
    hold(bytes, end) {
      if (bytes <= leastCounted) return () => {};
      const one: Untaken = { bytes, end };
      const timer = setTimeout(() => forget(one) && end(), limits.takenWithinMs).unref();
      untaken.add(one);
      held += bytes;
      for (const oldest of untaken) {
        if (held <= limits.bytes || oldest === one) break;
        forget(oldest);
        oldest.end();
      }
      return () => {
        clearTimeout(timer);
        forget(one);
      };
    },
  };
}

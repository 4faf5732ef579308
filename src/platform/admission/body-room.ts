/**
 * The memory that bodies of requests may take together, and how many large ones there may be at once. Pure. A body whose
 * length nobody says counts as the most that its call takes.
 */
export interface BodyLimits {
  readonly bytes: number;
  /** How many bodies of more than `largeBytes` there may be. */
  readonly large: number;
  readonly largeBytes: number;
}

export interface BodyRoom {
  readonly bytes: number;
  /** Takes room; the answer gives it back and must be called once. Undefined when there is none. */
  take(bytes: number): (() => void) | undefined;
}

/** Room with nothing taken. */
export function createBodyRoom(limits: BodyLimits): BodyRoom {
  let taken = 0;
  let large = 0;
  return {
    get bytes() {
      return taken;
    },
    take(bytes) {
      const isLarge = bytes > limits.largeBytes;
      if (taken + bytes > limits.bytes || (isLarge && large >= limits.large)) return undefined;
      taken += bytes;
      if (isLarge) large += 1;
      return () => {
        taken -= bytes;
        if (isLarge) large -= 1;
      };
    },
  };
}

/**
 * Bounds the memory of request bodies: of all together, of the number of large ones at once, and of one app, which may
 * have fewer. Pure. A body of unknown length counts as the most that its call takes.
 */
export interface BodyLimits {
  readonly bytes: number;
  /** How many bodies of more than `largeBytes` there may be. */
  readonly large: number;
  /** How many of them may be of one owner. */
  readonly largePerOwner: number;
  readonly largeBytes: number;
}

export interface BodyRoom {
  readonly bytes: number;
  /** Takes room for a body of an owner; the answer gives it back and must be called once. Undefined when there is none. */
  take(owner: string, bytes: number): (() => void) | undefined;
}

/** Room with nothing taken. */
export function createBodyRoom(limits: BodyLimits): BodyRoom {
  let taken = 0;
  /** The owner of each large body. */
  const large: string[] = [];
  return {
    get bytes() {
      return taken;
    },
    take(owner, bytes) {
      if (taken + bytes > limits.bytes) return undefined;
      const isLarge = bytes > limits.largeBytes;
      if (isLarge) {
        const own = large.filter((each) => each === owner).length;
        if (large.length >= limits.large || own >= limits.largePerOwner) return undefined;
        large.push(owner);
      }
      taken += bytes;
      return () => {
        taken -= bytes;
        if (isLarge) large.splice(large.indexOf(owner), 1);
      };
    },
  };
}

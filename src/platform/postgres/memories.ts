/**
 * What a process remembers of one database between calls. Each `.cache.ts` says how its memory is made. The program makes
 * the database, the database holds one memory of each kind, and every `Db` and `Tx` of the database gives access to them.
 * No memory is a variable of a file, two databases share none, and a memory ends with its database.
 */
export interface Memories {
  /** The memory of this kind, made when it is first asked for. */
  of<Memory extends object>(make: () => Memory): Memory;
}

/** Memories with nothing in them yet. */
export function createMemories(): Memories {
  const made = new Map<() => object, object>();
  return {
    of<Memory extends object>(make: () => Memory): Memory {
      // A function that makes a memory is the key of what it made.
      const known = made.get(make) as Memory | undefined;
      if (known !== undefined) return known;
      const memory = make();
      made.set(make, memory);
      return memory;
    },
  };
}

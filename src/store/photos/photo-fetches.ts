/**
 * The order in which pictures are fetched. Few are fetched at once, and fewer of each host and of each location. A host
 * that does not answer, or a location with a thousand pictures, therefore delays no other. A request that waits for too
 * long, or finds too many waiting, is told so. In the memory of one process; waits end by a timer that is given.
 */

export interface FetchLimits {
  readonly atOnce: number;
  /** Of one host, and of one location. */
  readonly perHost: number;
  readonly maxWaiting: number;
  /** Of those who wait, how many may wait for one host. */
  readonly maxWaitingPerHost: number;
  readonly maxWaitMs: number;
}

export const photoFetchLimits: FetchLimits = {
  atOnce: 8,
  perHost: 2,
  maxWaiting: 64,
  maxWaitingPerHost: 16,
  maxWaitMs: 2_000,
};

/** What a fetch is about. */
export interface FetchOf {
  readonly host: string;
  readonly locationId: string;
}

export interface PhotoFetches {
  /** Runs the work when a permit is free; `busy` when that takes too long. */
  run<T>(of: FetchOf, work: () => Promise<T>): Promise<T | "busy">;
}

interface Waiting {
  readonly of: FetchOf;
  readonly start: () => void;
}

/** Fetches with none under way; `after` calls back after milliseconds and answers how to call that off. */
export function createPhotoFetches(
  limits: FetchLimits,
  after: (milliseconds: number, action: () => void) => () => void,
): PhotoFetches {
  const underWay = new Set<FetchOf>();
  const waiting = new Set<Waiting>();

  function mayStart(of: FetchOf): boolean {
    if (underWay.size >= limits.atOnce) return false;
    const all = [...underWay];
    const ofHost = all.filter(({ host }) => host === of.host).length;
    const ofLocation = all.filter(({ locationId }) => locationId === of.locationId).length;
    return ofHost < limits.perHost && ofLocation < limits.perHost;
  }

  function startNext(): void {
    for (const each of waiting) if (mayStart(each.of)) each.start();
  }

  function permit(of: FetchOf): Promise<"go" | "busy"> {
    if (mayStart(of)) {
      underWay.add(of);
      return Promise.resolve("go");
    }
    const sameHost = [...waiting].filter((each) => each.of.host === of.host).length;
    if (waiting.size >= limits.maxWaiting || sameHost >= limits.maxWaitingPerHost) return Promise.resolve("busy");
    return new Promise((resolve) => {
      const entry: Waiting = {
        of,
        start() {
          callOff();
          waiting.delete(entry);
          underWay.add(of);
          resolve("go");
        },
      };
      const callOff = after(limits.maxWaitMs, () => {
        waiting.delete(entry);
        resolve("busy");
      });
      waiting.add(entry);
    });
  }

  return {
    async run({ host, locationId }, work) {
      const of = { host, locationId };
      if ((await permit(of)) === "busy") return "busy";
      try {
        return await work();
      } finally {
        underWay.delete(of);
        startNext();
      }
    },
  };
}

/**
 * The classes of calls: which are served first, and which are refused first when there is too much work
 * (rules/operating 3.3).
 *
 * 0: probes, reports of payment processors and providers, and the files of pages. These files come from memory, without a
 * slot, because also the page that says "we are busy" needs its style. 1: decisions and cancellations. 2: placing,
 * paying, booking, one order, the acts of hosts. 3: menus, availability, pages and their snapshots. 4: lists, reports,
 * the ledger, exports, publishes, the sandbox.
 */
export type CallClass = 0 | 1 | 2 | 3 | 4;

export const callClasses: readonly CallClass[] = [0, 1, 2, 3, 4];

/** A class among those of both services: test stands one below live, so 5 is the last. */
export type Rank = 0 | 1 | 2 | 3 | 4 | 5;

/** The rank of a call of the test service beside a live one; alone, a service ranks as its classes say. */
export function rankOf(callClass: CallClass, isTestBesideLive: boolean): Rank {
  return (isTestBesideLive ? callClass + 1 : callClass) as Rank;
}

/** Ranks that wait for the whole of the longest wait, and for which a share of the slots is kept. */
export function isPressing(rank: Rank): boolean {
  return rank <= 1;
}

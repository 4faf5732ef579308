/** Acts that wait a few seconds so that they can be undone. Pure; the times are of the browser's steady clock. */

export const delayedActs = ["ready", "out_for_delivery", "complete"] as const;
export type DelayedName = (typeof delayedActs)[number];

/** How long an act can be undone. */
export const undoMs = 5_000;

export interface DelayedAct {
  readonly orderId: string;
  readonly number: string;
  readonly act: DelayedName;
  /** When it is sent. */
  readonly sendAt: number;
}

/** The waiting acts with one more. An earlier act on the same order is sent at once: the order takes one step after the other. */
export function delay(waiting: readonly DelayedAct[], act: Omit<DelayedAct, "sendAt">, at: number): DelayedAct[] {
  const earlier = waiting.map((each) => (each.orderId === act.orderId ? { ...each, sendAt: at } : each));
  return [...earlier, { ...act, sendAt: at + undoMs }];
}

/** The waiting acts without those of an order. */
export function undo(waiting: readonly DelayedAct[], orderId: string): DelayedAct[] {
  return waiting.filter((act) => act.orderId !== orderId);
}

/** The acts whose time has come, and those that go on waiting. */
export function takeDue(
  waiting: readonly DelayedAct[],
  at: number,
): { readonly due: readonly DelayedAct[]; readonly waiting: readonly DelayedAct[] } {
  return {
    due: waiting.filter(({ sendAt }) => sendAt <= at),
    waiting: waiting.filter(({ sendAt }) => sendAt > at),
  };
}

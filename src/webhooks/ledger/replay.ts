/** Which deliveries a replay sends again. Pure. */
import type { DeliveryState, SubscriptionState } from "../subscriptions/webhook-machines.ts";

export interface ReplayCandidate {
  readonly subscriptionStatus: SubscriptionState;
  /** Null when there is no delivery yet. */
  readonly state: DeliveryState | null;
  /** An attempt is under way. */
  readonly leased: boolean;
}

/** Whether a replay queues this pair of event and subscription. */
export function isReplayable(candidate: ReplayCandidate, options: { readonly force: boolean }): boolean {
  if (candidate.subscriptionStatus === "disabled" || candidate.leased) return false;
  return options.force || candidate.state !== "delivered";
}

/** The states of a delivery and of a subscription, and their moves (rules/webhooks 6, 7 and 9). Pure. */
import type { StateMachine } from "../../kernel/state-machine.ts";

export const deliveryStates = ["pending", "delivered", "failed", "held", "skipped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What moves a delivery: an attempt, a change of its subscription, or a replay. */
export type DeliveryMover = "attempt" | "subscription" | "replay";

/** What becomes of a delivery. No state is terminal: a replay may send every one again. */
export const deliveryMachine: StateMachine<DeliveryState, DeliveryMover> = {
  states: deliveryStates,
  initial: ["pending", "held"],
  terminal: [],
  transitions: [
    { from: "pending", to: "delivered", by: ["attempt"] },
    { from: "pending", to: "failed", by: ["attempt"], how: "the last retry failed" },
    { from: "pending", to: "held", by: ["attempt", "subscription"], how: "disabled" },
    { from: "pending", to: "skipped", by: ["attempt", "subscription"], how: "deleted" },
    { from: "held", to: "pending", by: ["subscription", "replay"], how: "enabled again" },
    { from: "held", to: "skipped", by: ["subscription"], how: "deleted, or held too long" },
    { from: "delivered", to: "pending", by: ["replay"], how: "with force" },
    { from: "failed", to: "pending", by: ["replay"] },
    { from: "skipped", to: "pending", by: ["replay"] },
  ],
};

export const subscriptionStates = ["enabled", "disabled"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What becomes of a subscription. A deleted one keeps the state that it had. */
export const subscriptionMachine: StateMachine<SubscriptionState, "app" | "service"> = {
  states: subscriptionStates,
  initial: ["enabled"],
  terminal: [],
  transitions: [
    { from: "enabled", to: "disabled", by: ["app", "service"] },
    { from: "disabled", to: "enabled", by: ["app"] },
  ],
};

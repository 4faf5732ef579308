/** The few steps of an order that a diner sees. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { StoreOrder } from "./store-order.ts";

export interface OrderStep {
  /** How the words call it. */
  readonly step: StepName;
  readonly state: "done" | "now" | "ahead";
  /** When it was reached; null when it was not. */
  readonly at: Instant | null;
}

type Seen = Pick<StoreOrder, "status" | "fulfillment_type" | "timeline">;

/** The statuses by which a step is reached, in order. */
const path = [
  { step: "placed", by: ["PENDING"] },
  { step: "accepted", by: ["ACCEPTED", "AUTO_ACCEPTED"] },
  { step: "ready", by: ["READY"] },
  { step: "on_its_way", by: ["IN_DELIVERY"], only: "delivery" },
  { step: "collected", by: ["FULFILLED"], only: "pickup" },
  { step: "delivered", by: ["FULFILLED"], only: "delivery" },
] as const;

const ends = ["REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"] as const;

export type StepName = (typeof path)[number]["step"] | (typeof ends)[number];

/** The steps: those behind, the one it is at, and those ahead; an order that ended early ends there. */
export function orderSteps(order: Seen): OrderStep[] {
  const reached = (statuses: readonly string[]): Instant | null => {
    const entry = order.timeline.find(({ status }) => statuses.includes(status));
    return entry === undefined ? null : Date.parse(entry.at);
  };
  const all = path
    .filter((each) => !("only" in each) || each.only === order.fulfillment_type)
    .map(({ step, by }) => ({ step, by: by as readonly string[], at: reached(by) }));
  const end = ends.find((each) => each === order.status);
  if (end !== undefined) {
    const behind = all.filter(({ at }) => at !== null).map(({ step, at }) => ({ step, at, state: "done" as const }));
    return [...behind, { step: end, state: "now", at: reached([order.status]) }];
  }
  const here = all.findIndex(({ by }) => by.includes(order.status));
  return all.map(({ step, at }, index) => ({
    step,
    at: index <= here ? at : null,
    state: index < here || (index === here && order.status === "FULFILLED") ? "done" : index === here ? "now" : "ahead",
  }));
}

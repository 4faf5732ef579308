/** The few steps that an order takes, as a diner watches them. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { StoreOrder } from "./store-order.ts";

export interface OrderStep {
  readonly label: string;
  readonly state: "done" | "now" | "ahead";
  /** When it was reached; null when it was not. */
  readonly at: Instant | null;
}

type Seen = Pick<StoreOrder, "status" | "fulfillment_type" | "timeline">;

/** The statuses by which a step is reached, in order. */
const path = [
  { label: "Placed", by: ["PENDING"] },
  { label: "Accepted", by: ["ACCEPTED", "AUTO_ACCEPTED"] },
  { label: "Ready", by: ["READY"] },
  { label: "On its way", by: ["IN_DELIVERY"], only: "delivery" },
  { label: "Collected", by: ["FULFILLED"], only: "pickup" },
  { label: "Delivered", by: ["FULFILLED"], only: "delivery" },
] as const;

const ends: Readonly<Record<string, string>> = {
  REJECTED: "Not accepted",
  STORE_CANCELLED: "Cancelled by the restaurant",
  CUSTOMER_CANCELLED: "Cancelled by you",
};

/** The steps: those behind, the one it is at, and those ahead; an order that ended early ends there. */
export function orderSteps(order: Seen): OrderStep[] {
  const reached = (statuses: readonly string[]): Instant | null => {
    const entry = order.timeline.find(({ status }) => statuses.includes(status));
    return entry === undefined ? null : Date.parse(entry.at);
  };
  const all = path
    .filter((step) => !("only" in step) || step.only === order.fulfillment_type)
    .map(({ label, by }) => ({ label, by: by as readonly string[], at: reached(by) }));
  const end = ends[order.status];
  if (end !== undefined) {
    const behind = all
      .filter((step) => step.at !== null)
      .map(({ label, at }) => ({ label, at, state: "done" as const }));
    return [...behind, { label: end, state: "now", at: reached([order.status]) }];
  }
  const here = all.findIndex(({ by }) => by.includes(order.status));
  return all.map(({ label, at }, index) => ({
    label,
    at: index <= here ? at : null,
    state: index < here || (index === here && order.status === "FULFILLED") ? "done" : index === here ? "now" : "ahead",
  }));
}

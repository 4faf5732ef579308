/**
 * The one table of an order's lifecycle (decisions, section 4.2). Everything that asks whether an order may move asks
 * here.
 */
export const orderStatuses = [
  "PENDING",
  "ACCEPTED",
  "AUTO_ACCEPTED",
  "READY",
  "IN_DELIVERY",
  "FULFILLED",
  "REJECTED",
  "STORE_CANCELLED",
  "CUSTOMER_CANCELLED",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Who moves an order: the partner's app, the store's console, the diner, or the service's own rules and timers. */
export type Actor = "partner" | "store" | "diner" | "service";

interface Transition {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly by: readonly Actor[];
  readonly deliveryOnly?: true;
}

export const transitions: readonly Transition[] = [
  { from: "PENDING", to: "ACCEPTED", by: ["partner", "store"] },
  { from: "PENDING", to: "AUTO_ACCEPTED", by: ["service"] },
  { from: "PENDING", to: "REJECTED", by: ["partner", "store", "service"] },
  { from: "PENDING", to: "STORE_CANCELLED", by: ["store"] },
  { from: "PENDING", to: "CUSTOMER_CANCELLED", by: ["diner"] },
  { from: "ACCEPTED", to: "READY", by: ["partner", "store"] },
  { from: "ACCEPTED", to: "STORE_CANCELLED", by: ["partner", "store"] },
  { from: "ACCEPTED", to: "CUSTOMER_CANCELLED", by: ["diner"] },
  { from: "AUTO_ACCEPTED", to: "READY", by: ["partner", "store"] },
  { from: "AUTO_ACCEPTED", to: "STORE_CANCELLED", by: ["partner", "store"] },
  { from: "AUTO_ACCEPTED", to: "CUSTOMER_CANCELLED", by: ["diner"] },
  { from: "READY", to: "IN_DELIVERY", by: ["partner", "store"], deliveryOnly: true },
  { from: "READY", to: "FULFILLED", by: ["partner", "store"] },
  { from: "READY", to: "STORE_CANCELLED", by: ["partner", "store"] },
  { from: "IN_DELIVERY", to: "FULFILLED", by: ["partner", "store"] },
  { from: "IN_DELIVERY", to: "STORE_CANCELLED", by: ["partner", "store"] },
];

const terminal: ReadonlySet<OrderStatus> = new Set(["FULFILLED", "REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"]);

/** Whether the order is over. */
export function isTerminal(status: OrderStatus): boolean {
  return terminal.has(status);
}

/** Whether the actor may move an order of this kind from one status to the other. */
export function mayMove(
  from: OrderStatus,
  to: OrderStatus,
  actor: Actor,
  fulfillmentType: "pickup" | "delivery",
): boolean {
  return transitions.some(
    (transition) =>
      transition.from === from &&
      transition.to === to &&
      transition.by.includes(actor) &&
      (transition.deliveryOnly !== true || fulfillmentType === "delivery"),
  );
}

/** Whether the order has reached the status on its own path; being accepted by the service counts as accepted. */
export function hasReached(passed: readonly OrderStatus[], status: OrderStatus): boolean {
  return passed.includes(status) || (status === "ACCEPTED" && passed.includes("AUTO_ACCEPTED"));
}

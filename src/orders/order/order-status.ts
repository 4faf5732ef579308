/**
 * The states of an order and its moves (rules/ordering 3). All code that asks whether an order may move uses this table.
 * Pure.
 */
import type { StateMachine, Transition } from "../../kernel/state-machine.ts";

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

/** Who moves an order: the partner's app, the restaurant's staff or operator, the diner, or the service's own rules and timers. */
export type Actor = "partner" | "store" | "diner" | "service";

interface OrderMove extends Transition<OrderStatus, Actor> {
  readonly deliveryOnly?: true;
}

export const transitions: readonly OrderMove[] = [
  { from: "PENDING", to: "ACCEPTED", by: ["partner", "store"], how: "accept" },
  { from: "PENDING", to: "AUTO_ACCEPTED", by: ["service"], how: "no decision in time" },
  {
    from: "PENDING",
    to: "REJECTED",
    by: ["partner", "store", "service"],
    how: "deny, failed validation, not paid in time, no decision in time",
  },
  { from: "PENDING", to: "STORE_CANCELLED", by: ["store"] },
  { from: "PENDING", to: "CUSTOMER_CANCELLED", by: ["diner"] },
  { from: "ACCEPTED", to: "READY", by: ["partner", "store"], how: "ready" },
  { from: "ACCEPTED", to: "STORE_CANCELLED", by: ["partner", "store"], how: "cancel" },
  { from: "ACCEPTED", to: "CUSTOMER_CANCELLED", by: ["diner"] },
  { from: "AUTO_ACCEPTED", to: "READY", by: ["partner", "store"], how: "ready" },
  { from: "AUTO_ACCEPTED", to: "STORE_CANCELLED", by: ["partner", "store"], how: "cancel" },
  { from: "AUTO_ACCEPTED", to: "CUSTOMER_CANCELLED", by: ["diner"] },
  { from: "READY", to: "IN_DELIVERY", by: ["partner", "store"], deliveryOnly: true, how: "status, delivery orders" },
  { from: "READY", to: "FULFILLED", by: ["partner", "store"], how: "complete" },
  { from: "READY", to: "STORE_CANCELLED", by: ["partner", "store"], how: "cancel" },
  { from: "IN_DELIVERY", to: "FULFILLED", by: ["partner", "store"], how: "complete" },
  { from: "IN_DELIVERY", to: "STORE_CANCELLED", by: ["partner", "store"], how: "cancel" },
];

/** Ends at which nobody got food. */
export const endedWithoutFood: ReadonlySet<OrderStatus> = new Set([
  "REJECTED",
  "STORE_CANCELLED",
  "CUSTOMER_CANCELLED",
]);

const terminal: readonly OrderStatus[] = ["FULFILLED", "REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"];

export const orderMachine: StateMachine<OrderStatus, Actor, OrderMove> = {
  states: orderStatuses,
  initial: ["PENDING"],
  terminal,
  transitions,
};

/** Whether the order is over. */
export function isTerminal(status: OrderStatus): boolean {
  return terminal.includes(status);
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

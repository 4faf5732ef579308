/**
 * Whether a location takes an order now (decisions, sections 3, 4.4 and 12): one pure gate for quote, diner and
 * simulated diner alike. It gives every reason at once.
 */
import { toIso, type Instant } from "../kernel/clock.ts";
import { isOpenAt, nextOpening } from "../kernel/wall-time.ts";
import type { LocationSettings } from "../locations/location.ts";

export type GateCode =
  | "location_paused"
  | "location_inactive"
  | "not_accepting_orders"
  | "closed_now"
  | "delivery_not_offered"
  | "address_not_located"
  | "outside_zones"
  | "below_minimum"
  | "slot_full"
  | "price_changed";

/** Why an order is refused; `path` is a JSON Pointer into the request, empty for the whole. */
export interface GateReason {
  readonly code: GateCode;
  readonly message: string;
  readonly path: string;
}

export interface GateRequest {
  readonly scheduledFor: Instant | null;
  readonly paymentOption: "link" | "pay_in_store";
  readonly fulfillmentType: "pickup" | "delivery";
}

/** Every reason why the location does not take this order at this moment; none when it does. */
export function checkGate(location: LocationSettings, request: GateRequest): readonly GateReason[] {
  const reasons: GateReason[] = [];
  if (location.status !== "active") {
    reasons.push({
      code: `location_${location.status}`,
      message: `${nameOf(location)} is ${location.status} and takes no orders.`,
      path: "",
    });
  }
  if (location.connected_app_id === null && location.order_routing !== "manual") {
    reasons.push({ code: "not_accepting_orders", message: `${nameOf(location)} takes no online orders.`, path: "" });
  }
  const paymentReason = checkPayment(location, request);
  if (paymentReason !== undefined) reasons.push(paymentReason);
  const hoursReason = checkHours(location, request.scheduledFor);
  if (hoursReason !== undefined) reasons.push(hoursReason);
  return reasons;
}

function checkPayment(location: LocationSettings, request: GateRequest): GateReason | undefined {
  if (request.paymentOption === "pay_in_store" && request.fulfillmentType === "delivery") {
    return {
      code: "not_accepting_orders",
      message: "Delivery orders are paid online, not in the store.",
      path: "/payment",
    };
  }
  if (location.payment_options.includes(request.paymentOption)) return undefined;
  const how = request.paymentOption === "link" ? "online" : "in the store";
  return {
    code: "not_accepting_orders",
    message: `${nameOf(location)} does not take payment ${how}.`,
    path: "/payment",
  };
}

function checkHours(location: LocationSettings, scheduledFor: Instant | null): GateReason | undefined {
  if (scheduledFor !== null && scheduledFor <= location.now) {
    return { code: "closed_now", message: "The time the order is scheduled for has passed.", path: "/scheduled_for" };
  }
  if (location.opening_hours === null || location.timezone === null) return undefined;
  const at = scheduledFor ?? location.now;
  if (isOpenAt(location.opening_hours, location.timezone, at)) return undefined;
  const next = nextOpening(location.opening_hours, location.timezone, at);
  const opens = next === null ? "" : ` It opens next at ${toIso(next)}.`;
  return {
    code: "closed_now",
    message: `${nameOf(location)} is closed ${scheduledFor === null ? "now" : "at that time"}.${opens}`,
    path: scheduledFor === null ? "" : "/scheduled_for",
  };
}

function nameOf(location: LocationSettings): string {
  return location.name ?? "The location";
}

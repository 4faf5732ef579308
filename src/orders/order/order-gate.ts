/**
 * Whether a location takes an order for a time (rules/ordering 7, rules/ordering 1.7): the one check for the diner's
 * page, a quote, an order and a simulated diner. Pure; gives every reason at once. The last rule is whether an interval
 * still has capacity: it is checked here to show it, and again under a lock when the order is placed
 * (`reserve-capacity.command.ts`), so that parallel orders never exceed it.
 */
import type { Instant } from "../../kernel/clock.ts";
import { isOpenAt, nextOpening } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { earliestReady, intervalOf, inWords, type OrderingClock } from "./order-times.ts";

export type GateCode =
  | "location_paused"
  | "location_inactive"
  | "not_accepting_orders"
  | "closed_now"
  | "too_soon"
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

/** Every reason why the location does not take this order, capacity aside; none when it does. */
export function checkGate(location: LocationSettings, request: GateRequest): readonly GateReason[] {
  const payment = checkPayment(location, request);
  return [...checkLocation(location), ...(payment === undefined ? [] : [payment]), ...checkTime(location, request)];
}

/** Why the location takes no order for any time. */
export function checkLocation(location: LocationSettings): GateReason[] {
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

/** What of a location says when it takes orders. */
export type TimedLocation = OrderingClock & Pick<LocationSettings, "name">;

/** Why the location takes no order for this time: pause, hours, and how long the kitchen needs. */
export function checkTime(location: TimedLocation, { scheduledFor }: Pick<GateRequest, "scheduledFor">): GateReason[] {
  if (scheduledFor !== null && scheduledFor <= location.now) {
    return [{ code: "closed_now", message: "The time the order is scheduled for has passed.", path: "/scheduled_for" }];
  }
  const closed = checkHours(location, scheduledFor);
  const paused = checkPause(location, scheduledFor);
  return [...(paused === undefined ? [] : [paused]), ...(closed === undefined ? [] : [closed])];
}

/** A pause covers what would be prepared during it, not what is ordered for later. */
function checkPause(location: TimedLocation, scheduledFor: Instant | null): GateReason | undefined {
  const earliest = earliestReady(location);
  const until = location.ordering_paused_until;
  if (until !== null && until > location.now && (scheduledFor === null || scheduledFor < earliest)) {
    return {
      code: "location_paused",
      message: `Not taking orders until ${inWords(location, until)}.`,
      path: scheduledFor === null ? "" : "/scheduled_for",
    };
  }
  if (scheduledFor === null || scheduledFor >= earliest) return undefined;
  return {
    code: "too_soon",
    message: `The kitchen needs until ${inWords(location, earliest)}; choose that time or a later one.`,
    path: "/scheduled_for",
  };
}

function checkHours(location: TimedLocation, scheduledFor: Instant | null): GateReason | undefined {
  if (location.opening_hours === null || location.timezone === null) return undefined;
  const at = scheduledFor ?? location.now;
  if (isOpenAt(location.opening_hours, location.timezone, at)) return undefined;
  const next = nextOpening(location.opening_hours, location.timezone, at);
  const opens = next === null ? "" : ` Opens ${on(inWords(location, next))}.`;
  return {
    code: "closed_now",
    message: `Closed ${scheduledFor === null ? "now" : "at that time"}.${opens}`,
    path: scheduledFor === null ? "" : "/scheduled_for",
  };
}

/** The reason that no capacity is left in the interval that the time lies in. */
export function capacityTaken(location: LocationSettings, scheduledFor: Instant | null, due: Instant): GateReason {
  const capacity = location.order_capacity;
  const { from, until } = capacity === null ? { from: due, until: due } : intervalOf(location, capacity, due);
  const between = `between ${inWords(location, from)} and ${inWords({ ...location, now: from }, until)}`;
  return {
    code: "slot_full",
    message: `${nameOf(location)} takes no more orders ${between}.`,
    path: scheduledFor === null ? "" : "/scheduled_for",
  };
}

/** "at 18:30", "tomorrow at 18:30", "on Monday 23 November at 18:30". */
function on(words: string): string {
  if (/^\d/.test(words)) return `at ${words}`;
  return words.startsWith("tomorrow") ? words : `on ${words}`;
}

function nameOf(location: TimedLocation): string {
  return location.name ?? "The location";
}

/** When an order will be ready, from the words of staff: in so many minutes, or at a time. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { done, type Done, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { Order } from "../order/order.ts";

export type ReadyTime = { readonly minutes: number } | { readonly at: Instant };

const latestMs = 240 * 60_000;

/** The time that is meant, in whole seconds of the location's clock. */
export function readyAt(ready: ReadyTime, now: Instant): Instant {
  return "at" in ready ? ready.at : Math.floor(now / 1000) * 1000 + ready.minutes * 60_000;
}

/** Refuses a time that has passed, or lies more than 240 minutes behind now and the time that the order is for. */
export function checkReadyAt(
  { scheduled_for }: Pick<Order, "scheduled_for">,
  at: Instant,
  now: Instant,
): Done | Refusal<"invalid_request"> {
  if (at <= now) return invalidRequest([{ path: "body.at", message: "must be in the future, in whole Unix seconds" }]);
  const latest = Math.max(now, scheduled_for ?? 0) + latestMs;
  if (at <= latest) return done;
  const message = "must lie within 240 minutes of now, or of the time that the order is scheduled for";
  return invalidRequest([{ path: "body.at", message }]);
}

/**
 * A link at a processor, from the moment we decide to make it until nobody can pay it. Pure. An ending is final but for
 * one thing: money that was paid by it.
 *
 *     creating -> open -> settling -> paid | failed
 *          \        \-> expired
 *           \-> closing (the order is over, the processor is still to be told) -> expired | paid
 */
import type { LinkNews } from "./payment-state.ts";

export const linkStates = ["creating", "open", "settling", "closing", "paid", "failed", "expired"] as const;
export type LinkState = (typeof linkStates)[number];

/** Whether somebody may still pay it, or a payment by it is under way. */
export function isLinkAlive(state: LinkState): boolean {
  return state === "creating" || state === "open" || state === "settling" || state === "closing";
}

/** The state after news of it, whatever was known before and in whatever order it comes. */
export function linkStateAfter(state: LinkState, news: LinkNews): LinkState {
  if (news.kind === "succeeded") return "paid";
  if (!isLinkAlive(state)) return state;
  switch (news.kind) {
    case "open":
      return state;
    case "settling":
      return "settling";
    case "declined":
      return "failed";
    case "expired":
      return "expired";
  }
}

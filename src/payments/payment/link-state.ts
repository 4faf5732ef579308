/**
 * The states of a link at a processor, from our decision to make it until nobody can pay it. Pure. An end is final,
 * except that money paid by the link still counts.
 */
import type { StateMachine } from "../../kernel/state-machine.ts";
import type { LinkNews } from "./payment-state.ts";

export const linkStates = ["creating", "open", "settling", "closing", "paid", "failed", "expired"] as const;
export type LinkState = (typeof linkStates)[number];

/** Who moves a link: the processor's news of it, or the end of its order. */
export type LinkMover = "processor" | "order";

/** What becomes of a link. While it is `closing`, the order is over and the processor is still to be told. */
export const linkMachine: StateMachine<LinkState, LinkMover> = {
  states: linkStates,
  initial: ["creating"],
  terminal: ["paid"],
  transitions: [
    { from: "creating", to: "open", by: ["processor"] },
    { from: "creating", to: "settling", by: ["processor"] },
    { from: "creating", to: "closing", by: ["order"] },
    { from: "creating", to: "paid", by: ["processor"] },
    { from: "creating", to: "failed", by: ["processor"] },
    { from: "creating", to: "expired", by: ["processor"] },
    { from: "open", to: "settling", by: ["processor"] },
    { from: "open", to: "closing", by: ["order"] },
    { from: "open", to: "paid", by: ["processor"] },
    { from: "open", to: "failed", by: ["processor"] },
    { from: "open", to: "expired", by: ["processor"] },
    { from: "settling", to: "paid", by: ["processor"] },
    { from: "settling", to: "failed", by: ["processor"] },
    { from: "settling", to: "expired", by: ["processor"] },
    { from: "closing", to: "settling", by: ["processor"] },
    { from: "closing", to: "paid", by: ["processor"] },
    { from: "closing", to: "failed", by: ["processor"] },
    { from: "closing", to: "expired", by: ["processor"] },
    { from: "failed", to: "paid", by: ["processor"], how: "late money" },
    { from: "expired", to: "paid", by: ["processor"], how: "late money" },
  ],
};

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

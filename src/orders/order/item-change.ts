/**
 * Items of an accepted order that the venue cannot make, and the offer to the diner. Pure.
 *
 * The venue reports the items. The diner has five minutes to choose: the order without them (and the money for them
 * back), or its cancellation. Without an answer, or when the venue reports the order ready first, the items are removed.
 * Another report replaces the offer by one that names everything, with its own time. There is at most one unanswered
 * offer.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { canMove, type StateMachine } from "../../kernel/state-machine.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { FieldIssue } from "../../platform/http/reading/validate.ts";
import type { Actor } from "./order-status.ts";

export const itemChangeStatuses = ["offered", "removed", "cancelled", "replaced"] as const;
export type ItemChangeStatus = (typeof itemChangeStatuses)[number];

/** What becomes of an offer to the diner (rules/ordering 12). An order that ends ends its offer too. */
export const itemChangeMachine: StateMachine<ItemChangeStatus, Actor> = {
  states: itemChangeStatuses,
  initial: ["offered"],
  terminal: ["removed", "cancelled", "replaced"],
  transitions: [
    { from: "offered", to: "removed", by: ["diner", "partner", "store", "service"] },
    { from: "offered", to: "cancelled", by: ["diner", "partner", "store", "service"], how: "the order ends" },
    { from: "offered", to: "replaced", by: ["partner", "store"], how: "a further report" },
  ],
};

export interface UnavailableLine {
  readonly id: Id<"oli">;
  readonly name: string;
  readonly quantity: number;
}

/** One report of the venue. Times are in the location's clock, amounts minor units. */
export interface ItemChange {
  readonly id: Id<"och">;
  readonly status: ItemChangeStatus;
  readonly lines: readonly UnavailableLine[];
  readonly reason: string | null;
  readonly offered_at: Instant;
  readonly answer_by: Instant;
  readonly answered_at: Instant | null;
  /** Null while it is open; the service when nobody answered in time. */
  readonly answered_by: Actor | null;
  /** What the order costs without them. */
  readonly total: number;
  /** What goes back to a diner who has paid. */
  readonly refund: number;
}

/** The offer that the diner has not answered yet. */
export function findOffered(changes: readonly ItemChange[]): ItemChange | undefined {
  return changes.find(({ status }) => status === "offered");
}

/** The changes with the open one ended; the same list when none is open. */
export function endOffered(
  changes: readonly ItemChange[],
  status: Exclude<ItemChangeStatus, "offered">,
  by: Actor,
  at: Instant,
): readonly ItemChange[] {
  if (findOffered(changes) === undefined) return changes;
  return changes.map((change) =>
    canMove(itemChangeMachine, change.status, status, by)
      ? { ...change, status, answered_by: by, answered_at: at }
      : change,
  );
}

/** What a partner reports: of a line all, or some of it. */
export interface ReportedLine {
  readonly id: string;
  readonly quantity?: number;
}

interface OrderedLine {
  readonly id: Id<"oli">;
  readonly name: string;
  readonly quantity: number;
}

/**
 * Everything that is unavailable after the report: what the open offer names and what is reported now, of each line the
 * larger quantity. The same report twice gives the same. Refuses a report that is wrong.
 */
export function gatherUnavailable(
  ordered: readonly OrderedLine[],
  offered: ItemChange | undefined,
  reported: readonly ReportedLine[],
): readonly UnavailableLine[] | Refusal<"invalid_request"> {
  const issues: FieldIssue[] = [];
  const quantities = new Map<string, number>(offered?.lines.map(({ id, quantity }) => [id, quantity]));
  const named = new Set<string>();
  reported.forEach(({ id, quantity }, index) => {
    const path = `body.line_items[${index}]`;
    const line = ordered.find((candidate) => candidate.id === id);
    if (line === undefined) issues.push({ path: `${path}.id`, message: "is no line item of this order" });
    else if (named.has(id)) issues.push({ path: `${path}.id`, message: "is named twice" });
    else if (quantity !== undefined && quantity > line.quantity) {
      issues.push({ path: `${path}.quantity`, message: `is more than the ${line.quantity} that were ordered` });
    } else quantities.set(id, Math.max(quantities.get(id) ?? 0, quantity ?? line.quantity));
    named.add(id);
  });
  if (issues.length > 0) return invalidRequest(issues);
  return ordered.flatMap(({ id, name }) => {
    const quantity = quantities.get(id);
    return quantity === undefined ? [] : [{ id, name, quantity }];
  });
}

/** Whether two lists name the same quantities of the same lines. */
export function isSameReport(a: readonly UnavailableLine[], b: readonly UnavailableLine[]): boolean {
  return a.length === b.length && a.every(({ id, quantity }, i) => b[i]?.id === id && b[i]?.quantity === quantity);
}
